import type { SealedColumn } from '../../platform/db/reseal.ts';
import { secretPurpose } from './settings.ts';
import { keyPurpose } from './keys.ts';

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'single_sign_on',
    column: 'secret_sealed',
    key: ['tenant_id'],
    purpose: ({ tenant_id: tenant }) => secretPurpose(String(tenant)),
  },
  {
    table: 'sso_keys',
    column: 'key_sealed',
    key: ['tenant_id'],
    purpose: ({ tenant_id: tenant }) => keyPurpose(String(tenant)),
  },
];
