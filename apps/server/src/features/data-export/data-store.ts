/**
 * SQL for the content of an export. The database builds the JSON, so columns are passed on unchanged with few round
 * trips.
 */
import type { Id, Role } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

type Json = Record<string, unknown>;

// ------------------------------------------------------------------ documents
export type DocumentExportRow = {
  id: Id<'document'>;
  /** Null if the document was erased and only its audit trail remains. */
  json: Json | null;
  erased_at: string | null;
  has_file: boolean;
  has_certificate: boolean;
  attachments: { filename: string; blob_id: string; size_bytes: number }[];
};

/** @param of a condition that selects the recipients `s` whose data is included */
const documentJson = (of: string): string => `json_build_object(
  'id', d.id, 'title', d.title, 'description', d.description, 'filename', d.filename, 'status', d.status,
  'page_count', d.page_count, 'size_bytes', d.size_bytes, 'sha256', d.sha256,
  'owner', (select json_build_object('id', u.id, 'name', u.name, 'email', u.email) from users u where u.id = d.owner_id),
  'signing_order', d.signing_order, 'email_subject', d.email_subject, 'email_message', d.email_message,
  'created_at', d.created_at, 'updated_at', d.updated_at, 'sent_at', d.sent_at, 'expiration', d.expires_at,
  'completed_at', d.completed_at, 'sealed_at', d.sealed_at, 'archived_at', d.archived_at, 'deleted_at', d.deleted_at,
  'void_reason', d.void_reason, 'package_id', d.package_id, 'template_id', d.template_id, 'tags', d.tags, 'metadata', d.metadata,
  'recipients', coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name, 'email', s.email, 'role', s.role,
      'status', s.status, 'order', s.signing_order, 'locale', s.locale, 'invited_at', s.invited_at, 'viewed_at', s.viewed_at,
      'started_at', s.started_at, 'signed_at', s.signed_at, 'declined_at', s.declined_at, 'decline_reason', s.decline_reason)
      order by s.position) from signers s where s.tenant_id = $1 and s.document_id = d.id and ${of}), '[]'),
  'other_recipients', (select count(*) from signers s where s.tenant_id = $1 and s.document_id = d.id and not (${of})),
  'fields', coalesce((select json_agg(json_build_object('id', f.id, 'recipient_id', f.signer_id, 'type', f.kind, 'label', f.label,
      'page', f.page, 'x', f.x, 'y', f.y, 'width', f.width, 'height', f.height, 'required', f.required, 'value', f.value)
      order by f.position) from fields f join signers s on s.tenant_id = f.tenant_id and s.id = f.signer_id
      where f.tenant_id = $1 and f.document_id = d.id and ${of}), '[]'))`;

const attachments = (of: string): string => `coalesce((select json_agg(json_build_object('filename', a.filename,
    'blob_id', a.blob_id, 'size_bytes', a.size_bytes) order by f.position)
    from attachments a join fields f on f.tenant_id = a.tenant_id and f.document_id = a.document_id and f.id = a.field_id
    join signers s on s.tenant_id = a.tenant_id and s.id = a.signer_id
    where a.tenant_id = $1 and a.document_id = d.id and a.bound_at is not null and ${of}), '[]') as attachments`;

/** Every sealed document has a certificate: if none is stored yet, the export creates it. */
const CERTIFICATE = 'd.sealed_at is not null as has_certificate';

/** The condition that selects every recipient. Citus does not support a constant, such as `true`, in an outer join. */
const EVERY = 's.id is not null';
/** Selects all documents by their audit trails, which remain when a document is erased. */
export const selectAllDocuments = statement<DocumentExportRow, [tenant: string, after: string, limit: number]>(
  'export-documents',
  `select a.stream as id, case when d.id is not null then ${documentJson(EVERY)} end as json,
     case when d.id is null then a.at end as erased_at, d.id is not null as has_file, ${CERTIFICATE}, ${attachments(EVERY)}
   from audit_streams a left join documents d on d.tenant_id = a.tenant_id and d.id = a.stream
   where a.tenant_id = $1 and a.stream > $2 and a.stream >= 'doc_' and a.stream < 'doc\`' order by a.stream limit $3`,
);
const OWN = 's.email_key = $3';
export const selectOwnDocuments = statement<
  DocumentExportRow,
  [tenant: string, person: string, emailKey: string, after: string, limit: number]
>(
  'export-own-documents',
  `select d.id, ${documentJson(OWN)} as json, null as erased_at, true as has_file, false as has_certificate, ${attachments(OWN)}
   from documents d where d.tenant_id = $1 and d.owner_id = $2 and d.id > $4 order by d.id limit $5`,
);
/**
 * Selects the documents that a person received. Only the sender's export contains the file of a document that is not
 * completed.
 */
export const selectSignedDocuments = statement<
  DocumentExportRow,
  [tenant: string, ids: readonly string[], emailKey: string, person: string]
>(
  'export-signed-documents',
  `select d.id, ${documentJson(OWN)} as json, null as erased_at, d.sealed_at is not null as has_file, false as has_certificate,
     ${attachments(OWN)}
   from documents d where d.tenant_id = $1 and d.id = any ($2)
     and exists (select from signers s where s.tenant_id = $1 and s.document_id = d.id and ${OWN}
       and s.status in ('signed', 'declined'))
     and not (d.owner_id = $4 and exists (select from memberships m where m.tenant_id = $1 and m.user_id = $4)) order by d.id`,
);
export const selectErasedSince = statement<{ stream: string; at: Date }, [tenant: string, since: Date]>(
  'export-erased-since',
  `select stream, at from audit_entries where tenant_id = $1 and at >= $2
     and position(convert_to('"document.erased"', 'UTF8') in bytes) > 0 order by at, stream`,
);

// ------------------------------------------------------------------ other data of the organization
export type OrganizationData = Record<'organization', Json> &
  Record<'members' | 'invitations' | 'api_keys' | 'webhooks', Json[]>;
const KEY = `json_build_object('id', k.id, 'name', k.name, 'display', k.display, 'scopes', k.scopes, 'created_by', k.created_by,
  'created_at', k.created_at, 'expires_at', k.expires_at, 'last_used_at', k.last_used_at, 'revoked_at', k.revoked_at)`;
export const selectOrganizationData = statement<OrganizationData, [tenant: string]>(
  'export-organization',
  `select json_build_object('id', o.id, 'name', o.name, 'plan', o.plan, 'settings', o.settings, 'created_at', o.created_at) as organization,
     coalesce((select json_agg(json_build_object('user_id', u.id, 'name', u.name, 'email', u.email, 'role', m.role,
       'joined_at', m.created_at) order by m.created_at, u.id) from memberships m join users u on u.id = m.user_id
       where m.tenant_id = $1), '[]') as members,
     coalesce((select json_agg(json_build_object('id', i.id, 'email', i.email, 'name', i.name, 'role', i.role,
       'invited_by', i.invited_by, 'created_at', i.created_at, 'expires_at', i.expires_at, 'accepted_at', i.accepted_at,
       'revoked_at', i.revoked_at) order by i.id) from invitations i where i.tenant_id = $1), '[]') as invitations,
     coalesce((select json_agg(${KEY} order by k.id) from api_keys k where k.tenant_id = $1), '[]') as api_keys,
     coalesce((select json_agg(json_build_object('id', w.id, 'url', w.url, 'description', w.description, 'events', w.events,
       'payload_shape', w.payload_shape, 'active', w.active, 'created_at', w.created_at, 'deleted_at', w.deleted_at) order by w.id)
       from webhook_endpoints w where w.tenant_id = $1), '[]') as webhooks
   from organizations o where o.tenant_id = $1`,
);
type After = [tenant: string, after: string, limit: number];
export const selectTemplatesAfter = statement<{ id: string; json: Json; blob_id: string; size_bytes: number }, After>(
  'export-templates',
  `select t.id, json_build_object('id', t.id, 'name', t.name, 'description', t.description, 'shared', t.shared,
     'owner', t.owner_id, 'version', t.version, 'filename', f.filename, 'sha256', f.sha256, 'size_bytes', f.size_bytes,
     'content', v.content, 'created_at', t.created_at, 'updated_at', t.updated_at, 'deleted_at', t.deleted_at) as json,
     f.blob_id, f.size_bytes
   from templates t
   join template_versions v on v.tenant_id = t.tenant_id and v.template_id = t.id and v.version = t.version
   join template_files f on f.tenant_id = t.tenant_id and f.template_id = t.id and f.version = v.file_version
   where t.tenant_id = $1 and t.id > $2 order by t.id limit $3`,
);
export const selectPackagesAfter = statement<{ id: string; json: Json }, After>(
  'export-packages',
  `select p.id, json_build_object('id', p.id, 'title', p.title, 'status', p.status, 'owner', p.owner_id,
     'cancel_reason', p.cancel_reason, 'created_at', p.created_at, 'sent_at', p.sent_at, 'ended_at', p.ended_at,
     'documents', coalesce((select json_agg(d.id order by d.package_position) from documents d
       where d.tenant_id = $1 and d.package_id = p.id), '[]')) as json
   from packages p where p.tenant_id = $1 and p.id > $2 order by p.id limit $3`,
);
export const selectIncidentsAfter = statement<{ id: string; json: Json }, After>(
  'export-incidents',
  `select i.id, json_build_object('id', i.id, 'title', i.title, 'description', i.description, 'severity', i.severity,
     'status', i.status, 'affected_data', i.affected_data, 'affected_people', i.affected_people,
     'reported_by', i.reporter_id, 'reported_at', i.reported_at, 'aware_at', i.aware_at,
     'authority_notified_at', i.authority_notified_at, 'people_notified_at', i.people_notified_at, 'closed_at', i.closed_at,
     'timeline', coalesce((select json_agg(json_build_object('at', e.at, 'by', e.actor_id, 'changes', e.changes, 'note', e.note)
       order by e.n) from incident_entries e where e.tenant_id = i.tenant_id and e.incident_id = i.id), '[]')) as json
   from incidents i where i.tenant_id = $1 and i.id > $2 order by i.id limit $3`,
);
export const selectChainPart = statement<
  { n: number; bytes: Buffer },
  [tenant: string, stream: string, from: number, limit: number]
>(
  'export-chain',
  'select n, bytes from audit_entries where tenant_id = $1 and stream = $2 and n >= $3 order by n limit $4',
);

// ------------------------------------------------------------------ data of one person
export const selectPerson = statement<{ email: string; email_verified_at: Date | null }, [person: string]>(
  'export-person',
  'select email, email_verified_at from users where id = $1',
);
export type MembershipRow = { tenant_id: Id<'tenant'>; organization: string; role: Role; joined_at: Date };
export const selectMemberships = statement<MembershipRow, [person: string]>(
  'export-memberships',
  `select m.tenant_id, o.name as organization, m.role, m.created_at as joined_at from memberships m
   join tenants t on t.tenant_id = m.tenant_id and t.environment = 'live'
   join organizations o on o.tenant_id = m.tenant_id and o.deleted_at is null
   where m.user_id = $1 order by m.tenant_id`,
);
export const selectAccount = statement<{ json: Json }, [person: string]>(
  'export-account',
  `select json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'email_verified_at', u.email_verified_at,
     'locale', u.locale, 'time_zone', u.time_zone, 'signature', u.signature, 'created_at', u.created_at,
     'last_login_at', (select l.at from last_sign_ins l where l.user_id = u.id), 'two_factor_since', u.two_factor_since,
     'sessions', coalesce((select json_agg(json_build_object('id', s.id, 'method', s.method, 'created_at', s.created_at,
       'last_seen_at', s.last_seen_at, 'expires_at', s.expires_at, 'address', s.address, 'user_agent', s.user_agent) order by s.id)
       from sessions s where s.user_id = u.id), '[]'),
     'passkeys', coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'created_at', p.created_at,
       'last_used_at', p.last_used_at) order by p.id) from passkeys p where p.user_id = u.id), '[]'),
     'devices', coalesce((select json_agg(json_build_object('first_seen_at', k.first_seen_at, 'last_seen_at', k.last_seen_at)
       order by k.first_seen_at) from known_devices k where k.user_id = u.id), '[]')) as json
   from users u where u.id = $1`,
);
export const selectKeysOf = statement<Json, [tenant: string, person: string]>(
  'export-keys-of-person',
  `select k.id, k.name, k.display, to_json(k.scopes) as scopes, k.created_by, k.created_at, k.expires_at, k.last_used_at, k.revoked_at
   from api_keys k where k.tenant_id = $1 and k.created_by = $2 order by k.id`,
);
/** Selects e-mails to the person without their text, because links in the text give access to anyone who reads it. */
export const selectMailsTo = statement<Json, [tenant: string, address: string]>(
  'export-mails',
  `select id, kind, subject, from_address as "from", to_address as "to", created_at from mails
   where tenant_id = $1 and lower(to_address) = $2 order by id limit 10000`,
);
export type ActRow = { id: Id<'audit'>; hash: string; bytes: Buffer };
/**
 * Selects the audit entries about a person's actions. Searching the bytes for the person's ID is fast, but an entry may
 * also contain the ID elsewhere, so the actor is compared as well.
 */
export const selectActs = statement<ActRow, [tenant: string, person: string, after: string, limit: number]>(
  'export-acts',
  `select id, hash, bytes from audit_entries where tenant_id = $1 and id > $3
     and position(convert_to('"' || $2 || '"', 'UTF8') in bytes) > 0
     and convert_from(bytes, 'UTF8')::json -> 'actor' ->> 'id' = $2 order by id limit $4`,
);
export const selectActsOn = statement<ActRow, [tenant: string, document: string, signer: string]>(
  'export-acts-on-document',
  `select id, hash, bytes from audit_entries where tenant_id = $1 and stream = $2
     and convert_from(bytes, 'UTF8')::json -> 'actor' ->> 'id' = $3 order by n`,
);
export const selectPersonalOf = statement<
  { entry_id: Id<'audit'>; person_id: string; sealed: Buffer; key_sealed: Buffer },
  [tenant: string, entries: readonly string[], person: string]
>(
  'export-personal-of-person',
  `select p.entry_id, p.person_id, p.sealed, k.key_sealed from audit_personal p
   join person_keys k on k.tenant_id = p.tenant_id and k.person_id = p.person_id
   where p.tenant_id = $1 and p.entry_id = any ($2) and p.person_id = $3`,
);
