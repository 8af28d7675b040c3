/** Turns an unsigned revision into bytes and a database row without reading the document again. */
import {
  createHasher,
  embedCms,
  resumeHasher,
  type RevisionState,
  signedParts,
  type UnsignedRevision,
} from '@countersign/pdf-sign';
import type { StrongDigest } from '@countersign/pki';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import { pack, unpack } from '../../platform/optimizations/tail-compression.ts';
import { insertRevision, type RevisionRow } from './store/revisions.ts';

export type FinishedRevision = {
  tail: Buffer;
  state: RevisionState;
  sha256: string;
  hashState: Buffer;
  /**
   * The certificates of the outside authority that issued the time-stamp, leaf first. Null or absent for the built-in
   * authority.
   */
  timestampChain?: Buffer[] | null;
  /** The time-stamping authority, as named in the audit trail. */
  stampedBy?: string | undefined;
};

export const timestampChain = (stamp: Stamp | undefined): Buffer[] | null => stamp?.path?.map(({ der }) => der) ?? null;

/**
 * Resumable hash states over all earlier bytes of a file. The first is SHA-256, which identifies the file. If the
 * document's signatures use a different digest, a state of that digest follows.
 */
type HashStates = { sha256: Buffer; other: { digest: StrongDigest; state: Buffer } | undefined };

const SHA256_STATE_BYTES = (await createHasher()).save().length;
const OTHER_DIGESTS = ['sha384', 'sha512'] as const;
/** The first octet of a saved hash state identifies its digest algorithm. */
const TAGS = new Map(
  await Promise.all(OTHER_DIGESTS.map(async (digest) => [(await createHasher(digest)).save()[0], digest] as const)),
);

function readStates(hashState: Buffer): HashStates {
  const [sha256, state] = [hashState.subarray(0, SHA256_STATE_BYTES), hashState.subarray(SHA256_STATE_BYTES)];
  const digest = TAGS.get(state[0]);
  return { sha256, other: digest && { digest, state } };
}

/** Returns the digest of a document's signatures, which was chosen when the document was sent and never changes. */
export function signatureDigest(hashState: Buffer): StrongDigest {
  return readStates(hashState).other?.digest ?? 'sha256';
}

/**
 * Returns the states for a document whose signatures use `digest`. Reads the upload once if the digest is not SHA-256.
 */
export async function statesFor(
  digest: StrongDigest,
  sha256State: Buffer,
  upload: () => AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  if (digest === 'sha256') return sha256State;
  const hasher = await createHasher(digest);
  for await (const part of upload()) hasher.update(part);
  return Buffer.concat([sha256State, hasher.save()]);
}

async function goOn(before: Buffer, ...parts: readonly Uint8Array[]): Promise<{ sha256: string; hashState: Buffer }> {
  const { sha256, other } = readStates(before);
  const whole = await resumeHasher(sha256);
  for (const part of parts) whole.update(part);
  if (!other) return { sha256: whole.digest().toString('hex'), hashState: Buffer.from(whole.save()) };
  const second = await resumeHasher(other.state, other.digest);
  for (const part of parts) second.update(part);
  return { sha256: whole.digest().toString('hex'), hashState: Buffer.concat([whole.save(), second.save()]) };
}

/**
 * Digests the bytes that the signature covers, has the digest signed, and continues the running hash over the finished
 * bytes of the revision.
 *
 * @param before hash states over all earlier bytes of the file
 *
 * @param sign receives the digest and its algorithm, which is SHA-256 for a time-stamp and otherwise the document's
 * algorithm
 */
export async function finishRevision(
  before: Buffer,
  unsigned: UnsignedRevision,
  sign: (digest: Buffer, algorithm: StrongDigest) => Promise<Buffer>,
  { forTimestamp = false }: { forTimestamp?: boolean } = {},
): Promise<FinishedRevision> {
  const [head, rest] = signedParts(unsigned);
  const { sha256, other } = readStates(before);
  const signed = forTimestamp ? undefined : other;
  const algorithm = signed?.digest ?? 'sha256';
  const upToContents = (await resumeHasher(signed?.state ?? sha256, algorithm)).update(head).save();
  const digest = (await resumeHasher(upToContents, algorithm)).update(rest).digest();
  const tail = embedCms(unsigned, await sign(digest, algorithm));
  if (other) return { tail, state: unsigned.state, ...(await goOn(before, tail)) };
  // Most documents use only SHA-256, so the bytes that the signature covers are hashed only once.
  const whole = (await resumeHasher(upToContents)).update(tail.subarray(head.length));
  return { tail, state: unsigned.state, sha256: whole.digest().toString('hex'), hashState: Buffer.from(whole.save()) };
}

/**
 * Creates a revision that contains none of our signatures: only validation data, or fields on a file that was signed
 * elsewhere.
 */
export async function plainRevision(
  before: Buffer,
  revision: { tail: Buffer; state: RevisionState },
): Promise<FinishedRevision> {
  return { tail: revision.tail, state: revision.state, ...(await goOn(before, revision.tail)) };
}

/** The maximum number of bytes that a revision appends, far more than any revision needs. */
export const MAX_TAIL = 2 ** 28;

type Written = { n: number; kind: RevisionRow['kind']; signerId?: string | null; first?: Buffer | null };

/**
 * @param written.first the stored bytes of the document's first revision, if they exist and are the dictionary with
 * which this revision is compressed
 */
export function writeRevision(
  tx: Tx,
  tenantId: string,
  documentId: string,
  { n, kind, signerId = null, first }: Written,
  { tail, state, sha256, hashState, timestampChain: chain = null }: FinishedRevision,
): void {
  tx.write(
    insertRevision({
      tenantId,
      documentId,
      n,
      kind,
      tail: pack(tail, first ? unpack(first, MAX_TAIL) : undefined),
      length: state.length,
      sha256,
      hashState,
      state: JSON.stringify(state),
      signerId,
      createdAt: tx.now,
      timestampChain: chain,
    }),
  );
}
