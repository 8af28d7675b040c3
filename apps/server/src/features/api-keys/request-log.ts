/**
 * A log of the requests that API keys made in the last few days, for developers who are investigating an error.
 * Requests are collected in memory and inserted every second. If the process is killed, the requests of the last second
 * are lost.
 */
import type { Id, LoggedRequest } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import { looseCommit } from '../../platform/db/loose-commits.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { insertRequests, selectApiKey, selectRequests } from './store.ts';

const INSERT_EVERY_MS = 1_000;
/** The maximum number of logged requests for one key per second. The hourly usage shows the total load. */
const MAX_PER_SECOND = 50;
/** The maximum number of requests in memory. If the database is unreachable, older requests are dropped. */
const MAX_PENDING = 5_000;
const ROUTE_LENGTH = 200;

type Request = {
  tenantId: string;
  keyId: string;
  method: string;
  /** The pattern of the route, for example `/api/documents/:id`. */
  route: string;
  /** Undefined if the client disconnected before the response was sent. */
  status: number | undefined;
  milliseconds: number;
  requestId: string;
};
type Pending = Request & { id: string; at: Date };

type Options = { database: Database; now: () => Date; log: { warn(fields: object, message: string): void } };

export class RequestLog {
  readonly #options: Options;
  #pending: Pending[] = [];
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #inserting: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.insert(), INSERT_EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.insert();
  }

  note(request: Request): void {
    const count = (this.#counts.get(request.keyId) ?? 0) + 1;
    this.#counts.set(request.keyId, count);
    if (count > MAX_PER_SECOND) return;
    const at = this.#options.now();
    const route = request.route.slice(0, ROUTE_LENGTH);
    this.#pending.push({ ...request, route, id: newId('apiRequest', at), at });
  }

  /** Inserts collected requests. Also called before the log is read, so that callers see their own latest requests. */
  insert(): Promise<void> {
    return (this.#inserting = this.#inserting.then(() => this.#insertAll()));
  }

  async #insertAll(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    this.#counts = new Map();
    for (const [tenantId, requests] of Map.groupBy(pending, ({ tenantId }) => tenantId))
      try {
        await this.#insertOf(tenantId, requests);
      } catch (error) {
        this.#options.log.warn(
          { err: error },
          'could not store the API key request log; the next attempt includes these requests',
        );
        this.#pending = [...requests, ...this.#pending].slice(-MAX_PENDING);
      }
  }

  #insertOf(tenantId: string, requests: readonly Pending[]): Promise<void> {
    const { database, now } = this.#options;
    return database.transaction({ role: 'app', tenantId }, now, (tx) => {
      tx.write(looseCommit('API requests logged'));
      tx.write(
        insertRequests({
          tenantId,
          keys: requests.map(({ keyId }) => keyId),
          ids: requests.map(({ id }) => id),
          ats: requests.map(({ at }) => at),
          methods: requests.map(({ method }) => method),
          routes: requests.map(({ route }) => route),
          statuses: requests.map(({ status }) => status ?? null),
          milliseconds: requests.map(({ milliseconds }) => milliseconds),
          requestIds: requests.map(({ requestId }) => requestId),
        }),
      );
      return Promise.resolve();
    });
  }
}

type Look = {
  status?: 'success' | 'error' | undefined;
  requestId?: string | undefined;
  cursor?: Id<'apiRequest'> | undefined;
  pageSize: number;
};

export async function listKeyRequests(
  { uow, requestLog }: { uow: UnitOfWork; requestLog: RequestLog },
  { tenantId }: MemberPrincipal,
  keyId: Id<'apiKey'>,
  { status, requestId, cursor, pageSize }: Look,
): Promise<{
  requests: LoggedRequest[];
  pagination: { hasMore: boolean; nextCursor: Id<'apiRequest'> | null };
}> {
  await requestLog.insert();
  const [[key], rows] = await uow.readAll(tenantId, [
    selectApiKey(tenantId, keyId),
    selectRequests({
      tenantId,
      keyId,
      isError: status === undefined ? null : status === 'error',
      requestId: requestId ?? null,
      before: cursor ?? null,
      limit: pageSize + 1,
    }),
  ]);
  if (!key) throw new AppError('API_KEY_NOT_FOUND', { keyId });
  const shown = rows.slice(0, pageSize);
  const hasMore = rows.length > pageSize;
  return {
    requests: shown.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    pagination: { hasMore, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null },
  };
}
