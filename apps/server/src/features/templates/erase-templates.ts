/**
 * Erases a deleted template after 30 days. Documents created from it keep the file, which is deleted with the last of
 * them.
 */
import { LIMITS } from '@countersign/contract';
import { readAcross } from '../../platform/db/across-tenants.ts';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { eraseTemplateRows, selectErasableTemplates } from './store.ts';

/** The maximum number of templates per run. The next run continues with the rest. */
const BATCH = 500;
const DAY_MS = 86_400_000;

/** @returns how many templates were erased. Unreferenced files are deleted together with those of documents. */
export async function eraseTemplates({ database, uow }: { database: Database; uow: UnitOfWork }): Promise<number> {
  const before = new Date(uow.now().getTime() - LIMITS.trashDays * DAY_MS);
  const due = await readAcross(database, selectErasableTemplates, before, BATCH);
  let erased = 0;
  for (const { tenant_id: tenantId, id } of due) if (await eraseTemplate(uow, tenantId, id, before)) erased += 1;
  return erased;
}

function eraseTemplate(uow: UnitOfWork, tenantId: string, id: string, before: Date): Promise<boolean> {
  return uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(eraseTemplateRows(id, before, tx.now));
    // The template was restored since then, or a bulk send still uses it.
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
