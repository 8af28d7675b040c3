import type { SealedColumn } from '../../platform/db/reseal.ts';
import { logKeyPurpose } from './log-keys.ts';

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'log_keys',
    column: 'key_sealed',
    key: ['generation'],
    purpose: ({ generation }) => logKeyPurpose(Number(generation)),
  },
];
