import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('nl');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'Tags',
    pressEnterOrComma: 'Druk op Enter of komma om een tag toe te voegen.',
    addTag: 'Tag toevoegen',
  },
  pagePictures: {
    pageFailed: (page: number): string =>
      `Het voorbeeld van pagina ${number(page)} kon niet worden geladen. Het document zelf is volledig.`,
    tryAgain: 'Opnieuw proberen',
    pageOf: (page: number, title: string): string => `Pagina ${number(page)} van ${title}`,
    of: (index: number, count: number): string => `${number(index)} van ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string =>
      `Nog ${number(piece)} van ${number(count)} pagina’s tonen`,
  },
  strip: {
    nextAction: 'Volgende stap',
  },
  undoToast: {
    undone: 'Ongedaan gemaakt',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'Ik heb de pagina’s gecontroleerd en wil deze versie verzenden',
    fileEndsWithUnfinishedChange:
      'Dit bestand eindigt met een onvoltooide wijziging. De pagina’s tonen de versie daarvoor.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'Filters' : `Filters (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'Niets in deze periode',
    upTo: (say: string): string => `Tot ${say}`,
    showAsTable: 'Als tabel tonen',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `Kopieer dit nu en bewaar het op een veilige plaats. ${why}`,
    iHaveSaved: 'Ik heb het opgeslagen',
  },
  sessionList: {
    withPassword: 'met wachtwoord',
    withPasskey: 'met een passkey',
    throughSingleSignOn: 'via single sign-on',
    unknownBrowser: 'Onbekende browser',
    thisBrowser: 'Deze browser',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => ['Laatst gebruikt ', time, ', ingelogd ', otherTime],
    signOut: 'Uitloggen',
    signOutAriaLabel: (device: string, address: string): string => `Uitloggen: ${device}, ${address}`,
  },
  passwordFields: {
    showPassword: 'Wachtwoord tonen',
  },
  password: {
    atLeastCharacters: (min: number): string =>
      `Minstens ${number(min)} tekens. Een paar woorden zijn makkelijk te onthouden.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `${number(length)} van minstens ${number(min)} tekens`,
    characters: (length: number): string => `${number(length)} tekens: goed. Langer is sterker.`,
    charactersStrong: (length: number): string => `${number(length)} tekens: sterk.`,
  },
  useKeepAccount: {
    deletionCanceled: 'Verwijdering geannuleerd',
    accountWillNotBeDeleted: 'Uw account wordt niet verwijderd.',
  },
  unsavedGuard: {
    title: 'Verlaten zonder opslaan?',
    text: 'Uw wijzigingen sinds de laatste keer opslaan gaan verloren.',
    discard: 'Wijzigingen weggooien',
    stay: 'Verder bewerken',
    sections: (sections: string): string => `Niet opgeslagen: ${sections}.`,
  },
  saveForm: {
    unsavedChanges: 'Niet-opgeslagen wijzigingen',
    saving: 'Opslaan…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'Ingesteld door de serverbeheerder: ',
      name,
      '. ',
      link('Over deze instelling'),
      '.',
    ],
  },
};
