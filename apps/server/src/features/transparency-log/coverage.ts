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

/** How far back the first look after the start goes: over an outage of a night. */
const FIRST_LOOK_MS = 24 * 3_600_000;
/** A transaction writes the time of its entry before it commits. */
const OVERLAP_MS = 60_000;
/** So many at a time. The next look continues after them. */
const MOST = 1_000;

export class Coverage {
  readonly #options: Options;
  readonly #late = new Map<string, LateEntry>();
  /** Late at one look. Reported if they still are at the next, because a clock that jumps makes every entry old. */
  readonly #suspected = new Map<string, LateEntry>();
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
    await this.#lookAgain();
    const rows = await database.query({ role: 'jobs' }, selectLate(new Date(from), new Date(until), MOST));
    for (const row of rows) await this.#suspect(row);
    const last = rows.length < MOST ? undefined : rows.at(-1)?.at.getTime();
    this.#checkedUntil = last === undefined ? until : last + OVERLAP_MS;
  }

  /** Forgets the entries that are covered now, and reports the others. */
  async #lookAgain(): Promise<void> {
    const known = [...this.#late.values(), ...this.#suspected.values()];
    if (known.length === 0) return;
    const rows = await this.#options.database.query(
      { role: 'jobs' },
      selectStillLate(
        known.map(({ tenantId }) => tenantId),
        known.map(({ stream }) => stream),
        known.map(({ n }) => n),
      ),
    );
    const still = new Set(rows.map(({ id }) => id));
    for (const { entryId } of known) if (!still.has(entryId)) this.#late.delete(entryId);
    for (const entry of this.#suspected.values()) if (still.has(entry.entryId)) this.#report(entry);
    this.#suspected.clear();
  }

  #report(entry: LateEntry): void {
    const { tenantId, stream, n, entryId } = entry;
    this.#late.set(entryId, entry);
    this.#options.log.error({ tenantId, stream, n, entryId }, 'no checkpoint of the audit log covers an entry in time');
  }

  async #suspect({ tenant_id: tenantId, stream, n, id: entryId, at }: LateRow): Promise<void> {
    if (this.#late.has(entryId)) return;
    const since = new Date(at.getTime() + COVERED_WITHIN_MS);
    this.#suspected.set(entryId, { tenantId, stream, n, entryId, since });
    await this.#options.database.query({ role: 'app', tenantId }, queueAgain(tenantId, stream, n));
  }
}
