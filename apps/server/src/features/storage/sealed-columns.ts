/**
 * The sealed columns of this feature, which contain the tenant keys. File keys are wrapped with the tenant keys, so
 * they do not change.
 */
import { tenantKeyPurpose } from '../../platform/blobs/blob-keys.ts';
import type { SealedColumn } from '../../platform/db/reseal.ts';

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'tenant_keys',
    column: 'key_sealed',
    key: ['tenant_id'],
    purpose: ({ tenant_id: tenant }) => tenantKeyPurpose(String(tenant)),
  },
];
