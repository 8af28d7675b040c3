/**
 * Shows other processes that this process is alive: a dedicated session holds a lock under a unique number. The lock
 * ends immediately when the process ends, for any reason. It needs no renewal, and a slow process keeps it.
 */
import type pg from 'pg';
import { randomSecret } from '../crypto/tokens.ts';
import type { ConnectionOptions } from './database.ts';
import { DatabaseUnavailable } from './database-watchdog.ts';
import { DENY_BY_DEFAULT, openSession } from './session.ts';

/** With these settings, machines that vanish are detected within half a minute. */
const SETTINGS = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  ...DENY_BY_DEFAULT,
};
const AGAIN_MS = 100;
const LIMIT_MS = 2_000;

type Held = { client: pg.Client; number: number };

export class Presence {
  readonly #connection: ConnectionOptions;
  readonly #shares: string | undefined;
  #held = Promise.withResolvers<Held>();
  #isStopped = false;

  /**
   * @param shares the name of a lock that all processes of one kind share, so that others can check whether any of them
   * is running
   */
  constructor(connection: ConnectionOptions, shares?: string) {
    this.#connection = connection;
    this.#shares = shares;
    // The error is ignored here, because each caller of `number` gets it.
    this.#held.promise.catch(() => {});
    void this.#hold();
  }

  /**
   * Returns the number that this process has locked. Throws DatabaseUnavailable if it has locked none, because other
   * processes could then consider it dead.
   */
  async number(): Promise<number> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseUnavailable()), LIMIT_MS);
    });
    try {
      return (await Promise.race([this.#held.promise, late])).number;
    } finally {
      clearTimeout(timer);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#held.reject(new DatabaseUnavailable());
    const held = await this.#held.promise.catch(() => undefined);
    await held?.client.end();
  }

  async #hold(): Promise<void> {
    if (this.#isStopped) return;
    // Each session has a new number, because the database may not have noticed yet that the old session has ended.
    const number = randomSecret(6).readUIntBE(0, 6);
    let client: pg.Client | undefined;
    try {
      client = await openSession(this.#connection, { name: 'countersign', limitMs: LIMIT_MS, settings: SETTINGS });
      await client.query('select pg_advisory_lock($1)', [number]);
      if (this.#shares !== undefined)
        await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [this.#shares]);
    } catch {
      await client?.end().catch(() => {});
      return this.#holdAgain();
    }
    client.once('end', () => {
      this.#held = Promise.withResolvers<Held>();
      this.#held.promise.catch(() => {});
      this.#holdAgain();
    });
    this.#held.resolve({ client, number });
    if (this.#isStopped) await client.end();
  }

  #holdAgain(): void {
    if (!this.#isStopped) setTimeout(() => void this.#hold(), AGAIN_MS).unref();
  }
}
