/** What this feature keeps sealed by the master key. The keys of files are wrapped under these, and stay as they are. */
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
