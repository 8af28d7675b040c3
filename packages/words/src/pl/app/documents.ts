import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'Szkice',
    trash: 'Kosz',
    newer: 'Nowsze',
    older: 'Starsze',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string => `${name} i jeszcze ${number(othersCount)}`,
    notSentYet: 'Jeszcze nie wysłano',
    sendsOn: (time: string): string => `Wysyłka: ${time}`,
    waitingFor: (named: string): string => `Czeka na: ${named}`,
    waitingForSignatures: 'Czeka na podpisy',
    declinedBy: (named: string): string => `Odmowa: ${named}`,
    didNotSignInTime: (named: string): string => `Brak podpisu w terminie: ${named}`,
    notSignedInTime: 'Nie podpisano w terminie',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `Tylko dokumenty z etykietą „${tag}”`,
    inTrashSince: <T>(time: T): Phrase<T> => ['W koszu od ', time],
    select: (title: string): string => `Zaznacz: ${title}`,
    selectAllOnPage: 'Zaznacz wszystkie na tej stronie',
    expires: 'Wygasa',
    updated: 'Zmieniono',
  },
  searchBox: {
    searchTitlesAndRecipients: 'Szukaj w tytułach i odbiorcach',
  },
  documentsPage: {
    nothingLeftOnPage: 'Ta strona jest pusta',
    documentsOnPageMoved: 'Dokumenty przeniosły się na inną stronę lub listę.',
    goToFirstPage: 'Przejdź do pierwszej strony',
    trashEmpty: 'Kosz jest pusty',
    deletedDocumentsStayForThirty:
      'Usunięte dokumenty pozostają tu przez 30 dni. Ukończone dokumenty są przechowywane do końca okresu przechowywania.',
    showAllDocuments: 'Pokaż wszystkie dokumenty',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` o statusie „${status}”`;
      const tagged = tag === undefined ? '' : ` z etykietą „${tag}”`;
      if (isLimited) return 'Żaden dokument nie pasuje do wszystkich filtrów. Usuń filtr, aby zobaczyć więcej.';
      if (search === undefined) return `Nie ma dokumentów${under}${tagged}.`;
      const archived = status === undefined ? ' Zarchiwizowanych dokumentów nie przeszukano.' : '';
      return `Żaden dokument${under}${tagged} nie ma „${search}” w tytule ani wśród odbiorców.${archived}`;
    },
    sendFirstDocument: 'Wyślij pierwszy dokument',
    dropPdfAnywhereInWindow:
      'Upuść plik PDF w dowolnym miejscu tego okna albo go wybierz. Dodaj odbiorców, a my zajmiemy się resztą. Każdy podpis możesz sprawdzić.',
    loadingDocuments: 'Wczytywanie dokumentów',
    pagesOfList: 'Strony listy',
    documents: counted({ one: '# dokument', few: '# dokumenty', many: '# dokumentów', other: '# dokumentów' }),
    moreDocuments: (total: number): string => `ponad ${number(total)} dokumentów`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'Dokumenty o tym statusie',
  },
};
