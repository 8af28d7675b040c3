/** The verdict in the reader's language. It states no more than the report does. */
import type { FileVerification, Verification } from '@countersign/contract';
import type { Summary, VerifyWords } from './verify.ts';

export type SignatureState = 'valid' | 'unconfirmed' | 'invalid';
type Signature = FileVerification['signatures'][number];
type Words = Pick<VerifyWords, 'verdicts'>;

/**
 * Returns the verdict about a file. In English, it is the server's sentence. Translations are derived from the summary
 * in the report.
 */
export function verdictIn(
  { verdict, summary }: Pick<FileVerification, 'verdict' | 'summary'>,
  { verdicts }: Words,
): string {
  if (verdicts === null) return verdict;
  const { outcome, signatures, seals, timestamps, sealedBy } = summary;
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
      if (signatures.invalid > 0) return verdicts.invalid(count);
      return seals.invalid + timestamps.invalid > 0 ? verdicts.invalidSeal() : verdicts.invalidFile();
    default:
      return verdicts[outcome](count);
  }
}

/**
 * If one of these outcomes applies and no recipient has signed, the verdict only states that no recipient has signed.
 */
const WITHOUT_RECIPIENT: ReadonlySet<Summary['outcome']> = new Set([
  'unchanged',
  'permitted',
  'sealed',
  'completion-certificate',
  'timestamped',
  'unsigned',
]);

/** Returns the verdict about a document of this installation, which also depends on who was asked to sign. */
export function documentVerdictIn(
  verification: Pick<Verification, 'verdict' | 'summary' | 'signatures'>,
  words: Words,
): string {
  const { summary, signatures } = verification;
  const isSigned = signatures.some(({ kind, origin }) => kind === 'signer' && origin === 'own');
  if (words.verdicts !== null && !isSigned && WITHOUT_RECIPIENT.has(summary.outcome))
    return words.verdicts.noRecipient();
  return verdictIn(verification, words);
}

export function stateOf({ isValid, indication }: Pick<Signature, 'isValid' | 'indication'>): SignatureState {
  if (isValid) return 'valid';
  return indication === 'INDETERMINATE' ? 'unconfirmed' : 'invalid';
}
