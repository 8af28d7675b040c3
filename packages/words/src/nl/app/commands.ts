import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('nl');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'Zoeken en opdrachten',
    searchOrJump: 'Documenten, pagina’s en acties zoeken',
    close: 'Sluiten',
    results: 'Resultaten',
    thisDocument: 'Dit document',
    recentDocuments: 'Recente documenten',
    pages: 'Pagina’s',
    actions: 'Acties',
    documents: 'Documenten',
    searching: 'Zoeken…',
    found: counted({ one: '1 resultaat', other: '# resultaten' }),
    nothingFound: (text: string): string => `Niets gevonden voor ‘${text}’.`,
    searchFailed: 'Het zoeken naar documenten is mislukt.',
    showAllWith: (text: string): string => `Alle documenten met ‘${text}’ tonen`,
    settingsPage: (name: string): string => `Instellingen: ${name}`,
    keyboardShortcuts: 'Sneltoetsen',
  },
  keys: {
    keyboardShortcuts: 'Sneltoetsen',
    names: {
      palette: 'Zoeken en opdrachten',
      newDocument: 'Nieuw document',
      search: 'In de lijst met documenten zoeken',
      next: 'Volgende rij in de lijst met documenten',
      previous: 'Vorige rij in de lijst met documenten',
      select: 'Rij selecteren of deselecteren',
      selectTo: 'Alle rijen tot hier selecteren',
      keys: 'Sneltoetsen',
    },
    open: 'Rij openen',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Toetsen doen niets terwijl u typt. Losse toetsen kunt u uitschakelen in uw ',
      link('profiel'),
      '.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Losse toetsen zijn uitgeschakeld. U kunt ze inschakelen in uw ',
      link('profiel'),
      '.',
    ],
  },
};
