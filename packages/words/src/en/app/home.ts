import type { Phrase } from '../../app.ts';

export const home = {
  homePage: {
    loading: (what: string): string => `Loading ${what}`,
    cannotBeSignedNow: 'This document cannot be signed right now',
    documentProtectedByCode: 'A document protected by a code',
    approve: 'Approve',
    sign: 'Sign',
    toBeSignedBy: (time: string, days: string): string => `Sign by ${time} (${days})`,
    notTurnYet: 'Others sign first. You get an e-mail when it is your turn.',
    needsMySignature: 'Needs my signature',
    documentsNeedSignature: 'documents that need your signature',
    confirmAddress: 'Confirm your address',
    documentsSentToForSigning:
      'Once you confirm your e-mail address, documents that are sent to it for signing appear here.',
    goToSecurity: 'Go to Access and security',
    noDocumentsWait: 'No documents need your signature.',
    ofNewestDocumentsSent: 'Includes only the newest 500 documents sent to you.',
    allWaiting: 'All waiting documents',
    waitingForOthers: 'Waiting for others',
    documentsWaitForOthers: 'documents that are waiting for others',
    noDocumentsWaitForSignatures: 'No documents are waiting for signatures.',
    sent: <T>(time: T): Phrase<T> => ['sent ', time],
    expiringSoon: 'Expiring soon',
    allByExpiration: 'All documents by expiration date',
    documentsExpireSoon: 'documents that expire soon',
    nothingExpiresInNextSeven: 'No documents expire in the next seven days.',
    ends: (days: string): string => `expires ${days}`,
    lastActivity: 'Last activity',
    allDocuments: 'All documents',
    home: 'Home',
    lastActivityWhat: 'the last activity',
    gettingStarted: 'Getting started',
    sendFirstDocument: 'Send your first document',
    dropPdfAnywhereInWindow:
      'Drop a PDF anywhere in this window, or choose one. Add recipients, and we handle the rest. You can verify every signature.',
  },
};
