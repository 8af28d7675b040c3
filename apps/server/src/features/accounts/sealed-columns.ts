/** What this feature keeps sealed by the master key. */
import type { SealedColumn } from '../../platform/db/reseal.ts';

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'installation', column: 'link_key_sealed', key: ['id'], purpose: () => 'link key' },
];
