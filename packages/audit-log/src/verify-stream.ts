/** Verifies one stream from its bytes alone, starting at its first entry or the first one that is still retained. */
import { type Entry, GENESIS, hashEntry, parseEntry } from './entry.ts';
import { AuditLogError, type EntryProblem, type StreamProblem } from './errors.ts';

/** The expected tenant and name of a stream and, if known, its end and its start. */
export type StreamExpectation = {
  readonly tenant: string;
  readonly stream: string;
  /**
   * The hash of the last entry, from a source that the stream's operator cannot change. Without this hash, missing
   * entries at the end are not detected.
   */
  readonly head?: string;
  /** The start of the retained entries: the number of the first entry, and the hash of the entry before it. */
  readonly start?: { readonly n: number; readonly prev: string };
};

/** A valid stream, or the first fault of an invalid one. */
export type StreamResult =
  | { readonly valid: true; readonly entries: number; readonly headHash: string }
  | {
      readonly valid: false;
      /**
       * The position of the faulty entry, starting at 0. If the fault is at the end of the stream, this is the number
       * of entries.
       */
      readonly index: number;
      readonly problem: StreamProblem;
      readonly message: string;
    };

type Fault = { readonly problem: StreamProblem; readonly message: string };
type Position = { index: number; prev: string; at: string; tenant: string; stream: string };

/**
 * Verifies a whole stream and stops at the first fault. Entries are processed one at a time, so the memory use does not
 * depend on the stream's length.
 *
 * A valid result proves that the entries form one chain from number 0 to `headHash`. An attacker who can rewrite every
 * entry can create another such stream, so the right `headHash` must come from `expected.head` or a checkpoint. Never
 * throws: an invalid stream is reported in the result.
 * @param entries the bytes of each entry as stored, in order. An empty list is a valid stream whose head is GENESIS.
 */
export function verifyStream(entries: Iterable<Uint8Array>, expected?: StreamExpectation): StreamResult {
  const verifier = new StreamVerifier(expected);
  for (const bytes of entries) if (!verifier.take(bytes)) break;
  return verifier.end();
}

/** Verifies a stream in parts, for streams that do not fit in memory. */
export class StreamVerifier {
  readonly #expected: StreamExpectation | undefined;
  readonly #position: Position;
  readonly #first: number;
  #fault: StreamResult | undefined;

  constructor(expected?: StreamExpectation) {
    this.#expected = expected;
    this.#first = expected?.start?.n ?? 0;
    this.#position = {
      index: this.#first,
      prev: expected?.start?.prev ?? GENESIS,
      at: '',
      tenant: expected?.tenant ?? '',
      stream: expected?.stream ?? '',
    };
  }

  /** Takes the next entry. Returns false after a fault, because later entries do not matter. */
  take(bytes: Uint8Array): boolean {
    if (this.#fault) return false;
    const fault = step(this.#position, bytes);
    if (fault) this.#fault = { valid: false, index: this.#position.index, ...fault };
    else this.#position.index++;
    return fault === undefined;
  }

  /** Returns the result. Call this method after the last entry. */
  end(): StreamResult {
    if (this.#fault) return this.#fault;
    const { index, prev } = this.#position;
    if (this.#expected?.head !== undefined && this.#expected.head !== prev) {
      const message =
        'The stream does not end at the expected entry. Its end was cut off or rewritten, or entries were added.';
      return { valid: false, index, problem: 'wrong_head', message };
    }
    return { valid: true, entries: index - this.#first, headHash: prev };
  }
}

/** Verifies one entry against the previous one, and advances the position. */
function step(position: Position, bytes: Uint8Array): Fault | undefined {
  const entry = readEntry(bytes);
  if ('problem' in entry) return { problem: entry.problem, message: `Entry ${position.index}: ${entry.message}` };
  // Without an expected tenant, the first entry determines the tenant.
  if (position.tenant === '') position.tenant = entry.tenant;
  if (position.stream === '') position.stream = entry.stream;
  const fault = placeFault(position, entry);
  if (fault) return fault;
  position.prev = hashEntry(bytes);
  position.at = entry.at;
  return undefined;
}

/**
 * Checks two neighboring entries. Numbers are checked before the hash chain, because "3 instead of 2" is more
 * informative than "broken".
 */
function placeFault(position: Position, entry: Entry): Fault | undefined {
  const { index } = position;
  if (entry.tenant !== position.tenant) {
    return { problem: 'other_tenant', message: `Entry ${index} belongs to another tenant than this stream.` };
  }
  if (entry.stream !== position.stream) {
    return { problem: 'other_stream', message: `Entry ${index} belongs to another stream.` };
  }
  if (entry.n !== index) {
    const message = `The entry numbered ${entry.n} is at the position of number ${index}. Entries were removed, added or moved.`;
    return { problem: 'wrong_number', message };
  }
  if (entry.prev !== position.prev) {
    const message = `Entry ${index} does not contain the hash of the previous entry. One of the two was changed or replaced.`;
    return { problem: 'broken_chain', message };
  }
  // Equal times are valid, because two entries of one transaction can have the same millisecond.
  if (entry.at < position.at) {
    return { problem: 'time_back', message: `Entry ${index} is dated earlier than the entry before it.` };
  }
  return undefined;
}

function readEntry(bytes: Uint8Array): Entry | { problem: EntryProblem; message: string } {
  try {
    return parseEntry(bytes);
  } catch (error) {
    if (error instanceof AuditLogError && isEntryProblem(error.code))
      return { problem: error.code, message: error.message };
    throw error;
  }
}

const ENTRY_PROBLEMS: ReadonlySet<string> = new Set<EntryProblem>([
  'too_large',
  'not_json',
  'not_canonical',
  'unknown_version',
  'unknown_member',
  'missing_member',
  'invalid_member',
]);

function isEntryProblem(code: AuditLogError['code']): code is EntryProblem {
  return ENTRY_PROBLEMS.has(code);
}
