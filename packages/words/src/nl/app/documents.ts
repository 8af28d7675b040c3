import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'Concepten',
    trash: 'Prullenbak',
    newer: 'Nieuwer',
    older: 'Ouder',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string => `${name} en nog ${number(othersCount)}`,
    notSentYet: 'Nog niet verzonden',
    sendsOn: (time: string): string => `Verzending: ${time}`,
    waitingFor: (named: string): string => `Wacht op ${named}`,
    waitingForSignatures: 'Wacht op handtekeningen',
    declinedBy: (named: string): string => `Geweigerd door ${named}`,
    didNotSignInTime: (named: string): string => `Niet op tijd ondertekend: ${named}`,
    notSignedInTime: 'Niet op tijd ondertekend',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `Alleen documenten met tag ‘${tag}’`,
    inTrashSince: <T>(time: T): Phrase<T> => ['In de prullenbak sinds ', time],
    select: (title: string): string => `${title} selecteren`,
    selectAllOnPage: 'Alles op deze pagina selecteren',
    expires: 'Verloopt',
    updated: 'Gewijzigd',
  },
  searchBox: {
    searchTitlesAndRecipients: 'Titels en ontvangers zoeken',
  },
  documentsPage: {
    nothingLeftOnPage: 'Deze pagina is leeg',
    documentsOnPageMoved: 'De documenten staan nu op een andere pagina of in een andere lijst.',
    goToFirstPage: 'Naar de eerste pagina',
    trashEmpty: 'De prullenbak is leeg',
    deletedDocumentsStayForThirty:
      'Verwijderde documenten blijven hier 30 dagen. Afgeronde documenten worden bewaard tot hun bewaartermijn eindigt.',
    showAllDocuments: 'Alle documenten tonen',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` bij ‘${status}’`;
      const tagged = tag === undefined ? '' : ` met de tag ‘${tag}’`;
      if (isLimited) return 'Geen document past bij alle filters. Verwijder een filter om meer te zien.';
      if (search === undefined) return `Er zijn geen documenten${under}${tagged}.`;
      const archived = status === undefined ? ' In gearchiveerde documenten is niet gezocht.' : '';
      return `Geen document${under}${tagged} heeft ‘${search}’ in de titel of bij de ontvangers.${archived}`;
    },
    sendFirstDocument: 'Verzend uw eerste document',
    dropPdfAnywhereInWindow:
      'Sleep een PDF naar dit venster of kies er een. Voeg ontvangers toe; wij doen de rest. Elke handtekening is te controleren.',
    loadingDocuments: 'Documenten worden geladen',
    pagesOfList: 'Pagina’s van de lijst',
    documents: counted({ one: '# document', other: '# documenten' }),
    moreDocuments: (total: number): string => `meer dan ${number(total)} documenten`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'Documenten met deze status',
  },
};
