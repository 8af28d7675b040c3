/** Checks whether the database and the file storage accept writes, each with a real write. */
import { newId } from '../../platform/crypto/ids.ts';
import { randomSecret } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import type { Outage } from '../../platform/outage.ts';
import { type BlobStore, type Space, TRIALS } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { type Finding, Probe } from './probe.ts';
import { type Problem, problemsOf } from './problems.ts';

/** Writes a WAL record with a durable commit, which needs no table. A read-only database counts as unhealthy. */
const write = statement('health-write', `select pg_logical_emit_message(true, 'countersign health', '')`);

export type PartHealth = {
  status: 'healthy' | 'degraded';
  latency_ms: number;
  free_bytes?: number;
  problems?: Problem[];
};

/**
 * Remembers when a real request last failed because of each service. A disk that is too full for a document may still
 * accept the small test file.
 */
export class Outages {
  readonly #last = new Map<Outage, number>();

  note(part: Outage): void {
    this.#last.set(part, performance.now());
  }
  isRecent(part: Outage): boolean {
    const at = this.#last.get(part);
    return at !== undefined && performance.now() - at < RECENT_MS;
  }
}
/** How long the test result is overridden after a request has failed because of an outage. */
const RECENT_MS = 2_000;

type PartsDependencies = { database: Database; blobs: BlobStore; clock: Clock; outages: Outages };

/**
 * Checks the database and the file storage. The check is public and has no rate limit, so requests share a recent
 * result.
 */
export class PartsHealth {
  readonly #dependencies: PartsDependencies;
  readonly #probes: Record<Outage, Probe>;
  #space: Space | undefined;

  constructor(dependencies: PartsDependencies) {
    this.#dependencies = dependencies;
    this.#probes = {
      database: new Probe({ ask: () => this.#tryDatabase() }),
      storage: new Probe({ ask: () => this.#tryStorage() }),
    };
  }

  /** Runs once at startup, so that the first request does not have to wait. */
  warmUp(): void {
    for (const probe of Object.values(this.#probes)) void probe.try();
  }

  /** @throws AppError SERVICE_UNAVAILABLE with the name of the service that does not respond */
  async of(part: Outage): Promise<PartHealth> {
    const finding = await this.#probes[part].latest();
    if (!finding.isWell) throw down(part, finding.cause);
    if (this.#dependencies.outages.isRecent(part)) throw down(part);
    const now = this.#dependencies.clock.now();
    const found = problemsOf(slow(part, finding, now), part === 'storage' ? low(this.#space, now) : undefined);
    return {
      status: found.problems ? 'degraded' : 'healthy',
      latency_ms: finding.latencyMs,
      ...(part === 'storage' && this.#space && { free_bytes: this.#space.freeBytes }),
      ...found,
    };
  }

  /** Returns the problem without waiting. If the last result is old, starts another check. */
  storageProblem(): Problem | undefined {
    const { clock, outages } = this.#dependencies;
    const probe = this.#probes.storage;
    const { last } = probe;
    if (!last || performance.now() - last.at > (last.isWell ? GLANCE_MS : 1_000)) void probe.try();
    const isAway = last?.isWell === false || probe.isOverdue || outages.isRecent('storage');
    this.#storageAwaySince = isAway ? (this.#storageAwaySince ?? clock.now()) : undefined;
    if (!this.#storageAwaySince) return undefined;
    const message =
      'Files cannot be stored or read. Requests that need stored files get 503. The log shows the reason.';
    return { code: 'storage-unavailable', message, since: this.#storageAwaySince.toISOString() };
  }
  #storageAwaySince: Date | undefined;

  async #tryDatabase(): Promise<void> {
    const { database, clock } = this.#dependencies;
    const now = () => clock.now();
    await database.transaction({ role: 'auth' }, now, (tx) => tx.query(write()));
  }

  /**
   * The test file is flushed to disk, because the operating system's cache accepts writes that a full or read-only disk
   * does not.
   */
  async #tryStorage(): Promise<void> {
    const { blobs } = this.#dependencies;
    const key = `${TRIALS}/${newId('blob')}`;
    const { sha256: hash } = await blobs.put(key, randomSecret(PROBE_BYTES));
    await blobs.get(key, { sha256: hash });
    await blobs.delete(key);
    this.#space = await blobs.space?.();
  }
}

/**
 * How long a result is reused. A load balancer asks every few seconds, and each test of an S3 bucket sends requests
 * that cost money.
 */
const GLANCE_MS = 15_000;
const PROBE_BYTES = 64 * 1024;
const SENTENCES = {
  database: 'The database is not responding, or it is not accepting writes.',
  storage: 'Files cannot be stored.',
} as const;

function down(part: Outage, cause?: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { check: part }, { cause, message: SENTENCES[part], retryAfter: 5 });
}

const SLOW = { database: 'The database is', storage: 'Storing files is' } as const;

function slow(part: Outage, finding: Finding, now: Date): Problem | undefined {
  if (!finding.isWell || !finding.isSlow) return undefined;
  const message = `${SLOW[part]} slow: the last check took ${Math.round(finding.latencyMs)} ms.`;
  return { code: 'slow', message, since: now.toISOString() };
}

/** If free space is below both this limit and the relative limit, the disk may fill up within a day. */
const LOW_BYTES = 5 * 1024 ** 3;
const LOW_SHARE = 0.1;

function low(space: Space | undefined, now: Date): Problem | undefined {
  if (!space || space.freeBytes >= Math.min(LOW_BYTES, LOW_SHARE * space.totalBytes)) return undefined;
  const message = `Only ${Math.floor(space.freeBytes / 1024 ** 2)} MiB are free on the disk with stored files. Free some space, or move the data folder to a larger disk.`;
  return { code: 'space-low', message, since: now.toISOString() };
}
