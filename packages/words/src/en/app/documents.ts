import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { number, counted } = figuresIn('en');

export const documents = {
  list: {
    drafts: 'Drafts',
    trash: 'Trash',
    newer: 'Newer',
    older: 'Older',
  },
  nextStep: {
    andMore: (name: string, othersCount: number): string => `${name} and ${number(othersCount)} more`,
    notSentYet: 'Not sent yet',
    sendsOn: (time: string): string => `Sends on ${time}`,
    waitingFor: (named: string): string => `Waiting for ${named}`,
    waitingForSignatures: 'Waiting for signatures',
    declinedBy: (named: string): string => `Declined by ${named}`,
    didNotSignInTime: (named: string): string => `${named} did not sign by the deadline`,
    notSignedInTime: 'Not signed by the deadline',
  },
  documentTable: {
    onlyDocumentsTagged: (tag: string): string => `Only documents tagged “${tag}”`,
    inTrashSince: <T>(time: T): Phrase<T> => ['In the trash since ', time],
    select: (title: string): string => `Select ${title}`,
    selectAllOnPage: 'Select all on this page',
    expires: 'Expires',
    updated: 'Updated',
  },
  searchBox: {
    searchTitlesAndRecipients: 'Search titles and recipients',
  },
  documentsPage: {
    nothingLeftOnPage: 'This page is empty',
    documentsOnPageMoved: 'The documents moved to another page or list.',
    goToFirstPage: 'Go to the first page',
    trashEmpty: 'The trash is empty',
    deletedDocumentsStayForThirty:
      'Deleted documents stay here for 30 days. Completed documents are kept until their retention period ends.',
    showAllDocuments: 'Show all documents',
    nothingMatches: ({
      search,
      status,
      tag,
      isLimited,
    }: Record<'search' | 'status' | 'tag', string | undefined> & { isLimited: boolean }): string => {
      const under = status === undefined ? '' : ` under “${status}”`;
      const tagged = tag === undefined ? '' : ` with the tag “${tag}”`;
      if (isLimited) return 'No document matches all filters. Remove a filter to see more.';
      if (search === undefined) return `There are no documents${under}${tagged}.`;
      const archived = status === undefined ? ' Archived documents were not searched.' : '';
      return `No document${under}${tagged} has “${search}” in its title or recipients.${archived}`;
    },
    sendFirstDocument: 'Send your first document',
    dropPdfAnywhereInWindow:
      'Drop a PDF anywhere in this window, or choose one. Add recipients, and we handle the rest. You can verify every signature.',
    loadingDocuments: 'Loading documents',
    pagesOfList: 'Pagination',
    documents: counted({ one: '# document', other: '# documents' }),
    moreDocuments: (total: number): string => `more than ${number(total)} documents`,
    count: ({ total, totalIsExact }: { total: number; totalIsExact: boolean }): string =>
      totalIsExact ? number(total) : `${number(total)}+`,
    documentsOfStatus: 'Documents with this status',
  },
};
