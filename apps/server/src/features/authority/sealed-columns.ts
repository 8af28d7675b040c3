import type { SealedColumn } from '../../platform/db/reseal.ts';
import { sealPurpose } from './set-up.ts';
import { sealOf } from './seals.ts';
import { unitPurpose } from './timestamp-units.ts';

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'authorities',
    column: 'key_sealed',
    key: ['environment', 'kind', 'generation'],
    purpose: ({ environment, kind, generation }) =>
      sealPurpose(environment as 'live' | 'sandbox', kind as 'root', Number(generation)),
  },
  {
    table: 'timestamp_units',
    column: 'key_sealed',
    key: ['environment', 'serial'],
    purpose: ({ environment, serial }) => unitPurpose(environment as 'live' | 'sandbox', String(serial)),
  },
  {
    table: 'seals',
    column: 'key_sealed',
    key: ['tenant_id', 'generation'],
    purpose: ({ tenant_id: tenant, generation }) => sealOf(String(tenant), Number(generation)),
  },
];
