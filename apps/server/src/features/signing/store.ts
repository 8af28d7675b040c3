/** The signing context: one query holds all that a signature needs. */
import type { DocumentStatus, SignerRole, SignerStatus } from '@countersign/contract';
import type { RevisionState } from '@countersign/pdf-sign';
import { statement } from '../../platform/db/statement.ts';
import type { FieldRow, PageSize } from '../documents/index.ts';

export type SigningContext = {
  signer_id: string;
  email: string;
  name: string;
  role: SignerRole;
  signer_status: SignerStatus;
  pdf_field: string | null;
  signed_at: Date | null;
  viewed_at: Date | null;
  locale: string | null;
  document_id: string;
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
  deleted_at: Date | null;
  environment: 'live' | 'sandbox';
  organization: string;
  owner_name: string;
  owner_email: string;
  revision: number;
  revision_sha256: string;
  hash_state: Buffer;
  state: RevisionState;
  fields: Omit<FieldRow, 'position'>[];
  others: { id: string; name: string; status: SignerStatus; role: SignerRole; signing_order: number }[];
};

export const selectSigningContext = statement<SigningContext, [tenant: string, signer: string, generation: number]>(
  'signing-context',
  `select s.id as signer_id, s.email, s.name, s.role, s.status as signer_status, s.pdf_field, s.signed_at, s.viewed_at, s.locale,
     d.id as document_id, d.title, d.filename, d.status, d.sha256, d.page_count, d.pages, d.email_message, d.expires_at, d.sent_at,
     d.completed_at, d.sealed_at, d.deleted_at, t.environment, o.name as organization, u.name as owner_name, u.email as owner_email,
     r.n as revision, r.sha256 as revision_sha256, r.hash_state, r.state,
     coalesce((select json_agg(json_build_object('id', f.id, 'signer_id', f.signer_id, 'kind', f.kind, 'pdf_name', f.pdf_name,
       'page', f.page, 'x', f.x, 'y', f.y, 'width', f.width, 'height', f.height, 'required', f.required, 'label', f.label, 'value', f.value)
       order by f.position) from fields f where f.tenant_id = $1 and f.document_id = d.id and f.signer_id = s.id), '[]') as fields,
     (select json_agg(json_build_object('id', p.id, 'name', p.name, 'status', p.status, 'role', p.role, 'signing_order', p.signing_order)
       order by p.position) from signers p where p.tenant_id = $1 and p.document_id = d.id) as others
   from signers s
   join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   join tenants t on t.tenant_id = s.tenant_id
   join organizations o on o.tenant_id = s.tenant_id
   join users u on u.id = d.owner_id
   join lateral (select n, sha256, hash_state, state from revisions
     where tenant_id = $1 and document_id = d.id order by n desc limit 1) r on true
   where s.tenant_id = $1 and s.id = $2 and s.link_generation = $3`,
);
