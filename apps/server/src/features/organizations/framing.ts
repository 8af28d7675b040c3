/** The settings that pages in a frame of an application need: who may frame them, and the defaults of drafts. */
import { type OrganizationSettings, readSettings } from '@countersign/contract';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { selectSettings } from './store.ts';

/** The origins that this tenant's organization allows; none for a tenant that does not exist. */
export async function allowedOrigins(uow: UnitOfWork, tenantId: string): Promise<readonly string[]> {
  const [row] = await uow.read(tenantId, selectSettings(tenantId));
  return row ? readSettings(row.settings).allowed_origins : [];
}

/** The defaults of a new draft. */
export async function draftDefaults(
  uow: UnitOfWork,
  tenantId: string,
): Promise<Pick<OrganizationSettings, 'default_expiration_days' | 'default_reminders'>> {
  const [row] = await uow.read(tenantId, selectSettings(tenantId));
  const { default_expiration_days, default_reminders } = readSettings(row?.settings ?? {});
  return { default_expiration_days, default_reminders };
}
