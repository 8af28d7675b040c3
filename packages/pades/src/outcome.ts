import type { VerifyReport } from './report.ts';

/**
 * A report in one word. `invalid`: a signature has failed permanently, the file around the signatures has a fault, or
 * there is no signature. `indeterminate`: nothing has failed, but more evidence is needed (a trust anchor, a revocation
 * status, a strong algorithm), in the sense of EN 319 102-1 §5.1.3.
 */
export type Outcome = 'valid' | 'invalid' | 'indeterminate';

/** A report in one word (see `Outcome`). Never throws. */
export function outcomeOf({ isValid, signatures, reasons }: VerifyReport): Outcome {
  if (isValid) return 'valid';
  const told = new Set(signatures.flatMap((signature) => signature.reasons));
  const isFileSound = reasons.every((reason) => told.has(reason));
  const hasFailed = signatures.some(({ indication }) => indication === 'TOTAL-FAILED');
  return signatures.length > 0 && isFileSound && !hasFailed ? 'indeterminate' : 'invalid';
}
