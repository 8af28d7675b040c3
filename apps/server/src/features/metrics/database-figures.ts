/** Figures from the database, queried on demand, at most once every few seconds and within a time limit. */
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { RowsOf } from '../../platform/db/statement.ts';
import { limitScrape, selectDatabaseFigures, selectJobFigures, selectWebhookFigures } from './store.ts';

/** How long a result is reused. */
const FRESH_MS = 5_000;
/**
 * The time limit for a query. Prometheus waits ten seconds by default, and must get at least the figures of this
 * process within that time.
 */
const LIMIT_MS = 3_000;

type Rows = RowsOf<
  readonly [
    ReturnType<typeof selectJobFigures>,
    ReturnType<typeof selectWebhookFigures>,
    ReturnType<typeof selectDatabaseFigures>,
  ]
>;
export type Figures = {
  /** False if the last query was not answered in time. */
  isUp: boolean;
  /** Undefined before the first result and after a failure, because outdated figures would appear current. */
  read: { at: Date; jobs: Rows[0]; webhooks: Rows[1][number]; database: Rows[2][number] } | undefined;
};

export type FiguresOptions = {
  database: Database;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  limitMs?: number;
};

export class DatabaseFigures {
  readonly #options: FiguresOptions;
  readonly #now: () => number;
  #latest: Promise<Figures> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  /**
   * The running query. It may continue after its callers have stopped waiting, and no second query is started until it
   * ends.
   */
  #underWay: Promise<unknown> | undefined;

  constructor(options: FiguresOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Returns the latest figures. Never fails, and takes no longer than the limit. */
  latest(): Promise<Figures> {
    if (this.#latest === undefined || this.#now() - this.#askedAt > FRESH_MS) {
      this.#askedAt = this.#now();
      this.#latest = this.#ask();
    }
    return this.#latest;
  }

  async #ask(): Promise<Figures> {
    if (this.#underWay) return { isUp: false, read: undefined };
    const reading = this.#read();
    this.#underWay = reading.catch(() => undefined).finally(() => (this.#underWay = undefined));
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => limit.reject(new Error('the database did not respond in time')),
      this.#options.limitMs ?? LIMIT_MS,
    );
    try {
      return { isUp: true, read: await Promise.race([reading, limit.promise]) };
    } catch (err) {
      this.#options.log.warn({ err }, 'could not read the database metrics');
      return { isUp: false, read: undefined };
    } finally {
      clearTimeout(timer);
    }
  }

  async #read(): Promise<NonNullable<Figures['read']>> {
    const { database, clock } = this.#options;
    const at = clock.now();
    const [, jobs, [webhooks], [figures]] = await database.transaction(
      { role: 'metrics' },
      () => at,
      (tx) =>
        tx.queryAll([limitScrape(), selectJobFigures(at), selectWebhookFigures(at), selectDatabaseFigures()] as const),
    );
    if (!webhooks || !figures) throw new Error('the database returned no metrics');
    return { at, jobs, webhooks, database: figures };
  }
}
