/** SQL of what happens to a document between sending and the last signature. */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export const updateDeclined = statement<unknown, [tenant: string, signer: string, reason: string, now: Date]>(
  'signer-declined',
  `update signers set status = 'declined', declined_at = $4, decline_reason = $3
   where tenant_id = $1 and id = $2`,
);

/**
 * Somebody else, or the same person at another address: all older links and sessions end, and whatever the one before did
 * with them is not the next one's doing.
 */
export const updateReaddressed = namedStatement<
  unknown,
  {
    tenantId: string;
    signerId: string;
    email: string;
    emailKey: string;
    name: string;
    invitedAt: Date | null;
    folded: string;
  }
>(
  'signer-readdressed',
  `with changed as (update signers set email = :email, email_key = :emailKey, name = :name, invited_at = coalesce(:invitedAt, invited_at), link_generation = link_generation + 1,
     replaced_generations = '{}', viewed_at = null, shown_revisions = '{}', started_at = null, access_failures = 0, step_failures = 0, step_code_until = null, reminders_sent = 0, reminded_at = null, reminders_stopped_at = null
   where tenant_id = :tenantId and id = :signerId returning tenant_id, document_id, id)
   update document_recipients r set folded = :folded from changed c
   where r.tenant_id = c.tenant_id and r.document_id = c.document_id and r.signer_id = c.id`,
);
export const updateName = statement<unknown, [tenant: string, signer: string, name: string, folded: string]>(
  'signer-name',
  `with changed as (update signers set name = $3 where tenant_id = $1 and id = $2 returning tenant_id, document_id, id)
   update document_recipients r set folded = $4 from changed c
   where r.tenant_id = c.tenant_id and r.document_id = c.document_id and r.signer_id = c.id`,
);
export const updateAccessCode = statement<unknown, [tenant: string, signer: string, hash: string | null]>(
  'signer-access-code',
  `update signers set access_code_hash = $3, access_failures = 0, link_generation = link_generation + 1
   where tenant_id = $1 and id = $2`,
);
export const updateSecondEmail = statement<unknown, [tenant: string, signer: string, email: string]>(
  'signer-second-email',
  `update signers set second_email = $3, step_failures = 0, step_code_until = null, step_codes_sent = '{}',
     link_generation = link_generation + 1 where tenant_id = $1 and id = $2`,
);
/** Whoever guessed five times holds the old link: it ends. */
export const updateUnlocked = statement<unknown, [tenant: string, signer: string]>(
  'signer-unlocked',
  `update signers set access_failures = 0, step_failures = 0, step_code_until = null, link_generation = link_generation + 1
   where tenant_id = $1 and id = $2`,
);
export const updateReminded = statement<unknown, [tenant: string, signers: string[], now: Date, scheduled: number]>(
  'signers-reminded',
  `update signers set reminded_at = $3, reminders_sent = reminders_sent + $4 where tenant_id = $1 and id = any ($2)`,
);
export const updateExtended = statement<unknown, [tenant: string, document: string, expiresAt: Date, now: Date]>(
  'document-extended',
  `update documents set status = 'in-progress', expires_at = $3, updated_at = $4 where tenant_id = $1 and id = $2`,
);
export const updateTouched = statement<unknown, [tenant: string, document: string, now: Date]>(
  'document-touched',
  'update documents set updated_at = $3 where tenant_id = $1 and id = $2',
);
export type StoppingRow = {
  document_id: Id<'document'>;
  email: string;
  locale: string | null;
  profile_locale: string | null;
  organization_locale: string | null;
  reminders_stopped_at: Date | null;
};
export const selectStopping = statement<StoppingRow, [tenant: string, signer: string]>(
  'signer-stopping',
  `select s.document_id, s.email, s.locale, u.locale as profile_locale, o.settings->>'locale' as organization_locale, s.reminders_stopped_at
   from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id join organizations o on o.tenant_id = s.tenant_id
   left join users u on u.email_key = s.email_key where s.tenant_id = $1 and s.id = $2`,
);
/** The first time, and only for whom the link was made. */
export const stopRemindersRow = statement<
  { id: Id<'signer'> },
  [tenant: string, signer: string, email: string, now: Date]
>(
  'signer-stop-reminders',
  `update signers set reminders_stopped_at = $4
   where tenant_id = $1 and id = $2 and email = $3 and reminders_stopped_at is null returning id`,
);
