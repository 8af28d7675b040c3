/**
 * Collects security events without delaying requests. Events are held in memory, repeated events are counted, and all
 * are written a few seconds later in one statement. A crash loses the last few seconds. Events beyond the memory limit
 * are counted as lost.
 */
import { newId } from '../../platform/crypto/ids.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/network-of.ts';
import { addEvents } from './store.ts';

export type SecurityEvent = {
  /**
   * The organization's tenant for its environment. Undefined for events without an organization, which belong to the
   * operator's organization.
   */
  tenantId?: string | undefined;
  /** The kind of event: the object and what happened to it, such as `request.blocked`. */
  kind: string;
  severity: 'critical' | 'high' | 'medium' | 'low';
  userId?: string | undefined;
  address?: string | undefined;
  /** The object of the event: a rule, a key or a role. */
  subject?: string | undefined;
  /** Details of the event. They never contain values from a request. */
  details?: Readonly<Record<string, unknown>>;
};

export type SecurityEventsOptions = {
  database: Database;
  now: () => Date;
  log: { warn(fields: object, message: string): void };
};

const EVERY_MS = 2000;
/**
 * The maximum number of events in memory. During a flood of events from many addresses, only the first ones are
 * recorded individually.
 */
const MOST = 1000;

type Held = SecurityEvent & { id: string; at: Date; count: number; mergeKey: Buffer | null };

export class SecurityEvents {
  readonly #options: SecurityEventsOptions;
  #held = new Map<string, Held>();
  #lost = 0;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;

  constructor(options: SecurityEventsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStarted = true;
    this.#schedule();
  }

  note(event: SecurityEvent): void {
    const id = newId('securityEvent');
    this.#hold(id, { ...event, id, at: this.#options.now(), count: 1, mergeKey: null });
  }

  /** Counts events that may be frequent. There is one row for each kind, subject, address and minute. */
  count(event: SecurityEvent): void {
    const at = this.#options.now();
    const minute = Math.floor(at.getTime() / 60_000);
    const address = networkOf(event.address);
    const key = JSON.stringify([event.tenantId, event.kind, event.subject, event.userId, address, minute]);
    const held = this.#held.get(key);
    if (held) held.count++;
    else this.#hold(key, { ...event, id: newId('securityEvent'), at, count: 1, mergeKey: Buffer.from(hashToken(key)) });
  }

  /** Resolves when the events are written, or were put back for the next attempt. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#held.size === 0) return;
    const events = this.#held;
    this.#held = new Map();
    this.#writing = this.#write([...events.values()]).catch((err: unknown) => {
      this.#options.log.warn(
        { err, events: events.size },
        'security events could not be written and are kept for later',
      );
      for (const [key, event] of events) this.#hold(key, event);
    });
    await this.#writing;
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.flush();
  }

  /** The timer runs only while events are in memory, so that an idle server is not woken up. */
  #schedule(): void {
    if (!this.#isStarted || this.#held.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush().then(() => this.#schedule());
    }, EVERY_MS).unref();
  }

  #hold(key: string, event: Held): void {
    const held = this.#held.get(key);
    if (held) held.count += event.count;
    else if (this.#held.size < MOST) this.#held.set(key, event);
    else this.#lost++;
    this.#schedule();
  }

  async #write(events: readonly Held[]): Promise<void> {
    const list = <T>(of: (event: Held) => T): T[] => events.map(of);
    await this.#options.database.query(
      { role: 'auth' },
      addEvents({
        tenants: list(({ tenantId }) => tenantId ?? null),
        ids: list(({ id }) => id),
        kinds: list(({ kind }) => kind),
        severities: list(({ severity }) => severity),
        ats: list(({ at }) => at),
        counts: list(({ count }) => count),
        users: list(({ userId }) => userId ?? null),
        addresses: list(({ address }) => (address === undefined ? null : networkOf(address))),
        subjects: list(({ subject }) => subject ?? null),
        details: list(({ details = {} }) => JSON.stringify(details)),
        mergeKeys: list(({ mergeKey }) => mergeKey),
      }),
    );
    if (this.#lost === 0) return;
    this.#options.log.warn({ events: this.#lost }, 'security events were dropped because there were too many');
    this.#lost = 0;
  }
}
