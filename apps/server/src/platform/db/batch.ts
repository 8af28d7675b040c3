/**
 * Several prepared statements in one flush with a single Sync.
 *
 * Why: row-level security needs the tenant set inside the transaction of the statement it guards. Before one Sync, PostgreSQL
 * runs all statements as one implicit transaction (protocol §53.2.3), so `set_config(..., true)` holds for what follows
 * and is gone afterwards, at the cost of no round trip and no BEGIN/COMMIT. Inside an explicit transaction the same class
 * sends many writes and the COMMIT at once. After an error the server skips to the Sync, so nothing later ran.
 *
 * It is a query object in the sense of `pg` (the extension point that pg-cursor uses), for clients without `pipeline`.
 */
import pg from 'pg';
import { serialize } from 'pg-protocol';
import Result from 'pg/lib/result.js';
import { prepareValue } from 'pg/lib/utils.js';
import type { Statements } from './statement.ts';

type Message = { fields: unknown[]; text?: string };
type Connection = {
  stream: { write(bytes: Buffer): boolean };
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
};
/**
 * As pg parses, but bigint as number (sizes and counters stay below 2^53), and times without its regular expression: a list of
 * twenty documents holds a hundred of them. Connections run in UTC, so a time always ends in +00.
 */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === 20) return Number;
    if (oid === 1184) return parseTimestamp;
    return pg.types.getTypeParser(oid, format);
  },
};

const DESCRIBE = serialize.describe({ type: 'P' });
const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

const ISO_LENGTH = 'YYYY-MM-DD HH:MM:SS'.length;

/** `2026-11-20 10:45:12.5+00` of a timestamptz(3). Years of other lengths (infinity, BC) go the slow way. */
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

type RawResult = {
  rows: Record<string, unknown>[];
  rowCount: number | null;
  command: string | null;
  addFields(fields: unknown[]): void;
  parseRow(fields: unknown[]): Record<string, unknown>;
  addRow(row: Record<string, unknown>): void;
  addCommandComplete(message: Message): void;
};

/** Statement names that the server has confirmed on a connection. A name counts only once its ParseComplete came. */
const known = new WeakMap<Connection, Set<string>>();

/** As the driver reads them, without types; `rowsOf` gives them theirs. `command` is the tag that the server answered with, such as `INSERT` or `COMMIT`. */
export type BatchResult = { rows: unknown[]; rowCount: number; command: string };

/** What alone the callers want, but for the tag of a COMMIT. */
export const rowsIn = (results: readonly BatchResult[]): unknown[][] => results.map(({ rows }) => rows);

export class Batch {
  readonly promise: Promise<BatchResult[]>;
  /** Set by pg; unused, but its presence tells pg that errors are handled here. */
  callback: ((error: Error | null) => void) | undefined;
  readonly #statements: Statements;
  readonly #results: RawResult[];
  readonly #parsing: string[] = [];
  #at = 0;
  #error: Error | undefined;
  #resolve: (results: BatchResult[]) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #connection: Connection | undefined;

  constructor(statements: Statements) {
    this.#statements = statements;
    this.#results = statements.map(() => new Result(undefined, types) as RawResult);
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: Connection): null {
    this.#connection = connection;
    const prepared = known.get(connection) ?? new Set<string>();
    known.set(connection, prepared);
    connection.on('parseComplete', this.#onParseComplete);
    const messages: Buffer[] = [];
    const here = new Set<string>();
    try {
      for (const { name, text, values, silent } of this.#statements) {
        const parse = !prepared.has(name) && !here.has(name);
        if (parse) messages.push(serialize.parse({ name, text, types: [] }));
        messages.push(serialize.bind({ statement: name, values: [...values], valueMapper: prepareValue }));
        if (!silent) messages.push(DESCRIBE);
        messages.push(EXECUTE);
        if (parse) {
          here.add(name);
          this.#parsing.push(name);
        }
      }
    } catch (cause) {
      // A value that cannot be sent: then nothing is sent, but the Sync that the connection waits for.
      this.#error = cause instanceof Error ? cause : new Error(String(cause));
      this.#parsing.length = 0;
      messages.length = 0;
    }
    // One write: forty small ones for ten statements cost more than the statements' own work on this side.
    connection.stream.write(Buffer.concat([...messages, SYNC]));
    return null;
  }

  readonly #onParseComplete = (): void => {
    const name = this.#parsing.shift();
    if (name !== undefined && this.#connection) known.get(this.#connection)?.add(name);
  };

  handleRowDescription(message: Message): void {
    this.#results[this.#at]?.addFields(message.fields);
  }
  handleDataRow(message: Message): void {
    if (this.#statements[this.#at]?.silent) return;
    const result = this.#results[this.#at];
    result?.addRow(result.parseRow(message.fields));
  }
  handleCommandComplete(message: Message): void {
    this.#results[this.#at]?.addCommandComplete(message);
    this.#at += 1;
  }
  handleEmptyQuery(): void {
    this.#at += 1;
  }
  handleError(error: Error): void {
    this.#error ??= error;
    // A lost connection sends no ReadyForQuery: settle now. Settling twice is harmless.
    this.#finish();
  }
  handleReadyForQuery(): void {
    this.#finish();
  }

  #finish(): void {
    this.#connection?.off('parseComplete', this.#onParseComplete);
    if (this.#error) this.#reject(this.#error);
    else
      this.#resolve(
        this.#results.map(({ rows, rowCount, command }) => ({ rows, rowCount: rowCount ?? 0, command: command ?? '' })),
      );
    this.callback?.(this.#error ?? null);
  }
}
