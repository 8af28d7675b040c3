/** Selects the signing context: one query returns everything that a signature needs. */
import type { DocumentStatus, RequireTwoFactor, SignerRole, SignerStatus, Id } from '@countersign/contract';
import type { RevisionState } from '@countersign/pdf-sign';
import { statement } from '../../platform/db/statement.ts';
import type { Consent } from '../consent-texts/index.ts';
import type { FieldRow, PageSize, Redirects } from '../document-core/index.ts';

export type SigningContext = {
  signer_id: Id<'signer'>;
  email: string;
  name: string;
  role: SignerRole;
  signer_status: SignerStatus;
  pdf_field: string | null;
  has_access_code: boolean;
  access_failures: number;
  second_step: RequireTwoFactor | null;
  second_email: string | null;
  step_failures: number;
  step_codes_sent: (string | Date)[];
  notify: boolean;
  open_links: number[];
  signed_at: Date | null;
  /** The audit entry of the signature. `signed_hash` is its hash. */
  signed_entry: Buffer | null;
  signed_hash: string | null;
  viewed_at: Date | null;
  shown_revisions: number[];
  locale: string | null;
  document_id: Id<'document'>;
  package_id: Id<'package'> | null;
  title: string;
  filename: string;
  status: DocumentStatus;
  sha256: string;
  page_count: number;
  pages: PageSize[];
  email_message: string | null;
  expires_at: Date | null;
  sent_at: Date | null;
  completed_at: Date | null;
  sealed_at: Date | null;
  /**
   * Null for a completed document, because the trash affects only its sender. Signers can still read the document (ADR
   * 24).
   */
  deleted_at: Date | null;
  environment: 'live' | 'sandbox';
  organization: string;
  redirects: Redirects;
  redirect_hosts: string[];
  owner_name: string;
  owner_email: string;
  revision: number;
  revision_sha256: string;
  /** The file as sent, which is its first revision. */
  sent_sha256: string;
  /** The last entry of the document's audit trail, which the signature covers. */
  trail_position: { sequence: number; hash: string } | null;
  hash_state: Buffer;
  state: RevisionState;
  fields: Omit<FieldRow, 'position'>[];
  /**
   * Before signing: the files attached with this link or in this in-person session. After signing: the files that the
   * signature covers.
   */
  attachments: {
    id: Id<'attachment'>;
    field_id: Id<'field'>;
    filename: string;
    content_type: string;
    size_bytes: number;
    sha256: string;
  }[];
  /**
   * The organization's consent texts for the recipient's language and for English, as they were in force when the
   * document was sent.
   */
  consents: Consent[];
  /** All recipients. `is_own` is true for recipients with this recipient's address. */
  others: {
    id: Id<'signer'>;
    name: string;
    status: SignerStatus;
    role: SignerRole;
    signing_order: number;
    is_own: boolean;
  }[];
};
export const selectSigningContext = statement<
  SigningContext,
  [tenant: string, signer: string, generation: number, inPerson: string | null]
>(
  'signing-context',
  `select s.id as signer_id, s.email, s.name, s.role, s.status as signer_status, s.pdf_field, s.signed_at, s.viewed_at, s.shown_revisions, s.locale,
     e.bytes as signed_entry, e.hash as signed_hash,
     s.access_code_hash is not null as has_access_code, s.access_failures, s.second_step, s.second_email, s.step_failures, s.step_codes_sent, s.notify, s.open_links,
     d.id as document_id, d.package_id, d.title, d.filename, coalesce(d.archived_from, d.status) as status, d.sha256, d.page_count, d.pages, d.email_message, d.expires_at, d.sent_at,
     d.completed_at, d.sealed_at, case when d.completed_at is null then d.deleted_at end as deleted_at, t.environment, o.name as organization, coalesce(d.redirects, '{}') || coalesce(s.redirects, '{}') as redirects, coalesce(o.settings->'redirect_hosts', '[]') as redirect_hosts, u.name as owner_name, u.email as owner_email,
     r.n as revision, r.sha256 as revision_sha256,
     (select sha256 from revisions where tenant_id = $1 and document_id = d.id and n = 1) as sent_sha256,
     (select json_build_object('sequence', a.n, 'hash', a.hash) from audit_streams a where a.tenant_id = $1 and a.stream = d.id and a.n >= 0) as trail_position, r.hash_state, r.state,
     coalesce((select json_agg(json_build_object('id', f.id, 'signer_id', f.signer_id, 'kind', f.kind, 'pdf_name', f.pdf_name,
       'page', f.page, 'x', f.x, 'y', f.y, 'width', f.width, 'height', f.height, 'required', f.required, 'label', f.label, 'value', f.value, 'settings', f.settings)
       order by f.position) from fields f where f.tenant_id = $1 and f.document_id = d.id and f.signer_id = s.id), '[]') as fields,
     coalesce((select json_agg(json_build_object('id', a.id, 'field_id', a.field_id, 'filename', a.filename,
       'content_type', a.content_type, 'size_bytes', a.size_bytes, 'sha256', a.sha256)) from attachments a
       where a.tenant_id = $1 and a.signer_id = s.id and case when s.status = 'signed' then a.bound_at is not null
         else a.link_generation = s.link_generation and a.in_person_id is not distinct from $4 end), '[]') as attachments,
     coalesce((select json_agg(json_build_object('version', 'own-' || c.version, 'language', c.language, 'text', c.text, 'sha256', c.sha256))
       from consent_texts c where c.tenant_id = $1 and c.language in (split_part(lower(s.locale), '-', 1), 'en')
         and c.valid_from <= d.sent_at and (c.valid_until is null or c.valid_until > d.sent_at)), '[]') as consents,
     (select json_agg(json_build_object('id', p.id, 'name', p.name, 'status', p.status, 'role', p.role, 'signing_order', p.signing_order, 'is_own', p.email_key = s.email_key)
       order by p.position) from signers p where p.tenant_id = $1 and p.document_id = d.id) as others
   from signers s
   join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   join tenants t on t.tenant_id = s.tenant_id
   join organizations o on o.tenant_id = s.tenant_id
   join users u on u.id = d.owner_id
   left join audit_entries e on e.tenant_id = $1 and e.stream = d.id and e.n = s.signed_entry
   join lateral (select n, sha256, hash_state, state from revisions
     where tenant_id = $1 and document_id = d.id order by n desc limit 1) r on true
   where s.tenant_id = $1 and s.id = $2 and s.link_generation = $3`,
);
