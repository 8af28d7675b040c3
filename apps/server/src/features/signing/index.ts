export { deadLink } from './dead-link.ts';
export { markStarted } from './recipient-page.ts';
export type { SealDependencies } from './seal-document.ts';
export { type LoadArchived, renewalData } from './archived-file.ts';
export { keepProtection } from './archive-statements.ts';
export type { RenewalRules } from './renewal-schedule.ts';
export { refuse as refuseUnsignable, signDocument, type SignDependencies, type SignResult } from './sign-document.ts';
export { spendLink } from './one-use.ts';
export { DocumentLock } from './document-lock.ts';
export { actAsSigner } from './visit.ts';
export { isAccountValid } from './own-signer.ts';
export { memberOrRecipient, type OwnReading } from './read-by-account.ts';
export {
  accessCodeLocked,
  contextOf,
  goneDetails,
  loadGuardedContext,
  loadSigningContext,
  refuseUnreadable,
  senderContact,
} from './signing-context.ts';
export { sealDocumentJob } from './seal-job.ts';
export { handOutLink, issueLink, type SigningContext } from './store.ts';
export { checkSignatureMark } from './check-mark.ts';
