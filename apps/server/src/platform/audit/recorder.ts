/**
 * Records what happened: the audit entry, the outbox event and the jobs that follow from it, in the transaction of the
 * change itself. No entry, no change; no change, no event (docs/signing-flow.md).
 */
import { buildEntry, commitPii, GENESIS } from '@countersign/audit-log';
import type { AnyEvent, EventKind } from '@countersign/contract';
import { newId } from '../crypto/ids.ts';
import { seal, type Vault } from '../crypto/seal.ts';
import { randomSecret, type SecretKey, secretKey } from '../crypto/tokens.ts';
import { type Statement, statement } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';
import { enqueue, type JobRequest, type Wake } from '../jobs/queue.ts';
import type { AuditAction } from './actions.ts';

export type Party = {
  kind: 'user' | 'api-key' | 'signer' | 'system' | 'document' | 'organization' | 'mail';
  id: string;
};

export type Happening = {
  action: AuditAction;
  actor: Party;
  target: Party;
  /** Hashes, ids and codes; no personal data (audit-trail.md). */
  data: Record<string, string | number | boolean | null>;
  /** Names and addresses: only their commitment is in the entry, they are sealed under the person's key. */
  personal?: { personId: string; fields: Record<string, string> };
  event?: AnyEvent;
};

/** Which jobs an event starts: one table for the whole server, see main/subscriptions.ts. */
export type Subscriptions = { [K in EventKind]?: (event: Extract<AnyEvent, { kind: K }>) => JobRequest[] };

type Head = { n: number; hash: string; at: Date };

/** Makes the stream when it is new; either way its row is locked and its head answered, in one statement. */
const openStream = statement<Head, [tenant: string, stream: string, genesis: string, at: Date]>(
  'audit-open-stream',
  `insert into audit_streams as s (tenant_id, stream, n, hash, at) values ($1, $2, -1, $3, $4)
   on conflict (tenant_id, stream) do update set n = s.n returning s.n, s.hash, s.at`,
);
const moveHead = statement<unknown, [tenant: string, stream: string, n: number, hash: string, at: Date]>(
  'audit-move-head',
  'update audit_streams set n = $3, hash = $4, at = $5 where tenant_id = $1 and stream = $2',
);
const insertEntry = statement<unknown, [string, string, number, string, Date, string, Buffer]>(
  'audit-insert-entry',
  'insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes) values ($1, $2, $3, $4, $5, $6, $7)',
);
const insertPersonal = statement<unknown, [string, string, string, Buffer]>(
  'audit-insert-personal',
  'insert into audit_personal (tenant_id, entry_id, person_id, sealed) values ($1, $2, $3, $4)',
);
const selectPersonKey = statement<{ key_sealed: Buffer }, [string, string]>(
  'person-key-select',
  'select key_sealed from person_keys where tenant_id = $1 and person_id = $2',
);
/** Answers with a row only to whoever made the key; everybody else waits for that commit and then reads it. */
const insertPersonKey = statement<{ key_sealed: Buffer }, [string, string, Buffer]>(
  'person-key-insert',
  `insert into person_keys (tenant_id, person_id, key_sealed) values ($1, $2, $3)
   on conflict (tenant_id, person_id) do nothing returning key_sealed`,
);
const insertEvent = statement<unknown, [string, string, string, string | null, string, Date]>(
  'outbox-insert',
  'insert into outbox (tenant_id, id, kind, document_id, data, created_at) values ($1, $2, $3, $4, $5, $6)',
);

const KEPT_PERSON_KEYS = 10_000;

export class Recorder {
  readonly #vault: Vault;
  readonly #subscriptions: Subscriptions;
  readonly #wake: Wake;
  /** Keys of persons seen lately; filled only after the commit that made them. */
  readonly #personKeys = new Map<string, SecretKey>();

  constructor(options: { vault: Vault; subscriptions: Subscriptions; wake: Wake }) {
    this.#vault = options.vault;
    this.#subscriptions = options.subscriptions;
    this.#wake = options.wake;
  }

  /** Locks a stream. Take it last of all locks: document row first, then chain head (docs/ARCHITECTURE.md). */
  async open(tx: Tx, tenantId: string, stream: string): Promise<Trail> {
    return (await this.openAfter(tx, tenantId, stream, [])).trail;
  }

  /** Runs `before` (the locks that come first, and what is read under them) and opens the stream, in one round trip. */
  async openAfter(
    tx: Tx,
    tenantId: string,
    stream: string,
    before: readonly Statement<unknown>[],
  ): Promise<{ trail: Trail; rows: unknown[][] }> {
    const rows = await tx.queryAll([...before, openStream(tenantId, stream, GENESIS, tx.now)]);
    const head = rows.pop()?.[0] as Head | undefined;
    if (!head) throw new Error(`audit stream ${stream} could not be opened`);
    return { trail: new Trail(this, tx, tenantId, stream, head), rows };
  }

  /** Opens a stream, records one happening and leaves the rest to the commit. */
  async record(tx: Tx, tenantId: string, stream: string, happening: Happening): Promise<void> {
    const trail = await this.open(tx, tenantId, stream);
    await trail.record(happening);
  }

  follow(tx: Tx, tenantId: string, event: AnyEvent): void {
    const documentId = 'documentId' in event.data ? event.data.documentId : null;
    tx.write(insertEvent(tenantId, newId('event', tx.now), event.kind, documentId, JSON.stringify(event.data), tx.now));
    const jobsOf = this.#subscriptions[event.kind] as ((event: AnyEvent) => JobRequest[]) | undefined;
    for (const job of jobsOf?.(event) ?? []) this.enqueue(tx, tenantId, job);
  }

  enqueue(tx: Tx, tenantId: string, job: JobRequest): void {
    enqueue(tx, tenantId, job, this.#wake);
  }

  async personKey(tx: Tx, tenantId: string, personId: string): Promise<SecretKey> {
    const name = `${tenantId}/${personId}`;
    const kept = this.#personKeys.get(name);
    if (kept) return kept;
    const sealed = await this.#sealedPersonKey(tx, tenantId, personId, name);
    const key = secretKey(this.#vault.open(`person ${name}`, sealed));
    tx.afterCommit(() => {
      if (this.#personKeys.size >= KEPT_PERSON_KEYS) this.#personKeys.clear();
      this.#personKeys.set(name, key);
    });
    return key;
  }

  async #sealedPersonKey(tx: Tx, tenantId: string, personId: string, name: string): Promise<Buffer> {
    const [found] = await tx.query(selectPersonKey(tenantId, personId));
    if (found) return found.key_sealed;
    const fresh = this.#vault.seal(`person ${name}`, randomSecret(32));
    const [made] = await tx.query(insertPersonKey(tenantId, personId, fresh));
    const [row] = made ? [made] : await tx.query(selectPersonKey(tenantId, personId));
    if (!row) throw new Error(`the key of person ${personId} could not be made`);
    return row.key_sealed;
  }
}

/** An open stream: entries follow one another within a transaction. */
export class Trail {
  readonly #recorder: Recorder;
  readonly #tx: Tx;
  readonly #tenantId: string;
  readonly #stream: string;
  readonly #newPersons = new Map<string, SecretKey>();
  #head: Head;

  constructor(recorder: Recorder, tx: Tx, tenantId: string, stream: string, head: Head) {
    this.#recorder = recorder;
    this.#tx = tx;
    this.#tenantId = tenantId;
    this.#stream = stream;
    this.#head = head;
  }

  async record(happening: Happening): Promise<void> {
    const { action, actor, target, data, personal, event } = happening;
    const tx = this.#tx;
    const id = newId('audit', tx.now);
    // A clock that was set back must not make the trail run backwards (audit-trail.md, `at`).
    const at = tx.now < this.#head.at ? this.#head.at : tx.now;
    const pii = personal ? await this.#sealPersonal(id, personal) : null;
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
      pii,
    });
    tx.write(insertEntry(this.#tenantId, this.#stream, n, id, at, entry.hash, entry.bytes));
    tx.write(moveHead(this.#tenantId, this.#stream, n, entry.hash, at));
    this.#head = { n, hash: entry.hash, at };
    if (event) this.#recorder.follow(tx, this.#tenantId, event);
  }

  async #sealPersonal(entryId: string, personal: NonNullable<Happening['personal']>): Promise<string> {
    const { personId, fields } = personal;
    const key = this.#newPersons.get(personId) ?? (await this.#recorder.personKey(this.#tx, this.#tenantId, personId));
    this.#newPersons.set(personId, key);
    const salt = randomSecret(32);
    const content = Buffer.concat([salt, Buffer.from(JSON.stringify(fields))]);
    this.#tx.write(insertPersonal(this.#tenantId, entryId, personId, seal(key, `audit ${entryId}`, content)));
    return commitPii(salt, fields);
  }
}
