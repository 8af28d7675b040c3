/** The end of a deleted template, 30 days later. Documents made of it keep the file, which goes with the last of them. */
import { LIMITS } from '@countersign/contract';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { eraseTemplateRows, selectErasableTemplates } from './store.ts';

/** A turn does no more; the next one goes on. */
const BATCH = 500;
const DAY_MS = 86_400_000;

/** How many were erased. Files that nobody names any more are deleted with those of documents. */
export async function eraseTemplates({ database, uow }: { database: Database; uow: UnitOfWork }): Promise<number> {
  const before = new Date(uow.now().getTime() - LIMITS.trashDays * DAY_MS);
  const due = await database.query({ role: 'jobs' }, selectErasableTemplates(before, BATCH));
  let erased = 0;
  for (const { tenant_id: tenantId, id } of due) if (await eraseTemplate(uow, tenantId, id, before)) erased += 1;
  return erased;
}

function eraseTemplate(uow: UnitOfWork, tenantId: string, id: string, before: Date): Promise<boolean> {
  return uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(eraseTemplateRows(id, before, tx.now));
    // Taken back in the meantime, or a bulk send still works with it.
    if (row?.erased !== true) return false;
    await uow.recorder.record(tx, tenantId, tenantId, {
      action: 'template.erased',
      actor: { kind: 'system', id: 'trash' },
      target: { kind: 'template', id },
      data: {},
    });
    return true;
  });
}
