/**
 * SQL for an eviction. An eviction removes every credential or access path that an account created since a given time.
 */
import type { Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

// ------------------------------------------------------------------ the person's own data, in the `auth` role
type OfPerson = [user: string, since: Date];
type OfPersonNow = [user: string, since: Date, now: Date];
const PASSKEY =
  'id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at, last_used_at';
/** The owner can restore suspended passkeys (ADR 91). */
export const suspendPasskeysSince = statement<{ id: Id<'passkey'> }, OfPersonNow>(
  'evict-passkeys',
  `with moved as (delete from passkeys where user_id = $1 and created_at >= $2 returning ${PASSKEY})
   insert into suspended_passkeys (${PASSKEY}, suspended_at) select ${PASSKEY}, $3 from moved returning id`,
);
export const suspendTotpSince = statement<{ id: Id<'user'> }, OfPersonNow>(
  'evict-totp',
  `with moved as (delete from totp_factors where user_id = $1 and (created_at >= $2 or confirmed_at >= $2) returning *)
   insert into suspended_totp_factors (user_id, secret_sealed, created_at, confirmed_at, last_step, suspended_at)
   select user_id, secret_sealed, created_at, confirmed_at, last_step, $3 from moved where confirmed_at is not null
   on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at,
     confirmed_at = excluded.confirmed_at, last_step = excluded.last_step, suspended_at = excluded.suspended_at
   returning user_id as id`,
);
export const deleteRecoveryCodesSince = statement<unknown, OfPerson>(
  'evict-recovery-codes',
  'delete from recovery_codes where user_id = $1 and created_at >= $2',
);
export const selectHasFactor = statement<{ any: boolean }, [user: string]>(
  'evict-has-factor',
  `select exists (select 1 from totp_factors where user_id = $1 and confirmed_at is not null)
     or exists (select 1 from passkeys where user_id = $1) as any`,
);
export const endTwoFactor = statement<unknown, [user: string]>(
  'evict-two-factor-end',
  'update users set two_factor_since = null where id = $1',
);
export const deleteUselessCodes = statement<unknown, [user: string]>(
  'evict-useless-codes',
  `delete from recovery_codes where user_id = $1
     and not exists (select 1 from totp_factors where user_id = $1 and confirmed_at is not null)
     and not exists (select 1 from passkeys where user_id = $1)`,
);
export const deleteChallengesOf = statement<unknown, [user: string]>(
  'evict-challenges',
  'delete from webauthn_challenges where user_id = $1',
);
export const deleteDevicesSince = statement<unknown, OfPerson>(
  'evict-devices',
  'delete from known_devices where user_id = $1 and first_seen_at >= $2',
);
export const markEvicted = statement<unknown, [user: string, hash: string, now: Date]>(
  'evict-mark',
  'update users set password_hash = $2, evicted_at = $3 where id = $1',
);

// ------------------------------------------------------------------ data of a tenant, in the `app` role
type OfTenant = [tenant: string, user: string, since: Date];
/** Suspends keys issued since the given time. Keys in `also` are suspended regardless of when they were issued. */
export const suspendKeysSince = statement<
  { id: Id<'apiKey'> },
  [tenant: string, user: string, since: Date, now: Date, also: readonly string[]]
>(
  'evict-keys',
  `update api_keys set revoked_at = $4, suspended_at = $4
   where tenant_id = $1 and ((issued_to = $2 and issued_at >= $3) or id = any($5)) and revoked_at is null returning id`,
);
/** `by` lists the creators: the person, and the keys that this eviction suspends. */
type ByParties = [tenant: string, by: readonly string[], since: Date, now: Date];
export const deleteWebhooksSince = statement<{ id: Id<'webhook'> }, [...ByParties, also: readonly string[]]>(
  'evict-webhooks-created',
  `update webhook_endpoints set deleted_at = $4, active = false, updated_at = $4
   where tenant_id = $1 and ((created_by = any($2) and created_at >= $3) or id = any($5)) and deleted_at is null returning id`,
);
/** The endpoint is paused until someone reviews it, because its previous URL is unknown. */
export const pauseWebhooksSince = statement<{ id: Id<'webhook'> }, ByParties>(
  'evict-webhooks-changed',
  `update webhook_endpoints set active = false, disabled_reason = 'paused', updated_at = $4
   where tenant_id = $1 and set_by = any($2) and set_at >= $3 and active and deleted_at is null returning id`,
);
export const revokeInvitationsSince = statement<
  { id: Id<'invitation'> },
  [tenant: string, user: string, since: Date, now: Date, also: readonly string[]]
>(
  'evict-invitations',
  `update invitations set revoked_at = $4
   where tenant_id = $1 and ((invited_by = $2 and created_at >= $3) or id = any($5))
     and accepted_at is null and revoked_at is null returning id`,
);
export const deleteSsoLinkSince = statement<{ id: Id<'user'> }, OfTenant>(
  'evict-sso-link',
  'delete from sso_links where tenant_id = $1 and user_id = $2 and created_at >= $3 returning user_id as id',
);
export const endInPersonSince = statement<{ id: Id<'inPersonSession'>; signer_id: string }, ByParties>(
  'evict-in-person',
  `update in_person_sessions set ended_at = $4, ended_by = 'host'
   where tenant_id = $1 and host_id = any($2) and created_at >= $3 and ended_at is null returning id, signer_id`,
);
export const discardInPersonFiles = statement<unknown, [signer: string, session: string]>(
  'evict-in-person-files',
  'select discard_in_person_files($1, $2)',
);
