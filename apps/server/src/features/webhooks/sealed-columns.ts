import type { SealedColumn } from '../../platform/db/reseal.ts';
import { CALLBACKS, webhookHeadersPurpose, webhookSecretPurpose } from './secrets.ts';

const columnsOf = (columns: readonly string[], purpose: (tenant: string, id: string) => string): SealedColumn[] =>
  columns.map((column) => ({
    table: 'webhook_endpoints',
    column,
    key: ['tenant_id', 'id'],
    purpose: ({ tenant_id: tenant, id }) => purpose(String(tenant), String(id)),
  }));

export const sealedColumns: readonly SealedColumn[] = [
  ...columnsOf(['secret_sealed', 'previous_secret_sealed'], webhookSecretPurpose),
  ...columnsOf(['headers_sealed'], webhookHeadersPurpose),
  ...['secret_sealed', 'previous_secret_sealed'].map((column) => ({
    table: 'webhook_callback_secrets',
    column,
    key: ['tenant_id'],
    purpose: ({ tenant_id: tenant }: Readonly<Record<string, string | number>>) =>
      webhookSecretPurpose(String(tenant), CALLBACKS),
  })),
];
