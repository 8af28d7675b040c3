import type { SealedColumn } from '../../platform/db/reseal.ts';
import { sealedFor } from './codes.ts';

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'totp_factors',
    column: 'secret_sealed',
    key: ['user_id'],
    purpose: ({ user_id: user }) => sealedFor(String(user)),
  },
  {
    table: 'suspended_totp_factors',
    column: 'secret_sealed',
    key: ['user_id'],
    purpose: ({ user_id: user }) => sealedFor(String(user)),
  },
];
