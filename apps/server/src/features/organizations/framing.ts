/** The origins that may embed our pages in a frame. */
import { readSettings } from '@countersign/contract';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectSettings } from './store.ts';

/** Returns an empty list for a tenant that does not exist. */
export async function allowedOrigins(uow: UnitOfWork, tenantId: string): Promise<readonly string[]> {
  const [row] = await uow.read(tenantId, selectSettings(tenantId));
  return row ? readSettings(row.settings).allowed_origins : [];
}
