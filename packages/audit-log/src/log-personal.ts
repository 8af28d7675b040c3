/** Compares personal fields with their entries, and every claimed erasure with its record. */
import type { Entry } from './entry.ts';
import { AuditLogError } from './errors.ts';
import { type LogFault, logFault } from './log-fault.ts';
import { commitPii } from './pii.ts';

/**
 * The personal fields of one entry with their salt, or the ID of the entry that recorded their erasure. `isUnreadable`
 * means that the server could not decrypt the fields.
 */
export type PersonalFields = { readonly id: string } & (
  | {
      readonly salt: Uint8Array;
      readonly fields: Readonly<Record<string, string>>;
      readonly erasedBy?: undefined;
      readonly isUnreadable?: undefined;
    }
  | { readonly erasedBy: string; readonly isUnreadable?: undefined }
  | { readonly isUnreadable: true; readonly erasedBy?: undefined }
);

/** A line in the erasure ledger, which is stored outside the database. */
export type LedgerLine = { readonly kind: string; readonly id: string };

const UNREADABLE = Symbol('unreadable');
/**
 * The data kept in memory for one line. The commitment is stored as 32 characters, which is shorter than the fields and
 * the salt.
 */
type Line = string | { readonly erasedBy: string } | typeof UNREADABLE;
/** An entry whose fields are claimed to be erased. */
type Claim = Pick<Entry, 'stream' | 'n' | 'id'> & { readonly index: number; readonly about: readonly string[] };

/** For each entry type that records an erasure: the erased data, and the corresponding line in the ledger. */
const ERASURES: Readonly<
  Record<string, { covers: (erasure: Entry, claim: Claim) => boolean; ledger: (erasure: Entry) => LedgerLine }>
> = {
  'document.erased': { covers: () => true, ledger: ({ stream }) => ({ kind: 'document', id: stream }) },
  'user.account-closed': {
    covers: ({ target }, { about }) => about.includes(target.id),
    ledger: ({ target }) => ({ kind: 'account', id: target.id }),
  },
  'user.personal-data-erased': {
    covers: ({ data }, { n }) => includesNumber(data['entries'], n),
    ledger: ({ target }) => ({ kind: 'account', id: target.id }),
  },
};

/** Reads lines one at a time if they are in log order. Other lines stay in memory until their entry is read. */
export class LogPersonal {
  readonly #unread: Iterator<PersonalFields>;
  #next: PersonalFields | undefined;
  readonly #lines = new Map<string, Line>();
  readonly #ledger: ReadonlySet<string> | undefined;
  /** Claimed erasures, keyed by the ID of the entry that must record each one. */
  readonly #claims = new Map<string, Claim[]>();

  constructor(lines: Iterable<PersonalFields>, ledger: readonly LedgerLine[] | undefined) {
    this.#unread = lines[Symbol.iterator]();
    this.#next = this.#read();
    this.#ledger = ledger && new Set(ledger.map(nameOf));
  }

  take(entry: Entry, index: number): LogFault | undefined {
    // An erasure that this entry records is checked before the entry's own fields, because no entry can record the
    // erasure of its own fields.
    return this.#erasureFault(entry, index) ?? this.#fieldsFault(entry, index);
  }

  end(): LogFault | undefined {
    const stray = this.#lines.keys().next().value ?? this.#next?.id;
    if (stray !== undefined)
      return logFault(
        'personal_without_entry',
        `Personal fields refer to the entry ${stray}, but the log has no such entry.`,
      );
    const [open] = this.#claims;
    const [claim] = open?.[1] ?? [];
    if (open === undefined || claim === undefined) return undefined;
    const message = `The personal fields of entry ${claim.index} of the log refer to the entry ${open[0]} as the record of their erasure, but no later entry with this ID records an erasure.`;
    return logFault('erasure_not_recorded', message, claim.index);
  }

  #read(): PersonalFields | undefined {
    const { value, done } = this.#unread.next();
    return done === true ? undefined : value;
  }

  /** @param isNeeded if true, reading continues until the line is found */
  #lineOf(id: string, isNeeded: boolean): Line | undefined {
    while (this.#next !== undefined && !this.#lines.has(id) && (isNeeded || this.#next.id === id)) {
      this.#lines.set(this.#next.id, packed(this.#next));
      this.#next = this.#read();
    }
    const line = this.#lines.get(id);
    this.#lines.delete(id);
    return line;
  }

  #fieldsFault({ id, pii, stream, n, actor, target }: Entry, index: number): LogFault | undefined {
    const line = this.#lineOf(id, pii !== null);
    const which = `The personal fields of entry ${index} of the log (${id})`;
    if (line === undefined) {
      if (pii === null) return undefined;
      return logFault('personal_missing', `${which} are missing, but no entry records their erasure.`, index);
    }
    if (line === UNREADABLE)
      return logFault(
        'personal_unreadable',
        `${which} cannot be decrypted. They were changed, or belong to another entry.`,
        index,
      );
    if (typeof line === 'object') {
      const claim = { index, stream, n, id, about: [actor.id, target.id] };
      const others = this.#claims.get(line.erasedBy);
      if (others) others.push(claim);
      else this.#claims.set(line.erasedBy, [claim]);
      return undefined;
    }
    if (pii !== null && line === asCharacters(Buffer.from(pii, 'hex'))) return undefined;
    return logFault('personal_data', `${which} do not match the commitment in the entry.`, index);
  }

  #erasureFault(entry: Entry, index: number): LogFault | undefined {
    const claims = this.#claims.get(entry.id);
    const erasure = ERASURES[entry.type];
    if (claims === undefined || erasure === undefined) return undefined;
    this.#claims.delete(entry.id);
    const other = claims.find((claim) => claim.stream !== entry.stream || !erasure.covers(entry, claim));
    if (other) {
      const message = `The personal fields of entry ${other.index} of the log refer to the entry ${entry.id} as the record of their erasure, but that entry records the erasure of other data.`;
      return logFault('erasure_of_other_data', message, other.index);
    }
    const line = erasure.ledger(entry);
    if (this.#ledger === undefined || this.#ledger.has(nameOf(line))) return undefined;
    const message = `Entry ${index} of the log (${entry.type}) records that data of ${line.id} was erased, but the ledger of erasures does not list this erasure.`;
    return logFault('erasure_not_in_ledger', message, index);
  }
}

const nameOf = ({ kind, id }: LedgerLine): string => `${kind} ${id}`;
const asCharacters = (hash: Buffer): string => hash.toString('latin1');

function packed(line: PersonalFields): Line {
  if (line.isUnreadable === true) return UNREADABLE;
  if (line.erasedBy !== undefined) return { erasedBy: line.erasedBy };
  try {
    return asCharacters(Buffer.from(commitPii(line.salt, line.fields), 'hex'));
  } catch (error) {
    // No entry can have committed to such values: a salt of another length, or text with a lone surrogate.
    if (error instanceof AuditLogError) return '';
    throw error;
  }
}

/**
 * Whether a stream's numbers include `n`.
 * @param ranges numbers and ranges in ascending order, such as `3,7,12-40`
 */
function includesNumber(ranges: unknown, n: number): boolean {
  if (typeof ranges !== 'string' || !/^\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*$/.test(ranges)) return false;
  return ranges.split(',').some((range) => {
    const [first, last = first] = range.split('-').map(Number);
    return first !== undefined && last !== undefined && first <= n && n <= last;
  });
}
