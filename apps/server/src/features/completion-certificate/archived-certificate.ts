/** The certificate of completion as input for archive renewal: the original bytes and everything appended to them. */
import { createHasher } from '@countersign/pdf-sign';
import { pack } from '../../platform/optimizations/tail-compression.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { lockDocument, selectKeptDocument } from '../document-core/store/index.ts';
import { type LoadArchived, renewalData } from '../signing/index.ts';
import { joined } from './certificate.ts';
import { insertCertificateRenewal, selectCompletionCertificate } from './store.ts';

export function archivedCertificates({ uow }: { uow: UnitOfWork }): LoadArchived {
  return async (tenantId, documentId) => {
    const [[document], [certificate]] = await uow.readAll(tenantId, [
      selectKeptDocument({ tenantId, documentId }),
      selectCompletionCertificate(tenantId, documentId),
    ]);
    if (!document || !certificate) return undefined;
    const { bytes, renewals } = joined(certificate);
    return {
      environment: document.environment,
      source: { parts: [{ bytes }] },
      hashState: Buffer.from((await createHasher()).update(bytes).save()),
      append: async (tx, renewal) => {
        const { tail, sha256 } = renewal.revision;
        const n = renewals + 1;
        const { trail, rows } = await uow.recorder.openAfter(tx, tenantId, documentId, [
          lockDocument({ tenantId, documentId }),
          insertCertificateRenewal(tenantId, documentId, n, pack(tail), sha256, tx.now),
        ]);
        if (!rows[1][0]) return false;
        await trail.record({
          action: 'document.certificate-renewed',
          actor: { kind: 'system', id: 'archive' },
          target: { kind: 'document', id: documentId },
          data: { renewal: n, certificate_sha256: sha256, ...renewalData(renewal) },
        });
        return true;
      },
    };
  };
}
