/** Opens the evidence about a log, which is everything in an export except the entries. */
import { equalBytes } from './bytes.ts';
import { openCheckpoint, type VerifiedCheckpoint } from './checkpoint.ts';
import { AuditLogError } from './errors.ts';
import { entriesText, type LogFault, type LogFaultCode, logFault } from './log-fault.ts';
import type { LedgerLine, PersonalFields } from './log-personal.ts';
import { SIGNATURE_TYPE, type VerifierKey } from './note.ts';
import { type LogProof, parseProof } from './proof.ts';
import { leafHash, verifyInclusion } from './tree.ts';

/** A string and the name that error messages use for it, such as `checkpoints/12`. */
export type NamedText = { readonly name: string; readonly text: string | Uint8Array };

/** An RFC 3161 time-stamp over the text of a checkpoint. The caller verifies the time-stamp token. */
export type LogTimestamp = {
  readonly name: string;
  /** The `name` of the checkpoint that is time-stamped. */
  readonly checkpoint: string;
} & (
  | { readonly time: string; readonly problem?: undefined }
  /** The token covers other data, its signature is invalid, or its authority is not trusted. */
  | { readonly problem: 'other_data' | 'invalid' | 'untrusted'; readonly time?: undefined }
);

/**
 * The earliest time at which a tree of this size is proved to have existed. Entries in that tree cannot be dated
 * after `limit`.
 */
export type Stamp = { readonly size: number; readonly time: string; readonly limit: string; readonly name: string };

/** The maximum allowed difference between the clocks of the server and the time-stamping authority. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** An entry that must be in the log according to a receipt. */
export type Promised = {
  /** The leaf hash in hex. */
  readonly hash: string;
  /** Every checkpoint from this time (ISO 8601) onward must cover the entry. */
  readonly by?: string | undefined;
};

/** Everything about a log except its entries. */
export type LogEvidence = {
  /** The keys of the log (named after its origin) and of witnesses. */
  readonly keys: readonly VerifierKey[];
  readonly checkpoints: readonly NamedText[];
  readonly proofs?: readonly NamedText[];
  /** Checkpoints and proof files from sources that the log's operator cannot change. */
  readonly pins?: readonly NamedText[];
  readonly timestamps?: readonly LogTimestamp[];
  /** One record for each entry with personal data. If undefined, personal data is not checked. */
  readonly personal?: Iterable<PersonalFields> | undefined;
  /** The erasure ledger. If undefined, erasures are not checked against a ledger. */
  readonly erasures?: readonly LedgerLine[] | undefined;
  /**
   * The keys whose signatures checkpoints may contain, even if they are not trusted. If undefined, all keys are
   * allowed.
   */
  readonly listedKeys?: readonly VerifierKey[];
  /** Whether one of the witnesses in `keys` must have cosigned the newest checkpoint. */
  readonly needsWitness?: boolean;
  /** Entries that the log must contain because a receipt lists them. */
  readonly promised?: readonly Promised[];
  /** The time of the evidence, if known. A log that is older than a receipt need not contain the receipt's entry. */
  readonly now?: string;
};

/** The root that the log must have at a given size. */
export type Expected = {
  readonly name: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly isPin: boolean;
};
type Opened = { readonly name: string; readonly checkpoint: VerifiedCheckpoint };
export type OpenedProof = { readonly name: string; readonly proof: LogProof; readonly checkpoint: VerifiedCheckpoint };

const PROOF_START = 'c2sp.org/tlog-proof@';

/** Evidence whose signatures have been verified. */
export type Prepared = {
  readonly origin: string;
  readonly expected: readonly Expected[];
  readonly proofs: readonly OpenedProof[];
  readonly stamps: readonly Stamp[];
  readonly sizes: { readonly checkpoints: number; readonly pinned: number; readonly cosigned: number };
};

/** Verifies checkpoints, proofs and pins, and compares them with each other. */
export async function prepare(evidence: LogEvidence): Promise<Prepared | LogFault> {
  const { keys, needsWitness = false } = evidence;
  const opened = await collect(evidence.checkpoints, (one) => openExported(one, evidence));
  if ('code' in opened) return opened;
  const newest = opened.toSorted((one, other) => one.checkpoint.size - other.checkpoint.size).at(-1);
  if (newest === undefined) return logFault('checkpoint_missing', 'The log has no checkpoint.');
  const { origin } = newest.checkpoint;
  const proofs = await collect(evidence.proofs ?? [], (one) => openProof(one, keys, origin));
  if ('code' in proofs) return proofs;
  const pins = await collect(evidence.pins ?? [], (one) => openPin(one, keys, origin));
  if ('code' in pins) return pins;
  const all = [
    ...[...opened, ...proofs].map(({ name, checkpoint }) => ({ name, ...sized(checkpoint), isPin: false })),
    ...pins.map(({ opened: { name, checkpoint } }) => ({ name, ...sized(checkpoint), isPin: true })),
  ];
  const fault =
    opened.map(({ name, checkpoint }) => otherLog(name, checkpoint, origin, 'checkpoint_other_log')).find(Boolean) ??
    forkFault(all) ??
    (needsWitness && newest.checkpoint.cosignatures.length === 0
      ? logFault('witness_missing', `No trusted witness cosigned the newest checkpoint (${newest.name}).`)
      : undefined);
  if (fault) return fault;
  const stamps = stampsOf(evidence.timestamps ?? [], opened);
  if ('code' in stamps) return stamps;
  const cosigned = opened.filter(({ checkpoint }) => checkpoint.cosignatures.length > 0);
  return {
    origin,
    expected: all,
    proofs: [...proofs, ...pins.flatMap(({ proof }) => proof ?? [])],
    stamps,
    sizes: {
      checkpoints: opened.length,
      pinned: largest(pins.map(({ opened: { checkpoint } }) => checkpoint)),
      cosigned: largest(cosigned.map(({ checkpoint }) => checkpoint)),
    },
  };
}

const sized = ({ size, root }: VerifiedCheckpoint) => ({ size, root });
const largest = (checkpoints: readonly VerifiedCheckpoint[]): number =>
  checkpoints.reduce((most, { size }) => Math.max(most, size), 0);

async function collect<Item, Value>(
  items: readonly Item[],
  open: (item: Item) => Promise<Value | LogFault>,
): Promise<Value[] | LogFault> {
  const all: Value[] = [];
  for (const item of items) {
    const one = await open(item);
    if (typeof one === 'object' && one !== null && 'code' in one) return one;
    all.push(one);
  }
  return all;
}

/** Every signature on a checkpoint in the export must belong to a key that the export lists. */
async function openExported({ name, text }: NamedText, { keys, listedKeys }: LogEvidence): Promise<Opened | LogFault> {
  const checkpoint = await open(name, text, keys, 'checkpoint');
  if ('code' in checkpoint || listedKeys === undefined) return 'code' in checkpoint ? checkpoint : { name, checkpoint };
  const listed = [...keys, ...listedKeys];
  const stranger = checkpoint.note.signatures.find(
    (signature) => !listed.some((key) => key.name === signature.name && key.id === signature.id),
  );
  if (stranger) {
    const message = `${name} has a signature by ${stranger.name}, but its key (${stranger.id}) is not among the keys of the log and its witnesses.`;
    return logFault('unknown_cosigner', message);
  }
  return { name, checkpoint };
}

async function open(
  name: string,
  text: string | Uint8Array,
  keys: readonly VerifierKey[],
  kind: 'checkpoint' | 'pin',
): Promise<VerifiedCheckpoint | LogFault> {
  try {
    return await openCheckpoint(text, {
      logs: keys.filter(({ type }) => type === SIGNATURE_TYPE.ed25519),
      witnesses: keys.filter(({ type }) => type === SIGNATURE_TYPE.cosignature),
    });
  } catch (error) {
    if (!(error instanceof AuditLogError)) throw error;
    if (error.code === 'unknown_signer') return logFault(`${kind}_key`, `${name}: ${error.message}`);
    if (error.code === 'wrong_signature') return logFault(`${kind}_signature`, `${name}: ${error.message}`);
    return logFault(`${kind}_unreadable`, `${name} is not a checkpoint: ${error.message}`);
  }
}

async function openProof(
  { name, text }: NamedText,
  keys: readonly VerifierKey[],
  origin: string,
): Promise<OpenedProof | LogFault> {
  let proof: LogProof;
  try {
    proof = parseProof(asText(text));
  } catch (error) {
    if (!(error instanceof AuditLogError)) throw error;
    return logFault('proof_unreadable', `${name} is not a proof: ${error.message}`);
  }
  const checkpoint = await open(name, proof.checkpoint, keys, 'pin');
  if ('code' in checkpoint) return checkpoint;
  const other = otherLog(name, checkpoint, origin, 'pin_other_log');
  if (other) return other;
  const leaf = proof.extra === undefined ? undefined : leafHash(proof.extra);
  // An index beyond the tree is a fault, because such a proof would never be compared with an entry.
  const isOutside = proof.index >= checkpoint.size;
  if (isOutside || (leaf !== undefined && !includes(proof, checkpoint, leaf)))
    return pathFault(name, proof, checkpoint);
  return { name, proof, checkpoint };
}

async function openPin(
  pin: NamedText,
  keys: readonly VerifierKey[],
  origin: string,
): Promise<{ opened: Opened; proof?: OpenedProof } | LogFault> {
  if (asText(pin.text).startsWith(PROOF_START)) {
    const proof = await openProof(pin, keys, origin);
    return 'code' in proof ? proof : { opened: proof, proof };
  }
  const checkpoint = await open(pin.name, pin.text, keys, 'pin');
  if ('code' in checkpoint) return checkpoint;
  return otherLog(pin.name, checkpoint, origin, 'pin_other_log') ?? { opened: { name: pin.name, checkpoint } };
}

function otherLog(
  name: string,
  checkpoint: VerifiedCheckpoint,
  origin: string,
  code: LogFaultCode,
): LogFault | undefined {
  if (checkpoint.origin === origin) return undefined;
  return logFault(code, `${name} belongs to the log ${checkpoint.origin}, but this is the log ${origin}.`);
}

/**
 * Two signed checkpoints with the same size and different roots prove that the operator maintains two versions of the
 * log.
 */
function forkFault(all: readonly Expected[]): LogFault | undefined {
  const bySize = new Map<number, Expected>();
  for (const one of all) {
    const known = bySize.get(one.size);
    if (known !== undefined && !equalBytes(known.root, one.root)) {
      const message = `${known.name} and ${one.name} both cover ${entriesText(one.size)}, but have different roots: the log was forked.`;
      return logFault('fork', message);
    }
    if (known === undefined) bySize.set(one.size, one);
  }
  return undefined;
}

/**
 * Returns the time-stamps sorted by tree size. The time of each is the earliest time of any time-stamp over a tree of
 * at least its size.
 */
function stampsOf(timestamps: readonly LogTimestamp[], checkpoints: readonly Opened[]): Stamp[] | LogFault {
  const sizes = new Map(checkpoints.map(({ name, checkpoint }) => [name, checkpoint.size]));
  const stamps: { size: number; time: string; name: string }[] = [];
  for (const stamp of timestamps) {
    const { name, checkpoint } = stamp;
    const size = sizes.get(checkpoint);
    if (size === undefined)
      return logFault(
        'timestamp_without_checkpoint',
        `${name} is a time-stamp over ${checkpoint}, but this checkpoint is missing.`,
      );
    if (stamp.problem === 'other_data')
      return logFault(
        'timestamp_other_data',
        `${name} is not a time-stamp over ${checkpoint}, but over different data.`,
      );
    if (stamp.problem === 'untrusted')
      return logFault(
        'timestamp_invalid',
        `${name} is a time-stamp whose certificate chain does not end at a trust anchor.`,
      );
    if (stamp.problem !== undefined)
      return logFault('timestamp_invalid', `${name} is not a valid time-stamp over ${checkpoint}.`);
    stamps.push({ size, time: stamp.time, name });
  }
  stamps.sort((one, other) => one.size - other.size);
  for (let at = stamps.length - 2; at >= 0; at--) {
    const [own, later] = [stamps[at], stamps[at + 1]];
    if (own && later && Date.parse(later.time) < Date.parse(own.time))
      stamps[at] = { size: own.size, time: later.time, name: later.name };
  }
  return stamps.map((stamp) => ({
    ...stamp,
    limit: new Date(Date.parse(stamp.time) + CLOCK_TOLERANCE_MS).toISOString(),
  }));
}

export const includes = (proof: LogProof, { size, root }: VerifiedCheckpoint, leaf: Uint8Array): boolean =>
  verifyInclusion(leaf, proof.index, size, proof.hashes, root);

export const pathFault = (name: string, { index }: LogProof, { size }: VerifiedCheckpoint): LogFault =>
  logFault('proof_path', `${name} does not prove that entry ${index} is in the log of ${entriesText(size)}.`, index);

const asText = (text: string | Uint8Array): string =>
  typeof text === 'string' ? text : new TextDecoder().decode(text);
