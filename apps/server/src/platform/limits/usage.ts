/**
 * Counts the use of each API key, one row per hour, for the app and for billing. The counts are kept in memory and
 * added to the database every few seconds. If the process is killed, its last counts are lost.
 */
import type { Database } from '../db/database.ts';
import { looseCommit } from '../db/loose-commits.ts';
import { statement } from '../db/statement.ts';

const ADD_EVERY_MS = 10_000;
const HOUR_MS = 3_600_000;

/**
 * Adds usage only for keys that still exist, because an organization may have been erased after its requests were
 * counted.
 */
const addUsage = statement<
  unknown,
  [
    tenant: string,
    keys: readonly string[],
    hours: readonly Date[],
    requests: readonly number[],
    refused: readonly number[],
  ]
>(
  'key-usage-add',
  `with used as (select k.id, u.hour, u.requests, u.refused
     from unnest($2::text[], $3::timestamptz[], $4::bigint[], $5::bigint[]) u (key_id, hour, requests, refused)
     join api_keys k on k.tenant_id = $1 and k.id = u.key_id),
   together as (insert into statistics_api as s (tenant_id, hour, requests, refused)
     select $1, hour, sum(requests), sum(refused) from used group by hour order by hour
     on conflict (tenant_id, hour) do update set requests = s.requests + excluded.requests, refused = s.refused + excluded.refused)
   insert into api_key_usage (tenant_id, key_id, hour, requests, refused)
   select $1, id, hour, requests, refused from used
   on conflict (tenant_id, key_id, hour) do update
   set requests = api_key_usage.requests + excluded.requests, refused = api_key_usage.refused + excluded.refused`,
);

type Counted = { tenantId: string; keyId: string; hour: number; requests: number; refused: number };

type Options = { database: Database; now: () => Date; log: { warn(fields: object, message: string): void } };

export class KeyUsage {
  readonly #options: Options;
  #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | undefined;
  #adding: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.add(), ADD_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.add();
  }

  /** `requests` is the number of requests that one call counted as, whether it was allowed or refused. */
  note(key: { tenantId: string; keyId: string }, requests: number, passed: boolean): void {
    const { tenantId, keyId } = key;
    this.#sum({
      tenantId,
      keyId,
      hour: Math.floor(this.#options.now().getTime() / HOUR_MS) * HOUR_MS,
      requests: passed ? requests : 0,
      refused: passed ? 0 : requests,
    });
  }

  /** Adds the new counts to the database. Also called before reading, so that callers see their own last requests. */
  add(): Promise<void> {
    return (this.#adding = this.#adding.then(() => this.#addAll()));
  }

  async #addAll(): Promise<void> {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    const tenants = Map.groupBy(counted, ({ tenantId }) => tenantId);
    for (const [tenantId, rows] of tenants)
      try {
        await this.#addOf(tenantId, rows);
      } catch (error) {
        this.#options.log.warn({ err: error }, 'could not store API key usage; the server will retry');
        for (const row of rows) this.#sum(row);
      }
  }

  #addOf(tenantId: string, rows: readonly Counted[]): Promise<void> {
    const { database, now } = this.#options;
    return database.transaction({ role: 'app', tenantId }, now, (tx) => {
      tx.write(looseCommit('API key usage counted'));
      tx.write(
        addUsage(
          tenantId,
          rows.map(({ keyId }) => keyId),
          rows.map(({ hour }) => new Date(hour)),
          rows.map(({ requests }) => requests),
          rows.map(({ refused }) => refused),
        ),
      );
      return Promise.resolve();
    });
  }

  #sum(row: Counted): void {
    const name = `${row.keyId} ${row.hour}`;
    const before = this.#counted.get(name);
    if (!before) this.#counted.set(name, { ...row });
    else {
      before.requests += row.requests;
      before.refused += row.refused;
    }
  }
}
