/** Implements the `add-checkpoint` call of C2SP tlog-witness. */
import {
  AuditLogError,
  type Checkpoint,
  cosignNote,
  emptyRoot,
  formatNote,
  formatSignatureLine,
  parseCheckpointText,
  parseNote,
  SIGNATURE_TYPE,
  type Note,
  type NoteSigner,
  verifierKey,
  type VerifierKey,
  verifyConsistency,
  verifyNote,
} from '@countersign/audit-log/tlog';

import type { WitnessState } from './witness-state.ts';

export interface WitnessKeys {
  readonly signer: NoteSigner;
  /** The keys of individual logs. The name of each key is the log's origin. */
  readonly logs: readonly VerifierKey[];
  /** The keys of installations. Each key is valid for all logs whose origin starts with the key's name and a slash. */
  readonly installations: readonly VerifierKey[];
}

export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422 | 507;
  readonly body: string;
  readonly contentType?: string;
}

/** The protocol does not allow longer proofs. */
const MAX_PROOF_LINES = 63;
/** An installation can add logs automatically, so their number must be limited. */
const MAX_LOGS = 10_000;
const MAX_ORIGIN_LENGTH = 255;

const answer = (status: WitnessAnswer['status'], body: string): WitnessAnswer => ({ status, body: `${body}\n` });

/**
 * Checks a checkpoint against the state, stores it, and returns a cosignature. Calls must not overlap, because checking
 * and storing must be one step.
 */
export async function addCheckpoint(
  body: string,
  keys: WitnessKeys,
  state: WitnessState,
  now: Date,
): Promise<WitnessAnswer> {
  const request = parseRequest(body);
  if (typeof request === 'string') return answer(400, request);
  const { old, proof, note, checkpoint } = request;
  const trusted = keysOf(checkpoint.origin, keys);
  if (trusted.length === 0) return answer(404, 'The log is unknown.');
  const signed = await signedBy(note, trusted);
  if (signed === undefined) return answer(403, 'This checkpoint is not signed with a trusted key of the log.');
  if (old > checkpoint.size) return answer(400, 'The old size is larger than the size in the checkpoint.');
  const before = state.checkpoint(checkpoint.origin) ?? { size: 0, root: emptyRoot() };
  if (old !== before.size) return { ...answer(409, String(before.size)), contentType: 'text/x.tlog.size' };
  if (!verifyConsistency(old, checkpoint.size, before.root, checkpoint.root, proof))
    return answer(422, 'The checkpoint is not consistent with the previously cosigned checkpoint.');
  if (state.note(checkpoint.origin) === undefined && state.logs >= MAX_LOGS)
    return answer(507, `This witness already has ${MAX_LOGS} logs.`);
  const line = await cosignNote(note.text, Math.floor(now.getTime() / 1000), keys.signer);
  await state.store(checkpoint.origin, formatNote(note.text, [...signed, line]));
  return { status: 200, body: line };
}

type Request = { old: number; proof: Uint8Array[]; note: Note; checkpoint: Checkpoint };

/** Returns the parsed request, or a message about the first fault found. */
function parseRequest(body: string): Request | string {
  const split = body.indexOf('\n\n');
  if (split < 0) return 'The request has no empty line before the checkpoint.';
  const [first = '', ...lines] = body.slice(0, split).split('\n');
  const [, digits] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? [];
  const old = Number(digits);
  if (digits === undefined || !Number.isSafeInteger(old)) return 'The first line is not "old" followed by a size.';
  if (lines.length > MAX_PROOF_LINES) return `The proof has more than ${MAX_PROOF_LINES} lines.`;
  const proof = lines.map(hashOf);
  if (!proof.every((hash) => hash !== undefined)) return 'A line of the proof is not a hash in base64.';
  try {
    const note = parseNote(body.slice(split + 2));
    const checkpoint = parseCheckpointText(note.text);
    return checkpoint.origin.length > MAX_ORIGIN_LENGTH ? 'The origin is too long.' : { old, proof, note, checkpoint };
  } catch (error) {
    if (error instanceof AuditLogError) return error.message;
    throw error;
  }
}

function hashOf(line: string): Uint8Array | undefined {
  const hash = Buffer.from(line, 'base64');
  return hash.length === 32 && hash.toString('base64') === line ? new Uint8Array(hash) : undefined;
}

function keysOf(origin: string, { logs, installations }: WitnessKeys): VerifierKey[] {
  const inherited = installations
    .filter(({ name }) => origin.startsWith(`${name}/`) && /^[^\s+]+$/.test(origin))
    .map(({ publicKey }) => verifierKey(origin, SIGNATURE_TYPE.ed25519, publicKey));
  return [...logs.filter(({ name }) => name === origin), ...inherited];
}

/** Returns the signature lines of trusted keys. Returns undefined if there are none, or if any of them is invalid. */
async function signedBy(note: Note, trusted: readonly VerifierKey[]): Promise<string[] | undefined> {
  try {
    const verified = await verifyNote(note, trusted);
    if (verified.length === 0) return undefined;
    const isVerified = (name: string, id: string): boolean =>
      verified.some(({ key }) => key.name === name && key.id === id);
    return note.signatures.filter(({ name, id }) => isVerified(name, id)).map(formatSignatureLine);
  } catch (error) {
    if (error instanceof AuditLogError && error.code === 'wrong_signature') return undefined;
    throw error;
  }
}
