/** SQL for attachments. */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type AttachmentRow = {
  id: Id<'attachment'>;
  signer_id: Id<'signer'>;
  field_id: Id<'field'>;
  blob_id: Id<'blob'>;
  filename: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  uploaded_at: Date;
  bound_at: Date | null;
};

/**
 * Deletes the attachment that is being replaced. The caller releases its file. Never deletes a signed attachment or an
 * attachment from the other channel: the host's device cannot replace a file attached by the e-mailed link, and vice
 * versa.
 */
export const deleteUnbound = statement<
  { id: Id<'attachment'>; blob_id: string; sha256: string },
  [tenant: string, field: string, inPerson: string | null]
>(
  'attachment-delete',
  `delete from attachments where tenant_id = $1 and field_id = $2 and in_person_id is not distinct from $3 and bound_at is null
   returning id, blob_id, sha256`,
);
/** Selects a live in-person session. Must be called with the document locked. Ending a session also takes this lock. */
export const selectLiveInPerson = statement<
  { id: Id<'inPersonSession'> },
  [tenant: string, session: string, now: Date]
>(
  'attachment-in-person-live',
  'select id from in_person_sessions where tenant_id = $1 and id = $2 and ended_at is null and expires_at > $3',
);
export const insertAttachment = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    documentId: string;
    signerId: string;
    fieldId: string;
    generation: number;
    inPersonId: string | null;
    blobId: string;
    filename: string;
    contentType: string;
    sizeBytes: number;
    sha256: string;
    uploadedAt: Date;
  }
>(
  'attachment-insert',
  `insert into attachments (tenant_id, id, document_id, signer_id, field_id, link_generation, in_person_id, blob_id, filename,
     content_type, size_bytes, sha256, uploaded_at) values (:tenantId, :id, :documentId, :signerId, :fieldId, :generation, :inPersonId, :blobId, :filename, :contentType, :sizeBytes, :sha256, :uploadedAt)`,
);
/** Selects signed attachments. An attachment that is not signed yet is visible only to its signer. */
export const selectBound = statement<AttachmentRow, [tenant: string, document: string]>(
  'attachments-bound',
  `select a.id, a.signer_id, a.field_id, a.blob_id, a.filename, a.content_type, a.size_bytes, a.sha256, a.uploaded_at, a.bound_at
   from attachments a join fields f on f.tenant_id = a.tenant_id and f.document_id = a.document_id and f.id = a.field_id
   where a.tenant_id = $1 and a.document_id = $2 and a.bound_at is not null order by f.position`,
);
