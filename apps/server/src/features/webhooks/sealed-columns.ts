/** What this feature keeps sealed by the master key. */
import type { SealedColumn } from '../../platform/db/reseal.ts';
import { webhookSecretPurpose } from './secrets.ts';

export const sealedColumns: readonly SealedColumn[] = ['secret_sealed', 'previous_secret_sealed'].map((column) => ({
  table: 'webhook_endpoints',
  column,
  key: ['tenant_id', 'id'],
  purpose: ({ tenant_id: tenant, id }) => webhookSecretPurpose(String(tenant), String(id)),
}));
