/**
 * Sends several prepared statements in one flush with a single Sync.
 *
 * Row-level security needs the tenant to be set inside the transaction of each statement. Before a Sync, PostgreSQL
 * runs all statements as one implicit transaction (protocol §53.2.3). `set_config(..., true)` therefore applies to the
 * following statements and is reset afterwards, without an extra round trip and without BEGIN/COMMIT. Inside an
 * explicit transaction, this class also sends many writes and the COMMIT at once. After an error, the server skips to
 * the Sync, so later statements do not run.
 *
 * It is a query object as `pg` defines it (the extension point that pg-cursor uses), for clients without `pipeline`.
 */
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { prepareValue } from 'pg/lib/utils.js';
import type { Statements } from './statement.ts';

type Field = { name: string; dataTypeID: number };
type ConnectionEvent = 'parseComplete' | 'readyForQuery' | 'end';
type Connection = {
  stream: { write(bytes: Buffer): boolean };
  on(event: ConnectionEvent, listener: () => void): void;
  off(event: ConnectionEvent, listener: () => void): void;
};
/**
 * Returns a parser for the values of a type. It parses like pg, with two exceptions. A bigint becomes a number, because
 * sizes and counters stay below 2^53. Times are parsed without pg's regular expression, because a list of twenty
 * documents contains a hundred of them. Connections use UTC, so a time always ends in +00.
 */
function parserOf(oid: number): (text: string) => unknown {
  if (oid === 20) return Number;
  if (oid === 1184) return parseTimestamp;
  return pg.types.getTypeParser(oid);
}

const DESCRIBE = serialize.describe({ type: 'P' });
const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

const ISO_LENGTH = 'YYYY-MM-DD HH:MM:SS'.length;

/** Parses `2026-11-20 10:45:12.5+00` of a timestamptz(3). Years of other lengths (infinity, BC) use the slow path. */
function parseTimestamp(text: string): unknown {
  if (!text.endsWith('+00') || text.charCodeAt(4) !== 45 || text.charCodeAt(10) !== 32)
    return pg.types.getTypeParser(1184)(text);
  const at = (from: number, to: number) => {
    let value = 0;
    for (let i = from; i < to; i += 1) value = value * 10 + text.charCodeAt(i) - 48;
    return value;
  };
  const digits = text.length - 3 - ISO_LENGTH - 1;
  const milliseconds = digits > 0 ? at(ISO_LENGTH + 1, ISO_LENGTH + 1 + digits) * 10 ** (3 - digits) : 0;
  return new Date(Date.UTC(at(0, 4), at(5, 7) - 1, at(8, 10), at(11, 13), at(14, 16), at(17, 19), milliseconds));
}

/** The parsers for the rows of a statement. They stay the same as long as the statement is prepared. */
class Reading {
  /** The names of the columns, in the same order as `#parsers`. */
  readonly #names: readonly string[];
  readonly #parsers: readonly ((text: string) => unknown)[];
  /** An empty row with a property for every column, so that all rows have the same shape in V8. */
  readonly #empty: Readonly<Record<string, null>>;

  constructor(fields: readonly Field[]) {
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
    this.#empty = Object.fromEntries(this.#names.map((name) => [name, null]));
  }

  row(values: readonly (string | null)[]): Record<string, unknown> {
    const row: Record<string, unknown> = { ...this.#empty };
    for (let i = 0; i < values.length; i += 1) {
      const text = values[i];
      const name = this.#names[i];
      if (text !== null && text !== undefined && name !== undefined) row[name] = this.#parsers[i]?.(text);
    }
    return row;
  }
}

const ROWLESS = new Reading([]);

/**
 * The statements that the server has confirmed on a connection. A name is confirmed only by its ParseComplete. The
 * value contains the parsers for the rows, once the server has described them. Describing rows at each execution would
 * cost more than the rows of most statements.
 */
type Prepared = Map<string, Reading | undefined>;
const known = new WeakMap<Connection, Prepared>();

/**
 * Rows as the driver reads them, without types; `rowsOf` adds the types.
 */
export type BatchResult = { rows: unknown[]; rowCount: number; command: string };

/** Returns the rows of each result. */
export const rowsIn = (results: readonly BatchResult[]): unknown[][] => results.map(({ rows }) => rows);

export class Batch {
  readonly promise: Promise<BatchResult[]>;
  /** Set by pg. It is not used, but its presence signals to pg that errors are handled here. */
  callback: ((error: Error | null) => void) | undefined;
  readonly #statements: Statements;
  readonly #prepares: boolean;
  readonly #results: BatchResult[];
  readonly #parsing: string[] = [];
  #prepared: Prepared = new Map();
  #at = 0;
  #error: Error | undefined;
  #resolve: (results: BatchResult[]) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #connection: Connection | undefined;

  /**
   * @param prepares whether each statement is prepared once per connection under its name; otherwise, it is prepared
   * with each execution, without a name
   */
  constructor(statements: Statements, prepares = true) {
    this.#statements = statements;
    this.#prepares = prepares;
    this.#results = statements.map(() => ({ rows: [], rowCount: 0, command: '' }));
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): null {
    this.#connection = connection;
    if (this.#prepares) {
      this.#prepared = known.get(connection) ?? this.#prepared;
      known.set(connection, this.#prepared);
    }
    const prepares = this.#prepares;
    const prepared = this.#prepared;
    connection.on('parseComplete', this.#onParseComplete);
    const messages: Buffer[] = [];
    const parsed = new Set<string>();
    const described = new Set<string>();
    try {
      for (const { name, text, values, silent } of this.#statements) {
        const parse = !prepares || (!prepared.has(name) && !parsed.has(name));
        const describe = !silent && (!prepares || (prepared.get(name) === undefined && !described.has(name)));
        const sent = prepares ? name : '';
        if (parse) messages.push(serialize.parse({ name: sent, text, types: [] }));
        messages.push(serialize.bind({ statement: sent, values: [...values], valueMapper: prepareValue }));
        if (describe) messages.push(DESCRIBE);
        messages.push(EXECUTE);
        if (describe) described.add(name);
        if (parse) {
          parsed.add(name);
          this.#parsing.push(name);
        }
      }
    } catch (cause) {
      // The value of a parameter cannot be sent, so nothing is sent except the Sync that the connection waits for.
      this.#error = cause instanceof Error ? cause : new Error(String(cause));
      this.#parsing.length = 0;
      messages.length = 0;
    }
    // Everything is sent in one write. Forty small writes for ten statements would cost more on the client side than
    // the statements themselves.
    connection.stream.write(Buffer.concat([...messages, SYNC]));
    return null;
  }

  readonly #onParseComplete = (): void => {
    const name = this.#parsing.shift();
    if (name !== undefined) this.#prepared.set(name, undefined);
  };

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const name = this.#statements[this.#at]?.name;
    if (name !== undefined) this.#prepared.set(name, new Reading(fields));
  }
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const statement = this.#statements[this.#at];
    if (!statement || statement.silent) return;
    const reading = this.#prepared.get(statement.name);
    if (reading) this.#results[this.#at]?.rows.push(reading.row(fields));
    else this.#error ??= new Error(`received rows of ${statement.name} without a row description`);
  }
  handleCommandComplete({ text }: { text: string }): void {
    const result = this.#results[this.#at];
    // The command is `SELECT 21`, `INSERT 0 1` or `COMMIT`. The last number, if any, is the row count.
    const [command = '', ...numbers] = text.split(' ');
    if (result) this.#results[this.#at] = { ...result, command, rowCount: Number(numbers.at(-1) ?? 0) || 0 };
    const statement = this.#statements[this.#at];
    if (statement && !statement.silent && !this.#prepared.get(statement.name))
      this.#prepared.set(statement.name, ROWLESS);
    this.#at += 1;
  }
  handleEmptyQuery(): void {
    this.#at += 1;
  }
  handleError(error: Error): void {
    this.#error ??= error;
    // After an error, the server skips to the Sync and reports whether a transaction is still open. Other callers must
    // not use the connection before that message arrives, but the driver does not pass it on after an error. If the
    // connection was lost, the message never arrives.
    if (error instanceof pg.DatabaseError && this.#connection) {
      this.#connection.on('readyForQuery', this.#finish);
      this.#connection.on('end', this.#finish);
    } else this.#finish();
  }
  handleReadyForQuery(): void {
    this.#finish();
  }

  readonly #finish = (): void => {
    this.#connection?.off('parseComplete', this.#onParseComplete);
    this.#connection?.off('readyForQuery', this.#finish);
    this.#connection?.off('end', this.#finish);
    if (this.#error) this.#reject(this.#error);
    else this.#resolve(this.#results);
    this.callback?.(this.#error ?? null);
  };
}
