import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('pl');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'Etykiety',
    pressEnterOrComma: 'Naciśnij Enter lub wpisz przecinek, aby dodać etykietę.',
    addTag: 'Dodaj etykietę',
  },
  pagePictures: {
    pageFailed: (page: number): string =>
      `Nie udało się wczytać podglądu strony ${number(page)}. Sam dokument jest kompletny.`,
    tryAgain: 'Spróbuj ponownie',
    pageOf: (page: number, title: string): string => `Strona ${number(page)} dokumentu ${title}`,
    of: (index: number, count: number): string => `${number(index)} z ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string =>
      `Pokaż kolejne strony: ${number(piece)} z ${number(count)}`,
  },
  strip: {
    nextAction: 'Następny krok',
  },
  undoToast: {
    undone: 'Cofnięto',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'Strony są sprawdzone i chcę wysłać tę wersję',
    fileEndsWithUnfinishedChange: 'Ten plik kończy się niedokończoną zmianą. Strony pokazują wersję sprzed tej zmiany.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'Filtry' : `Filtry (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'Nic w tym okresie',
    upTo: (say: string): string => `Do ${say}`,
    showAsTable: 'Pokaż jako tabelę',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `Skopiuj teraz i przechowuj w bezpiecznym miejscu. ${why}`,
    iHaveSaved: 'Zapisane',
  },
  sessionList: {
    withPassword: 'hasłem',
    withPasskey: 'kluczem dostępu',
    throughSingleSignOn: 'przez logowanie jednokrotne',
    unknownBrowser: 'Nieznana przeglądarka',
    thisBrowser: 'Ta przeglądarka',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => ['Ostatnie użycie ', time, ', logowanie ', otherTime],
    signOut: 'Wyloguj',
    signOutAriaLabel: (device: string, address: string): string => `Wyloguj ${device}, ${address}`,
  },
  passwordFields: {
    showPassword: 'Pokaż hasło',
  },
  password: {
    atLeastCharacters: (min: number): string => `Minimalna liczba znaków: ${number(min)}. Kilka słów łatwo zapamiętać.`,
    ofAtLeastCharacters: (length: number, min: number): string =>
      `Liczba znaków: ${number(length)}, potrzeba co najmniej ${number(min)}`,
    characters: (length: number): string => `Liczba znaków: ${number(length)}. Dobre hasło. Dłuższe jest silniejsze.`,
    charactersStrong: (length: number): string => `Liczba znaków: ${number(length)}. Silne hasło.`,
  },
  useKeepAccount: {
    deletionCanceled: 'Usunięcie anulowane',
    accountWillNotBeDeleted: 'Twoje konto nie zostanie usunięte.',
  },
  unsavedGuard: {
    title: 'Wyjść bez zapisania?',
    text: 'Zmiany od ostatniego zapisu przepadną.',
    discard: 'Odrzuć zmiany',
    stay: 'Edytuj dalej',
    sections: (sections: string): string => `Niezapisane: ${sections}.`,
  },
  saveForm: {
    unsavedChanges: 'Niezapisane zmiany',
    saving: 'Zapisywanie…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'Ustawia operator tego serwera: ',
      name,
      '. ',
      link('Informacje o tym ustawieniu'),
      '.',
    ],
  },
};
