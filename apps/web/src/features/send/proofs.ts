import type { SignerRole } from '@countersign/contract';
import type { Proof } from './draft.ts';
import { m } from './texts.ts';
import { choicesOf } from '../../ui/choices.ts';

/** The names of the recipient authentication methods, as shown to the sender. */
export const PROOFS = choicesOf<Proof>({
  link: m.proofs.linkOnly,
  'email-code': m.proofs.linkAndCodeSent,
  account: m.proofs.linkAndAccountWithSecond,
});

/** The roles of a recipient, as shown to the sender. */
export const ROLES = choicesOf<SignerRole>({
  signer: m.proofs.signs,
  approver: m.proofs.approves,
  cc: m.proofs.getsCopy,
  viewer: m.proofs.viewer,
});
