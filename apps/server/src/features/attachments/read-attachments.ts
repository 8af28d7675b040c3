/** The sender's access to attachments, limited to attachments of signers who have signed. */
import type { Attachment, Id } from '@countersign/contract';
import { AppError } from '../../platform/errors.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { loadDocument } from '../document-core/index.ts';
import { type AttachmentRow, selectBound } from './store.ts';

export async function listAttachments(
  uow: UnitOfWork,
  principal: MemberPrincipal,
  documentId: Id<'document'>,
): Promise<Attachment[]> {
  await loadDocument(uow, principal, documentId);
  return (await uow.read(principal.tenantId, selectBound(principal.tenantId, documentId))).map(view);
}

/**
 * Throws ATTACHMENT_NOT_FOUND for an attachment of another document, and for an attachment whose signer has not signed
 * yet.
 */
export async function getAttachment(
  { uow, blobs }: { uow: UnitOfWork; blobs: CheckedBlobs },
  principal: MemberPrincipal,
  { id: documentId, attachmentId }: { id: Id<'document'>; attachmentId: Id<'attachment'> },
) {
  const { tenantId } = principal;
  await loadDocument(uow, principal, documentId);
  const rows = await uow.read(tenantId, selectBound(tenantId, documentId));
  const row = rows.find(({ id }) => id === attachmentId);
  if (!row) throw new AppError('ATTACHMENT_NOT_FOUND', { attachmentId });
  return {
    size: row.size_bytes,
    etag: row.sha256,
    filename: row.filename,
    contentType: row.content_type,
    open: (range: { start: number; end: number }) => blobs.stream(`${tenantId}/${row.blob_id}`, range),
  };
}

function view(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    field_id: row.field_id,
    signer_id: row.signer_id,
    filename: row.filename,
    content_type: row.content_type as Attachment['content_type'],
    size_bytes: row.size_bytes,
    sha256: row.sha256,
    uploaded_at: row.uploaded_at.toISOString(),
    signed_at: row.bound_at?.toISOString() ?? '',
  };
}
