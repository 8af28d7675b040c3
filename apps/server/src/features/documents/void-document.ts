/** Withdrawing a document by hand, and the end of its time. Both end it for every recipient at once. */
import type { Document, Id } from '@countersign/contract';
import type { Trail } from '../../platform/audit/recorder.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { settlePackage } from '../packages/index.ts';
import { decideVoid, type DocumentState, isExpired, mustSign } from './domain.ts';
import { evidence, partyOf } from './evidence.ts';
import { expireDocumentJob } from './expire-job.ts';
import { refuseUnless } from './refuse-unless.ts';
import {
  lockDocument,
  selectDocument,
  selectSigners,
  updateStatus,
  updateVoided,
  type DocumentRow,
  type SignerRow,
} from './store.ts';
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
    const { trail, rows } = await uow.recorder.openAfter(
      tx,
      tenantId,
      documentId,
      [lockDocument(tenantId, documentId)],
      userId,
    );
    const locked = rows[0]?.[0] as (DocumentState & Pick<DocumentRow, 'package_id'>) | undefined;
    refuseUnless(decideVoid(locked ?? { ...whole.document, deleted_at: tx.now }));
    const { title } = whole.document;
    await recordVoided(tx, trail, context, { id: documentId, title, signers: whole.signers }, reason);
    const by = partyOf(context.principal);
    await settlePackage(tx, uow.recorder, { tenantId, packageId: locked?.package_id ?? null, by });
  });
  const after = await loadDocument(uow, context.principal, documentId);
  return documentView(after.document, after.signers, after.fields);
}

/** Writes the end of a document whose row and trail are locked; `signers` are those who may hear of it. */
export async function recordVoided(
  tx: Tx,
  trail: Trail,
  context: RequestContext<MemberPrincipal>,
  { id: documentId, title, signers }: { id: Id<'document'>; title: string; signers: readonly SignerRow[] },
  reason: string,
): Promise<void> {
  const { tenantId, userId } = context.principal;
  tx.write(updateVoided(tenantId, documentId, reason, tx.now));
  await trail.record({
    action: 'document.voided',
    actor: partyOf(context.principal),
    target: { kind: 'document', id: documentId },
    data: {},
    personal: { personId: userId, fields: { ...evidence(context), reason } },
    event: {
      kind: 'document.voided',
      data: {
        documentId,
        document: { id: documentId, title, status: 'voided' },
        reason,
        // Who still waits for a turn never heard of the document.
        recipients: signers
          .filter(({ role, status }) => mustSign(role) && status !== 'waiting')
          .map(({ id }) => id as Id<'signer'>),
      },
    },
  });
}

/** The end of the organization ends what is under way; a document that was finished in the meantime stays as it is. */
export async function voidForDeletion(
  uow: UnitOfWork,
  tenantId: string,
  userId: string,
  documentId: Id<'document'>,
): Promise<void> {
  const principal = {
    kind: 'service',
    tenantId,
    organizationId: '',
    role: 'admin',
    userId,
    isOperator: false,
  } as const;
  const context = {
    requestId: '',
    principal,
    environment: 'live',
    address: '',
    userAgent: '',
    device: undefined,
    baseUrl: '',
  } as const;
  await voidDocument(uow, context, documentId, 'The organization was deleted.').catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'INVALID_STATE')) throw error;
  });
}

export function expireDocumentHandler(uow: UnitOfWork): JobHandler<{ documentId: Id<'document'> }> {
  return {
    definition: expireDocumentJob,
    run: (job) =>
      uow.run(job.tenantId, async (tx) => {
        const { documentId } = job.payload;
        const [locked] = await tx.query(lockDocument(job.tenantId, documentId));
        job.done(tx);
        // Completed or ended in the meantime: nothing to do.
        if (!locked || locked.status !== 'in-progress') return;
        if (!isExpired(locked, tx.now)) {
          // Given more time: this job held the key, so nobody else could queue the next one.
          if (locked.expires_at !== null)
            uow.recorder.enqueue(
              tx,
              job.tenantId,
              expireDocumentJob.request({ documentId }, { runAt: locked.expires_at, uniqueKey: documentId }),
            );
          return;
        }
        const [row] = await tx.query(selectDocument(job.tenantId, documentId, null));
        const signers = await tx.query(selectSigners(job.tenantId, documentId));
        const { title } = row as DocumentRow;
        tx.write(updateStatus(job.tenantId, documentId, 'expired', tx.now));
        await uow.recorder.record(tx, job.tenantId, documentId, {
          action: 'document.expired',
          actor: { kind: 'system', id: 'expiry' },
          target: { kind: 'document', id: documentId },
          data: { expires_at: locked.expires_at?.toISOString() ?? null },
          event: {
            kind: 'document.expired',
            data: {
              documentId,
              document: { id: documentId, title, status: 'expired' },
              // Who still waits for a turn never heard of the document; who has signed is no part of its end.
              recipients: signers
                .filter(({ role, status }) => mustSign(role) && status === 'pending-signature')
                .map(({ id }) => id as Id<'signer'>),
            },
          },
        });
        const by = { kind: 'system', id: 'expiry' } as const;
        await settlePackage(tx, uow.recorder, { tenantId: job.tenantId, packageId: locked.package_id, by });
      }),
  };
}
