/**
 * Damaged files. Each file is recorded once, reported to the administrators once, and shown in the health check until
 * it is repaired.
 */
import type { BlobFault } from '../../platform/blobs/checked-blobs.ts';
import type { Database } from '../../platform/db/database.ts';
import { splitKey } from '../../platform/ports/blob-store.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { notifyOperators } from '../organizations/index.ts';
import { countDamaged, deleteDamage, listDamagedFiles, noteDamage, selectLastScrub } from './store.ts';

export type StorageLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const REFRESH_MS = 10_000;

export class Damage {
  readonly #database: Database;
  readonly #uow: UnitOfWork;
  readonly #log: StorageLog;
  readonly #pending = new Set<Promise<void>>();
  #known: { files: number; since: Date | null } = { files: 0, since: null };
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor({ database, uow, log }: { database: Database; uow: UnitOfWork; log: StorageLog }) {
    this.#database = database;
    this.#uow = uow;
    this.#log = log;
  }

  /** Reports damage in the background. The caller does not wait, and its result does not depend on errors here. */
  readonly report = (key: string, fault: BlobFault): void => {
    this.#log.error({ file: key, fault }, 'a stored file is damaged');
    const noted = this.note(key, fault)
      .catch((err: unknown) => this.#log.error({ err, file: key }, 'could not record a damaged file'))
      .finally(() => this.#pending.delete(noted));
    this.#pending.add(noted);
  };

  async note(key: string, fault: BlobFault): Promise<void> {
    const { tenant: tenantId, blob } = splitKey(key);
    const uow = this.#uow;
    await uow.runAuth(async (tx) => {
      tx.enter({ role: 'app', tenantId });
      const [first] = await tx.query(noteDamage(tenantId, blob, fault, tx.now));
      if (first) await notifyOperators(uow, tx, { mail: 'file-damaged', detail: key }, tenantId);
    });
    await this.#look();
  }

  /** Called when a damaged file has been read again and is intact. */
  async restored(key: string): Promise<void> {
    const { tenant: tenantId, blob } = splitKey(key);
    const [gone] = await this.#database.query({ role: 'app', tenantId }, deleteDamage(tenantId, blob));
    if (gone) this.#log.info({ file: key }, 'a damaged file has been repaired');
    await this.#look();
  }

  /**
   * The latest known state, so that the health check responds even if the database does not. Each call triggers an
   * update in the background.
   */
  get known(): { files: number; since: Date | null } {
    if (performance.now() - this.#lookedAt > REFRESH_MS) void this.#look().catch(() => undefined);
    return this.#known;
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now();
    const [row] = await this.#database.query({ role: 'jobs' }, countDamaged());
    if (row) this.#known = { files: row.count, since: row.since };
  }

  /** Loads the state, so that the first health response is correct. */
  async start(): Promise<void> {
    await this.#look();
  }

  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }
}

/** Lists the damaged files, each with a sentence about its latest check. */
export async function listDamaged(
  database: Database,
): Promise<{ files: { key: string; fault: BlobFault; found_at: Date }[]; scrub: string }> {
  const files = await database.query({ role: 'jobs' }, listDamagedFiles());
  const [last] = await database.query({ role: 'jobs' }, selectLastScrub());
  if (!last) return { files, scrub: 'The stored files have not been checked yet.' };
  const found = `${last.files} files read, ${last.damaged} damaged`;
  const scrub = last.finished_at
    ? `The last check of all stored files finished at ${last.finished_at.toISOString()}: ${found}.`
    : `The current check of all stored files started at ${last.started_at.toISOString()}: ${found} so far.`;
  return { files, scrub };
}
