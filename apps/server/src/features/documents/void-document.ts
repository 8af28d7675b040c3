/** Withdrawing a document by hand, and the end of its time. Both end it for every recipient at once. */
import type { Document, Id } from '@countersign/contract';
import type { Trail } from '../../platform/audit/recorder.ts';
import { reachCommit } from '../../platform/crash-points.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { AppError } from '../../platform/errors.ts';
import type { MemberPrincipal, RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { type Told, weighPackage } from '../packages/index.ts';
import { decideVoid, isExpired, mustSign } from './domain.ts';
import { evidence, partyOf } from './evidence.ts';
import { expireDocumentJob } from './expire-job.ts';
import { continuations } from './reactions.ts';
import { refuseUnless } from './refuse-unless.ts';
import { lockDocument, lockDue, selectSigners, updateStatus, updateVoided, type SignerRow } from './store.ts';
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
    const locked = rows[0][0];
    refuseUnless(decideVoid(locked ?? { ...whole.document, deleted_at: tx.now }));
    const { title } = whole.document;
    const told = toldOfVoid(whole.signers);
    tx.write(updateVoided(tenantId, documentId, reason, tx.now));
    const others = await weighPackage(tx, tenantId, locked?.package_id ?? null);
    await recordVoided(trail, context, { id: documentId, title, told: others.ofEnd(told) }, reason);
    await others.record(uow.recorder, partyOf(context.principal), told);
    reachCommit(tx, 'void');
  });
  const after = await loadDocument(uow, context.principal, documentId);
  return documentView(after.document, after.signers, after.fields);
}

/** Who still waits for a turn never heard of the document. The sender knows. */
export const toldOfVoid = (signers: readonly SignerRow[]): Id<'signer'>[] =>
  signers.filter(({ role, status }) => mustSign(role) && status !== 'waiting').map(({ id }) => id as Id<'signer'>);

export async function recordVoided(
  trail: Trail,
  context: RequestContext<MemberPrincipal>,
  { id: documentId, title, told }: { id: Id<'document'>; title: string; told: Told },
  reason: string,
): Promise<void> {
  const { userId } = context.principal;
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
        recipients: [...told],
      },
    },
  });
}

export const DELETION_REASON = 'The organization was deleted.';

/** In the name of whoever asked for the deletion. */
export function deletionContext(tenantId: string, userId: string): RequestContext<MemberPrincipal> {
  return {
    requestId: '',
    principal: { kind: 'service', tenantId, organizationId: '', role: 'admin', userId, isOperator: false },
    environment: 'live',
    address: '',
    userAgent: '',
    device: undefined,
    baseUrl: '',
    linkBase: '',
  };
}

/** The end of the organization ends what is under way; a document that was finished in the meantime stays as it is. */
export async function voidForDeletion(
  uow: UnitOfWork,
  tenantId: string,
  userId: string,
  documentId: Id<'document'>,
): Promise<void> {
  const context = deletionContext(tenantId, userId);
  await voidDocument(uow, context, documentId, DELETION_REASON).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'INVALID_STATE')) throw error;
  });
}

/**
 * At the minute of one document. Of a package all that are due end with it, so that those who were asked for several hear of it
 * once; their own jobs then find nothing to do.
 */
export function expireDocumentHandler(uow: UnitOfWork): JobHandler<{ documentId: Id<'document'> }> {
  return {
    definition: expireDocumentJob,
    run: (job) =>
      uow.run(job.tenantId, async (tx) => {
        const { tenantId } = job;
        const { documentId } = job.payload;
        const rows = await tx.query(lockDue(tenantId, documentId, tx.now));
        const own = rows.find(({ id }) => id === documentId);
        job.done(tx);
        // Completed or ended in the meantime: nothing to do.
        if (!own || own.status !== 'in-progress') return;
        if (!isExpired(own, tx.now)) {
          // Given more time: this job held the key, so nobody else could queue the next one.
          if (own.expires_at !== null)
            uow.recorder.start(tx, tenantId, continuations.expiryMoved, { documentId, expiresAt: own.expires_at });
          return;
        }
        const ends = [];
        for (const due of rows) {
          const trail = await uow.recorder.open(tx, tenantId, due.id);
          tx.write(updateStatus(tenantId, due.id, 'expired', tx.now));
          ends.push({ due, trail, told: toldOfExpiry(await tx.query(selectSigners(tenantId, due.id))) });
        }
        const by = { kind: 'system', id: 'expiry' } as const;
        const others = await weighPackage(tx, tenantId, own.package_id);
        for (const { due, trail, told } of ends) {
          const id = due.id as Id<'document'>;
          await trail.record({
            action: 'document.expired',
            actor: by,
            target: { kind: 'document', id },
            data: { expires_at: due.expires_at?.toISOString() ?? null },
            event: {
              kind: 'document.expired',
              data: {
                documentId: id,
                document: { id, title: due.title, status: 'expired' },
                recipients: [...others.ofEnd(told)],
              },
            },
          });
        }
        await others.record(
          uow.recorder,
          by,
          ends.flatMap(({ told }) => told),
        );
        reachCommit(tx, 'expiry');
      }),
  };
}

/** Who still waits for a turn never heard of the document; who has signed is no part of its end. */
const toldOfExpiry = (signers: readonly SignerRow[]): Told => [
  'owner',
  ...signers
    .filter(({ role, status }) => mustSign(role) && status === 'pending-signature')
    .map(({ id }) => id as Id<'signer'>),
];
