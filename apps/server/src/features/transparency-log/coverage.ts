/**
 * Finds entries that no checkpoint covers after the time that receipts promise. An entry can be late because nothing
 * sequences the log or signs it, or because its row in the queue was deleted. The latter is queued again.
 */
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { COVERED_WITHIN_MS } from './promise.ts';
import { type LateRow, queueAgain, selectLate, selectStillLate } from './store.ts';

export type LateEntry = { tenantId: string; stream: string; n: number; entryId: string; since: Date };
type Options = {
  database: Database;
  clock: Clock;
  log: { error(fields: object, message: string): void };
};

/** How far back the first look after the start goes. */
const FIRST_LOOK_MS = 15 * 60_000;
/** A transaction writes the time of its entry before it commits. */
const OVERLAP_MS = 60_000;
/** More are not named. */
const MOST = 1_000;

export class Coverage {
  readonly #options: Options;
  readonly #late = new Map<string, LateEntry>();
  #checkedUntil: number | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The entries that are late now. */
  get late(): readonly LateEntry[] {
    return [...this.#late.values()];
  }

  /** Looks at each entry once, when its time has passed, and then only at those that are late. */
  async check(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now().getTime();
    const until = now - COVERED_WITHIN_MS;
    const from = this.#checkedUntil === undefined ? now - FIRST_LOOK_MS : this.#checkedUntil - OVERLAP_MS;
    await this.#forgetCovered();
    const rows = await database.query({ role: 'jobs' }, selectLate(new Date(from), new Date(until), MOST));
    for (const row of rows) await this.#report(row);
    this.#checkedUntil = until;
  }

  async #forgetCovered(): Promise<void> {
    if (this.#late.size === 0) return;
    const late = this.late;
    const rows = await this.#options.database.query(
      { role: 'jobs' },
      selectStillLate(
        late.map(({ tenantId }) => tenantId),
        late.map(({ stream }) => stream),
        late.map(({ n }) => n),
      ),
    );
    const still = new Set(rows.map(({ id }) => id));
    for (const { entryId } of late) if (!still.has(entryId)) this.#late.delete(entryId);
  }

  async #report({ tenant_id: tenantId, stream, n, id: entryId, at }: LateRow): Promise<void> {
    if (this.#late.has(entryId)) return;
    const { database, log } = this.#options;
    const since = new Date(at.getTime() + COVERED_WITHIN_MS);
    this.#late.set(entryId, { tenantId, stream, n, entryId, since });
    log.error({ tenantId, stream, n, entryId }, 'no checkpoint of the audit log covers an entry in time');
    await database.query({ role: 'app', tenantId }, queueAgain(tenantId, stream, n));
  }
}
