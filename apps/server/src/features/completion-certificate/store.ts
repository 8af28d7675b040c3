/** SQL for the certificate of completion. */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export const selectHasCertificate = namedStatement<{ ready: boolean }, { tenantId: string; documentId: string }>(
  'completion-certificate-is-made',
  'select exists (select 1 from completion_certificates where tenant_id = :tenantId and document_id = :documentId) as ready',
);

/** `parts` is the original followed by everything that archive renewals appended. */
export type CertificateRow = { parts: Buffer[]; sha256: string; audit_n: number };
export const selectCompletionCertificate = statement<CertificateRow, [tenant: string, document: string]>(
  'completion-certificate-select',
  `select array_prepend(c.bytes, coalesce(r.tails, '{}')) as parts, coalesce(r.sha256, c.sha256) as sha256, c.audit_n
   from completion_certificates c cross join lateral (
     select array_agg(tail order by n) as tails, (array_agg(sha256 order by n desc))[1] as sha256
     from certificate_renewals where tenant_id = $1 and document_id = c.document_id) r
   where c.tenant_id = $1 and c.document_id = $2`,
);
/** Only one of two concurrent workers inserts the row. */
export const insertCertificateRenewal = statement<{ n: number }, [string, string, number, Buffer, string, Date]>(
  'certificate-renewal-insert',
  `insert into certificate_renewals (tenant_id, document_id, n, tail, sha256, created_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning n`,
);

/** Inserts nothing if a concurrent worker inserted the row first. */
export const insertCompletionCertificate = namedStatement<
  { document_id: Id<'document'> },
  {
    tenantId: string;
    documentId: string;
    bytes: Buffer;
    sha256: string;
    pages: number;
    auditN: number;
    createdAt: Date;
  }
>(
  'completion-certificate-insert',
  `insert into completion_certificates (tenant_id, document_id, bytes, sha256, pages, audit_n, created_at)
   values (:tenantId, :documentId, :bytes, :sha256, :pages, :auditN, :createdAt) on conflict do nothing returning document_id`,
);

export const selectBoundAttachments = statement<
  { blob_id: Id<'blob'>; filename: string; size_bytes: number; sha256: string },
  [tenant: string, document: string]
>(
  'completion-attachments',
  `select a.blob_id, a.filename, a.size_bytes, a.sha256
   from attachments a join fields f on f.tenant_id = a.tenant_id and f.document_id = a.document_id and f.id = a.field_id
   where a.tenant_id = $1 and a.document_id = $2 and a.bound_at is not null order by f.position`,
);
