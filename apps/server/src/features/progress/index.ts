export { correctSigner, extendDocument, issueSigningLink, resendInvitation } from './by-sender.ts';
export { declineDocument, forwardDocument } from './by-signer.ts';
export { expireDocumentHandler } from './expire-document.ts';
export { remindSigners, sendRemindersHandler } from './reminders.ts';
export { reminderReader, stopReminders } from './stop-reminders.ts';
export { watchCompletion } from './watch-completion.ts';
export { voidDocument, voidForDeletion } from './void-document.ts';
