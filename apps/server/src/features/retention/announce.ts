/**
 * Announces data that is due for deletion within 30 days, on the administrators' page and in one e-mail to each owner.
 * Nothing is deleted before its announcement.
 */
import { unlessWorkerLost } from '../../platform/db/across-tenants.ts';
import type { Database } from '../../platform/db/database.ts';
import { failpointsOfCommit } from '../../platform/failpoints.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { queueMail } from '../accounts/index.ts';
import { type AnnouncedRow, announceDue, selectAllTenants, selectDocumentOwners, selectOwners } from './due-store.ts';
import { standardDays } from './rules.ts';

export const ANNOUNCED_DAYS = 30;
const DAY_MS = 86_400_000;
/** The maximum number of documents per tenant and run. The next run continues with the rest. */
const BATCH = 1000;

/** @returns how many documents were announced */
export async function announceErasures({ database, uow }: { database: Database; uow: UnitOfWork }): Promise<number> {
  let announced = 0;
  for (const { tenant_id: tenantId } of await database.query({ role: 'jobs' }, selectAllTenants()))
    announced += (await unlessWorkerLost(() => announceIn(uow, tenantId))) ?? 0;
  return announced;
}

/** E-mails and announcements are written in one transaction, so nothing is deleted without notice. */
function announceIn(uow: UnitOfWork, tenantId: string): Promise<number> {
  return uow.runAuth(async (tx) => {
    tx.enter({ role: 'app', tenantId });
    const standard = await standardDays(tx, tenantId);
    const until = new Date(tx.now.getTime() + ANNOUNCED_DAYS * DAY_MS);
    const rows = await tx.query(announceDue({ tenantId, standard, until, now: tx.now, limit: BATCH }));
    if (rows.length === 0) return 0;
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'retention.announced',
      actor: { kind: 'system', id: 'retention' },
      target: { kind: 'organization', id: tenantId },
      data: { documents: rows.length },
    });
    const announced = rows.map(({ document_id: id }) => id);
    const ownerOf = new Map(
      (await tx.query(selectDocumentOwners(tenantId, announced))).map(({ id, owner_id: owner }) => [id, owner]),
    );
    const byOwner = Map.groupBy(rows, ({ document_id: id }) => ownerOf.get(id) ?? '');
    for (const { id, name, email } of await tx.query(selectOwners([...byOwner.keys()]))) {
      const own = byOwner.get(id) ?? [];
      await queueMail(uow, tx, {
        mail: 'documents-due',
        to: email,
        name,
        by: String(own.length),
        detail: firstDay(own),
        tenantId,
      });
      tx.enter({ role: 'app', tenantId });
    }
    failpointsOfCommit(tx, 'announcement');
    return rows.length;
  });
}

const firstDay = (rows: readonly AnnouncedRow[]): string =>
  new Date(Math.min(...rows.map(({ erase_at: at }) => at.getTime()))).toISOString().slice(0, 10);
