/** `c2sp.org/tlog-proof@v1`: a text file that proves that a log contains an entry, without asking a server. */
import { fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { openCheckpoint, type TrustedKeys, type VerifiedCheckpoint } from './checkpoint.ts';
import { AuditLogError } from './errors.ts';
import { HASH_BYTES, leafHash, verifyInclusion } from './tree.ts';

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** A path in a tree with 2^53 leaves has 53 hashes. */
const MAX_HASHES = 63;

export type LogProof = {
  readonly index: number;
  /** The inclusion proof: hashes from the leaf's sibling to the root's child. */
  readonly hashes: readonly Uint8Array[];
  /** The bytes of the signed note, unchanged. */
  readonly checkpoint: string;
  /**
   * Application data, which is not authenticated. In Countersign's proofs, it contains the bytes of the entry, whose
   * leaf hash the proof authenticates.
   */
  readonly extra?: Uint8Array | undefined;
};

/**
 * Returns the text of a proof.
 * @throws AuditLogError `invalid_proof`
 */
export function formatProof({ index, hashes, checkpoint, extra }: LogProof): string {
  const lines = [
    FIRST_LINE,
    ...(extra === undefined ? [] : [`extra ${toBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(toBase64),
    '',
    checkpoint,
  ];
  const text = lines.join('\n');
  parseProof(text);
  return text;
}

/**
 * Reads a proof without verifying it.
 * @throws AuditLogError `invalid_proof`
 */
export function parseProof(text: string): LogProof {
  const split = text.indexOf('\n\n');
  if (split < 0) throw invalid('has no empty line before its checkpoint');
  const [first, ...rest] = text.slice(0, split).split('\n');
  if (first !== FIRST_LINE) throw invalid(`does not begin with ${FIRST_LINE}`);
  const extraLine = rest[0]?.startsWith('extra ') ? rest.shift()?.slice('extra '.length) : undefined;
  const extra = extraLine === undefined ? undefined : fromBase64(extraLine);
  if (extraLine !== undefined && extra === undefined) throw invalid('has extra data that is not base64');
  const indexLine = rest.shift() ?? '';
  const index = indexLine.startsWith('index ') ? fromDecimal(indexLine.slice('index '.length)) : undefined;
  if (index === undefined) throw invalid('has no valid index line');
  if (rest.length > MAX_HASHES) throw invalid(`has more than ${MAX_HASHES} hashes`);
  const hashes = rest.map((line) => {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) throw invalid('has a line that is not a hash');
    return hash;
  });
  return { index, hashes, checkpoint: text.slice(split + 2), ...(extra === undefined ? {} : { extra }) };
}

/**
 * Verifies that the log contains the entry with this leaf hash at the proof's index, under a checkpoint that a
 * trusted key signed. If no leaf hash is given, the entry in `extra` is used.
 * @throws AuditLogError the codes of `openCheckpoint`; `not_included` if the proof does not lead to the checkpoint's
 * root; `invalid_proof` if there is neither a leaf hash nor extra data
 */
export async function verifyProof(proof: LogProof, keys: TrustedKeys, leaf?: Uint8Array): Promise<VerifiedCheckpoint> {
  const checkpoint = await openCheckpoint(proof.checkpoint, keys);
  const proved = leaf ?? (proof.extra === undefined ? undefined : leafHash(proof.extra));
  if (proved === undefined) throw invalid('does not contain its entry');
  if (!verifyInclusion(proved, proof.index, checkpoint.size, proof.hashes, checkpoint.root)) {
    const message = `The proof does not show entry ${proof.index} in the log of ${checkpoint.size} entries.`;
    throw new AuditLogError('not_included', message);
  }
  return checkpoint;
}

function invalid(why: string): AuditLogError {
  return new AuditLogError('invalid_proof', `The proof ${why}.`);
}
