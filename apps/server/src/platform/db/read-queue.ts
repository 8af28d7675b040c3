/**
 * Reads sent together: those that are asked for in the same turn of the event loop, and those that have to wait anyway. A few
 * connections serve reads; while they are busy the next ones gather, and whichever connection is free first takes several in one flush: one
 * write, one wake-up of the backend and one implicit transaction for all, where each would have cost its own. Reads that have waited a
 * moment go past slow ones, on further connections.
 *
 * What a read sees does not depend on its neighbours: its context is set before its statements, unless the read before it had the same.
 */
import type pg from 'pg';
import type { WaitTimes } from '../wait-times.ts';
import type { BatchResult } from './batch.ts';
import { type Context, contextStatement } from './context.ts';
import type { Statement, Statements } from './statement.ts';

type Read = {
  /** Its turn has come. */
  begun: () => void;
  context: Context;
  statements: Statements;
  resolve: (results: BatchResult[]) => void;
  reject: (error: unknown) => void;
};

export type ReadConnections = {
  /** Where those who have to wait are noted. */
  waits: WaitTimes;
  connect(): Promise<pg.PoolClient>;
  send(client: pg.PoolClient, statements: Statements): Promise<BatchResult[]>;
  release(client: pg.PoolClient, error: unknown): void;
  /** The server judged a statement; the connection and the database are well. */
  isStatementFault(error: unknown): boolean;
};

/** Two groups under way keep the database busy while the server reads answers; a third would be a smaller group at the same cost. */
const USUALLY = 2;
/** With those for what waits behind slow reads. */
const CONNECTIONS = 4;
/** So long a read waits for one of the usual connections. */
const PATIENCE_MS = 10;
/** More reads in one flush would make the first wait for the last. */
const TOGETHER = 16;

export class ReadQueue {
  readonly #connections: ReadConnections;
  #waiting: Read[] = [];
  #busy = 0;
  #patience: NodeJS.Timeout | undefined;

  constructor(connections: ReadConnections) {
    this.#connections = connections;
  }

  run(context: Context, statements: Statements): Promise<BatchResult[]> {
    return new Promise((resolve, reject) => {
      const begun = this.#connections.waits.begin();
      this.#waiting.push({ begun, context, statements, resolve, reject });
      // Whatever came in with one look at the sockets leaves in one flush: requests, and what one of them asks for at once (Promise.all).
      if (this.#waiting.length === 1) setImmediate(() => this.#next());
    });
  }

  #next(connections = USUALLY): void {
    while (this.#busy < connections && this.#waiting.length > 0) {
      this.#busy += 1;
      const group = this.#waiting.splice(0, TOGETHER);
      for (const { begun } of group) begun();
      void this.#serve(group).finally(() => {
        this.#busy -= 1;
        this.#next();
      });
    }
    if (this.#waiting.length === 0) {
      clearTimeout(this.#patience);
      this.#patience = undefined;
    } else
      this.#patience ??= setTimeout(() => {
        this.#patience = undefined;
        this.#next(CONNECTIONS);
      }, PATIENCE_MS);
  }

  /** Settles every read of the group; never fails itself. */
  async #serve(group: Read[]): Promise<void> {
    try {
      const results = await this.#send(group);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] ?? []);
    } catch (error) {
      // No database, no answer for anybody: trying each by itself would make them wait for one time-out after another.
      if (group.length === 1 || !this.#connections.isStatementFault(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      // One of them failed and took the rest along: each by itself then, so that only the guilty one fails.
      for (const read of group) await this.#serve([read]);
    }
  }

  /** The results of each. */
  async #send(group: readonly Read[]): Promise<BatchResult[][]> {
    const client = await this.#connections.connect();
    let failure: unknown;
    try {
      const together: Statement<unknown>[] = [];
      const begins = group.map(({ context, statements }, index) => {
        // What reads as the one before it did is in its context still: no read can leave it.
        if (!isSame(context, group[index - 1]?.context)) together.push(contextStatement(context));
        return together.push(...statements) - statements.length;
      });
      const results = await this.#connections.send(client, together);
      return group.map(({ statements }, index) => {
        const begin = begins[index] ?? 0;
        return results.slice(begin, begin + statements.length);
      });
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.#connections.release(client, failure);
    }
  }
}

const tenantOf = (context: Context): string => (context.role === 'app' ? context.tenantId : '');

function isSame(one: Context, other: Context | undefined): boolean {
  return one.role === other?.role && tenantOf(one) === tenantOf(other);
}

const BEGINS = /^\s*(select|with)\b/i;
const WRITES_OR_LOCKS = /\b(insert|update|delete|share|set_config)\b/i;
const known = new Map<string, boolean>();

/** Statements that change nothing and lock nothing; in doubt, not. Judged once for each text. */
export function isRead({ text }: Statement<unknown>): boolean {
  let read = known.get(text);
  if (read === undefined) {
    read = BEGINS.test(text) && !WRITES_OR_LOCKS.test(text);
    known.set(text, read);
  }
  return read;
}
