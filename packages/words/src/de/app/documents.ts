import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const documents: AppWords['documents'] = {
  list: {
    drafts: 'Entwürfe',
    trash: 'Papierkorb',
    newer: 'Neuere',
    older: 'Ältere',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string => `${name} und ${number(othersCount)} weitere`,
    notSentYet: 'Noch nicht gesendet',
    sendsOn: (time: string): string => `Versand: ${time}`,
    waitingFor: (named: string): string => `Wartet auf ${named}`,
    waitingForSignatures: 'Wartet auf Unterschriften',
    declinedBy: (named: string): string => `Abgelehnt von ${named}`,
    didNotSignInTime: (named: string): string => `Frist verpasst: ${named}`,
    notSignedInTime: 'Frist verpasst',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `Nur Dokumente mit dem Tag „${tag}“`,
    inTrashSince: <T>(time: T): Phrase<T> => ['Im Papierkorb seit ', time],
    select: (title: string): string => `${title} auswählen`,
    selectAllOnPage: 'Alle auf dieser Seite auswählen',
    expires: 'Läuft ab',
    updated: 'Geändert',
  },
  searchBox: {
    searchTitlesAndRecipients: 'Titel und Empfänger suchen',
  },
  documentsPage: {
    nothingLeftOnPage: 'Diese Seite ist leer',
    documentsOnPageMoved: 'Die Dokumente sind auf eine andere Seite oder in eine andere Liste gerückt.',
    goToFirstPage: 'Zur ersten Seite',
    trashEmpty: 'Der Papierkorb ist leer',
    deletedDocumentsStayForThirty:
      'Gelöschte Dokumente bleiben 30 Tage hier. Abgeschlossene Dokumente werden bis zum Ende ihrer Aufbewahrungsfrist aufbewahrt.',
    showAllDocuments: 'Alle Dokumente anzeigen',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` unter „${status}“`;
      const tagged = tag === undefined ? '' : ` mit dem Tag „${tag}“`;
      if (isLimited) return 'Kein Dokument passt zu allen Filtern. Entfernen Sie einen Filter, um mehr zu sehen.';
      if (search === undefined) return `Es gibt keine Dokumente${under}${tagged}.`;
      const archived = status === undefined ? ' Archivierte Dokumente wurden nicht durchsucht.' : '';
      return `Kein Dokument${under}${tagged} hat „${search}“ im Titel oder bei den Empfängern.${archived}`;
    },
    sendFirstDocument: 'Senden Sie Ihr erstes Dokument',
    dropPdfAnywhereInWindow:
      'Ziehen Sie eine PDF-Datei in dieses Fenster, oder wählen Sie eine aus. Fügen Sie Empfänger hinzu; um den Rest kümmern wir uns. Jede Unterschrift lässt sich prüfen.',
    loadingDocuments: 'Dokumente werden geladen',
    pagesOfList: 'Seiten der Liste',
    documents: counted({ one: '# Dokument', other: '# Dokumente' }),
    moreDocuments: (total: number): string => `mehr als ${number(total)} Dokumente`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'Dokumente mit diesem Status',
  },
};
