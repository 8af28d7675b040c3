/**
 * Sends reads together if they were requested in the same tick of the event loop or have to wait for a connection. A
 * few connections serve reads. While they are busy, the next reads are collected, and the first free connection takes
 * several in one flush: one write, one wake-up of the backend and one implicit transaction for all, instead of one
 * each. Reads that have waited for a moment bypass slow ones on additional connections.
 *
 * A read's result does not depend on its neighbors: its context is set before its statements, unless the previous read
 * had the same context.
 */
import type pg from 'pg';
import type { WaitTimes } from '../wait-times.ts';
import type { BatchResult } from './batch.ts';
import { type Context, contextStatement } from './context.ts';
import type { Statement, Statements } from './statement.ts';

type Read = {
  begun: () => void;
  context: Context;
  statements: Statements;
  resolve: (results: BatchResult[]) => void;
  reject: (error: unknown) => void;
};

export type ReadConnections = {
  waits: WaitTimes;
  connect(): Promise<pg.PoolClient>;
  send(client: pg.PoolClient, statements: Statements): Promise<BatchResult[]>;
  release(client: pg.PoolClient, error: unknown): Promise<void>;
  /** The server rejected a statement. The connection and the database are fine. */
  isStatementFault(error: unknown): boolean;
  lost?(tenantId: string): Error | undefined;
};

/**
 * The usual number of groups in progress. Two groups keep the database busy while the server reads responses. With a
 * third, the groups would be smaller, but each one would cost as much as a large group.
 */
const USUALLY = 2;
/** The maximum number of connections, including additional connections for reads that wait behind slow reads. */
const CONNECTIONS = 4;
/** The time that a read waits for one of the usual connections before it uses an additional one. */
const PATIENCE_MS = 10;
/** The maximum number of reads in a group. In a larger group, the first read would wait too long for the last one. */
const TOGETHER = 16;

export class ReadQueue {
  readonly #connections: ReadConnections;
  #waiting: Read[] = [];
  #busy = 0;
  #patience: NodeJS.Timeout | undefined;

  constructor(connections: ReadConnections) {
    this.#connections = connections;
  }

  /** @param isAlone true for a read that may take long, so that other reads do not share its round trip */
  run(context: Context, statements: Statements, isAlone = false): Promise<BatchResult[]> {
    return new Promise((resolve, reject) => {
      if (isAlone) return void this.#serve([{ begun: () => {}, context, statements, resolve, reject }], true);
      const begun = this.#connections.waits.begin();
      this.#waiting.push({ begun, context, statements, resolve, reject });
      // All reads that arrive in one poll of the sockets are sent in one flush: those of several requests, and the
      // parallel reads of one request (Promise.all).
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

  /** Settles every read of the group. Never throws. */
  async #serve(group: Read[], isTrial = false): Promise<void> {
    try {
      const results = await this.#send(group, isTrial);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] ?? []);
    } catch (error) {
      // If the database is unavailable, all reads fail together, because separate attempts would wait for one timeout
      // after another.
      if (group.length === 1 || !this.#connections.isStatementFault(error)) {
        for (const { reject } of group) reject(error);
        return;
      }
      // One read failed and rolled back the others. Each read is repeated separately, so that only the faulty read
      // fails.
      await Promise.all(group.map((read) => this.#serve([read])));
    }
  }

  async #send(group: readonly Read[], isTrial: boolean): Promise<BatchResult[][]> {
    const client = await this.#connections.connect();
    let failure: unknown;
    try {
      // A read from a lost worker would delay the other reads of the group. The worker may have been lost since the
      // read was queued.
      const lost = isTrial ? undefined : group.map(({ context }) => this.#connections.lost?.(tenantOf(context)));
      const error = lost?.find((one) => one !== undefined);
      if (error) throw error;
      const together: Statement<unknown>[] = [];
      const begins = group.map(({ context, statements }, index) => {
        // If a read has the same context as the previous one, the context is not set again, because no read can leave
        // its context.
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
      await this.#connections.release(client, failure);
    }
  }
}

const tenantOf = (context: Context): string => (context.role === 'app' ? context.tenantId : '');

function isSame(one: Context, other: Context | undefined): boolean {
  return one.role === other?.role && tenantOf(one) === tenantOf(other);
}

const BEGINS = /^\s*(select|with)\b/i;
const WRITES_OR_LOCKS = /\b(insert|update|delete|share|set_config|enter_context)\b/i;
const known = new Map<string, boolean>();

/** Returns whether statements change nothing and lock nothing. Returns false when in doubt. Evaluated once per text. */
export function isRead({ text }: Statement<unknown>): boolean {
  let read = known.get(text);
  if (read === undefined) {
    read = BEGINS.test(text) && !WRITES_OR_LOCKS.test(text);
    known.set(text, read);
  }
  return read;
}
