/** Turning an unsigned revision into bytes and database row, without reading the document again. */
import { embedCms, resumeHasher, type RevisionState, signedParts, type UnsignedRevision } from '@countersign/pdf-sign';
import type { Tx } from '../../platform/db/transaction.ts';
import { insertRevision, type RevisionRow } from './store.ts';

export type FinishedRevision = { tail: Buffer; state: RevisionState; sha256: string; hashState: Buffer };

/**
 * Digests what the signature covers, has it signed, and takes the running hash on over the finished tail.
 * @param before resumable SHA-256 state after all earlier bytes of the file
 */
export async function finishRevision(
  before: Uint8Array,
  unsigned: UnsignedRevision,
  sign: (digest: Buffer) => Promise<Buffer>,
): Promise<FinishedRevision> {
  const [head, rest] = signedParts(unsigned);
  const upToContents = (await resumeHasher(before)).update(head).save();
  const digest = (await resumeHasher(upToContents)).update(rest).digest();
  const tail = embedCms(unsigned, await sign(digest));
  const whole = (await resumeHasher(upToContents)).update(tail.subarray(head.length));
  return { tail, state: unsigned.state, sha256: whole.digest().toString('hex'), hashState: Buffer.from(whole.save()) };
}

/** A revision that carries no signature of ours: validation data, or fields on a file signed elsewhere. */
export async function plainRevision(
  before: Uint8Array,
  revision: { tail: Buffer; state: RevisionState },
): Promise<FinishedRevision> {
  const whole = (await resumeHasher(before)).update(revision.tail);
  return {
    tail: revision.tail,
    state: revision.state,
    sha256: whole.digest().toString('hex'),
    hashState: Buffer.from(whole.save()),
  };
}

export function writeRevision(
  tx: Tx,
  tenantId: string,
  documentId: string,
  { n, kind, signerId = null }: { n: number; kind: RevisionRow['kind']; signerId?: string | null },
  { tail, state, sha256, hashState }: FinishedRevision,
): void {
  tx.write(
    insertRevision(
      tenantId,
      documentId,
      n,
      kind,
      tail,
      state.length,
      sha256,
      hashState,
      JSON.stringify(state),
      signerId,
      tx.now,
    ),
  );
}
