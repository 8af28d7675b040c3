/** Combines the proof of the audit log with the server's report on the file. */
import type { FileVerification } from '@countersign/contract';

/** A proof that connects an entry to a signed checkpoint. */
export type ProvedEntry = {
  origin: string;
  /** The position of the entry in the log, starting at 0, and the number of entries in the log. */
  index: number;
  size: number;
  /** The position in the document's stream and the SHA-256 of the entry, for comparison with the seal. */
  n: number;
  hash: string;
  witnesses: string[];
};
export type CheckedProof =
  | { state: 'proved'; entry: ProvedEntry }
  | { state: 'wrong' }
  /** The browser lacks Web Crypto or does not support Ed25519. */
  | { state: 'unsupported' };

export type ProofVerdict = 'valid' | 'unconfirmed' | 'invalid' | 'unsupported';

/**
 * Combines the proof with the server's report on the file. The keys of the proof are in the file, so they are trusted
 * only if a valid seal covers them and covers the entry or a later one.
 */
export function verdictOn(checked: CheckedProof, report: FileVerification | undefined): ProofVerdict {
  if (checked.state === 'unsupported') return 'unsupported';
  if (checked.state === 'wrong') return 'invalid';
  const { n, hash } = checked.entry;
  for (const { trailPosition } of report?.signatures ?? []) {
    if (trailPosition === null) continue;
    const { sequence } = trailPosition;
    if (n > sequence || (n === sequence && hash !== trailPosition.hash)) return 'invalid';
  }
  return report?.summary.outcome === 'completion-certificate' ? 'valid' : 'unconfirmed';
}
