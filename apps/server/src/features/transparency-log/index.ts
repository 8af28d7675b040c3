/** The transparency log: every audit entry of a tenant as a leaf of one Merkle tree. */
export type { TransparencyLog } from './log.ts';
export { coveredBy } from './promise.ts';
export { exportLog } from './export-log.ts';
export { completionProof, logEvidence, type ProofServices } from './proofs.ts';
export type { PinFault } from './pins.ts';
