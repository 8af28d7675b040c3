import * as api from '@countersign/client/operations';
import { BASE } from '../../api/environment.ts';
import { call } from '../../api/client.ts';

/** Reloads the app in another of the user's organizations, so that no data from the previous organization is shown. */
export async function enterOrganization(organizationId: string): Promise<void> {
  await call(api.switchOrganization, { body: { organizationId } });
  globalThis.location.assign(`${BASE}/documents`);
}
