/** Verifies the entries of a log one by one: their bytes, their streams and their times. */
import { type Entry, GENESIS, parseEntry } from './entry.ts';
import { AuditLogError } from './errors.ts';
import { type LogFault, type LogFaultCode, logFault } from './log-fault.ts';
import { StreamTable } from './stream-table.ts';
import { leafHash } from './tree.ts';

/** One line of `entries.jsonl`: an entry, or only the entry's hash if the retention period has ended. */
export type LogLine = { readonly leaf: Uint8Array; readonly entry: Entry | undefined };

/** Matches the line of a removed entry. `{"leaf":"<64 hex digits>"}` is shorter than any entry. */
const REMOVED = /^\{"leaf":"([0-9a-f]{64})"\}$/;
const REMOVED_LENGTH = 75;

export class LogEntries {
  readonly #streams = new StreamTable();
  /** Hashes of removed entries to which no later entry has referred yet, as strings of 32 characters. */
  readonly #removed = new Set<string>();
  readonly #tenant: string;
  removed = 0;

  constructor(tenant: string) {
    this.#tenant = tenant;
  }

  get streams(): number {
    return this.#streams.size;
  }

  take(bytes: Uint8Array, index: number): LogLine | LogFault {
    const removed = removedLeaf(bytes);
    if (removed !== undefined) {
      this.#removed.add(packed(removed.leaf));
      this.removed++;
      return removed;
    }
    const entry = readEntry(bytes, index);
    if ('code' in entry) return entry;
    const leaf = leafHash(bytes);
    const fault = this.#place(entry, index);
    if (fault !== undefined) return fault;
    this.#streams.set(entry.stream, entry.n, leaf, entry.at);
    return { leaf, entry };
  }

  /** Checks an entry against the previous entry of its stream. */
  #place(entry: Entry, index: number): LogFault | undefined {
    const where = (): string => `Entry ${index} of the log (${entry.type}, number ${entry.n} of ${entry.stream})`;
    if (entry.tenant !== this.#tenant)
      return logFault(
        'other_tenant',
        `${where()} belongs to the organization ${entry.tenant}, but this is the log of ${this.#tenant}.`,
        index,
      );
    const before = this.#streams.get(entry.stream);
    const expected = before === undefined ? 0 : before.n + 1;
    const prev = Buffer.from(entry.prev, 'hex');
    const hasGap = entry.n > expected && this.#removed.has(packed(prev));
    if (entry.n !== expected && !hasGap) {
      const message = `${where()} is at the position of number ${expected}. Entries were removed, added, repeated or moved.`;
      return logFault('wrong_number', message, index);
    }
    const isNext = before === undefined ? entry.prev === GENESIS : before.hash.equals(prev);
    if (!hasGap && !isNext) {
      const message = `${where()} does not contain the hash of the previous entry in its stream. One of the two was changed or replaced.`;
      return logFault('broken_chain', message, index);
    }
    if (before !== undefined && entry.at < before.at) {
      const message = `${where()} is dated ${entry.at}, earlier than the entry before it in its stream (${before.at}).`;
      return logFault('time_back', message, index);
    }
    if (hasGap) this.#removed.delete(packed(prev));
    return undefined;
  }
}

function removedLeaf(bytes: Uint8Array): LogLine | undefined {
  if (bytes.length !== REMOVED_LENGTH) return undefined;
  const [, hex] = REMOVED.exec(new TextDecoder('latin1').decode(bytes)) ?? [];
  const leaf = hex === undefined ? undefined : Buffer.from(hex, 'hex');
  return leaf && { leaf, entry: undefined };
}

function readEntry(bytes: Uint8Array, index: number): Entry | LogFault {
  try {
    return parseEntry(bytes);
  } catch (error) {
    if (!(error instanceof AuditLogError)) throw error;
    // The cast is safe, because parseEntry throws only errors with an EntryProblem code.
    return logFault(error.code as LogFaultCode, `Entry ${index} of the log is not valid: ${error.message}`, index);
  }
}

const packed = (hash: Uint8Array): string => Buffer.from(hash.buffer, hash.byteOffset, hash.length).toString('latin1');
