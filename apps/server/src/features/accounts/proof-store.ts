/**
 * SQL for proofs of identity: registrations, links in e-mails, known browsers and counts of incorrect passwords. Runs
 * in the `auth` role.
 */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type RegistrationRow = {
  id: Id<'registration'>;
  email: string;
  email_key: string;
  name: string;
  organization: string;
  password_hash: string;
  device_hash: Buffer;
  created_at: Date;
};
export const insertRegistration = namedStatement<
  unknown,
  {
    id: string;
    email: string;
    emailKey: string;
    name: string;
    organization: string;
    passwordHash: string;
    deviceHash: Buffer;
    createdAt: Date;
    expiresAt: Date;
  }
>(
  'registration-insert',
  `insert into registrations (id, email, email_key, name, organization, password_hash, device_hash, created_at, expires_at)
   values (:id, :email, :emailKey, :name, :organization, :passwordHash, :deviceHash, :createdAt, :expiresAt)`,
);
const REGISTRATION = 'id, email, email_key, name, organization, password_hash, device_hash, created_at';
export const selectRegistration = statement<RegistrationRow, [id: string, now: Date]>(
  'registration-select',
  `select ${REGISTRATION} from registrations where id = $1 and used_at is null and expires_at > $2`,
);
export const selectLatestRegistration = statement<RegistrationRow, [emailKey: string, now: Date]>(
  'registration-latest',
  `select ${REGISTRATION} from registrations where email_key = $1 and used_at is null and expires_at > $2 order by created_at desc limit 1`,
);
/** Only one of several concurrent requests gets the row of the registration. */
export const useRegistration = statement<{ id: Id<'registration'> }, [id: string, now: Date]>(
  'registration-use',
  'update registrations set used_at = $2 where id = $1 and used_at is null and expires_at > $2 returning id',
);
export const deleteOldRegistrations = statement<unknown, [now: Date]>(
  'registration-sweep',
  'delete from registrations where expires_at < $1',
);

export type TokenPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'undo-email-change' | 'recover-account';
export type EmailTokenRow = { user_id: Id<'user'>; email: string; created_at: Date; covers_from: Date | null };
/** If a job runs again, it tries to insert the same row, which has no effect. */
export const insertEmailToken = statement<
  unknown,
  [id: string, purpose: TokenPurpose, user: string, email: string, now: Date, expires: Date]
>(
  'email-token-insert',
  `insert into email_tokens (id, purpose, user_id, email, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (id) do nothing`,
);
/**
 * `since` is the start of the session that changed the address. Undoing the change revokes all access that the account
 * has created since then.
 */
export const insertUndoToken = statement<
  unknown,
  [id: string, user: string, email: string, now: Date, expires: Date, since: Date]
>(
  'email-token-insert-undo',
  `insert into email_tokens (id, purpose, user_id, email, created_at, expires_at, covers_from)
   values ($1, 'undo-email-change', $2, $3, $4, $5, $6)`,
);
/**
 * Ends the undo links of this change and of later changes. Links of earlier changes stay valid, so an attacker cannot
 * lock out the original owner by changing the address twice.
 */
export const endLaterUndoTokens = statement<unknown, [user: string, from: Date, now: Date]>(
  'email-tokens-end-later-undo',
  `update email_tokens set used_at = $3 where user_id = $1 and purpose = 'undo-email-change' and created_at >= $2 and used_at is null`,
);
export const selectEmailToken = statement<EmailTokenRow, [id: string, purpose: TokenPurpose, now: Date]>(
  'email-token-select',
  'select user_id, email, created_at, covers_from from email_tokens where id = $1 and purpose = $2 and used_at is null and expires_at > $3',
);
export const useEmailToken = statement<EmailTokenRow, [id: string, purpose: TokenPurpose, now: Date]>(
  'email-token-use',
  `update email_tokens set used_at = $3 where id = $1 and purpose = $2 and used_at is null and expires_at > $3
   returning user_id, email, created_at, covers_from`,
);
export const endEmailTokens = statement<unknown, [user: string, purpose: TokenPurpose, now: Date]>(
  'email-tokens-end',
  'update email_tokens set used_at = $3 where user_id = $1 and purpose = $2 and used_at is null',
);

/**
 * `found` is true if the browser is one of the person's known browsers. `any` is true if the person has any known
 * browsers.
 */
export const selectDevice = statement<{ found: boolean; any: boolean }, [user: string, device: Buffer]>(
  'device-select',
  `select exists (select 1 from known_devices where user_id = $1 and device_hash = $2) as found,
     exists (select 1 from known_devices where user_id = $1) as any`,
);
export const upsertDevice = statement<unknown, [user: string, device: Buffer, now: Date]>(
  'device-upsert',
  `insert into known_devices (user_id, device_hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
   on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at`,
);
/**
 * Deletes all but the newest fifty browsers per person. A program without cookies counts as a new browser at each
 * sign-in.
 */
export const deleteOldDevices = statement<unknown, [user: string]>(
  'device-sweep',
  `delete from known_devices where user_id = $1 and device_hash not in
     (select device_hash from known_devices where user_id = $1 order by last_seen_at desc, device_hash limit 50)`,
);

export type AttemptRow = { bucket: Buffer; failures: number; last_at: Date; blocked_until: Date | null };
export const ensureAttempts = statement<unknown, [buckets: Buffer[], now: Date]>(
  'attempts-ensure',
  `insert into login_attempts (bucket, failures, last_at) select b, 0, $2 from unnest($1::bytea[]) b order by b on conflict (bucket) do nothing`,
);
/** Locks the rows of attempts in a fixed order so that two sign-ins cannot deadlock. */
export const lockAttempts = statement<AttemptRow, [buckets: Buffer[]]>(
  'attempts-lock',
  'select bucket, failures, last_at, blocked_until from login_attempts where bucket = any($1) order by bucket for update',
);
export const updateAttempt = statement<
  unknown,
  [bucket: Buffer, failures: number, now: Date, blockedUntil: Date | null]
>('attempts-update', 'update login_attempts set failures = $2, last_at = $3, blocked_until = $4 where bucket = $1');
export const resetAttempt = statement<unknown, [bucket: Buffer]>(
  'attempts-reset',
  'update login_attempts set failures = 0, blocked_until = null where bucket = $1',
);
export const refundAttempt = statement<unknown, [bucket: Buffer]>(
  'attempts-take-back',
  'update login_attempts set failures = greatest(failures - 1, 0), blocked_until = null where bucket = $1',
);
export const deleteOldAttempts = statement<unknown, [before: Date]>(
  'attempts-sweep',
  'delete from login_attempts where last_at < $1',
);

// ------------------------------------------------------------------ sign-ins that still need a second factor
export const selectFactorKinds = statement<{ totp: boolean; passkey: boolean }, [user: string]>(
  'second-factor-kinds',
  `select exists (select 1 from totp_factors where user_id = $1 and confirmed_at is not null) as totp,
     exists (select 1 from passkeys where user_id = $1) as passkey`,
);
export const insertStep = statement<unknown, [token: Buffer, user: string, now: Date, expires: Date]>(
  'login-step-insert',
  'insert into login_steps (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
);
export const selectStep = statement<{ user_id: Id<'user'> }, [token: Buffer, now: Date]>(
  'login-step-select',
  'select user_id from login_steps where token_hash = $1 and expires_at > $2',
);
/** Only one of several concurrent requests gets the row of the sign-in step. */
export const useStep = statement<{ user_id: Id<'user'> }, [token: Buffer, user: string, now: Date]>(
  'login-step-use',
  'delete from login_steps where token_hash = $1 and user_id = $2 and expires_at > $3 returning user_id',
);
export const deleteStepsOf = statement<unknown, [user: string]>(
  'login-steps-delete-of-user',
  'delete from login_steps where user_id = $1',
);
export const deleteOldSteps = statement<unknown, [now: Date]>(
  'login-step-sweep',
  'delete from login_steps where expires_at < $1',
);
