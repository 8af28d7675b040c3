/** The SQL statements that write an audit entry and everything that belongs to it. */
import type { AnyEvent } from '@countersign/contract';
import { combinedWrites, namedStatement, type Parts, type Statement, statement } from '../db/statement.ts';

export type Head = { n: number; hash: string; at: Date; events: number; heard: string[] };

const ENDPOINT_KINDS = `select unnest(events) as kind from webhook_endpoints
  where tenant_id = $1 and active and deleted_at is null and not is_callback`;
/** A document with a callback announces all its events. */
const CALLBACK_KINDS = `select '*' as kind from documents where tenant_id = $1 and id = $2 and callback_endpoint is not null`;

const ENDPOINTS = `endpoints as materialized (${ENDPOINT_KINDS})`;
const HEARD = `array(select kind from endpoints union all ${CALLBACK_KINDS}) as heard`;

type Place = [tenant: string, stream: string];
type NewPlace = [...Place, genesis: string, at: Date];
const FROM_HEAD = 'from audit_streams where tenant_id = $1 and stream = $2 for no key update';
const openAtOnce = statement<Head, Place>(
  'audit-open-stream',
  `with ${ENDPOINTS} select n, hash, at, events, ${HEARD} ${FROM_HEAD}`,
);
const lockHead = statement<Omit<Head, 'heard'>, Place>('audit-lock-head', `select n, hash, at, events ${FROM_HEAD}`);
const CREATE_HEAD = `insert into audit_streams (tenant_id, stream, n, hash, at) values ($1, $2, -1, $3, $4)
  on conflict (tenant_id, stream) do nothing returning n, hash, at, events`;
const createAtOnce = statement<Head, NewPlace>(
  'audit-create-stream',
  `with made as (${CREATE_HEAD}), ${ENDPOINTS} select made.*, ${HEARD} from made`,
);
const createHead = statement<Omit<Head, 'heard'>, NewPlace>('audit-create-head', CREATE_HEAD);
const endpointKinds = statement<{ kind: string }, [tenant: string]>('audit-endpoint-kinds', ENDPOINT_KINDS);
const callbackKinds = statement<{ kind: string }, [tenant: string, document: string]>(
  'audit-callback-kinds',
  CALLBACK_KINDS,
);

/** The parts of a statement that returns a head. The first part returns its columns. */
const headIn = (head: Statement<Omit<Head, 'heard'>>, [tenant, stream]: Place): Parts<Head> => ({
  statements: [head, endpointKinds(tenant), callbackKinds(tenant, stream)],
  join: ([heads = [], ...kinds]) => {
    const heard = (kinds.flat() as { kind: string }[]).map(({ kind }) => kind);
    return (heads as Head[]).map((row) => ({ ...row, heard }));
  },
});
/** Locks the stream and returns its head. Returns no row if the stream does not exist. */
export const openStream = (...place: Place): Statement<Head> => ({
  ...openAtOnce(...place),
  parts: headIn(lockHead(...place), place),
});
/** Creates the stream and returns its head. Returns no row if the stream exists, even if it was created concurrently. */
export const createStream = (...place: NewPlace): Statement<Head> => ({
  ...createAtOnce(...place),
  parts: headIn(createHead(...place), [place[0], place[1]]),
});
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
