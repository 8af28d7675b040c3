import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'Bozze',
    trash: 'Cestino',
    newer: 'Più recenti',
    older: 'Meno recenti',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string => `${name} e altri ${number(othersCount)}`,
    notSentYet: 'Non ancora inviato',
    sendsOn: (time: string): string => `Invio: ${time}`,
    waitingFor: (named: string): string => `In attesa di ${named}`,
    waitingForSignatures: 'In attesa di firme',
    declinedBy: (named: string): string => `Rifiutato da ${named}`,
    didNotSignInTime: (named: string): string => `Senza firma entro il termine: ${named}`,
    notSignedInTime: 'Non firmato in tempo',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `Solo documenti con il tag «${tag}»`,
    inTrashSince: <T>(time: T): Phrase<T> => ['Nel cestino da: ', time],
    select: (title: string): string => `Seleziona ${title}`,
    selectAllOnPage: 'Seleziona tutti in questa pagina',
    expires: 'Scade',
    updated: 'Modificato',
  },
  searchBox: {
    searchTitlesAndRecipients: 'Cerca titoli e destinatari',
  },
  documentsPage: {
    nothingLeftOnPage: 'Questa pagina è vuota',
    documentsOnPageMoved: 'I documenti sono passati a un’altra pagina o a un altro elenco.',
    goToFirstPage: 'Vai alla prima pagina',
    trashEmpty: 'Il cestino è vuoto',
    deletedDocumentsStayForThirty:
      'I documenti eliminati restano qui per 30 giorni. I documenti completati vengono conservati fino alla fine del periodo di conservazione.',
    showAllDocuments: 'Mostra tutti i documenti',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` in «${status}»`;
      const tagged = tag === undefined ? '' : ` con il tag «${tag}»`;
      if (isLimited) return 'Nessun documento corrisponde a tutti i filtri. Rimuova un filtro per vederne altri.';
      if (search === undefined) return `Non ci sono documenti${under}${tagged}.`;
      const archived = status === undefined ? ' La ricerca non comprende i documenti archiviati.' : '';
      return `Nessun documento${under}${tagged} ha «${search}» nel titolo o tra i destinatari.${archived}`;
    },
    sendFirstDocument: 'Invii il Suo primo documento',
    dropPdfAnywhereInWindow:
      'Trascini un PDF in questa finestra o ne scelga uno. Aggiunga i destinatari: al resto pensiamo noi. Può verificare ogni firma.',
    loadingDocuments: 'Caricamento dei documenti',
    pagesOfList: 'Pagine dell’elenco',
    documents: counted({ one: '# documento', other: '# documenti' }),
    moreDocuments: (total: number): string => `più di ${number(total)} documenti`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'Documenti con questo stato',
  },
};
