import { figuresIn } from '../../figures.ts';

const { number, counted } = figuresIn('en');

export const documentBulk = {
  bulkActions: {
    archived: counted({ one: '1 document archived', other: '# documents archived' }),
    movedToTrash: counted({ one: '1 document moved to the trash', other: '# documents moved to the trash' }),
    restored: counted({ one: '1 document restored', other: '# documents restored' }),
    formerTags: counted({ one: '1 document has its former tags', other: '# documents have their former tags' }),
    newTags: counted({ one: '1 document has new tags', other: '# documents have new tags' }),
    outForSigning: 'The document is waiting for signatures. Void it first.',
    alreadyArchived: 'The document is already archived.',
    noLongerExistsOrBelongs: 'The document no longer exists, or someone else owns it.',
    serverDidNotReportResult: 'The server did not report the result.',
    nothingDone: counted({ one: 'The action failed for the document', other: 'The action failed for all # documents' }),
    failedForOthers: (done: string, failed: number): string => `${done}, ${number(failed)} failed`,
  },
  bulkBar: {
    archive: 'Archive',
    restore: 'Restore',
    selectedDocuments: 'Selected documents',
    selected: counted({ one: '1 document selected', other: '# documents selected' }),
    selectAllShown: (total: number): string => `Select all ${number(total)} shown`,
    createPackage: 'Create a package',
    tags: 'Tags',
    clearSelection: 'Clear the selection',
    dismiss: 'Dismiss',
    failedActions: 'Failed actions',
  },
};
