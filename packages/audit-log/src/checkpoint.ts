/** C2SP tlog-checkpoint: the origin, size and root of a log, signed by the log and cosigned by witnesses. */
import { fromBase64, fromDecimal, toBase64 } from './bytes.ts';
import { AuditLogError } from './errors.ts';
import { type Note, parseNote, type VerifiedSignature, type VerifierKey, verifyNote } from './note.ts';
import { HASH_BYTES } from './tree.ts';

export type Checkpoint = {
  /** For Countersign's logs, the origin is `<installation ID>/<tenant ID>`. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
};

/** A checkpoint whose log signature was verified. */
export type VerifiedCheckpoint = Checkpoint & {
  readonly note: Note;
  /** The key of the log that signed this checkpoint. */
  readonly signedBy: VerifierKey;
  /** Cosignatures of the witnesses that the verifier trusts. */
  readonly cosignatures: readonly VerifiedSignature[];
};

/** The keys that a verifier trusts. */
export type TrustedKeys = { readonly logs: readonly VerifierKey[]; readonly witnesses?: readonly VerifierKey[] };

/**
 * Returns the text that the log signs.
 * @throws AuditLogError `invalid_checkpoint`
 */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  const text = `${origin}\n${size}\n${toBase64(root)}\n`;
  parseCheckpointText(text);
  return text;
}

/**
 * Reads the text of a checkpoint. Extension lines are accepted and ignored.
 * @throws AuditLogError `invalid_checkpoint`
 */
export function parseCheckpointText(text: string): Checkpoint {
  const lines = text.split('\n');
  const [origin = '', sizeLine = '', rootLine = ''] = lines;
  if (lines.length < 4 || lines.at(-1) !== '') throw invalid('has fewer than three lines');
  if (lines.slice(0, -1).includes('')) throw invalid('has an empty line');
  const [size, root] = [fromDecimal(sizeLine), fromBase64(rootLine)];
  if (size === undefined) throw invalid('has no valid tree size in its second line');
  if (root?.length !== HASH_BYTES) throw invalid('has no valid root hash in its third line');
  return { origin, size, root };
}

/**
 * Reads a checkpoint and verifies it with the trusted keys. A log's key is accepted only if its name equals the
 * checkpoint's origin.
 * @throws AuditLogError `invalid_note`, `invalid_checkpoint`; `wrong_signature` if the signature of a trusted key does
 * not verify; `unknown_signer` if no trusted key of the log signed the checkpoint
 */
export async function openCheckpoint(note: string | Uint8Array, keys: TrustedKeys): Promise<VerifiedCheckpoint> {
  const parsed = parseNote(note);
  const checkpoint = parseCheckpointText(parsed.text);
  const logs = keys.logs.filter(({ name }) => name === checkpoint.origin);
  const [signature] = await verifyNote(parsed, logs);
  if (signature === undefined)
    throw new AuditLogError('unknown_signer', `No trusted key signed the checkpoint of ${checkpoint.origin}.`);
  const cosignatures = await verifyNote(parsed, keys.witnesses ?? []);
  return { ...checkpoint, note: parsed, signedBy: signature.key, cosignatures };
}

function invalid(why: string): AuditLogError {
  return new AuditLogError('invalid_checkpoint', `The checkpoint ${why}.`);
}
