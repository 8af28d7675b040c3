/** Expires a document for every recipient at the same time. */
import type { Id } from '@countersign/contract';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { isExpired, mustSign, type SignerRow } from '../document-core/index.ts';
import { lockDue, selectSigners, setDocumentStatus } from '../document-core/store/index.ts';
import { type Notified, settlePackage } from '../packages/index.ts';
import { expireDocumentJob } from './expire-job.ts';
import { continuations } from './reactions.ts';

/**
 * Runs at the document's expiry. In a package, all due documents expire together, so that recipients are notified once.
 * The jobs of the other documents then find nothing to do.
 */
export function expireDocumentHandler(uow: UnitOfWork): JobHandler<{ documentId: Id<'document'> }> {
  return {
    definition: expireDocumentJob,
    run: (job) =>
      uow.run(job.tenantId, async (tx) => {
        const { tenantId } = job;
        const { documentId } = job.payload;
        const rows = await tx.query(lockDue({ tenantId, documentId, now: tx.now }));
        const own = rows.find(({ id }) => id === documentId);
        job.done(tx);
        if (!own || own.status !== 'in-progress') return;
        if (!isExpired(own, tx.now)) {
          // The document has been extended. While this job held the key, no job could be queued for the new expiry.
          if (own.expires_at !== null)
            uow.recorder.start(tx, tenantId, continuations.expiryMoved, { documentId, runAt: own.expires_at });
          return;
        }
        const ends = [];
        for (const due of rows) {
          const trail = await uow.recorder.open(tx, tenantId, due.id);
          tx.write(setDocumentStatus({ tenantId, documentId: due.id, status: 'expired', now: tx.now }));
          ends.push({
            due,
            trail,
            notified: notifiedOfExpiry(await tx.query(selectSigners({ tenantId, documentId: due.id }))),
          });
        }
        const by = { kind: 'system', id: 'expiry' } as const;
        const others = await settlePackage(tx, tenantId, own.package_id);
        for (const { due, trail, notified } of ends) {
          const id = due.id;
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
                recipients: [...others.ofEnd(notified)],
              },
            },
          });
        }
        await others.record(
          uow.recorder,
          by,
          ends.flatMap(({ notified }) => notified),
        );
        failpointsOfCommit(tx, 'expiry');
      }),
  };
}

/**
 * Recipients who are waiting for their turn never received the document, and recipients who have signed are finished.
 * Neither group is notified.
 */
const notifiedOfExpiry = (signers: readonly SignerRow[]): Notified => [
  'owner',
  ...signers.filter(({ role, status }) => mustSign(role) && status === 'pending-signature').map(({ id }) => id),
];
