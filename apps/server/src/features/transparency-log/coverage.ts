/**
 * Finds entries that no checkpoint covers although the time promised in their receipts has passed. An entry can be late
 * because the log is not being sequenced or signed, or because its row in the queue was deleted. An entry without a row
 * is queued again. Processes that run jobs do this check, and all processes read the result from the database.
 */
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { COVERED_WITHIN_MS } from './promise.ts';
import { LastKnown } from './last-known.ts';
import {
  forgetLate,
  type LateRow,
  queueAgain,
  reportLate,
  selectIsQueued,
  selectLate,
  selectReportedLate,
  selectStillLate,
} from './store.ts';

export type LateEntry = { tenantId: string; stream: string; n: number; entryId: string; since: Date };
type Options = {
  database: Database;
  clock: Clock;
  log: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
};

/** The period that the first check after the start covers, long enough to include an outage overnight. */
const FIRST_LOOK_MS = 24 * 3_600_000;
/**
 * The period by which two checks overlap. An entry gets its time before its transaction commits, so the previous check
 * may have missed it.
 */
const OVERLAP_MS = 60_000;
/** The maximum number of entries per check. The next check continues after them. */
const MOST = 1_000;

export class Coverage {
  readonly #options: Options;
  readonly #reported: LastKnown<readonly LateEntry[]>;
  /**
   * Entries that were late at one check. They are reported only if they are still late at the next check, because after
   * a clock jump, every entry looks late.
   */
  readonly #suspected = new Map<string, LateEntry>();
  #checkedUntil: number | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#reported = new LastKnown<readonly LateEntry[]>({
      initial: [],
      read: () => this.#read(),
      failed: (err) => options.log.warn({ err }, 'could not read the overdue entries of the audit log'),
    });
  }

  /** The late entries, as last read from the database. */
  get late(): readonly LateEntry[] {
    return this.#reported.value;
  }

  /** Returns the entries that were last read, and starts the next read without waiting for it. */
  current(): readonly LateEntry[] {
    return this.#reported.peek();
  }

  /** Checks each entry once, when the promised time has passed. After that, only late entries are checked again. */
  async check(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now().getTime();
    const until = now - COVERED_WITHIN_MS;
    const from = this.#checkedUntil === undefined ? now - FIRST_LOOK_MS : this.#checkedUntil - OVERLAP_MS;
    await this.#lookAgain();
    const rows = await database.query({ role: 'jobs' }, selectLate(new Date(from), new Date(until), MOST));
    for (const row of rows) await this.#reportLate(row);
    const last = rows.length < MOST ? undefined : rows.at(-1)?.at.getTime();
    this.#checkedUntil = last === undefined ? until : last + OVERLAP_MS;
  }

  /** Drops suspected entries that a checkpoint covers now, and reports the others. */
  async #lookAgain(): Promise<void> {
    const { database } = this.#options;
    const known = [...(await this.#reported.refresh()), ...this.#suspected.values()];
    if (known.length === 0) return;
    const rows = await database.query(
      { role: 'jobs' },
      selectStillLate(
        known.map(({ tenantId }) => tenantId),
        known.map(({ stream }) => stream),
        known.map(({ n }) => n),
      ),
    );
    const still = new Set(rows.map(({ id }) => id));
    const covered = known.flatMap(({ entryId }) => (still.has(entryId) ? [] : [entryId]));
    if (covered.length > 0) await database.query({ role: 'jobs' }, forgetLate(covered));
    for (const entry of this.#suspected.values()) if (still.has(entry.entryId)) await this.#report(entry);
    this.#suspected.clear();
    await this.#reported.refresh();
  }

  async #report({ tenantId, stream, n, entryId, since }: LateEntry): Promise<void> {
    const { database, log } = this.#options;
    const [isNew] = await database.query({ role: 'jobs' }, reportLate(tenantId, stream, n, entryId, since));
    if (isNew)
      log.error({ tenantId, stream, n, entryId }, 'an entry of the audit log was not covered by a checkpoint in time');
  }

  async #reportLate({ tenant_id: tenantId, stream, n, id: entryId, at }: LateRow): Promise<void> {
    if (this.late.some((entry) => entry.entryId === entryId)) return;
    const since = new Date(at.getTime() + COVERED_WITHIN_MS);
    this.#suspected.set(entryId, { tenantId, stream, n, entryId, since });
    const { database } = this.#options;
    const [queue] = await database.query({ role: 'app', tenantId }, selectIsQueued(tenantId, stream));
    if (!queue?.is_queued) await database.query({ role: 'app', tenantId }, queueAgain(tenantId, stream, n));
  }

  async #read(): Promise<LateEntry[]> {
    const rows = await this.#options.database.query({ role: 'jobs' }, selectReportedLate(MOST));
    return rows.map(({ tenant_id: tenantId, stream, n, entry_id: entryId, since }) => ({
      tenantId,
      stream,
      n,
      entryId,
      since,
    }));
  }
}
