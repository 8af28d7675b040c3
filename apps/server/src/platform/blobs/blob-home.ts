/**
 * Determines to which of two stores files are written, consistently for all processes (ADR 69). The database records
 * the store and a version. A dedicated session of each process holds a shared lock under the version that the process
 * uses, until the last write under it has ended. A process that changes the store takes that lock exclusively, which
 * proves that no process writes to the old store.
 */
import type pg from 'pg';
import type { ConnectionOptions } from '../db/database.ts';
import { DatabaseUnavailable } from '../db/database-watchdog.ts';
import { openSession } from '../db/session.ts';
import { statement } from '../db/statement.ts';

/**
 * The lock shared by processes without S3 settings. While such a process runs, no file may be moved to a store that it
 * does not read.
 */
export const FOLDER_ALONE = 'countersign files in the folder alone';

export type Place = 'folder' | 's3';
export const otherPlace = (place: Place): Place => (place === 'folder' ? 's3' : 'folder');

/** The first number of the advisory lock for processes with S3 settings. The second number is the version. */
const HOME_LOCK = 0x62_6c_6f_62;
const HOME_CHANNEL = 'countersign_blob_home';
const AS_JOBS = { role: 'countersign_jobs' };
const AGAIN_MS = 100;
const LIMIT_MS = 5_000;
const SLOW_MS = 1_000;

type Held = { client: pg.Client; place: Place; version: number; writes: Set<Promise<unknown>>; isLost: boolean };

export class BlobHome {
  readonly #connection: ConnectionOptions;
  /** The store to use until the first file is stored. */
  readonly #first: Place;
  #held = Promise.withResolvers<Held>();
  #place: Place;
  #changing: Promise<void> = Promise.resolve();
  #isStopped = false;

  private constructor(connection: ConnectionOptions, first: Place) {
    this.#connection = connection;
    this.#first = first;
    this.#place = first;
  }

  static async open(connection: ConnectionOptions, first: Place): Promise<BlobHome> {
    const home = new BlobHome(connection, first);
    await home.#hold();
    return home;
  }

  /** The store in which to look first. A file may still be in the other store. */
  get place(): Place {
    return this.#place;
  }

  /**
   * Writes to the current store. A file that was written while the database connection was lost may be in the wrong
   * store: `undo` then removes it. Throws DatabaseUnavailable.
   */
  async write(work: (place: Place) => Promise<void>, undo: (place: Place) => Promise<void>): Promise<void> {
    const held = await this.#now();
    const writing = work(held.place);
    held.writes.add(writing);
    try {
      await writing;
    } finally {
      held.writes.delete(writing);
    }
    if (!held.isLost) return;
    await undo(held.place);
    throw new DatabaseUnavailable();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#held.promise.catch(() => {});
    this.#held.reject(new DatabaseUnavailable());
    const held = await this.#held.promise.catch(() => undefined);
    await held?.client.end().catch(() => {});
  }

  async #now(): Promise<Held> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseUnavailable()), LIMIT_MS);
    });
    try {
      return await Promise.race([this.#held.promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Opens a session with the lock of the recorded version. Throws if the database cannot be reached. */
  async #hold(): Promise<void> {
    const client = await openSession(this.#connection, { name: 'countersign', limitMs: LIMIT_MS, settings: AS_JOBS });
    try {
      await client.query(`listen ${HOME_CHANNEL}`);
      await client.query(
        `insert into blob_home (place) select case when exists (select from blobs) then 'folder' else $1 end on conflict do nothing`,
        [this.#first],
      );
      const held = { client, ...(await lockNewest(client)), writes: new Set<Promise<unknown>>(), isLost: false };
      client.once('end', () => this.#lost());
      const follow = (): void => void (this.#changing = this.#changing.then(() => this.#follow(client)));
      client.on('notification', follow);
      this.#take(held);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    if (this.#isStopped) await client.end();
  }

  #take(held: Held): void {
    this.#place = held.place;
    this.#current = held;
    this.#held.resolve(held);
  }
  #current: Held | undefined;

  #lost(): void {
    if (this.#current) this.#current.isLost = true;
    this.#held = Promise.withResolvers<Held>();
    this.#held.promise.catch(() => {});
    const retry = (): void => {
      if (!this.#isStopped) setTimeout(() => void this.#hold().catch(retry), AGAIN_MS).unref();
    };
    retry();
  }

  /**
   * Switches to the recorded version. The lock of the old version stays until writes that began under it have ended.
   */
  async #follow(client: pg.Client): Promise<void> {
    const old = this.#current;
    if (old?.client !== client || old.isLost) return;
    try {
      const { rows } = await client.query<{ version: number }>('select version from blob_home');
      if (rows[0]?.version === old.version) return;
      const held = { client, ...(await lockNewest(client)), writes: new Set<Promise<unknown>>(), isLost: false };
      this.#held = Promise.withResolvers<Held>();
      this.#take(held);
      await Promise.allSettled(old.writes);
      await client.query('select pg_advisory_unlock_shared($1, $2)', [HOME_LOCK, old.version]);
    } catch {
      // Ends this session. A new session will read the current record.
      await client.end().catch(() => {});
    }
  }
}

async function lockNewest(client: pg.Client): Promise<{ place: Place; version: number }> {
  for (;;) {
    const read = () => client.query<{ place: Place; version: number }>('select place, version from blob_home');
    const [found] = (await read()).rows;
    if (!found) throw new Error('blob_home has no row');
    await client.query('select pg_advisory_lock_shared($1, $2)', [HOME_LOCK, found.version]);
    // If the version differs now, the store was changed before the lock was taken, so the process that changed it did
    // not wait for this process.
    if ((await read()).rows[0]?.version === found.version) return found;
    await client.query('select pg_advisory_unlock_shared($1, $2)', [HOME_LOCK, found.version]);
  }
}

/** Checks whether any file was ever stored and is still referenced. */
export const selectHasFiles = statement<{ any: boolean }>('blobs-any', 'select exists (select 1 from blobs) as any');
/**
 * Selects the current store. Used by a process that knows only the folder. Returns no row if no process has used
 * another store yet.
 */
export const selectHome = statement<{ place: Place; is_moving: boolean }>(
  'blob-home',
  'select place, move_started_at is not null and move_ended_at is null as is_moving from blob_home',
);

/** Notifies all processes after the store was changed, and waits until none of them writes to the old store. */
export class BlobFence {
  readonly #connection: ConnectionOptions;

  constructor(connection: ConnectionOptions) {
    this.#connection = connection;
  }

  announce(): Promise<void> {
    return this.#inSession(async (client) => void (await client.query(`notify ${HOME_CHANNEL}`)));
  }

  /** @param onWait called once if the wait takes long */
  waitForOthers(onWait: () => void): Promise<void> {
    return this.#inSession(async (client) => {
      const { rows } = await client.query<{ version: number }>('select version from blob_home');
      const old = (rows[0]?.version ?? 1) - 1;
      const slow = setTimeout(onWait, SLOW_MS);
      try {
        await client.query('select pg_advisory_lock($1, $2)', [HOME_LOCK, old]);
      } finally {
        clearTimeout(slow);
      }
    });
  }

  /** Locks end with the session. */
  async #inSession(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = await openSession(this.#connection, { name: 'countersign storage move', settings: AS_JOBS });
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }
}
