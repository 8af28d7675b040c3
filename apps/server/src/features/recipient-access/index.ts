export { deadLink } from './dead-link.ts';
export { asSigner, isAccountValid, ownPlace } from './own-signer.ts';
export { memberOrRecipient, recipientDocument, recipientStatus } from './read-by-account.ts';
export {
  accessCodeLocked,
  contextOf,
  goneDetails,
  loadGuardedContext,
  loadReadableContext,
  loadSigningContext,
  readVisit,
  refuseUnreadable,
  senderContact,
  stepDue,
} from './signing-context.ts';
export type { SigningContext } from './store.ts';
export { packageView, redirectOf } from './view.ts';
