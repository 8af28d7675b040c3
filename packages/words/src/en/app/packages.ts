import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { number, counted } = figuresIn('en');

export const packages = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `${number(documentsCount)} documents, signed in one visit in this order: ${documents}.`,
    titleOfPackage: 'Package title',
    forExample: 'For example, Office lease with annexes',
    enterTitle: 'Enter a title. Recipients see it.',
    createPackage: 'Create package',
    createPackageTitle: 'Create a package',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({ one: '1 document · by ', other: '# documents · by ' })(count),
      name,
    ],
    of: (done: number, all: number): string => `${number(done)} of ${number(all)}`,
    changed: 'Changed',
    noPackageHasStatus: (statuses: string): string => `No package has the status “${statuses}”.`,
    noPackagesYet: 'No packages yet',
    selectSeveralDraftsInList:
      'Select several drafts in the document list and choose “Create a package”. Recipients get one e-mail and sign the documents one after the other.',
    chooseDrafts: 'Choose drafts',
    severalDocumentsRecipientsSign: 'Recipients get one e-mail and sign several documents in one visit.',
    allStatuses: 'All statuses',
  },
  cancelDialog: {
    packageCanceled: 'Package canceled',
    invitedRecipientsNotified: 'Invited recipients were notified.',
    everyDocumentNotCompletedVoided:
      'Every document that is not completed is voided, and invited recipients get an e-mail. You cannot undo this.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `Documents that are already completed do not change (${number(completedCount)} of ${number(documentCount)}).`,
    forExample: 'For example, the price has changed',
    enterReason: 'Enter a reason. Recipients will see it.',
    cancelPackage: 'Cancel package',
    cancelPackageTitle: 'Cancel this package?',
  },
  assignment: {
    documentHasNoSigner: 'This document has no signer. Select a recipient for it, or remove it from the package.',
    aRecipient: 'A recipient',
    hasNoDocumentToSign: (name: string): string =>
      `${name} has no document to sign. Select a document for them, or remove them.`,
    oneOfFieldsBelongs: 'A field in this document is assigned to someone who is not a signer.',
  },
  assignmentGrid: {
    person: (index: number): string => `Person ${number(index)}`,
    documentsByRecipient: 'Documents by recipient',
    eachRecipientSeesOnlyDocuments: 'Each recipient sees only the documents selected for them.',
    signsEveryDocument: (name: string): string => `${name} signs every document`,
    signs: (name: string, title: string): string => `${name} signs ${title}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'Each recipient gets one e-mail for all documents.',
    confirmWarningAboutDocumentsFirst: 'Acknowledge the warning about your documents first.',
    nothingSent: (reason: string): string => `${reason} Nothing was sent.`,
    mayBeSent:
      'The connection was lost, so we do not know whether the package was sent. Reload the page to check. The package is never sent twice.',
    signAll: (documents: number): string =>
      `All ${number(documents)} documents are sent together. Each recipient signs all of them and gets one e-mail.`,
    signChecked: (documents: number): string =>
      `All ${number(documents)} documents are sent together. Each recipient signs the documents selected for them and gets one e-mail.`,
    sendDocuments: counted({ one: 'Send 1 document', other: 'Send # documents' }),
  },
  remindDialog: {
    title: counted({ one: 'Remind 1 recipient?', other: 'Remind # recipients?' }),
    text: (names: string): string =>
      `${names}. Each recipient gets one e-mail for all documents. Recipients who got a reminder within the last hour are skipped.`,
    send: 'Send reminders',
  },
  preview: {
    show: (title: string): string => `Show the pages of ${title}`,
    loading: 'Loading the pages',
  },
  timeline: {
    title: 'Timeline',
    of: (title: string): string => `· ${title}`,
    showAll: (count: number): string => `Show all ${number(count)} entries`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `Recipients of ${title}`,
    moveUp: (title: string): string => `Move ${title} up`,
    moveDown: (title: string): string => `Move ${title} down`,
    removeFromPackage: (title: string): string => `Remove ${title} from the package`,
    packageDeleted: 'Package deleted',
    documentsSeparateDraftsAgain: 'The documents are separate drafts again.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `${number(completedCount)} of ${number(documentCount)} documents completed`,
    cancelPackage: 'Cancel package',
    remind: 'Remind',
    waitingFor: (names: string): string => `Waiting for ${names}`,
    package: 'Package',
    goToPackages: 'Go to packages',
  },
};
