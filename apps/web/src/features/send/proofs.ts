import type { SignerRole } from '@countersign/contract';
import type { Proof } from './draft.ts';

/** Recipient authentication, as shown to the sender. */
export const PROOFS: readonly { value: Proof; label: string }[] = [
  { value: 'link', label: 'Link only' },
  { value: 'email-code', label: 'Link and a code sent to a second address' },
  { value: 'account', label: 'Link and their account with its second factor' },
];

/** The roles of a recipient, as shown to the sender. */
export const ROLES: readonly { value: SignerRole; label: string }[] = [
  { value: 'signer', label: 'Signs' },
  { value: 'approver', label: 'Approves' },
  { value: 'cc', label: 'Gets a copy' },
  { value: 'viewer', label: 'Viewer' },
];
