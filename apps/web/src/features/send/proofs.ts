import type { SignerRole } from '@countersign/contract';
import type { Proof } from './draft.ts';
import { m } from './texts.ts';

/** Recipient authentication, as shown to the sender. */
export const PROOFS: readonly { value: Proof; label: string }[] = [
  { value: 'link', label: m.proofs.linkOnly },
  { value: 'email-code', label: m.proofs.linkAndCodeSent },
  { value: 'account', label: m.proofs.linkAndAccountWithSecond },
];

/** The roles of a recipient, as shown to the sender. */
export const ROLES: readonly { value: SignerRole; label: string }[] = [
  { value: 'signer', label: m.proofs.signs },
  { value: 'approver', label: m.proofs.approves },
  { value: 'cc', label: m.proofs.getsCopy },
  { value: 'viewer', label: m.proofs.viewer },
];
