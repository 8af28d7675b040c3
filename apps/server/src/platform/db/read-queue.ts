/**
 * Reads sent together: those that are asked for at the same moment, and those that have to wait anyway. A few connections serve
 * reads; while all of them are busy the next ones gather, and whichever connection is free first takes several in one flush: one
 * write, one wake-up of the backend and one implicit transaction for all, where each would have cost its own.
 *
 * Every read brings its own context before its statements, so that what it sees does not depend on its neighbours.
 */
import type pg from 'pg';
import type { Waits } from '../waits.ts';
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
  waits: Waits;
  connect(): Promise<pg.PoolClient>;
  send(client: pg.PoolClient, statements: Statements): Promise<BatchResult[]>;
  release(client: pg.PoolClient, error: unknown): void;
  /** The server judged a statement; the connection and the database are well. */
  isStatementFault(error: unknown): boolean;
};

/** More backends than cores only take turns; more reads in one flush would make the first wait for the last. */
const CONNECTIONS = 4;
const TOGETHER = 8;

export class ReadQueue {
  readonly #connections: ReadConnections;
  #waiting: Read[] = [];
  #busy = 0;

  constructor(connections: ReadConnections) {
    this.#connections = connections;
  }

  run(context: Context, statements: Statements): Promise<BatchResult[]> {
    return new Promise((resolve, reject) => {
      const begun = this.#connections.waits.begin();
      this.#waiting.push({ begun, context, statements, resolve, reject });
      // What asks for several things at once (Promise.all) gets them in one flush.
      if (this.#waiting.length === 1) queueMicrotask(() => this.#next());
    });
  }

  #next(): void {
    while (this.#busy < CONNECTIONS && this.#waiting.length > 0) {
      this.#busy += 1;
      const group = this.#waiting.splice(0, TOGETHER);
      for (const { begun } of group) begun();
      void this.#serve(group).finally(() => {
        this.#busy -= 1;
        this.#next();
      });
    }
  }

  /** Settles every read of the group; never fails itself. */
  async #serve(group: Read[]): Promise<void> {
    try {
      const results = await this.#send(group);
      let at = 0;
      for (const { statements, resolve } of group) {
        resolve(results.slice(at + 1, at + 1 + statements.length));
        at += 1 + statements.length;
      }
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

  async #send(group: readonly Read[]): Promise<BatchResult[]> {
    const client = await this.#connections.connect();
    let failure: unknown;
    try {
      return await this.#connections.send(
        client,
        group.flatMap(({ context, statements }) => [contextStatement(context), ...statements]),
      );
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.#connections.release(client, failure);
    }
  }
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
