/** Every column that holds something sealed by the master key, and what it is sealed for: what a new master key seals anew. */
import { keyPurpose, secretPurpose } from '../features/single-sign-on/index.ts';
import { sealOf, sealPurpose, unitPurpose } from '../features/authority/index.ts';
import { totpPurpose } from '../features/second-factor/index.ts';
import { webhookSecretPurpose } from '../features/webhooks/index.ts';

export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** Its primary key, all of it text or whole numbers. */
  readonly key: readonly string[];
  readonly purpose: (row: Readonly<Record<string, string | number>>) => string;
};

const text = (value: string | number | undefined): string => String(value);

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'installation', column: 'link_key_sealed', key: ['id'], purpose: () => 'link key' },
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
    purpose: ({ environment, serial }) => unitPurpose(environment as 'live' | 'sandbox', text(serial)),
  },
  {
    table: 'seals',
    column: 'key_sealed',
    key: ['tenant_id', 'generation'],
    purpose: ({ tenant_id: tenant, generation }) => sealOf(text(tenant), Number(generation)),
  },
  {
    table: 'person_keys',
    column: 'key_sealed',
    key: ['tenant_id', 'person_id'],
    purpose: ({ tenant_id: tenant, person_id: person }) => `person ${text(tenant)}/${text(person)}`,
  },
  {
    table: 'totp_factors',
    column: 'secret_sealed',
    key: ['user_id'],
    purpose: ({ user_id: user }) => totpPurpose(text(user)),
  },
  ...['secret_sealed', 'previous_secret_sealed'].map((column): SealedColumn => ({
    table: 'webhook_endpoints',
    column,
    key: ['tenant_id', 'id'],
    purpose: ({ tenant_id: tenant, id }) => webhookSecretPurpose(text(tenant), text(id)),
  })),
  {
    table: 'single_sign_on',
    column: 'secret_sealed',
    key: ['tenant_id'],
    purpose: ({ tenant_id: tenant }) => secretPurpose(text(tenant)),
  },
  {
    table: 'sso_keys',
    column: 'key_sealed',
    key: ['tenant_id'],
    purpose: ({ tenant_id: tenant }) => keyPurpose(text(tenant)),
  },
];

/** Sealed by other keys, which are themselves in the list above or known to callers alone. */
export const SEALED_OTHERWISE: readonly string[] = ['audit_personal.sealed', 'kept_answers.answer_sealed'];
