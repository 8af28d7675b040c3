import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('pl');

export const commands: AppWords['commands'] = {
  palette: {
    title: 'Wyszukiwanie i polecenia',
    searchOrJump: 'Szukaj dokumentów, stron i działań',
    close: 'Zamknij',
    results: 'Wyniki',
    thisDocument: 'Ten dokument',
    recentDocuments: 'Ostatnie dokumenty',
    pages: 'Strony',
    actions: 'Działania',
    documents: 'Dokumenty',
    searching: 'Wyszukiwanie…',
    found: counted({ one: '1 wynik', few: '# wyniki', many: '# wyników', other: '# wyników' }),
    nothingFound: (text: string): string => `Brak wyników dla „${text}”.`,
    searchFailed: 'Wyszukiwanie dokumentów nie powiodło się.',
    showAllWith: (text: string): string => `Pokaż wszystkie dokumenty z „${text}”`,
    settingsPage: (name: string): string => `Ustawienia: ${name}`,
    keyboardShortcuts: 'Skróty klawiszowe',
  },
  keys: {
    keyboardShortcuts: 'Skróty klawiszowe',
    names: {
      palette: 'Wyszukiwanie i polecenia',
      newDocument: 'Nowy dokument',
      search: 'Szukaj na liście dokumentów',
      next: 'Następny wiersz listy dokumentów',
      previous: 'Poprzedni wiersz listy dokumentów',
      select: 'Zaznacz lub odznacz wiersz',
      selectTo: 'Zaznacz wszystkie wiersze dotąd',
      keys: 'Skróty klawiszowe',
    },
    open: 'Otwórz wiersz',
    ctrlK: 'Ctrl+K',
    shiftX: 'Shift+X',
    enter: 'Enter',
    canBeTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Podczas pisania klawisze nie działają. Pojedyncze klawisze możesz wyłączyć w swoim ',
      link('profilu'),
      '.',
    ],
    areTurnedOff: <T>(link: (text: string) => T): Phrase<T> => [
      'Pojedyncze klawisze są wyłączone. Możesz je włączyć w swoim ',
      link('profilu'),
      '.',
    ],
  },
};
