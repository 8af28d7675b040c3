import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('it');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'Tag',
    pressEnterOrComma: 'Prema Enter o virgola per aggiungere un tag.',
    addTag: 'Aggiungi un tag',
  },
  pagePictures: {
    pageFailed: (page: number): string =>
      `Non è stato possibile caricare l’anteprima della pagina ${number(page)}. Il documento stesso è completo.`,
    tryAgain: 'Riprova',
    pageOf: (page: number, title: string): string => `Pagina ${number(page)} di ${title}`,
    of: (index: number, count: number): string => `${number(index)} di ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string =>
      `Mostra altre ${number(piece)} di ${number(count)} pagine`,
  },
  strip: {
    nextAction: 'Prossima azione',
  },
  undoToast: {
    undone: 'Annullato',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'Ho controllato le pagine e voglio inviare questa versione',
    fileEndsWithUnfinishedChange:
      'Questo file termina con una modifica incompleta. Le pagine mostrano la versione precedente.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'Filtri' : `Filtri (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'Nulla in questo periodo',
    upTo: (say: string): string => `Fino a ${say}`,
    showAsTable: 'Mostra come tabella',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `Lo copi ora e lo conservi in un luogo sicuro. ${why}`,
    iHaveSaved: 'L’ho salvato',
  },
  sessionList: {
    withPassword: 'con password',
    withPasskey: 'con una passkey',
    throughSingleSignOn: 'tramite single sign-on',
    unknownBrowser: 'Browser sconosciuto',
    thisBrowser: 'Questo browser',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => ['Ultimo uso: ', time, ', accesso: ', otherTime],
    signOut: 'Esci',
    signOutAriaLabel: (device: string, address: string): string => `Termina la sessione: ${device}, ${address}`,
  },
  passwordFields: {
    showPassword: 'Mostra password',
  },
  password: {
    atLeastCharacters: (min: number): string =>
      `Almeno ${number(min)} caratteri. Alcune parole sono facili da ricordare.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `${number(length)} di almeno ${number(min)} caratteri`,
    characters: (length: number): string => `${number(length)} caratteri: buona. Più lunga è più sicura.`,
    charactersStrong: (length: number): string => `${number(length)} caratteri: sicura.`,
  },
  useKeepAccount: {
    deletionCanceled: 'Eliminazione annullata',
    accountWillNotBeDeleted: 'Il Suo account non sarà eliminato.',
  },
  unsavedGuard: {
    title: 'Uscire senza salvare?',
    text: 'Le modifiche dall’ultimo salvataggio andranno perse.',
    discard: 'Scarta modifiche',
    stay: 'Continua a modificare',
    sections: (sections: string): string => `Non salvato: ${sections}.`,
  },
  saveForm: {
    unsavedChanges: 'Modifiche non salvate',
    saving: 'Salvataggio…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'Impostazione del gestore di questo server: ',
      name,
      '. ',
      link('Informazioni su questa impostazione'),
      '.',
    ],
  },
};
