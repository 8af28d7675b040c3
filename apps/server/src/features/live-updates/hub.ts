/**
 * Live updates for all streams of this process. One loop polls for new events, regardless of the number of streams: one
 * query for all tenants, then one read for each tenant with new events, in that tenant's own context. No stream holds a
 * database connection (ADR 33).
 */
import { once } from 'node:events';
import { STREAM_LIMITS } from '@countersign/contract';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import {
  type OwnedEvent,
  type Position,
  selectAfter,
  selectNewest,
  selectNews,
  selectPosition,
  withOwners,
} from './store.ts';
import { UpdateStream, messageOf, type Wanted } from './stream.ts';

/** The time within which events of other processes are detected. Events of this process trigger a poll immediately. */
const POLL_MS = 250;
const STREAMS = 2000;
const CLOSE_WITHIN_MS = 1000;
const BATCH = 100;
const START: Position = { xid: '1', sequence: 0, id: '' };

export type HubOptions = {
  database: Database;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
};
type Group = { streams: Set<UpdateStream>; position: Position };

export class UpdateHub {
  readonly #options: HubOptions;
  readonly #groups = new Map<string, Group>();
  readonly #counts = new Map<string, number>();
  #joining: UpdateStream[] = [];
  #streams = 0;
  #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> | undefined;
  #again = false;
  #isFailing = false;
  #isClosed = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /**
   * Opens a stream. Throws TOO_MANY_STREAMS, or SERVICE_UNAVAILABLE if this process has reached its limit or is
   * stopping.
   */
  open(principal: MemberPrincipal, wanted: Wanted): UpdateStream {
    if (this.#isClosed || this.#streams >= STREAMS) throw new AppError('SERVICE_UNAVAILABLE', {}, { retryAfter: 5 });
    const name = nameOf(principal);
    const count = this.#counts.get(name) ?? 0;
    if (count >= STREAM_LIMITS.streams)
      throw new AppError('TOO_MANY_STREAMS', { limit: STREAM_LIMITS.streams }, { retryAfter: 5 });
    const stream = new UpdateStream(principal, wanted);
    this.#counts.set(name, count + 1);
    this.#streams += 1;
    stream.once('close', () => this.#leave(stream, name));
    this.#joining.push(stream);
    if (this.#timers.length === 0)
      this.#timers = [
        setInterval(this.wake, POLL_MS),
        setInterval(() => void this.recheck({ beat: true }), STREAM_LIMITS.heartbeatSeconds * 1000),
      ];
    this.wake();
    return stream;
  }

  /** Called within the transaction that writes an event. */
  announce(tx: Tx, tenantId: string): void {
    if (this.#groups.has(tenantId)) tx.afterCommit(this.wake);
  }

  readonly wake = (): void => {
    if (this.#isClosed) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again && this.#streams > 0) this.wake();
    });
  };

  /** Polls immediately, and resolves when the new events have been sent. */
  async readNewEvents(): Promise<void> {
    this.wake();
    while (this.#running) await this.#running;
  }

  async recheck({ beat = false } = {}): Promise<void> {
    await Promise.all(
      this.#all().map(async (stream) => {
        // If a credential cannot be checked now, it is checked again at the next heartbeat and before anything is sent.
        const isGood = await stream.isGood().catch(() => undefined);
        if (isGood === false) stream.finish();
        else if (beat) stream.sendHeartbeat();
      }),
    );
  }

  /** Ends all streams. Their clients reconnect later or to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopTimers();
    const streams = this.#all();
    for (const stream of streams) stream.finish();
    await this.#running;
    // A client that does not read to the end must not block the shutdown.
    const timer = setTimeout(() => {
      for (const stream of streams) stream.destroy();
    }, CLOSE_WITHIN_MS);
    await Promise.all(
      streams.map(async (stream) => {
        if (!stream.closed) await once(stream, 'close');
      }),
    );
    clearTimeout(timer);
  }

  #all(): UpdateStream[] {
    return [...this.#joining, ...[...this.#groups.values()].flatMap(({ streams }) => [...streams])];
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #leave(stream: UpdateStream, name: string): void {
    this.#streams -= 1;
    const count = (this.#counts.get(name) ?? 1) - 1;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
    this.#joining = this.#joining.filter((joining) => joining !== stream);
    const group = this.#groups.get(stream.tenantId);
    group?.streams.delete(stream);
    if (group?.streams.size === 0) this.#groups.delete(stream.tenantId);
    if (this.#streams === 0) this.#stopTimers();
  }

  /**
   * Alternates between adding new streams and delivering events in one loop, so that nothing is sent while a stream
   * catches up, and nothing is sent twice.
   */
  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#isClosed) {
        this.#again = false;
        for (let stream = this.#joining.shift(); stream; stream = this.#joining.shift()) await this.#join(stream);
        await this.#deliver();
      }
      this.#isFailing = false;
    } catch (err) {
      this.#again = false;
      // During an outage, polls fail four times a second, so only the first failure is logged.
      if (!this.#isFailing) this.#options.log.warn({ err }, 'live updates could not be read');
      this.#isFailing = true;
    }
  }

  async #join(stream: UpdateStream): Promise<void> {
    try {
      const missed = await this.#missed(stream);
      if (missed) stream.begin('open', undefined);
      else {
        const [newest] = await this.#options.database.query(
          { role: 'app', tenantId: stream.tenantId },
          selectNewest(stream.tenantId),
        );
        stream.position = newest ?? START;
        stream.begin(stream.wanted.after === undefined ? 'open' : 'reset', newest);
      }
      for (const row of missed ?? []) this.#send(stream, row, messageOf(row));
    } catch (error) {
      stream.finish();
      throw error;
    }
    if (stream.destroyed) return;
    const group = this.#groups.get(stream.tenantId);
    if (group) group.streams.add(stream);
    else this.#groups.set(stream.tenantId, { streams: new Set([stream]), position: stream.position ?? START });
  }

  /** Returns the events that a stream has missed, or undefined if the client must start over. */
  async #missed(stream: UpdateStream): Promise<OwnedEvent[] | undefined> {
    const { tenantId, wanted } = stream;
    if (wanted.after === undefined) return undefined;
    const context = { role: 'app', tenantId } as const;
    const { database } = this.#options;
    const [position] = await database.query(context, selectPosition(tenantId, wanted.after, this.#since()));
    if (!position) return undefined;
    const { xid, sequence, id } = position;
    const limit = STREAM_LIMITS.missed + 1;
    const rows = await database.query(
      context,
      selectAfter({ tenantId, xid, sequence, id, since: this.#since(), documentId: wanted.documentId ?? null, limit }),
    );
    if (rows.length === limit) return undefined;
    stream.position = position;
    return withOwners(tenantId, rows, (query) => database.query(context, query));
  }

  async #deliver(): Promise<void> {
    const groups = [...this.#groups];
    if (groups.length === 0) return;
    const { database } = this.#options;
    const positions = groups.map(([, { position }]) => position);
    const news = await database.query(
      { role: 'jobs' },
      selectNews(
        groups.map(([tenantId]) => tenantId),
        positions.map(({ xid }) => xid),
        positions.map(({ sequence }) => sequence),
        positions.map(({ id }) => id),
        this.#since(),
      ),
    );
    await Promise.all(
      news.map(async ({ tenant_id: tenantId }) => {
        const group = this.#groups.get(tenantId);
        if (!group) return;
        const { xid, sequence, id } = group.position;
        const context = { role: 'app', tenantId } as const;
        const rows = await database.query(
          context,
          selectAfter({ tenantId, xid, sequence, id, since: this.#since(), documentId: null, limit: BATCH }),
        );
        await this.#sendTo(group, await withOwners(tenantId, rows, (query) => database.query(context, query)));
        if (rows.length === BATCH) this.#again = true;
      }),
    );
  }

  /** Sends events to a group. A stream whose credential is no longer valid receives no later events. */
  async #sendTo(group: Group, rows: readonly OwnedEvent[]): Promise<void> {
    const messages = rows.map((row) => [row, messageOf(row)] as const);
    await Promise.all(
      [...group.streams].map(async (stream) => {
        if (!rows.some((row) => stream.sees(row))) return;
        if (stream.isTooSlow) stream.destroy();
        else if (await stream.isGood()) for (const [row, message] of messages) this.#send(stream, row, message);
        else stream.finish();
      }),
    );
    const last = rows.at(-1);
    if (last) group.position = positionOf(last);
  }

  #send(stream: UpdateStream, row: OwnedEvent, message: Buffer): void {
    const position = positionOf(row);
    if (stream.position && !isAfter(position, stream.position)) return;
    stream.position = position;
    if (stream.sees(row)) stream.send(message);
  }

  #since(): Date {
    return new Date(this.#options.clock.now().getTime() - STREAM_LIMITS.hours * 3_600_000);
  }
}

function nameOf(principal: MemberPrincipal): string {
  if (principal.kind === 'user') return `user ${principal.userId}`;
  return principal.kind === 'api-key' ? `key ${principal.keyId}` : `service ${principal.tenantId}`;
}

const positionOf = ({ xid, sequence, id }: OwnedEvent): Position => ({ xid, sequence: sequence ?? 0, id });

function isAfter(one: Position, other: Position): boolean {
  if (one.xid !== other.xid) return BigInt(one.xid) > BigInt(other.xid);
  return one.sequence === other.sequence ? one.id > other.id : one.sequence > other.sequence;
}
