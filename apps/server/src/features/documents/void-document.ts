/** Withdrawing a document by hand, and the end of its time. Both end it for every recipient at once. */
import type { Document, Id } from '@countersign/contract';
import { defineJob } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { decideVoid, isExpired, mustSign } from './domain.ts';
import { evidence, partyOf } from './evidence.ts';
import { refuseUnless } from './send-document.ts';
import { lockDocument, selectDocument, updateStatus, updateVoided, type DocumentRow } from './store.ts';
import { documentView, loadDocument } from './view.ts';

export async function voidDocument(
  uow: UnitOfWork,
  context: RequestContext<MemberPrincipal>,
  documentId: Id<'document'>,
  reason: string,
): Promise<Document> {
  const { tenantId, userId } = context.principal;
  const whole = await loadDocument(uow, context.principal, documentId);
  await uow.run(tenantId, async (tx) => {
    const [locked] = await tx.query(lockDocument(tenantId, documentId));
    refuseUnless(decideVoid(locked ?? { ...whole.document, deleted_at: tx.now }));
    tx.write(updateVoided(tenantId, documentId, reason, tx.now));
    await uow.recorder.record(tx, tenantId, documentId, {
      action: 'document.voided',
      actor: partyOf(context.principal),
      target: { kind: 'document', id: documentId },
      data: {},
      personal: { personId: userId, fields: { ...evidence(context), reason } },
      event: {
        kind: 'document.voided',
        data: {
          documentId,
          document: { id: documentId, title: whole.document.title, status: 'voided' },
          reason,
          // Who still waits for a turn never heard of the document.
          recipients: whole.signers
            .filter(({ role, status }) => mustSign(role) && status !== 'waiting')
            .map(({ id }) => id as Id<'signer'>),
        },
      },
    });
  });
  const after = await loadDocument(uow, context.principal, documentId);
  return documentView(after.document, after.signers, after.fields);
}

/** Queued at send for the minute of expiry. */
export const expireDocumentJob = defineJob<{ documentId: Id<'document'> }>('expire-document', {
  lane: 'timer',
  retryAfter: [5, 30, 120, 600, 3600],
  lease: 30,
});

export function expireDocumentHandler(uow: UnitOfWork): JobHandler<{ documentId: Id<'document'> }> {
  return {
    definition: expireDocumentJob,
    run: (job) =>
      uow.run(job.tenantId, async (tx) => {
        const { documentId } = job.payload;
        const [locked] = await tx.query(lockDocument(job.tenantId, documentId));
        job.done(tx);
        // Completed, voided or extended in the meantime: nothing to do.
        if (!locked || locked.status !== 'in-progress' || !isExpired(locked, tx.now)) return;
        const [row] = await tx.query(selectDocument(job.tenantId, documentId, null));
        const { title } = row as DocumentRow;
        tx.write(updateStatus(job.tenantId, documentId, 'expired', tx.now));
        await uow.recorder.record(tx, job.tenantId, documentId, {
          action: 'document.expired',
          actor: { kind: 'system', id: 'expiry' },
          target: { kind: 'document', id: documentId },
          data: { expires_at: locked.expires_at?.toISOString() ?? null },
          event: {
            kind: 'document.expired',
            data: { documentId, document: { id: documentId, title, status: 'expired' } },
          },
        });
      }),
  };
}
