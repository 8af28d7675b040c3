/** The signed document as input for archive renewal. */
import { AppError } from '../../platform/errors.ts';
import type { CheckedBlobs } from '../../platform/blobs/checked-blobs.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  lockDocument,
  selectKeptDocument,
  selectLatestRevision,
  selectRevisionNumber,
} from '../document-core/store/index.ts';
import { openDocumentFile, pdfSource, writeRevision } from '../document-core/index.ts';
import { type LoadArchived, renewalData } from './archived-file.ts';

export function archivedDocuments({ uow, blobs }: { uow: UnitOfWork; blobs: CheckedBlobs }): LoadArchived {
  return async (tenantId, documentId) => {
    const [[document], [latest]] = await uow.readAll(tenantId, [
      selectKeptDocument({ tenantId, documentId }),
      selectLatestRevision({ tenantId, documentId }),
    ]);
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
          lockDocument({ tenantId, documentId }),
          selectRevisionNumber({ tenantId, documentId }),
        ]);
        const [[locked], [last]] = rows;
        if (!locked || last?.n !== latest.n) return false;
        const n = latest.n + 1;
        writeRevision(tx, tenantId, documentId, { n, kind: 'renewal', first: last.first }, renewal.revision);
        await trail.record({
          action: 'document.renewed',
          actor: { kind: 'system', id: 'archive' },
          target: { kind: 'document', id: documentId },
          data: { revision: n, sha256: renewal.revision.sha256, ...renewalData(renewal) },
        });
        return true;
      },
    };
  };
}
