/** The verdict on the proof of the audit log, together with the server's report on the file. */
import type { FileVerification } from '@countersign/contract';

/** A proof that leads from its entry to a signed checkpoint. */
export type ProvedEntry = {
  origin: string;
  /** Position of the entry, from 0, and entries in the log. */
  index: number;
  size: number;
  /** Position in the document's stream, and SHA-256, for a comparison with the seal. */
  n: number;
  hash: string;
  witnesses: string[];
};
export type CheckedProof =
  | { state: 'proved'; entry: ProvedEntry }
  | { state: 'wrong' }
  /** Web Crypto is missing, or does not know Ed25519. */
  | { state: 'unsupported' };

export type ProofVerdict = 'valid' | 'unconfirmed' | 'invalid' | 'unsupported';

/**
 * The proof together with the server's report on the file. The keys of the proof are in the file, so they count only
 * below a valid seal, and the seal covers the entry or one after it.
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
