/** Verifies a whole log from its export (docs/understand/audit-log-format.md), one entry at a time. */
import { equalBytes, toHex } from './bytes.ts';
import { LogEntries } from './log-entries.ts';
import {
  type Expected,
  includes,
  type LogEvidence,
  type OpenedProof,
  pathFault,
  type Prepared,
  prepare,
  type Stamp,
} from './log-evidence.ts';
import { entriesText, type LogFault, logFault } from './log-fault.ts';
import { LogPersonal } from './log-personal.ts';
import { Frontier, leafHash } from './tree.ts';

/** Facts about a valid log, or the first fault of an invalid one. */
export type LogResult =
  | {
      readonly valid: true;
      readonly origin: string;
      readonly entries: number;
      readonly streams: number;
      /** The number of entries whose contents were removed, leaving only the hash. */
      readonly removed: number;
      readonly root: string;
      readonly checkpoints: number;
      /**
       * The sizes of the log that are confirmed by pins, cosignatures and time-stamps, which are external evidence. A
       * size is 0 if there is no such evidence.
       */
      readonly pinned: number;
      readonly cosigned: number;
      readonly timestamped: number;
    }
  | { readonly valid: false; readonly fault: LogFault };

const COMPLETED = 'document.completed';
/** The type of an entry which records that other entries were replaced by their hashes after their retention period. */
const ENTRIES_ERASED = 'audit.entries-erased';

/**
 * Verifies a log from beginning to end. Call `open` first, pass every line of `entries.jsonl` to `take`, and then
 * call `end`. The first fault ends the verification, and `take` returns false.
 */
export class LogVerifier {
  #fault: LogFault | undefined;
  readonly #frontier = new Frontier();
  readonly #entries: LogEntries;
  readonly #origin: string;
  /** Sorted by size, smallest first. */
  readonly #expected: readonly Expected[];
  #nextExpected = 0;
  readonly #proofs: ReadonlyMap<number, readonly OpenedProof[]>;
  readonly #stamps: readonly Stamp[];
  #nextStamp = 0;
  readonly #personal: LogPersonal | undefined;
  /**
   * Proofs that do not match the log. Either the proofs are wrong, or this is a different log. The root of the log
   * shows which of the two is the case.
   */
  readonly #strayProofs: OpenedProof[] = [];
  /** Hashes of entries that the log must contain and that have not been found yet. */
  readonly #promised: Map<string, string | undefined>;
  /** The latest time found in the evidence. */
  #newest: string;
  #lastCompletion = -1;
  #lastRemoved = -1;
  #lastRemovalRecord = -1;
  readonly #sizes: { readonly checkpoints: number; readonly pinned: number; readonly cosigned: number };

  private constructor(evidence: LogEvidence, opened: Prepared) {
    this.#origin = opened.origin;
    this.#entries = new LogEntries(opened.origin.slice(opened.origin.lastIndexOf('/') + 1));
    this.#expected = opened.expected.toSorted((one, other) => one.size - other.size);
    this.#proofs = Map.groupBy(opened.proofs, ({ proof }) => proof.index);
    this.#stamps = opened.stamps;
    this.#personal = evidence.personal && new LogPersonal(evidence.personal, evidence.erasures);
    this.#sizes = opened.sizes;
    this.#promised = new Map(evidence.promised?.map(({ hash, by }) => [hash, by]));
    this.#newest = [evidence.now ?? '', ...opened.stamps.map(({ time }) => time)].toSorted().at(-1) ?? '';
    this.#checkRoots();
  }

  /** Verifies all signatures, and reads all evidence except the entries. */
  static async open(evidence: LogEvidence): Promise<LogVerifier | LogFault> {
    const prepared = await prepare(evidence);
    return 'code' in prepared ? prepared : new LogVerifier(evidence, prepared);
  }

  /** Takes the next line, without its newline. Returns false after a fault, because later lines do not matter. */
  take(line: Uint8Array): boolean {
    if (this.#fault) return false;
    const index = this.#frontier.size;
    const read = this.#entries.take(line, index);
    if ('code' in read) return this.#fail(read);
    const { entry, leaf } = read;
    if (entry !== undefined) {
      const fault = this.#personal?.take(entry, index) ?? this.#timeFault(entry.at, index);
      if (fault) return this.#fail(fault);
      if (entry.at > this.#newest) this.#newest = entry.at;
      if (entry.type === COMPLETED) this.#lastCompletion = index;
      if (entry.type === ENTRIES_ERASED) this.#lastRemovalRecord = index;
    } else this.#lastRemoved = index;
    for (const one of this.#proofs.get(index) ?? []) {
      const fault = entryFault(one, leaf);
      if (fault) return this.#fail(fault);
      if (!includes(one.proof, one.checkpoint, leaf)) this.#strayProofs.push(one);
    }
    return this.#append(leaf);
  }

  /** Takes the next leaf hash, for a log whose entries are not available. */
  takeHash(leaf: Uint8Array): boolean {
    return this.#fault === undefined && this.#append(leaf);
  }

  /** Returns the result. Call this method after the last line. */
  end(): LogResult {
    const fault = this.#fault ?? this.#endFault();
    if (fault) return { valid: false, fault };
    return {
      valid: true,
      origin: this.#origin,
      entries: this.#frontier.size,
      streams: this.#entries.streams,
      removed: this.#entries.removed,
      root: toHex(this.#frontier.root()),
      ...this.#sizes,
      timestamped: this.#stamps.at(-1)?.size ?? 0,
    };
  }

  #append(leaf: Uint8Array): boolean {
    if (this.#promised.size > 0) this.#promised.delete(toHex(leaf));
    this.#frontier.append(leaf);
    return this.#checkRoots();
  }

  #fail(fault: LogFault): false {
    this.#fault = fault;
    return false;
  }

  #checkRoots(): boolean {
    const { size } = this.#frontier;
    let root: Uint8Array | undefined;
    for (let one = this.#expected[this.#nextExpected]; one?.size === size; one = this.#expected[++this.#nextExpected]) {
      root ??= this.#frontier.root();
      if (equalBytes(root, one.root)) continue;
      const message = one.isPin
        ? `${one.name} shows a different history: its first ${entriesText(size)} differ from those of this log.`
        : `The first ${entriesText(size)} of the log differ from those that ${one.name} covers.`;
      return this.#fail(logFault(one.isPin ? 'pin_root' : 'checkpoint_root', message));
    }
    const stray = this.#strayProofs.find(({ checkpoint }) => checkpoint.size === size);
    return stray === undefined || this.#fail(pathFault(stray.name, stray.proof, stray.checkpoint));
  }

  #endFault(): LogFault | undefined {
    const { size } = this.#frontier;
    const missing = this.#expected.slice(this.#nextExpected);
    const pin = missing.findLast(({ isPin }) => isPin);
    if (pin)
      return logFault(
        'behind_pin',
        `The log ends after ${entriesText(size)}, but ${pin.name} shows that it had ${entriesText(pin.size)}.`,
      );
    const checkpoint = missing.find(({ size: of }) => of === missing.at(-1)?.size);
    if (checkpoint)
      return logFault(
        'entries_missing',
        `The log ends after ${entriesText(size)}, but ${checkpoint.name} covers ${entriesText(checkpoint.size)}.`,
      );
    const covered = this.#expected.findLast(({ isPin }) => !isPin)?.size ?? 0;
    if (covered < size)
      return logFault(
        'entries_not_covered',
        `No checkpoint covers entry ${covered} of the log and later entries. They may have been added without a signature.`,
        covered,
      );
    const [promised] = this.#promised;
    if (promised !== undefined) return promiseFault(promised, this.#newest);
    if (this.#lastCompletion >= (this.#stamps.at(-1)?.size ?? 0))
      return logFault(
        'timestamp_missing',
        `No time-stamp covers entry ${this.#lastCompletion} of the log, which completes a document.`,
        this.#lastCompletion,
      );
    if (this.#lastRemoved > this.#lastRemovalRecord)
      return logFault(
        'removal_not_recorded',
        `Entry ${this.#lastRemoved} of the log is only a hash, but no later entry records that its retention period ended.`,
        this.#lastRemoved,
      );
    return this.#personal?.end();
  }

  /** A time-stamp proves that every entry in its tree existed, so none of them may be dated later. */
  #timeFault(at: string, index: number): LogFault | undefined {
    while ((this.#stamps[this.#nextStamp]?.size ?? Infinity) <= index) this.#nextStamp++;
    const stamp = this.#stamps[this.#nextStamp];
    if (stamp === undefined || at <= stamp.limit) return undefined;
    const message = `Entry ${index} of the log is dated ${at}, but ${stamp.name} already covered it at ${stamp.time}.`;
    return logFault('timestamp_early', message, index);
  }
}

function entryFault({ name, proof }: OpenedProof, leaf: Uint8Array): LogFault | undefined {
  if (proof.extra === undefined) return undefined;
  const proved = leafHash(proof.extra);
  if (equalBytes(proved, leaf)) return undefined;
  const message = `${name} proves entry ${proof.index} with SHA-256 ${toHex(proved)}, but in the log this entry has ${toHex(leaf)}.`;
  return logFault('proof_entry', message, proof.index);
}

function promiseFault([hash, by]: [hash: string, by: string | undefined], newest: string): LogFault {
  const missing = `The log does not contain the entry with SHA-256 ${hash}`;
  if (by === undefined) return logFault('promise_broken', `${missing}, which a receipt promised.`);
  if (newest >= by)
    return logFault(
      'promise_broken',
      `${missing}, which a receipt promised by ${by}. The log continues until ${newest}.`,
    );
  const message = `${missing} yet. A receipt promised it by ${by}, but the log ends before that time. Check a newer log.`;
  return logFault('promise_open', message);
}
