import type { VerifyReport } from './report.ts';

/**
 * The outcome of a report. `invalid` means that a signature has failed permanently, the file structure has an error, or
 * there is no signature. `indeterminate` (EN 319 102-1 §5.1.3) means that nothing has failed, but evidence is missing,
 * such as a trust anchor, a revocation status or a strong algorithm.
 */
export type Outcome = 'valid' | 'invalid' | 'indeterminate';

/** Summarizes a report in one word (see `Outcome`). Never throws. */
export function outcomeOf({ isValid, signatures, reasons }: VerifyReport): Outcome {
  if (isValid) return 'valid';
  const told = new Set(signatures.flatMap((signature) => signature.reasons));
  const isFileSound = reasons.every((reason) => told.has(reason));
  const hasFailed = signatures.some(({ indication }) => indication === 'TOTAL-FAILED');
  return signatures.length > 0 && isFileSound && !hasFailed ? 'indeterminate' : 'invalid';
}
