import * as api from '@countersign/client/operations';
import { BASE } from '../../api/environment.ts';
import { call } from '../../api/client.ts';

/** Reloads the app in another of the person's organizations, so that no data of this one is shown there. */
export async function enterOrganization(organizationId: string): Promise<void> {
  await call(api.switchOrganization, { body: { organizationId } });
  globalThis.location.assign(`${BASE}/documents`);
}
