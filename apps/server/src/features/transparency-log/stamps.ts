/**
 * RFC 3161 time-stamps over the text of checkpoints. There is at most one per second and log, shared by all completions
 * of that second, and one per day. A time-stamp shows that the log had this content at that time.
 */
import type { Environment } from '@countersign/contract';
import { parseNote } from '@countersign/audit-log/tlog';
import { readAcross } from '../../platform/db/across-tenants.ts';
import { sha256 } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { claimStamp, insertStamp, selectUnstamped } from './checkpoint-store.ts';

export type StampOptions = {
  database: Database;
  clock: Clock;
  stamp: (environment: Environment, imprint: Uint8Array) => Promise<{ token: Buffer }>;
  log: { warn(fields: object, message: string): void };
};

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

export class CheckpointStamps {
  readonly #options: StampOptions;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: StampOptions) {
    this.#options = options;
  }

  /**
   * Requests a time-stamp of the newest checkpoint in one second, so that it covers everything that is completed by
   * then.
   */
  request(tenantId: string): void {
    if (this.#isStopped || this.#waiting.has(tenantId)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(tenantId);
      this.#run(tenantId);
    }, SECOND_MS);
    this.#waiting.set(tenantId, timer.unref());
  }

  async stamp(tenantId: string): Promise<boolean> {
    const { database, clock, stamp } = this.#options;
    const context = { role: 'app', tenantId } as const;
    const now = clock.now();
    const before = new Date(now.getTime() - SECOND_MS);
    const [due] = await database.query(context, claimStamp(tenantId, now, before));
    if (!due) return false;
    const { token } = await stamp(due.environment, sha256(Buffer.from(parseNote(due.note).text)));
    await database.query(context, insertStamp(tenantId, due.size, token, clock.now()));
    return true;
  }

  /** Time-stamps every log whose newest checkpoint has none, once per day. */
  async stampDaily(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#options;
    const before = new Date(clock.now().getTime() - DAY_MS);
    for (const { tenant_id: tenantId } of await readAcross(database, selectUnstamped, before))
      if (!signal.aborted) await this.#attempt(tenantId);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #run(tenantId: string): void {
    const running = this.#attempt(tenantId).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #attempt(tenantId: string): Promise<void> {
    await this.stamp(tenantId).catch((err: unknown) => {
      // A failed time-stamp is requested again after the next completion, or on the next day.
      this.#options.log.warn({ err, tenantId }, 'a checkpoint of the audit log could not be time-stamped');
    });
  }
}
