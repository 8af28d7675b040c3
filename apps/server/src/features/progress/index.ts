export { correctSigner, extendDocument, issueSigningLink, resendInvitation } from './by-sender.ts';
export { declineDocument, forwardDocument } from './by-signer.ts';
export { remindSigners } from './reminders.ts';
export { reminderReader, stopReminders } from './stop-reminders.ts';
export { voidDocument, voidForDeletion } from './void-document.ts';
