/** The signed document as archive renewal goes on with it. */
import { AppError } from '../../platform/errors.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  type DocumentRow,
  lockDocument,
  openDocumentFile,
  pdfSource,
  type RevisionRow,
  selectKeptDocument,
  selectLatestRevision,
  selectRevisionNumber,
  writeRevision,
} from '../documents/index.ts';
import { type LoadArchived, told } from './archived-file.ts';

export function archivedDocuments({ uow, blobs }: { uow: UnitOfWork; blobs: CheckedBlobs }): LoadArchived {
  return async (tenantId, documentId) => {
    const [documents, revisions] = await uow.readAll(tenantId, [
      selectKeptDocument(tenantId, documentId),
      selectLatestRevision(tenantId, documentId),
    ]);
    const document = documents?.rows[0] as DocumentRow | undefined;
    const latest = revisions?.rows[0] as RevisionRow | undefined;
    if (!document?.sealed_at || !latest) return undefined;
    const file = await openDocumentFile(uow, tenantId, documentId, latest.n).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') return undefined;
      throw error;
    });
    if (!file) return undefined;
    return {
      environment: document.environment,
      source: await pdfSource(blobs, file),
      hashState: latest.hash_state,
      append: async (tx, renewal) => {
        const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
          lockDocument(tenantId, documentId),
          selectRevisionNumber(tenantId, documentId),
        ]);
        const [locked, numbers] = rows;
        if (!locked?.[0] || (numbers?.[0] as { n: number } | undefined)?.n !== latest.n) return false;
        const n = latest.n + 1;
        writeRevision(tx, tenantId, documentId, { n, kind: 'renewal' }, renewal.revision);
        await trail.record({
          action: 'document.renewed',
          actor: { kind: 'system', id: 'archive' },
          target: { kind: 'document', id: documentId },
          data: { revision: n, sha256: renewal.revision.sha256, ...told(renewal) },
        });
        return true;
      },
    };
  };
}
