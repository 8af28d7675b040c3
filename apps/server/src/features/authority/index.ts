export { Authority, commonDigest, type ExternalKeys, type SignerIdentity } from './authority.ts';
export { ExternalKeyFault, externalIdentity, type ExternalUse } from './external.ts';
export { type SealIdentity, sealOf } from './seals.ts';
export { maintainAuthorities } from './maintain.ts';
export { DEFAULT_SIGNER_KEY, type SignerKeyKind, SignerKeys } from './signer-keys.ts';
export { createAuthorities, sealPurpose } from './set-up.ts';
export { OUTSIDE_RESERVE, type TimeOptions } from './time.ts';
export { selectTimestampUnits, unitPurpose } from './timestamp-units.ts';
export { type AuthorityState, noTimestamp, NoTimestampError } from './timestamping.ts';
export { insertRevocation, type IssuedRow, selectIssuedCertificates } from './revocation-statements.ts';
export { Revocations } from './revocations.ts';
export { selectAuthorities, selectSealsOf } from './store.ts';
export { watchAuthorities } from './watch.ts';
export {
  exportRoot,
  KeyCommandError,
  type ListedKey,
  listKeys,
  record as recordKeyAct,
  refreshRootCrl,
  rotateIssuing,
  rotateUnit,
  type RotationOptions,
  takeRootOffline,
} from './rotation.ts';
