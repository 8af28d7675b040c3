/** Summarizes a report, without stating more than the report does. */
import type { FileVerification } from '@countersign/contract';
import type { VerifyWords } from '@countersign/words/verify';

export type SignatureState = 'valid' | 'unconfirmed' | 'invalid';
type Signature = FileVerification['signatures'][number];

/** The verdict in the reader's language: the service's own sentence in English, otherwise derived from its summary. */
export function verdictIn({ verdict, summary }: FileVerification, { verdicts }: Pick<VerifyWords, 'verdicts'>): string {
  if (verdicts === null) return verdict;
  const { outcome, signatures, sealedBy } = summary;
  const count = signatures.valid + signatures.unconfirmed + signatures.invalid;
  // Isolated, because a name in the other direction would reorder the sentence.
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

/** Whether it is a person's signature, not a seal or time-stamp. */
export const isPersons = ({ kind }: Signature): boolean => kind === 'signer' || kind === 'foreign';

export function stateOf({ isValid, indication }: Signature): SignatureState {
  if (isValid) return 'valid';
  return indication === 'INDETERMINATE' ? 'unconfirmed' : 'invalid';
}

/** The name in the certificate. The name in the signature is only the signer's claim, used if there is no other. */
export function signerOf({ signerEmail, signerName, certificate }: Signature): string {
  const common = /(?:^|,)CN=((?:\\.|[^,\\])+)/.exec(certificate?.subject ?? '')?.[1]?.replace(/\\(.)/g, '$1');
  return common ?? signerEmail ?? signerName ?? '?';
}
