/**
 * Selects all stored data about one document that must match its audit trail, in a single SQL statement so that the
 * snapshot is consistent.
 */
import type { DocumentStatus, FieldKind, RequireTwoFactor, SignerRole, SignerStatus, Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

/** The document's row. JSON has no dates, so times are strings here. */
export type KeptDocument = {
  environment: 'live' | 'sandbox';
  package_id: string | null;
  title: string;
  filename: string;
  status: DocumentStatus;
  archived_from: DocumentStatus | null;
  size_bytes: number;
  sha256: string;
  signing_order: string;
  created_at: string;
  sent_at: string | null;
  completed_at: string | null;
  sealed_at: string | null;
  expires_at: string | null;
  archived_at: string | null;
  deleted_at: string | null;
  void_reason: string | null;
};
export type KeptRecipient = {
  id: Id<'signer'>;
  email: string;
  name: string;
  role: SignerRole;
  status: SignerStatus;
  pdf_field: string | null;
  viewed_at: string | null;
  started_at: string | null;
  signed_at: string | null;
  declined_at: string | null;
  decline_reason: string | null;
  invited_at: string | null;
  link_generation: number;
  signing_order: number;
  shown_revisions: number[];
  reminded_at: string | null;
  delivery: 'bounced' | null;
  second_step: RequireTwoFactor | null;
  second_email: string | null;
  has_access_code: boolean;
};
export type KeptField = {
  signer_id: Id<'signer'>;
  kind: FieldKind;
  pdf_name: string;
  label: string | null;
  value: string | null;
  fixed: string | null;
};
export type KeptSession = {
  id: string;
  signer_id: Id<'signer'>;
  host: string;
  host_name: string;
  has_access_code: boolean;
  verified_at: string | null;
  ended_by: string | null;
  created_at: string;
};
export type KeptMail = { message_id: string; kind: string; to_address: string; created_at: string };
export type KeptConsent = { version: string; sha256: string; text: string };
export type KeptRevision = {
  n: number;
  kind: 'sent' | 'signature' | 'seal' | 'renewal';
  length: number;
  sha256: string;
  signer_id: Id<'signer'> | null;
  created_at: string;
};
export type KeptEntry = { n: number; id: Id<'audit'>; at: string; hash: string; bytes: string };
/** The sealed personal data of an entry. `key` is null if the person's key was erased. */
export type KeptPersonal = { entry_id: Id<'audit'>; person_id: string; sealed: string; key: string | null };

export type RevokedRow = { serial: string; revoked_at: Date };
export type TrailRow = {
  document: KeptDocument | null;
  head: { n: number; hash: string; at: string } | null;
  entries: KeptEntry[];
  personal: KeptPersonal[];
  recipients: KeptRecipient[];
  revisions: KeptRevision[];
  /** `certificate` is base64. */
  certificates: { serial: string; signer_id: Id<'signer'>; certificate: string; issued_at: string }[];
  attachments: { signer_id: Id<'signer'>; sha256: string; filename: string; size_bytes: number; uploaded_at: string }[];
  fields: KeptField[];
  sessions: KeptSession[];
  mails: KeptMail[];
  consents: KeptConsent[];
  completion: {
    sha256: string;
    /** Base64. */ bytes: string;
    audit_n: number;
    pages: number;
    created_at: string;
  } | null;
  renewals: string[];
};

/**
 * Selects revocations of the tenant's certificates. A separate statement is needed, because Citus keeps revocations on
 * the coordinator, and can read the trail in one snapshot only if all of it is on one node.
 */
export const selectRevoked = statement<RevokedRow, [tenant: string]>(
  'trail-revocations',
  'select serial, revoked_at from revocations where tenant_id = $1',
);
export const selectTrail = statement<TrailRow, [tenant: string, document: string]>(
  'trail-select',
  `select
     (select to_json(x) from (select t.environment, d.package_id, d.title, d.filename, d.status, d.archived_from, d.size_bytes, d.sha256,
        d.signing_order, d.created_at, d.sent_at, d.completed_at, d.sealed_at, d.expires_at, d.archived_at, d.deleted_at, d.void_reason
        from documents d join tenants t on t.tenant_id = d.tenant_id where d.tenant_id = $1 and d.id = $2) x) as document,
     (select to_json(x) from (select n, hash, at from audit_streams where tenant_id = $1 and stream = $2) x) as head,
     coalesce((select json_agg(json_build_object('n', n, 'id', id, 'at', at, 'hash', hash, 'bytes', encode(bytes, 'base64')) order by n)
        from audit_entries where tenant_id = $1 and stream = $2), '[]') as entries,
     coalesce((select json_agg(json_build_object('entry_id', p.entry_id, 'person_id', p.person_id,
          'sealed', encode(p.sealed, 'base64'), 'key', encode(k.key_sealed, 'base64')))
        from audit_entries e join audit_personal p on p.tenant_id = e.tenant_id and p.entry_id = e.id
        left join person_keys k on k.tenant_id = p.tenant_id and k.person_id = p.person_id
        where e.tenant_id = $1 and e.stream = $2), '[]') as personal,
     coalesce((select json_agg(x order by x.position) from (select id, position, email, name, role, status, pdf_field, viewed_at,
        started_at, signed_at, declined_at, decline_reason, invited_at, link_generation, signing_order,
        shown_revisions, reminded_at, delivery, second_step, second_email,
        access_code_hash is not null as has_access_code from signers where tenant_id = $1 and document_id = $2) x), '[]') as recipients,
     coalesce((select json_agg(x order by x.n) from (select n, kind, length, sha256, signer_id, created_at from revisions
        where tenant_id = $1 and document_id = $2) x), '[]') as revisions,
     coalesce((select json_agg(json_build_object('serial', serial, 'signer_id', signer_id, 'issued_at', issued_at,
        'certificate', encode(certificate, 'base64'))) from certificates
        where tenant_id = $1 and document_id = $2), '[]') as certificates,
     coalesce((select json_agg(json_build_object('signer_id', signer_id, 'sha256', sha256, 'filename', filename, 'size_bytes', size_bytes,
        'uploaded_at', uploaded_at)) from attachments
        where tenant_id = $1 and document_id = $2 and bound_at is not null), '[]') as attachments,
     coalesce((select json_agg(x order by x.position) from (select position, signer_id, kind, pdf_name, label, value,
        case when (settings->>'readOnly')::boolean then coalesce(settings->>'default', '') end as fixed from fields
        where tenant_id = $1 and document_id = $2) x), '[]') as fields,
     coalesce((select json_agg(x) from (select id, signer_id, host_kind || ' ' || host_id as host, host_name, access_code_hash is not null as has_access_code,
        verified_at, ended_by, created_at from in_person_sessions where tenant_id = $1 and document_id = $2) x), '[]') as sessions,
     coalesce((select json_agg(x order by x.created_at) from (select message_id, kind, to_address, created_at from mails
        where tenant_id = $1 and message_id ^@ ('<' || $2 || '.')) x), '[]') as mails,
     coalesce((select json_agg(json_build_object('version', 'own-' || version, 'sha256', sha256, 'text', text)) from consent_texts
        where tenant_id = $1 and sha256 in (select substring(encode(bytes, 'escape') from '"consent":"([0-9a-f]{64})"') from audit_entries
          where tenant_id = $1 and stream = $2)), '[]') as consents,
     (select to_json(x) from (select sha256, encode(bytes, 'base64') as bytes, audit_n, pages, created_at from completion_certificates
        where tenant_id = $1 and document_id = $2) x) as completion,
     coalesce((select json_agg(sha256 order by n) from certificate_renewals where tenant_id = $1 and document_id = $2), '[]') as renewals`,
);
