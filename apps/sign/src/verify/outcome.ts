/** What a report comes to. Nothing here says more than the report does. */
import type { FileVerification } from '@countersign/contract';

export type Outcome = 'unchanged' | 'permitted' | 'certified' | 'unconfirmed' | 'invalid' | 'unsigned' | 'unreadable';
export type SignatureState = 'valid' | 'unconfirmed' | 'invalid';
type Signature = FileVerification['signatures'][number];

export function outcomeOf({ isValid, reasons, signatures, revisions }: FileVerification): Outcome {
  if (signatures.length === 0) return reasons.length > 0 ? 'unreadable' : 'unsigned';
  if (!isValid) {
    const isOpen = signatures.every((signature) => stateOf(signature) !== 'invalid');
    const own = new Set(signatures.flatMap((signature) => signature.reasons));
    // A fault of the file itself, which no signature tells of, is never a mere doubt.
    return isOpen && reasons.every((reason) => own.has(reason)) ? 'unconfirmed' : 'invalid';
  }
  if (!signatures.some(({ kind }) => kind === 'signer' || kind === 'foreign') && isCertified(signatures))
    return 'certified';
  const last = Math.max(...signatures.map(({ revision }) => revision ?? 0));
  const isUnchanged = revisions.every(({ number, kind }) => number <= last || kind === 'validation-data');
  return isUnchanged ? 'unchanged' : 'permitted';
}

const isCertified = (signatures: readonly Signature[]): boolean =>
  signatures.some(({ kind }) => kind === 'certification');

export function stateOf({ isValid, indication }: Signature): SignatureState {
  if (isValid) return 'valid';
  return indication === 'INDETERMINATE' ? 'unconfirmed' : 'invalid';
}

/** Whom the certificate names; the name in the signature is the signer's own word and only stands in for none. */
export function signerOf({ signerEmail, signerName, certificate }: Signature): string {
  const common = /(?:^|,)CN=((?:\\.|[^,\\])+)/.exec(certificate?.subject ?? '')?.[1]?.replace(/\\(.)/g, '$1');
  return common ?? signerEmail ?? signerName ?? '?';
}
