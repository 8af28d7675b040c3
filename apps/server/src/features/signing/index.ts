export { keepProtection } from './archive-statements.ts';
export { type LoadArchived, renewalData } from './archived-file.ts';
export { checkSignatureMark } from './check-mark.ts';
export { deadLink } from './dead-link.ts';
export { DocumentLock } from './document-lock.ts';
export { identityFacts } from './identity-facts.ts';
export { spendLink } from './one-use.ts';
export { isAccountValid } from './own-signer.ts';
export { memberOrRecipient, type OwnReading } from './read-by-account.ts';
export { markStarted } from './recipient-page.ts';
export type { RenewalRules } from './renewal-schedule.ts';
export type { SealDependencies } from './seal-document.ts';
export { sealDocumentJob } from './seal-job.ts';
export { refuse as refuseUnsignable, type SignDependencies, signDocument, type SignResult } from './sign-document.ts';
export {
  accessCodeLocked,
  contextOf,
  goneDetails,
  loadGuardedContext,
  loadSigningContext,
  refuseUnreadable,
  senderContact,
} from './signing-context.ts';
export type { SigningContext } from './store.ts';
export { actAsSigner } from './visit.ts';
