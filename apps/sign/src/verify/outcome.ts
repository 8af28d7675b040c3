/** Summarizes a report without stating more than the report does. */
import type { FileVerification } from '@countersign/contract';
import type { VerifyWords } from '@countersign/words/verify';

export type SignatureState = 'valid' | 'unconfirmed' | 'invalid';
type Signature = FileVerification['signatures'][number];

/**
 * Returns the verdict in the reader's language. English uses the service's own sentence, and translations are derived
 * from its summary.
 */
export function verdictIn({ verdict, summary }: FileVerification, { verdicts }: Pick<VerifyWords, 'verdicts'>): string {
  if (verdicts === null) return verdict;
  const { outcome, signatures, sealedBy } = summary;
  const count = signatures.valid + signatures.unconfirmed + signatures.invalid;
  // The name is isolated, because a name in the other writing direction would reorder the sentence.
  const by = `\u2068${sealedBy ?? '?'}\u2069`;
  switch (outcome) {
    case 'certified':
    case 'sealed':
    case 'completion-certificate':
      return verdicts[outcome](by);
    case 'unconfirmed':
      return signatures.unconfirmed > 0 ? verdicts.unconfirmed(count) : verdicts.unconfirmedSeal();
    case 'invalid':
      return signatures.invalid > 0 ? verdicts.invalid(count) : verdicts.invalidSeal();
    default:
      return verdicts[outcome](count);
  }
}

/** Whether a signature is a person's signature and not a seal or a time-stamp. */
export const isPersons = ({ kind }: Signature): boolean => kind === 'signer' || kind === 'foreign';

export function stateOf({ isValid, indication }: Signature): SignatureState {
  if (isValid) return 'valid';
  return indication === 'INDETERMINATE' ? 'unconfirmed' : 'invalid';
}

/**
 * Returns the name in the certificate. The name in the signature is only claimed by the signer and is used if there is
 * no other name.
 */
export function signerOf({ signerEmail, signerName, certificate }: Signature): string {
  const common = /(?:^|,)CN=((?:\\.|[^,\\])+)/.exec(certificate?.subject ?? '')?.[1]?.replace(/\\(.)/g, '$1');
  return common ?? signerEmail ?? signerName ?? '?';
}
