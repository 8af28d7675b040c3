import * as api from '@countersign/client/operations';
import { BASE } from '../../api/environment.ts';
import { call } from '../../api/client.ts';

/** Starts over in another organization of one's own: nothing read in this one may be shown there. */
export async function enterOrganization(organizationId: string): Promise<void> {
  await call(api.switchOrganization, { body: { organizationId } });
  globalThis.location.assign(`${BASE}/documents`);
}
