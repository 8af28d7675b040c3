/**
 * The workers' share of the database: a few connections, which serve the tenants in turn. Requests use the other
 * connections. An organization with thousands of deliveries has one place in the queue, like any other organization
 * (ADR 33).
 */
import { type Database, isRolledBack } from '../../platform/db/database.ts';
import { looseCommit } from '../../platform/db/loose-commits.ts';
import { type RowsOf, rowsOf, type Statements } from '../../platform/db/statement.ts';

/** The number of connections that this queue uses, out of ten per process. Claiming deliveries uses one more. */
const AT_ONCE = 3;
const TOGETHER = 20;

type Task = {
  statements: Statements;
  resolve: (rows: unknown[][]) => void;
  reject: (error: unknown) => void;
};

/**
 * Collects a tenant's statements while its previous transaction runs, and sends them together in the next one. No
 * result waits for a timer, and under load many statements share one commit.
 */
export class StatementQueue {
  readonly #database: Database;
  /** Tenants in queue order, excluding the one being served. */
  readonly #line: string[] = [];
  readonly #tasks = new Map<string, Task[]>();
  #busy = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Runs statements in one transaction in the tenant's context, with an asynchronous commit. If a crash of the machine
   * loses the commit, the attempt is repeated.
   */
  async run<const S extends Statements>(tenantId: string, statements: S): Promise<RowsOf<S>> {
    const rows = await new Promise<unknown[][]>((resolve, reject) => {
      const task = { statements, resolve, reject };
      const waiting = this.#tasks.get(tenantId);
      if (waiting) {
        waiting.push(task);
        return;
      }
      this.#tasks.set(tenantId, [task]);
      this.#line.push(tenantId);
      this.#next();
    });
    return rowsOf(statements, rows);
  }

  #next(): void {
    while (this.#busy < AT_ONCE) {
      const tenantId = this.#line.shift();
      if (tenantId === undefined) return;
      this.#busy += 1;
      void this.#serve(tenantId).finally(() => {
        this.#busy -= 1;
        this.#next();
      });
    }
  }

  /** Runs one transaction, then moves the tenant to the end of the queue. Never throws. */
  async #serve(tenantId: string): Promise<void> {
    const tasks = this.#tasks.get(tenantId)?.splice(0, TOGETHER) ?? [];
    await this.#write(tenantId, tasks);
    if ((this.#tasks.get(tenantId)?.length ?? 0) > 0) this.#line.push(tenantId);
    else this.#tasks.delete(tenantId);
  }

  async #write(tenantId: string, tasks: readonly Task[]): Promise<void> {
    try {
      const all = [looseCommit('webhook responses recorded'), ...tasks.flatMap(({ statements }) => statements)];
      const rows = await this.#database.queryAll({ role: 'app', tenantId }, all);
      let at = 1;
      for (const { statements, resolve } of tasks) {
        resolve(rows.slice(at, at + statements.length));
        at += statements.length;
      }
    } catch (error) {
      if (tasks.length === 1 || !isRolledBack(error)) {
        for (const { reject } of tasks) reject(error);
        return;
      }
      // One statement failed and rolled back the others, so each statement is run separately.
      for (const task of tasks) await this.#write(tenantId, [task]);
    }
  }
}
