/**
 * Records a change: the audit entry, the outbox event and the jobs that follow, in the transaction of the change.
 * Without an entry there is no change, and without a change there is no event (docs/understand/signing-flow.md).
 */
import { buildEntry, commitPii, GENESIS } from '@countersign/audit-log';
import type { AnyEvent, EventData, EventKind } from '@countersign/contract';
import { newId } from '../crypto/ids.ts';
import { seal, type Vault } from '../crypto/seal.ts';
import { randomSecret, type SecretKey, secretKey } from '../crypto/tokens.ts';
import { namedStatement, type RowsOf, statement, type Statements } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import type { Continuation } from '../jobs/continuation.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { JobRequest, Take, Wake } from '../jobs/queue.ts';
import type { Start } from '../jobs/starts.ts';
import type { AuditAction } from './actions.ts';
import { Memory, OUTDATED_BY, type UnrecordedChange } from './cache-invalidation.ts';
import { securityEventOf } from './security.ts';
import { isUnannounced } from './unannounced.ts';

export type Party = {
  kind:
    | 'user'
    | 'api-key'
    | 'service'
    | 'signer'
    | 'system'
    | 'document'
    | 'organization'
    | 'template'
    | 'bulk-send'
    | 'export'
    | 'backup'
    | 'incident'
    | 'legal-hold'
    | 'processing-activity'
    | 'consent-text'
    | 'package'
    | 'invitation'
    | 'user-import'
    | 'mail'
    | 'webhook';
  id: string;
};

export type Happening = {
  action: AuditAction;
  actor: Party;
  target: Party;
  /** Hashes, IDs and codes. No personal data, because these bytes are chained and cannot be erased individually. */
  data: Record<string, string | number | boolean | null>;
  /** Names and addresses. The entry contains only their commitment; they are sealed under the person's key. */
  personal?: { personId: string; fields: Record<string, string> };
  /** The events that follow. Several events keep this order. */
  event?: AnyEvent | readonly AnyEvent[];
};

/** Which jobs an event starts. Each feature has a table; docs/understand/reactions.md lists all of them. */
export type Reactions = { readonly [K in EventKind]?: readonly Start<EventData<K>>[] };

type Head = { n: number; hash: string; at: Date; events: number; heard: string[] };

/**
 * Receives every event within its transaction, so that the listener can write its own row with it. `isHeard`: a webhook
 * of the tenant subscribes to this kind. If none does, an event costs only its own row.
 */
export type Announce = (tx: Tx, tenantId: string, event: { id: string; isHeard: boolean }) => void;

/**
 * Creates the stream if it is new, locks its row and returns its head, in one statement. An existing row is only
 * locked: updating it on conflict would write the row twice for each entry. If two transactions create it, the second
 * gets the row of the first.
 */
const openStream = statement<Head, [tenant: string, stream: string, genesis: string, at: Date]>(
  'audit-open-stream',
  `with held as materialized (select n, hash, at, events from audit_streams where tenant_id = $1 and stream = $2 for no key update),
     made as (insert into audit_streams as s (tenant_id, stream, n, hash, at)
       select $1, $2, -1, $3, $4 where not exists (select from held)
       on conflict (tenant_id, stream) do update set n = s.n returning s.n, s.hash, s.at, s.events)
   select head.*, array(select unnest(e.events) from webhook_endpoints e
     where e.tenant_id = $1 and e.active and e.deleted_at is null and not e.is_callback
     union all select '*' from documents d where d.tenant_id = $1 and d.id = $2 and d.callback_endpoint is not null) as heard
   from (select * from held union all select * from made) head`,
);
type NewEntry = {
  tenantId: string;
  stream: string;
  n: number;
  id: string;
  at: Date;
  hash: string;
  bytes: Buffer;
  /** How many events the stream has had. */
  events: number;
};
const MOVE_HEAD =
  'update audit_streams set n = :n, hash = :hash, at = :at, events = :events where tenant_id = :tenantId and stream = :stream';
const INSERT_ENTRY =
  'insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes) values (:tenantId, :stream, :n, :id, :at, :hash, :bytes)';
type Personal = { personId: string; sealed: Buffer };
const INSERT_PERSONAL =
  'insert into audit_personal (tenant_id, entry_id, person_id, sealed) values (:tenantId, :id, :personId, :sealed)';
type NewEvent = {
  id: string;
  kind: string;
  document_id: string | null;
  package_id: string | null;
  data: AnyEvent['data'];
  sequence: number | null;
};
/** With the metadata that the caller stores with the document or package, so that receivers need not request it. */
const INSERT_EVENTS = `insert into outbox (tenant_id, id, kind, document_id, template_id, metadata, callback_endpoint, data, created_at, sequence)
   select :tenantId, e.id, e.kind, e.document_id, d.template_id, d.metadata, d.callback_endpoint,
     case when e.data ? 'document' then jsonb_set(e.data, '{document}', (e.data->'document') || jsonb_build_object(
         'metadata', coalesce(d.metadata, '{}'), 'external_id', d.external_id, 'template_id', d.template_id, 'package_id', d.package_id))
       when e.data ? 'package' then jsonb_set(e.data, '{package}', (e.data->'package') || jsonb_build_object('external_id', p.external_id))
       else e.data end, :createdAt, e.sequence
   from jsonb_to_recordset(:outbox::jsonb) as e (id text, kind text, document_id text, package_id text, data jsonb, sequence integer)
   left join lateral (select * from documents where tenant_id = :tenantId and id = e.document_id limit 1) d on true
   left join lateral (select * from packages where tenant_id = :tenantId and id = e.package_id limit 1) p on true`;
const rowOf = ({ kind, data }: AnyEvent, id: string, sequence: number | null): NewEvent => ({
  id,
  kind,
  document_id: 'document' in data ? data.documentId : null,
  package_id: 'package' in data ? data.packageId : null,
  data,
  sequence,
});
type Following = { outbox: string; createdAt: Date };

/** An entry, the head of its stream, its personal data and its events are one statement. */
const entryWith = (...others: string[]) =>
  `with moved as (${MOVE_HEAD})${others.map((text, at) => `, other_${at} as (${text})`).join('')} ${INSERT_ENTRY}`;
const insertEntry = namedStatement<unknown, NewEntry>('audit-insert-entry', entryWith());
const insertPersonalEntry = namedStatement<unknown, NewEntry & Personal>(
  'audit-insert-personal',
  entryWith(INSERT_PERSONAL),
);
const insertEntryWithEvents = namedStatement<unknown, NewEntry & Following>(
  'audit-insert-entry-events',
  entryWith(INSERT_EVENTS),
);
const insertPersonalEntryWithEvents = namedStatement<unknown, NewEntry & Personal & Following>(
  'audit-insert-personal-events',
  entryWith(INSERT_PERSONAL, INSERT_EVENTS),
);
const selectPersonKey = statement<{ key_sealed: Buffer }, [string, string]>(
  'person-key-select',
  'select key_sealed from person_keys where tenant_id = $1 and person_id = $2',
);
/** If two transactions create it, one waits for the other's commit and then reads that row. */
const insertPersonKey = statement<unknown, [string, string, Buffer]>(
  'person-key-insert',
  `insert into person_keys (tenant_id, person_id, key_sealed) values ($1, $2, $3)
   on conflict (tenant_id, person_id) do nothing`,
);
const insertEvents = namedStatement<unknown, Following & { tenantId: string }>('outbox-insert-events', INSERT_EVENTS);
/** An event that only readers of the outbox see. */
const insertNote = namedStatement<
  unknown,
  { tenantId: string; id: string; kind: string; documentId: string; createdAt: Date }
>(
  'outbox-insert',
  `insert into outbox (tenant_id, id, kind, document_id, data, created_at) values (:tenantId, :id, :kind, :documentId, '{}', :createdAt)`,
);

/**
 * A person has two keys in a tenant: one for account activity, which is destroyed when the account is deleted, and one
 * for activity on documents, which is evidence and is kept as long as the documents (ADR 59).
 */
const keyOf = (tenantId: string, stream: string, personId: string): string =>
  stream === tenantId ? `${personId}/account` : personId;

const KEPT_PERSON_KEYS = 10_000;

export class Recorder {
  readonly #vault: Vault;
  readonly #reactions: readonly Reactions[];
  readonly #wake: Wake;
  readonly #take: Take | undefined;
  readonly #announce: Announce;
  readonly #memory: Memory;
  /** Recently used keys of persons. Added only after the commit that created them. */
  readonly #personKeys = new Map<string, SecretKey>();
  /** Keys that only the transaction that read or created them may use. */
  readonly #uncommitted = new WeakMap<Tx, Map<string, SecretKey>>();

  constructor(options: {
    vault: Vault;
    reactions: readonly Reactions[];
    wake: Wake;
    /** Passes jobs to the worker of this process when they are queued. */
    take?: Take;
    announce?: Announce;
    memory?: Memory;
  }) {
    this.#vault = options.vault;
    this.#reactions = options.reactions;
    this.#wake = options.wake;
    this.#take = options.take;
    this.#announce = options.announce ?? (() => {});
    this.#memory = options.memory ?? new Memory();
  }

  /** Locks a stream. Take this lock last: document row first, then chain head (docs/ARCHITECTURE.md). */
  async open(tx: Tx, tenantId: string, stream: string): Promise<Trail> {
    return (await this.openAfter(tx, tenantId, stream, [])).trail;
  }

  /**
   * Runs `before` (the earlier locks, and the reads under them) and opens the stream, in one round trip.
   * @param personId the person whose personal data will be recorded: their key is read, or created, in the same round
   * trip
   */
  async openAfter<const S extends Statements>(
    tx: Tx,
    tenantId: string,
    stream: string,
    before: S,
    personId?: string,
  ): Promise<{ trail: Trail; rows: RowsOf<S> }> {
    const person = personId === undefined ? undefined : this.#askForKey(tenantId, keyOf(tenantId, stream, personId));
    const rows = tx.readLater(before);
    const opened = tx.readLater([openStream(tenantId, stream, GENESIS, tx.now)]);
    const keys = person && tx.readLater(person.statements);
    await tx.flush();
    const [[head]] = opened();
    if (!head) throw new Error(`audit stream ${stream} could not be opened`);
    if (keys) person.keep(tx, keys());
    return { trail: new Trail(this, tx, tenantId, stream, head), rows: rows() };
  }

  /** Opens a stream, records one change and leaves the rest to the commit. */
  async record(tx: Tx, tenantId: string, stream: string, happening: Happening): Promise<void> {
    const { trail } = await this.openAfter(tx, tenantId, stream, [], happening.personal?.personId);
    await trail.record(happening);
  }

  /** Notifies listeners of a written event, and starts the jobs that follow. */
  follow(tx: Tx, tenantId: string, event: AnyEvent, id: string, isHeard: boolean): void {
    this.#announce(tx, tenantId, { id, isHeard });
    const jobs = this.#reactions.flatMap((table) => {
      const reactions = table[event.kind] as readonly Start<AnyEvent['data']>[] | undefined;
      return (reactions ?? []).flatMap(({ requests }) => requests(event.data));
    });
    this.#enqueue(tx, tenantId, jobs);
  }

  /** Writes an event without an audit entry, and the jobs that follow. */
  announce(tx: Tx, tenantId: string, event: AnyEvent, isHeard: boolean): void {
    const row = rowOf(event, newId('event', tx.now), null);
    tx.write(insertEvents({ tenantId, outbox: JSON.stringify([row]), createdAt: tx.now }));
    this.follow(tx, tenantId, event, row.id, isHeard);
  }

  /** An event without listeners. Only readers of the outbox see it. */
  note(tx: Tx, tenantId: string, kind: string, documentId: string): void {
    const id = newId('event', tx.now);
    tx.write(insertNote({ tenantId, id, kind, documentId, createdAt: tx.now }));
  }

  /** Starts the caller's follow-up jobs in this transaction. Jobs that an event starts are started with the event. */
  start<I>(tx: Tx, tenantId: string, continuation: Continuation<I>, input: NoInfer<I>): void {
    this.#enqueue(tx, tenantId, continuation.requests(input));
  }

  #enqueue(tx: Tx, tenantId: string, jobs: readonly JobRequest[]): void {
    enqueue(tx, tenantId, jobs, this.#wake, this.#take);
  }

  /**
   * Invalidates the caches of this process for the change when it is committed. Recorded actions do so automatically.
   */
  outdate(tx: Tx, change: AuditAction | UnrecordedChange): void {
    for (const cached of OUTDATED_BY[change]) tx.onceOver(() => this.#memory.forget(cached));
  }

  async personKey(tx: Tx, tenantId: string, personId: string): Promise<SecretKey> {
    const name = `${tenantId}/${personId}`;
    const known = () => this.#personKeys.get(name) ?? this.#uncommitted.get(tx)?.get(name);
    const asking = known() ? undefined : this.#askForKey(tenantId, personId);
    if (asking) asking.keep(tx, await tx.queryAll(asking.statements));
    const key = known();
    if (!key) throw new Error(`the key of person ${personId} could not be made`);
    return key;
  }

  /** The statements that make a person's key available, unless it is cached: create it if missing, then read it. */
  #askForKey(tenantId: string, personId: string) {
    const name = `${tenantId}/${personId}`;
    if (this.#personKeys.has(name)) return undefined;
    const fresh = this.#vault.seal(`person ${name}`, randomSecret(32));
    return {
      statements: [insertPersonKey(tenantId, personId, fresh), selectPersonKey(tenantId, personId)] as const,
      keep: (tx: Tx, [, [row]]: readonly [unknown[], { key_sealed: Buffer }[]]): void => {
        if (row) this.#keepKey(tx, name, secretKey(this.#vault.open(`person ${name}`, row.key_sealed)));
      },
    };
  }

  /** For this transaction immediately, for all others after the commit. */
  #keepKey(tx: Tx, name: string, key: SecretKey): void {
    const keys = this.#uncommitted.get(tx) ?? new Map<string, SecretKey>();
    this.#uncommitted.set(tx, keys.set(name, key));
    tx.afterCommit(() => {
      if (this.#personKeys.size >= KEPT_PERSON_KEYS) this.#personKeys.clear();
      this.#personKeys.set(name, key);
    });
  }
}

/** An open stream: entries follow one another within a transaction. */
export class Trail {
  readonly #recorder: Recorder;
  readonly #tx: Tx;
  readonly #tenantId: string;
  readonly #stream: string;
  #head: Head;

  constructor(recorder: Recorder, tx: Tx, tenantId: string, stream: string, head: Head) {
    this.#recorder = recorder;
    this.#tx = tx;
    this.#tenantId = tenantId;
    this.#stream = stream;
    this.#head = head;
  }

  /** Announces every further event of this stream. When it was opened, the document had no callback. */
  hear(): void {
    this.#head = { ...this.#head, heard: ['*'] };
  }

  async record(happening: Happening): Promise<{ n: number; hash: string; bytes: Buffer }> {
    const { action, actor, target, data, personal, event } = happening;
    const tx = this.#tx;
    const id = newId('audit', tx.now);
    // A clock that is set back must not make the trail go back in time, because its times are evidence of the order of
    // events.
    const at = tx.now < this.#head.at ? this.#head.at : tx.now;
    const kept = personal ? await this.#sealPersonal(id, personal) : undefined;
    const n = this.#head.n + 1;
    const entry = buildEntry({
      tenant: this.#tenantId,
      stream: this.#stream,
      n,
      prev: this.#head.hash,
      at: at.toISOString(),
      id,
      type: action,
      actor,
      target,
      data,
      pii: kept?.commitment ?? null,
    });
    const following = event === undefined ? [] : 'kind' in event ? [event] : event;
    const { heard } = this.#head;
    let { events } = this.#head;
    // Events of a document are counted from 1. Events without a document are not counted.
    const written = following.map((one) => {
      const isCounted = 'documentId' in one.data && one.data.documentId === this.#stream;
      if (isCounted) events += 1;
      return rowOf(one, newId('event', tx.now), isCounted ? events : null);
    });
    const { hash, bytes } = entry;
    this.#write({ tenantId: this.#tenantId, stream: this.#stream, n, id, at, hash, bytes, events }, kept, written);
    for (const [index, one] of following.entries()) {
      const isHeard = heard.includes('*') || heard.includes(one.kind);
      this.#recorder.follow(tx, this.#tenantId, one, written[index]?.id ?? '', isHeard);
    }
    const securityEvent = securityEventOf(this.#tenantId, at, happening);
    if (securityEvent) tx.write(securityEvent);
    if (isUnannounced(action)) this.#recorder.note(tx, this.#tenantId, action, target.id);
    this.#recorder.outdate(tx, action);
    this.#head = { n, hash, at, events, heard };
    return { n, hash, bytes };
  }

  #write(row: NewEntry, kept: Personal | undefined, events: readonly NewEvent[]): void {
    const personal = kept && { personId: kept.personId, sealed: kept.sealed };
    if (events.length === 0) {
      this.#tx.write(personal ? insertPersonalEntry({ ...row, ...personal }) : insertEntry(row));
      return;
    }
    const following = { outbox: JSON.stringify(events), createdAt: this.#tx.now };
    this.#tx.write(
      personal
        ? insertPersonalEntryWithEvents({ ...row, ...personal, ...following })
        : insertEntryWithEvents({ ...row, ...following }),
    );
  }

  async #sealPersonal(entryId: string, personal: NonNullable<Happening['personal']>) {
    const { fields } = personal;
    const personId = keyOf(this.#tenantId, this.#stream, personal.personId);
    const key = await this.#recorder.personKey(this.#tx, this.#tenantId, personId);
    const salt = randomSecret(32);
    const content = Buffer.concat([salt, Buffer.from(JSON.stringify(fields))]);
    return { personId, sealed: seal(key, `audit ${entryId}`, content), commitment: commitPii(salt, fields) };
  }
}
