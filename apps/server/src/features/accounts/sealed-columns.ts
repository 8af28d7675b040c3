/** The columns of this feature that are sealed with the master key. */
import type { SealedColumn } from '../../platform/db/reseal.ts';

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'installation', column: 'link_key_sealed', key: ['id'], purpose: () => 'link key' },
];
