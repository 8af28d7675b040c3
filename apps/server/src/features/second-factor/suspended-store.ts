/** SQL for factors and keys suspended by an account recovery. */
import { statement } from '../../platform/db/statement.ts';

export type SuspendedRow = {
  id: string;
  kind: 'passkey' | 'totp' | 'api-key';
  name: string;
  created_at: Date;
  suspended_at: Date;
};
const PASSKEY =
  'id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at, last_used_at';
const TOTP = 'user_id, secret_sealed, created_at, confirmed_at, last_step';

// ------------------------------------------------------------------ data of a person, in the role `auth`
export const selectSuspendedFactors = statement<SuspendedRow, [user: string]>(
  'suspended-factors',
  `select id, 'passkey' as kind, name, created_at, suspended_at from suspended_passkeys where user_id = $1
   union all select 'totp', 'totp', 'Authenticator app', confirmed_at, suspended_at from suspended_totp_factors where user_id = $1
   order by created_at, id`,
);
export const restorePasskey = statement<{ name: string }, [user: string, id: string]>(
  'suspended-passkey-restore',
  `with moved as (delete from suspended_passkeys where user_id = $1 and id = $2 returning ${PASSKEY})
   insert into passkeys (${PASSKEY}) select ${PASSKEY} from moved returning name`,
);
export const deleteSuspendedPasskey = statement<{ id: string }, [user: string, id: string]>(
  'suspended-passkey-delete',
  'delete from suspended_passkeys where user_id = $1 and id = $2 returning id',
);
/** Replaces an app whose set-up was not finished. If another app is active, the insert violates the unique key. */
export const restoreTotp = statement<{ id: string }, [user: string]>(
  'suspended-totp-restore',
  `with begun as (delete from totp_factors where user_id = $1 and confirmed_at is null),
     moved as (delete from suspended_totp_factors where user_id = $1 returning ${TOTP})
   insert into totp_factors (${TOTP}) select ${TOTP} from moved returning user_id as id`,
);
export const deleteSuspendedTotp = statement<{ id: string }, [user: string]>(
  'suspended-totp-delete',
  'delete from suspended_totp_factors where user_id = $1 returning user_id as id',
);

// ------------------------------------------------------------------ data of a tenant, in the role `app`
export const selectSuspendedKeys = statement<SuspendedRow, [tenant: string, user: string]>(
  'suspended-keys',
  `select id, 'api-key' as kind, name, created_at, suspended_at from api_keys
   where tenant_id = $1 and issued_to = $2 and suspended_at is not null order by created_at, id`,
);
export const restoreKey = statement<{ id: string }, [tenant: string, id: string, user: string]>(
  'suspended-key-restore',
  `update api_keys set revoked_at = null, suspended_at = null
   where tenant_id = $1 and id = $2 and issued_to = $3 and suspended_at is not null returning id`,
);
/** The key stays revoked. It only disappears from the list. */
export const dropSuspendedKey = statement<{ id: string }, [tenant: string, id: string, user: string]>(
  'suspended-key-drop',
  `update api_keys set suspended_at = null
   where tenant_id = $1 and id = $2 and issued_to = $3 and suspended_at is not null returning id`,
);
