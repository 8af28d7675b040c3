import type { SignerRole } from '@countersign/contract';
import type { Proof } from './draft.ts';

/** What a recipient proves beside the link, in the sender's words. */
export const PROOFS: readonly { value: Proof; label: string }[] = [
  { value: 'link', label: 'Link only' },
  { value: 'email-code', label: 'Link and a code sent to a second address' },
  { value: 'account', label: 'Link and their account with its second factor' },
];

/** What a recipient does, in the sender's words. */
export const ROLES: readonly { value: SignerRole; label: string }[] = [
  { value: 'signer', label: 'Signs' },
  { value: 'approver', label: 'Approves' },
  { value: 'cc', label: 'Gets a copy' },
  { value: 'viewer', label: 'Viewer' },
];
