import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('it');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'Ricerca e comandi',
    searchOrJump: 'Cerca documenti, pagine e azioni',
    close: 'Chiudi',
    results: 'Risultati',
    thisDocument: 'Questo documento',
    recentDocuments: 'Documenti recenti',
    pages: 'Pagine',
    actions: 'Azioni',
    documents: 'Documenti',
    searching: 'Ricerca …',
    found: counted({ one: '1 risultato', other: '# risultati' }),
    nothingFound: (text: string): string => `Nessun risultato per «${text}».`,
    searchFailed: 'La ricerca dei documenti non è riuscita.',
    showAllWith: (text: string): string => `Mostra tutti i documenti con «${text}»`,
    settingsPage: (name: string): string => `Impostazioni: ${name}`,
    keyboardShortcuts: 'Scorciatoie da tastiera',
  },
  keys: {
    keyboardShortcuts: 'Scorciatoie da tastiera',
    names: {
      palette: 'Ricerca e comandi',
      newDocument: 'Nuovo documento',
      search: 'Cerca nell’elenco dei documenti',
      next: 'Riga successiva nell’elenco dei documenti',
      previous: 'Riga precedente nell’elenco dei documenti',
      select: 'Seleziona o deseleziona la riga',
      selectTo: 'Seleziona tutte le righe fino a qui',
      keys: 'Scorciatoie da tastiera',
    },
    open: 'Apri la riga',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'I tasti non agiscono mentre si scrive. Può disattivare i tasti singoli nel Suo ',
      link('profilo'),
      '.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'I tasti singoli sono disattivati. Può attivarli nel Suo ',
      link('profilo'),
      '.',
    ],
  },
};
