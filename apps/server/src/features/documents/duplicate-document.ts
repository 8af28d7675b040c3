/** Creates a new draft from an existing upload. Later input, signatures and certifications remain with the original. */
import type { Document, Id } from '@countersign/contract';
import { certainRow } from '../../platform/db/statement.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { AppError } from '../../platform/errors.ts';
import { type PdfPool, PdfTaskError } from '../../platform/pdf/index.ts';
import { writeBlobKey } from '../../platform/blobs/blob-keys.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { type MemberPrincipal, type RequestContext, taskOwner } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  pdfSource,
  foldTitle,
  type DocumentRow,
  type PageSize,
  documentView,
  loadDocument,
  ownDocumentsOnly,
} from '../document-core/index.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import { insertCopiedTitle, insertCopy, lockForMove, selectDocument } from '../document-core/store/index.ts';

const TITLE_LENGTH = 255;

/**
 * Duplicates a document. The copy belongs to the person who created it. Both documents share one blob, which is deleted
 * when the last document that uses it is erased.
 */
export async function duplicateDocument(
  { uow, blobs, pdf }: { uow: UnitOfWork; blobs: CheckedBlobs; pdf: PdfPool },
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
): Promise<Document> {
  const { principal } = context;
  const { tenantId, userId } = principal;
  const { document } = await loadDocument(uow, principal, documentId);
  const pages = JSON.stringify(await pagesOfUpload({ blobs, pdf }, principal, document));
  return uow.run(tenantId, async (tx) => {
    // The original is locked, so that neither it nor its upload can be erased while the copy is being created.
    const [locked] = await tx.query(lockForMove({ tenantId, documentId, owner: ownDocumentsOnly(principal) }));
    if (!locked || locked.deleted_at) throw new AppError('DOCUMENT_NOT_FOUND', { documentId });
    // The file was replaced after it had been read.
    if (locked.blob_id !== document.blob_id)
      throw new AppError('SERVICE_UNAVAILABLE', { documentId }, { retryAfter: 1 });
    const wrapFor = await blobs.share(tx, `${tenantId}/${document.blob_id}`);
    const id = newId('document', tx.now);
    const title = [...`Copy of ${locked.title}`].slice(0, TITLE_LENGTH).join('');
    tx.write(
      insertCopy({
        tenantId,
        id,
        ownerId: userId,
        title,
        foldedTitle: foldTitle(title),
        pages,
        createdAt: tx.now,
        sourceId: documentId,
      }),
    );
    tx.write(insertCopiedTitle({ tenantId, id }));
    writeBlobKey(tx, tenantId, document.blob_id, id, wrapFor);
    const trail = await uow.recorder.create(tx, tenantId, id, userId);
    await trail.record({
      action: 'document.created',
      actor: auditActor(principal),
      target: { kind: 'document', id },
      data: { sha256: document.sha256, size_bytes: document.size_bytes, copy_of: documentId },
      personal: { personId: userId, fields: { ...requestOrigin(context), title, filename: document.filename } },
      event: { kind: 'document.created', data: { documentId: id, document: { id, title, status: 'draft' } } },
    });
    const rows = await tx.query(selectDocument({ tenantId, documentId: id, owner: null }));
    return documentView(certainRow(rows), [], []);
  });
}

/** Returns the pages of the upload. Sending may have appended a signature page, which is not part of the upload. */
export async function pagesOfUpload(
  { blobs, pdf }: { blobs: CheckedBlobs; pdf: PdfPool },
  principal: MemberPrincipal,
  document: DocumentRow,
): Promise<PageSize[]> {
  if (document.status === 'draft') return document.pages;
  const { blob_id: blobId, size_bytes: size, sha256, filename } = document;
  const blobKey = `${principal.tenantId}/${blobId}`;
  const upload = { size, uploadSize: size, sha256, filename, revision: 0, tails: [], blobKey };
  try {
    const { pages } = await pdf.inspect(await pdfSource(blobs, upload), { owner: taskOwner(principal) });
    return pages.map(({ width, height }) => ({ width, height }));
  } catch (error) {
    if (!(error instanceof PdfTaskError)) throw error;
    throw new AppError('SERVICE_UNAVAILABLE', { documentId: document.id }, { cause: error, retryAfter: 5 });
  }
}
