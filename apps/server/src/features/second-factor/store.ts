/** SQL for second factors, in the role `auth`. */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

/**
 * Updates the column that states whether the person has a second factor. Call it after every change to a factor, under
 * the lock of the person's row.
 */
export const refreshTwoFactor = statement<
  { two_factor_since: Date | null },
  [user: string, now: Date, hasFactor: boolean]
>(
  'two-factor-refresh',
  `update users set two_factor_since = case when $3 then coalesce(two_factor_since, $2) end
   where id = $1 returning two_factor_since`,
);
export type StatusRow = { confirmed_at: Date | null; passkeys: number; recovery_codes: number };
export const selectStatus = statement<StatusRow, [user: string]>(
  'two-factor-status',
  `select (select confirmed_at from totp_factors where user_id = $1) as confirmed_at,
     (select count(*)::int from passkeys where user_id = $1) as passkeys,
     (select count(*)::int from recovery_codes where user_id = $1 and used_at is null) as recovery_codes`,
);

// ------------------------------------------------------------------ authenticator app
export type TotpRow = { secret_sealed: Buffer; created_at: Date; confirmed_at: Date | null };
export const selectTotp = statement<TotpRow, [user: string]>(
  'totp-select',
  'select secret_sealed, created_at, confirmed_at from totp_factors where user_id = $1',
);
/** Replaces an authenticator app that was not confirmed. A confirmed app stays, and no row is returned. */
export const upsertTotp = statement<{ user_id: Id<'user'> }, [user: string, secret: Buffer, now: Date]>(
  'totp-upsert',
  `insert into totp_factors (user_id, secret_sealed, created_at) values ($1, $2, $3)
   on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at, last_step = 0
   where totp_factors.confirmed_at is null returning user_id`,
);
/**
 * Only one of several concurrent requests with the same code gets a row. The others wait for it and then find that the
 * time step was used.
 */
export const useTotpStep = statement<{ user_id: Id<'user'> }, [user: string, step: number]>(
  'totp-use',
  `update totp_factors set last_step = $2 where user_id = $1 and last_step < $2 and confirmed_at is not null returning user_id`,
);
export const confirmTotp = statement<{ user_id: Id<'user'> }, [user: string, step: number, now: Date]>(
  'totp-confirm',
  `update totp_factors set last_step = $2, confirmed_at = $3 where user_id = $1 and confirmed_at is null returning user_id`,
);
export const deleteTotp = statement<{ confirmed_at: Date | null }, [user: string]>(
  'totp-delete',
  'delete from totp_factors where user_id = $1 returning confirmed_at',
);

// ------------------------------------------------------------------ recovery codes
export const insertRecoveryCodes = statement<unknown, [user: string, hashes: Buffer[], now: Date]>(
  'recovery-codes-insert',
  'insert into recovery_codes (user_id, code_hash, created_at) select $1, h, $3 from unnest($2::bytea[]) h',
);
export const useRecoveryCode = statement<{ user_id: Id<'user'> }, [user: string, hash: Buffer, now: Date]>(
  'recovery-code-use',
  'update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning user_id',
);
export const deleteRecoveryCodes = statement<unknown, [user: string]>(
  'recovery-codes-delete',
  'delete from recovery_codes where user_id = $1',
);

// ------------------------------------------------------------------ passkeys
export type PasskeyRow = {
  id: Id<'passkey'>;
  user_id: Id<'user'>;
  credential_id: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  backed_up: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
};
const PASSKEY =
  'id, user_id, credential_id, public_key, counter::float8 as counter, transports, backed_up, name, created_at, last_used_at';
export const selectPasskeys = statement<PasskeyRow, [user: string]>(
  'passkeys-of-user',
  `select ${PASSKEY} from passkeys where user_id = $1 order by created_at, id`,
);
export const selectPasskeyByCredential = statement<PasskeyRow, [credential: Buffer]>(
  'passkey-by-credential',
  `select ${PASSKEY} from passkeys where credential_id = $1`,
);
export const insertPasskey = namedStatement<
  unknown,
  {
    id: string;
    userId: string;
    credentialId: Buffer;
    publicKey: Buffer;
    counter: number;
    transports: string[];
    backedUp: boolean;
    name: string;
    createdAt: Date;
  }
>(
  'passkey-insert',
  `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
   values (:id, :userId, :credentialId, :publicKey, :counter, :transports, :backedUp, :name, :createdAt)`,
);
/** Returns a row for only one of two concurrent uses with the same counter. */
export const usePasskey = statement<{ id: Id<'passkey'> }, [id: string, counter: number, backedUp: boolean, now: Date]>(
  'passkey-use',
  `update passkeys set counter = $2, backed_up = $3, last_used_at = $4
   where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
);
export const renamePasskeyRow = statement<PasskeyRow, [user: string, id: string, name: string]>(
  'passkey-rename',
  `update passkeys set name = $3 where user_id = $1 and id = $2 returning ${PASSKEY}`,
);
export const deletePasskey = statement<{ name: string }, [user: string, id: string]>(
  'passkey-delete',
  'delete from passkeys where user_id = $1 and id = $2 returning name',
);
export const deletePasskeysOf = statement<unknown, [user: string]>(
  'passkeys-delete-of-user',
  'delete from passkeys where user_id = $1',
);

// ------------------------------------------------------------------ challenges
export type ChallengePurpose = 'add' | 'log-in' | 'second-step' | 'step-up';
export const insertChallenge = statement<
  unknown,
  [hash: Buffer, purpose: ChallengePurpose, user: string | null, expires: Date]
>(
  'challenge-insert',
  'insert into webauthn_challenges (challenge_hash, purpose, user_id, expires_at) values ($1, $2, $3, $4)',
);
/** Returns a row for only one of several concurrent responses. */
export const useChallenge = statement<
  { purpose: string },
  [hash: Buffer, purpose: ChallengePurpose, user: string | null, now: Date]
>(
  'challenge-use',
  `delete from webauthn_challenges
   where challenge_hash = $1 and purpose = $2 and user_id is not distinct from $3 and expires_at > $4 returning purpose`,
);
export const deleteOldChallenges = statement<unknown, [now: Date]>(
  'challenge-sweep',
  'delete from webauthn_challenges where expires_at < $1',
);
