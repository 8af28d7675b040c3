import type { Id } from '@countersign/contract';
import { acrossTenants } from '../../platform/db/across-tenants.ts';
import { statement } from '../../platform/db/statement.ts';

export const selectUnusedBlobs = acrossTenants<{ tenant_id: Id<'tenant'>; id: Id<'blob'> }, [count: number]>(
  'blobs-unused',
  'select tenant_id, id from blobs where unused_since is not null and {tenant_id} order by unused_since limit $1',
);
export const forgetBlob = statement<unknown, [blob: string]>('blob-forget', 'select forget_blob($1)');
