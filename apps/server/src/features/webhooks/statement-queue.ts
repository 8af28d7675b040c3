/**
 * The workers' share of the database: a few connections at once, whatever there is to do, and tenants in turn. Requests keep the rest,
 * and an organization with thousands of deliveries has one place in the line, like any other (ADR 33).
 */
import { type Database, isRolledBack } from '../../platform/db/database.ts';
import { looseCommit } from '../../platform/db/loose-commits.ts';
import { type RowsOf, rowsOf, type Statements } from '../../platform/db/statement.ts';

/** Of the ten connections of a process; claims take one more. */
const AT_ONCE = 3;
/** What goes out in one transaction. */
const TOGETHER = 20;

type Task = {
  statements: Statements;
  resolve: (rows: unknown[][]) => void;
  reject: (error: unknown) => void;
};

/**
 * Statements of one tenant gather while its last transaction is under way and go out together in the next: an outcome waits for no
 * timer, and under load many share one commit.
 */
export class StatementQueue {
  readonly #database: Database;
  /** In the order of their turns; a tenant being served is not in it. */
  readonly #line: string[] = [];
  readonly #tasks = new Map<string, Task[]>();
  #busy = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** In the tenant's context, all or none, with a loose commit: lost in a crash of the machine, an attempt is made again. */
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

  /** One transaction, then to the end of the line. Never fails itself. */
  async #serve(tenantId: string): Promise<void> {
    const tasks = this.#tasks.get(tenantId)?.splice(0, TOGETHER) ?? [];
    await this.#write(tenantId, tasks);
    if ((this.#tasks.get(tenantId)?.length ?? 0) > 0) this.#line.push(tenantId);
    else this.#tasks.delete(tenantId);
  }

  async #write(tenantId: string, tasks: readonly Task[]): Promise<void> {
    try {
      const all = [looseCommit('webhook deliveries written'), ...tasks.flatMap(({ statements }) => statements)];
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
      // One of them failed and took the rest along: each by itself then.
      for (const task of tasks) await this.#write(tenantId, [task]);
    }
  }
}
