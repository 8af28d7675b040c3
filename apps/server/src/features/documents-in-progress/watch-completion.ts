/**
 * Completion never hangs. After the last signature a job seals the document; should it die, or its row be lost, a document
 * would stay unfinished with nobody told. This looks for such documents by what they are, not by their jobs.
 */
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { lockDocument, markUnsealedReported, selectUnsealedDocuments } from '../document-core/store/index.ts';
import { continuations } from './reactions.ts';

/** A seal takes milliseconds; an outside time-stamping authority may take its time. */
const STUCK_AFTER_MS = 300_000;
/** Said again so often while it lasts. */
const REPORT_EVERY_MS = 3_600_000;
const BATCH = 200;

export type Watch = {
  database: Database;
  uow: UnitOfWork;
  log: { error(fields: object, message: string): void };
};

/** Reports each stuck document in the log and its trail and queues its job; answers how many there are. */
export async function watchCompletion({ database, uow, log }: Watch): Promise<number> {
  const now = uow.now().getTime();
  const reportedBefore = new Date(now - REPORT_EVERY_MS);
  const rows = await database.query(
    { role: 'jobs' },
    selectUnsealedDocuments({ before: new Date(now - STUCK_AFTER_MS), reportedBefore, count: BATCH }),
  );
  for (const { tenant_id: tenantId, id, completed_at: completedAt } of rows) {
    const documentId = id;
    await uow.run(tenantId, async (tx) => {
      await tx.query(lockDocument({ tenantId, documentId }));
      // Sealed since, or reported by another process.
      const [mine] = await tx.query(markUnsealedReported({ tenantId, documentId, now: tx.now, reportedBefore }));
      if (!mine) return;
      await uow.recorder.record(tx, tenantId, documentId, {
        action: 'document.stuck',
        actor: { kind: 'system', id: 'watch' },
        target: { kind: 'document', id: documentId },
        data: { job: 'seal-document', completed_at: completedAt.toISOString() },
      });
      // One that is waiting to be tried again has this key too and goes on by itself; a dead one is replaced.
      uow.recorder.start(tx, tenantId, continuations.unsealed, { documentId });
      tx.afterCommit(() =>
        log.error({ tenant: tenantId, document: documentId, completedAt }, 'a signed document is still not sealed'),
      );
    });
  }
  return rows.length;
}
