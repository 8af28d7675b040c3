/** The SQL statements that write an audit entry and everything that belongs to it. */
import type { AnyEvent } from '@countersign/contract';
import { combinedWrites, namedStatement, type Statement, statement } from '../db/statement.ts';

export type Head = { n: number; hash: string; at: Date; events: number; heard: string[] };

const LOCK_HEAD =
  'select n, hash, at, events from audit_streams where tenant_id = $1 and stream = $2 for no key update';
const CREATE_HEAD = `insert into audit_streams (tenant_id, stream, n, hash, at) values ($1, $2, -1, $3, $4)
  on conflict (tenant_id, stream) do nothing`;
const ENDPOINT_KINDS = `select unnest(events) as kind from webhook_endpoints
  where tenant_id = $1 and active and deleted_at is null and not is_callback`;
/** A document with a callback announces all its events. */
const CALLBACK_KINDS = `select '*' as kind from documents where tenant_id = $1 and id = $2 and callback_endpoint is not null`;

type Opening = [tenant: string, stream: string, genesis: string, at: Date];
const openAtOnce = statement<Head, Opening>(
  'audit-open-stream',
  `with held as materialized (${LOCK_HEAD}), made as (${CREATE_HEAD} returning n, hash, at, events),
     endpoints as materialized (${ENDPOINT_KINDS})
   select head.*, array(select kind from endpoints union all ${CALLBACK_KINDS}) as heard
   from (select * from held union all select * from made) head`,
);
const createHead = statement<unknown, Opening>('audit-create-head', CREATE_HEAD);
const lockHead = statement<Omit<Head, 'heard'>, [tenant: string, stream: string]>('audit-lock-head', LOCK_HEAD);
const endpointKinds = statement<{ kind: string }, [tenant: string]>('audit-endpoint-kinds', ENDPOINT_KINDS);
const callbackKinds = statement<{ kind: string }, [tenant: string, document: string]>(
  'audit-callback-kinds',
  CALLBACK_KINDS,
);

/**
 * Locks the stream and returns its head, or creates the stream, in one statement. An existing row is only locked,
 * because updating it on conflict would write the row twice for each entry. If another transaction creates the stream
 * at the same time, no row is returned, and the next attempt sees it.
 */
export const openStream = (...opening: Opening): Statement<Head> => {
  const [tenant, stream] = opening;
  return {
    ...openAtOnce(...opening),
    parts: {
      statements: [
        createHead(...opening),
        lockHead(tenant, stream),
        endpointKinds(tenant),
        callbackKinds(tenant, stream),
      ],
      join: ([, heads = [], ...kinds]) => {
        const heard = (kinds.flat() as { kind: string }[]).map(({ kind }) => kind);
        return (heads as Head[]).map((head) => ({ ...head, heard }));
      },
    },
  };
};
export type NewEntry = {
  tenantId: string;
  stream: string;
  n: number;
  id: string;
  at: Date;
  hash: string;
  bytes: Buffer;
  /** The number of events in the stream so far, which determines the number of the next event. */
  events: number;
};
const MOVE_HEAD =
  'update audit_streams set n = :n, hash = :hash, at = :at, events = :events where tenant_id = :tenantId and stream = :stream';
const INSERT_ENTRY =
  'insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes) values (:tenantId, :stream, :n, :id, :at, :hash, :bytes)';
export type Personal = { personId: string; sealed: Buffer };
const INSERT_PERSONAL =
  'insert into audit_personal (tenant_id, entry_id, person_id, sealed) values (:tenantId, :id, :personId, :sealed)';
export type NewEvent = {
  id: string;
  kind: string;
  document_id: string | null;
  package_id: string | null;
  data: AnyEvent['data'];
  sequence: number | null;
};
/**
 * The events include the metadata that the caller stores with the document or package, so that receivers do not have to
 * request it.
 */
const INSERT_EVENTS = `insert into outbox (tenant_id, id, kind, document_id, template_id, metadata, callback_endpoint, data, created_at, sequence)
   select :tenantId, e.id, e.kind, e.document_id, d.template_id, d.metadata, d.callback_endpoint,
     case when e.data ? 'document' then jsonb_set(e.data, '{document}', (e.data->'document') || jsonb_build_object(
         'metadata', coalesce(d.metadata, '{}'), 'external_id', d.external_id, 'template_id', d.template_id, 'package_id', d.package_id))
       when e.data ? 'package' then jsonb_set(e.data, '{package}', (e.data->'package') || jsonb_build_object('external_id', p.external_id))
       else e.data end, :createdAt, e.sequence
   from jsonb_to_recordset(:outbox::jsonb) as e (id text, kind text, document_id text, package_id text, data jsonb, sequence integer)
   left join lateral (select * from documents where tenant_id = :tenantId and id = e.document_id limit 1) d on true
   left join lateral (select * from packages where tenant_id = :tenantId and id = e.package_id limit 1) p on true`;
export const rowOf = ({ kind, data }: AnyEvent, id: string, sequence: number | null): NewEvent => ({
  id,
  kind,
  document_id: 'document' in data ? data.documentId : null,
  package_id: 'package' in data ? data.packageId : null,
  data,
  sequence,
});
export type Following = { outbox: string; createdAt: Date };

/** Queues the entry. The sequencer of the transparency log reads it from this table (features/transparency-log). */
const QUEUE_FOR_LOG = 'insert into log_queue (tenant_id, stream, n) values (:tenantId, :stream, :n)';

/**
 * One statement writes an entry, the head of its stream, its place in the queue for the transparency log, its personal
 * data and its events.
 */
const entryWith = <Others>(name: string, others: Readonly<Record<string, string>>) =>
  combinedWrites<NewEntry & Others>(name, { moved: MOVE_HEAD, queued: QUEUE_FOR_LOG, ...others, entry: INSERT_ENTRY });
export const insertEntry = entryWith<unknown>('audit-insert-entry', {});
export const insertPersonalEntry = entryWith<Personal>('audit-insert-personal', { personal: INSERT_PERSONAL });
export const insertEntryWithEvents = entryWith<Following>('audit-insert-entry-events', { events: INSERT_EVENTS });
export const insertPersonalEntryWithEvents = entryWith<Personal & Following>('audit-insert-personal-events', {
  personal: INSERT_PERSONAL,
  events: INSERT_EVENTS,
});
/**
 * Selects the key that seals a person's data, and creates the key if there is none. If another transaction creates it
 * at the same time, no row is returned, and the caller's next statement finds the key.
 */
export const ensurePersonKey = statement<{ key_sealed: Buffer }, [tenant: string, person: string, sealed: Buffer]>(
  'person-key-ensure',
  `with made as (insert into person_keys (tenant_id, person_id, key_sealed) values ($1, $2, $3)
     on conflict (tenant_id, person_id) do nothing returning key_sealed)
   select key_sealed from person_keys where tenant_id = $1 and person_id = $2 union all select key_sealed from made`,
);
export const insertEvents = namedStatement<unknown, Following & { tenantId: string }>(
  'outbox-insert-events',
  INSERT_EVENTS,
);
export const insertLaterEvents = combinedWrites<Following & { tenantId: string; stream: string; events: number }>(
  'outbox-insert-later-events',
  {
    moved: 'update audit_streams set events = :events where tenant_id = :tenantId and stream = :stream',
    events: INSERT_EVENTS,
  },
);
export const insertNote = namedStatement<
  unknown,
  { tenantId: string; id: string; kind: string; documentId: string; createdAt: Date }
>(
  'outbox-insert',
  `insert into outbox (tenant_id, id, kind, document_id, data, created_at) values (:tenantId, :id, :kind, :documentId, '{}', :createdAt)`,
);
