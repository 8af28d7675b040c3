/**
 * Checks whether this machine's clock can be trusted (ADR 44). A clock that is wrong by a year would expire every open
 * document and delete data that must be retained. All time-based work therefore runs this check first, and waits while
 * the clock is not trusted.
 */
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { notifyOperators } from '../organizations/index.ts';
import { type ClockRow, noteTime, recordNotified, selectClock } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AHEAD_MS = 45 * DAY_MS;
/**
 * The maximum time by which the clock may be behind the newest recorded time, or may deviate from the elapsed time.
 */
const TOLERANCE_MS = HOUR_MS;
const CHECK_INTERVAL_MS = 4000;
const NOTE_MS = 60_000;
const JOBS = { role: 'jobs' } as const;

const CONFIRM = 'npm start -- clock confirm';

type Log = { info(fields: object, message: string): void; error(fields: object, message: string): void };
export type ClockGuardOptions = { clock: Clock; database: Database; log: Log };
type Doubt = { since: Date; message: string };

export class ClockGuard {
  readonly #options: ClockGuardOptions;
  /**
   * A time at which the clock was trusted, as read from the wall clock and the monotonic clock. Undefined if the clock
   * has not been trusted since the start.
   */
  #anchor: { wall: number; elapsed: number } | undefined;
  /** The newest time that was recorded before this process started. */
  #recorded: ClockRow | undefined;
  #confirmations = 0;
  #doubt: Doubt | undefined;
  #tell: ((message: string) => Promise<void>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ClockGuardOptions) {
    this.#options = options;
  }

  /** Compares the clock with the recorded time. `isTrusted` is meaningful only after this call. */
  async open(): Promise<void> {
    const [row] = await this.#options.database.query(JOBS, selectClock());
    this.#recorded = row;
    this.#confirmations = row?.confirmations ?? 0;
    if (this.isTrusted) await this.#note();
  }

  /** Checks the clock regularly. `uow` queues the e-mails to the administrators, once for all processes. */
  watch(uow: UnitOfWork): void {
    this.#tell = (message) => this.#notifyOnce(uow, message);
    const look = () => {
      this.#running = this.#running.then(() =>
        this.#look().catch((err: unknown) => this.#options.log.error({ err }, 'could not check the clock')),
      );
    };
    look();
    this.#timer = setInterval(look, CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** The clock is checked on every call, because a wrong clock could expire everything between two timer checks. */
  get isTrusted(): boolean {
    const { clock, log } = this.#options;
    if (!clock.elapsed) return true;
    const now = clock.now();
    const message = this.#fault(now.getTime(), clock.elapsed());
    if (message === undefined) {
      this.#anchor ??= { wall: now.getTime(), elapsed: clock.elapsed() };
      if (this.#doubt) log.info({ since: this.#doubt.since }, 'the clock is correct again, and scheduled work resumes');
      this.#doubt = undefined;
    } else {
      if (!this.#doubt) log.error({ now }, message);
      this.#doubt = { since: this.#doubt?.since ?? now, message };
    }
    return this.#doubt === undefined;
  }

  /** Contains a sentence that states the problem and what to do. */
  get doubt(): Doubt | undefined {
    return this.isTrusted ? undefined : this.#doubt;
  }

  #fault(now: number, elapsed: number): string | undefined {
    if (this.#anchor) {
      const jump = now - this.#anchor.wall - (elapsed - this.#anchor.elapsed);
      return Math.abs(jump) > TOLERANCE_MS
        ? sentence(now, `jumped ${jump > 0 ? 'forward' : 'back'} by ${span(jump)}`)
        : undefined;
    }
    if (!this.#recorded) return undefined;
    const ahead = now - this.#recorded.seen_at.getTime();
    if (ahead > AHEAD_MS) return sentence(now, `is ${span(ahead)} ahead of the last time that the server ran`);
    return ahead < -TOLERANCE_MS ? sentence(now, `is ${span(ahead)} behind the newest recorded time`) : undefined;
  }

  async #look(): Promise<void> {
    const { clock, database } = this.#options;
    if (!clock.elapsed) return;
    if (this.isTrusted) {
      if (performance.now() - this.#notedAt >= NOTE_MS) await this.#note();
      return;
    }
    const [row] = await database.query(JOBS, selectClock());
    if (row && row.confirmations !== this.#confirmations) {
      this.#confirmations = row.confirmations;
      this.#anchor = { wall: clock.now().getTime(), elapsed: clock.elapsed() };
      if (this.isTrusted) return;
    }
    await this.#tell?.(this.#doubt?.message ?? '');
  }

  async #note(): Promise<void> {
    const { clock, database } = this.#options;
    if (!clock.elapsed) return;
    this.#notedAt = performance.now();
    const [row] = await database.query(JOBS, selectClock());
    this.#confirmations = row?.confirmations ?? 0;
    await database.query(JOBS, noteTime(clock.now()));
  }

  async #notifyOnce(uow: UnitOfWork, message: string): Promise<void> {
    const { clock, log } = this.#options;
    const detail = minute(clock.now().getTime());
    await uow.runAuth(async (tx) => {
      tx.enter({ role: 'jobs' });
      const [first] = await tx.query(recordNotified(tx.now));
      if (!first) return;
      log.info({ message }, 'administrators were notified about the incorrect clock');
      await notifyOperators(uow, tx, { mail: 'clock-jumped', detail });
    });
  }
}

export const minute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const sentence = (now: number, what: string): string =>
  `This server's clock shows ${minute(now)} and ${what}. Until you confirm or correct it, documents cannot be sent or signed, and expirations, reminders, retention and scheduled deletions are paused. If the time is right, run: ${CONFIRM}. If it is wrong, correct the clock.`;

function span(ms: number): string {
  const hours = Math.round(Math.abs(ms) / HOUR_MS);
  if (hours <= 1) return 'more than an hour';
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
