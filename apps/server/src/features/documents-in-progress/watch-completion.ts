/**
 * Finds documents whose completion is stuck. After the last signature, a job seals the document. If that job dies or
 * its row is lost, the document would remain unfinished without anyone noticing. This check finds such documents by
 * their state, not by their jobs.
 */
import { readAcross } from '../../platform/db/across-tenants.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { lockDocument, markUnsealedReported, selectUnsealedDocuments } from '../document-core/store/index.ts';
import { continuations } from './reactions.ts';

/**
 * The time after which a document counts as stuck. Sealing takes milliseconds, but an external time-stamping authority
 * can be slow.
 */
const STUCK_AFTER_MS = 300_000;
/** A problem that continues is reported again after this time. */
const REPORT_EVERY_MS = 3_600_000;
const BATCH = 200;

export type Watch = {
  database: Database;
  uow: UnitOfWork;
  log: { error(fields: object, message: string): void };
};

/**
 * Reports each stuck document in the log and in its audit trail, and queues the job that seals it. Returns the number
 * of stuck documents.
 */
export async function watchCompletion({ database, uow, log }: Watch): Promise<number> {
  const now = uow.now().getTime();
  const reportedBefore = new Date(now - REPORT_EVERY_MS);
  const rows = await readAcross(
    database,
    selectUnsealedDocuments,
    new Date(now - STUCK_AFTER_MS),
    reportedBefore,
    BATCH,
  );
  for (const { tenant_id: tenantId, id, completed_at: completedAt } of rows) {
    const documentId = id;
    await uow.run(tenantId, async (tx) => {
      await tx.query(lockDocument({ tenantId, documentId }));
      // The document was already sealed, or another process reported it.
      const [mine] = await tx.query(markUnsealedReported({ tenantId, documentId, now: tx.now, reportedBefore }));
      if (!mine) return;
      await uow.recorder.record(tx, tenantId, documentId, {
        action: 'document.stuck',
        actor: { kind: 'system', id: 'watch' },
        target: { kind: 'document', id: documentId },
        data: { job: 'seal-document', completed_at: completedAt.toISOString() },
      });
      // A job that waits for a retry has the same key and continues. A job that failed permanently is replaced.
      uow.recorder.start(tx, tenantId, continuations.unsealed, { documentId });
      tx.afterCommit(() =>
        log.error({ tenant: tenantId, document: documentId, completedAt }, 'a signed document has not been sealed yet'),
      );
    });
  }
  return rows.length;
}
