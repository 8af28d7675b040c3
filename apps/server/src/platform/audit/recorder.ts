/**
 * Records a change: the audit entry, the outbox event and the jobs that follow, in the transaction of the change.
 * Without an entry there is no change, and without a change there is no event (docs/understand/signing-flow.md).
 */
import { buildEntry, commitPii, GENESIS } from '@countersign/audit-log';
import type { AnyEvent, EventData, EventKind } from '@countersign/contract';
import { newId } from '../crypto/ids.ts';
import { seal, type Vault } from '../crypto/seal.ts';
import { randomSecret, type SecretKey, secretKey } from '../crypto/tokens.ts';
import type { RowsOf, Statement, Statements } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import type { Continuation } from '../jobs/continuation.ts';
import { enqueue } from '../jobs/enqueue.ts';
import type { JobRequest, Take, Wake } from '../jobs/queue.ts';
import type { Start } from '../jobs/starts.ts';
import type { AuditAction } from './actions.ts';
import { Memory, OUTDATED_BY, type UnrecordedChange } from './cache-invalidation.ts';
import {
  createStream,
  type Head,
  insertEntry,
  insertEntryWithEvents,
  insertEvents,
  insertLaterEvents,
  insertNote,
  insertPersonalEntry,
  insertPersonalEntryWithEvents,
  type NewEntry,
  type NewEvent,
  openStream,
  type Personal,
  rowOf,
  ensurePersonKey,
} from './recorder-statements.ts';
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
  /**
   * Hashes, IDs and codes. They must not be personal data, because these bytes are chained and cannot be erased
   * individually.
   */
  data: Record<string, string | number | boolean | null>;
  /** Names and addresses, sealed under the person's key. The entry itself contains only a commitment to them. */
  personal?: { personId: string; fields: Record<string, string> };
  /** The events that follow from the change, in order. */
  event?: AnyEvent | readonly AnyEvent[];
  /**
   * If true, the entry gets its index in the transparency log and a checkpoint right after the commit, not with the
   * next batch.
   */
  checkpoint?: true;
};

/** Called after the commit of an entry, when the tenant's log has new entries to sequence. */
export type Sequence = (tenantId: string, urgency: 'soon' | 'now') => void;

/** The jobs that events start. Each feature has a table. docs/understand/reactions.md lists all of them. */
export type Reactions = { readonly [K in EventKind]?: readonly Start<EventData<K>>[] };

/**
 * Receives every event within its transaction, so that the listener can write a row with it. `isHeard` is true if a
 * webhook of the tenant subscribes to this kind. If none does, only the event's own row is written.
 */
export type Announce = (tx: Tx, tenantId: string, event: { id: string; isHeard: boolean }) => void;

/**
 * Returns the name of the key that seals a person's data. A person has two keys in a tenant. One is for account
 * activity and is destroyed when the account is deleted. The other is for activity on documents, which is evidence, and
 * is kept as long as the documents (ADR 59).
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
  readonly #sequence: Sequence;
  readonly #memory: Memory;
  /** Recently used keys of people. A key is added only after the commit that created it. */
  readonly #personKeys = new Map<string, SecretKey>();
  /** Keys that only the transaction that read or created them may use. */
  readonly #uncommitted = new WeakMap<Tx, Map<string, SecretKey>>();

  constructor(options: {
    vault: Vault;
    reactions: readonly Reactions[];
    wake: Wake;
    take?: Take;
    announce?: Announce;
    sequence?: Sequence;
    memory?: Memory;
  }) {
    this.#vault = options.vault;
    this.#reactions = options.reactions;
    this.#wake = options.wake;
    this.#take = options.take;
    this.#announce = options.announce ?? (() => {});
    this.#sequence = options.sequence ?? (() => {});
    this.#memory = options.memory ?? new Memory();
  }

  /**
   * Locks a stream. Take this lock last: first lock the document's row, then the head of the chain
   * (docs/ARCHITECTURE.md).
   */
  async open(tx: Tx, tenantId: string, stream: string): Promise<Trail> {
    return (await this.openAfter(tx, tenantId, stream, [])).trail;
  }

  /**
   * Runs the statements in `before` (locks that must come first, and reads under these locks) and opens the stream, in
   * one round trip.
   * @param personId the person whose personal data will be recorded: their key is read, or created, in this round trip
   */
  async openAfter<const S extends Statements>(
    tx: Tx,
    tenantId: string,
    stream: string,
    before: S,
    personId?: string,
  ): Promise<{ trail: Trail; rows: RowsOf<S> }> {
    const rows = tx.readLater(before);
    const trail = await this.#openWith(openStream(tenantId, stream), tx, tenantId, stream, personId);
    return { trail, rows: rows() };
  }

  /** Creates the stream of something that is created in this transaction. */
  create(tx: Tx, tenantId: string, stream: string, personId?: string): Promise<Trail> {
    return this.#openWith(createStream(tenantId, stream, GENESIS, tx.now), tx, tenantId, stream, personId);
  }

  /** Runs a statement that returns the head of the stream, together with the reading of the person's key. */
  async #openWith(head: Statement<Head>, tx: Tx, tenantId: string, stream: string, personId?: string): Promise<Trail> {
    const person = personId === undefined ? undefined : this.#askForKey(tenantId, keyOf(tenantId, stream, personId));
    const heads = tx.readLater([head]);
    const keys = person && tx.readLater([person.statement]);
    await tx.flush();
    const [[found]] = heads();
    if (keys) person.keep(tx, keys()[0]);
    return this.#trail(tx, tenantId, stream, found);
  }

  /**
   * Opens a stream that exists with the next query of the transaction. Several streams are opened in the order of their
   * names.
   */
  openLater(tx: Tx, tenantId: string, stream: string): () => Trail {
    const opened = tx.readLater([openStream(tenantId, stream)]);
    return () => {
      const [[head]] = opened();
      if (!head) throw new Error(`audit stream ${stream} does not exist`);
      return new Trail(this, tx, tenantId, stream, head);
    };
  }

  /** Returns the stream with this head. If no head was found, creates the stream or waits for its creation. */
  async #trail(tx: Tx, tenantId: string, stream: string, found: Head | undefined): Promise<Trail> {
    if (found) return new Trail(this, tx, tenantId, stream, found);
    const [[created], [opened]] = await tx.queryAll([
      createStream(tenantId, stream, GENESIS, tx.now),
      openStream(tenantId, stream),
    ]);
    const head = created ?? opened;
    if (!head) throw new Error(`audit stream ${stream} could not be created`);
    return new Trail(this, tx, tenantId, stream, head);
  }

  /** Opens a stream and records one change. The entry is written at the commit. */
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

  /** Writes an event that has no audit entry, and the jobs that follow from the event. */
  announce(tx: Tx, tenantId: string, event: AnyEvent, isHeard: boolean): void {
    const row = rowOf(event, newId('event', tx.now), null);
    tx.write(insertEvents({ tenantId, outbox: JSON.stringify([row]), createdAt: tx.now }));
    this.follow(tx, tenantId, event, row.id, isHeard);
  }

  /** Writes an event that only readers of the outbox see. */
  note(tx: Tx, tenantId: string, kind: string, documentId: string): void {
    const id = newId('event', tx.now);
    tx.write(insertNote({ tenantId, id, kind, documentId, createdAt: tx.now }));
  }

  /** Wakes the sequencer of the transparency log after the commit. */
  sequence(tx: Tx, tenantId: string, urgency: 'soon' | 'now'): void {
    tx.afterCommit(() => this.#sequence(tenantId, urgency));
  }

  /**
   * Starts the caller's follow-up jobs in this transaction. Jobs that belong to an event are started when the event is
   * recorded.
   */
  start<I>(tx: Tx, tenantId: string, continuation: Continuation<I>, input: NoInfer<I>): void {
    this.#enqueue(tx, tenantId, continuation.requests(input));
  }

  #enqueue(tx: Tx, tenantId: string, jobs: readonly JobRequest[]): void {
    enqueue(tx, tenantId, jobs, this.#wake, this.#take);
  }

  /**
   * Invalidates the caches of this process that are affected by the change, once the change is committed. For recorded
   * actions, this happens automatically.
   */
  outdate(tx: Tx, change: AuditAction | UnrecordedChange): void {
    for (const cached of OUTDATED_BY[change]) tx.onceOver(() => this.#memory.forget(cached));
  }

  async personKey(tx: Tx, tenantId: string, personId: string): Promise<SecretKey> {
    const name = `${tenantId}/${personId}`;
    const known = () => this.#personKeys.get(name) ?? this.#uncommitted.get(tx)?.get(name);
    for (let attempt = 1; attempt <= 2 && !known(); attempt += 1) {
      const asking = this.#askForKey(tenantId, personId);
      asking?.keep(tx, await tx.query(asking.statement));
    }
    const key = known();
    if (!key) throw new Error(`the key of person ${personId} could not be created`);
    return key;
  }

  /** Returns the statement that reads or creates a person's key, unless the key is cached. */
  #askForKey(tenantId: string, personId: string) {
    const name = `${tenantId}/${personId}`;
    if (this.#personKeys.has(name)) return undefined;
    const fresh = this.#vault.seal(`person ${name}`, randomSecret(32));
    return {
      statement: ensurePersonKey(tenantId, personId, fresh),
      keep: (tx: Tx, [row]: readonly { key_sealed: Buffer }[]): void => {
        if (row) this.#keepKey(tx, name, secretKey(this.#vault.open(`person ${name}`, row.key_sealed)));
      },
    };
  }

  /** Keeps a key for this transaction immediately, and for all others after the commit. */
  #keepKey(tx: Tx, name: string, key: SecretKey): void {
    const keys = this.#uncommitted.get(tx) ?? new Map<string, SecretKey>();
    this.#uncommitted.set(tx, keys.set(name, key));
    tx.afterCommit(() => {
      if (this.#personKeys.size >= KEPT_PERSON_KEYS) this.#personKeys.clear();
      this.#personKeys.set(name, key);
    });
  }
}

/** An open stream, to which a transaction can add several entries. */
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

  /** Announces all later events of the stream, because its document now has a callback. */
  announceAll(): void {
    this.#head = { ...this.#head, heard: ['*'] };
  }

  async record(happening: Happening): Promise<{ n: number; hash: string; bytes: Buffer }> {
    const { action, actor, target, data, personal, event, checkpoint } = happening;
    const tx = this.#tx;
    const id = newId('audit', tx.now);
    // The time never decreases, even if the clock is set back, because the times in the trail are evidence of the order
    // of events.
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
    const { written, events } = this.#count(following);
    const { hash, bytes } = entry;
    this.#write({ tenantId: this.#tenantId, stream: this.#stream, n, id, at, hash, bytes, events }, kept, written);
    this.#follow(following, written);
    const securityEvent = securityEventOf(this.#tenantId, at, happening);
    if (securityEvent) tx.write(securityEvent);
    if (isUnannounced(action)) this.#recorder.note(tx, this.#tenantId, action, target.id);
    this.#recorder.outdate(tx, action);
    this.#recorder.sequence(tx, this.#tenantId, checkpoint ? 'now' : 'soon');
    this.#head = { n, hash, at, events, heard };
    return { n, hash, bytes };
  }

  /** Writes events for a change that was recorded earlier, in another transaction. */
  announce(following: readonly AnyEvent[]): void {
    const { written, events } = this.#count(following);
    const tx = this.#tx;
    tx.write(
      insertLaterEvents({
        tenantId: this.#tenantId,
        stream: this.#stream,
        events,
        outbox: JSON.stringify(written),
        createdAt: tx.now,
      }),
    );
    this.#follow(following, written);
    this.#head = { ...this.#head, events };
  }

  /** Events of a document are counted from 1. Events without a document are not counted. */
  #count(following: readonly AnyEvent[]): { written: NewEvent[]; events: number } {
    let { events } = this.#head;
    const written = following.map((one) => {
      const isCounted = 'documentId' in one.data && one.data.documentId === this.#stream;
      if (isCounted) events += 1;
      return rowOf(one, newId('event', this.#tx.now), isCounted ? events : null);
    });
    return { written, events };
  }

  #follow(following: readonly AnyEvent[], written: readonly NewEvent[]): void {
    const { heard } = this.#head;
    for (const [index, one] of following.entries()) {
      const isHeard = heard.includes('*') || heard.includes(one.kind);
      this.#recorder.follow(this.#tx, this.#tenantId, one, written[index]?.id ?? '', isHeard);
    }
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
