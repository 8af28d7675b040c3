/** Writes of recipients. Every column of `signers` is written in this file and nowhere else (ADR 111). */
import { type Id } from '@countersign/contract';
import { namedStatement, statement } from '../../../platform/db/statement.ts';

/** What is kept of a recipient when the document is sent. */
export type RecipientRow = {
  tenantId: string;
  documentId: string;
  id: string;
  position: number;
  signingOrder: number;
  email: string;
  emailKey: string;
  name: string;
  role: string;
  status: string;
  locale: string | null;
  pdfField: string | null;
  invitedAt: Date;
  accessCodeHash: string | null;
  secondStep: string | null;
  secondEmail: string | null;
  notify: boolean;
  notifyCompletion: boolean;
  folded: string;
};
export const insertSigner = namedStatement<unknown, RecipientRow>(
  'signer-insert',
  `with made as (insert into signers (tenant_id, document_id, id, position, signing_order, email, email_key, name, role, status, locale, pdf_field, invited_at,
     access_code_hash, second_step, second_email, notify, notify_completion)
   values (:tenantId, :documentId, :id, :position, :signingOrder, :email, :emailKey, :name, :role, :status, :locale, :pdfField, :invitedAt, :accessCodeHash, :secondStep, :secondEmail, :notify, :notifyCompletion) returning tenant_id, document_id, id)
   insert into document_recipients (tenant_id, document_id, signer_id, folded) select tenant_id, document_id, id, :folded from made`,
);
export const updateSigned = statement<unknown, [tenant: string, id: string, now: Date, entry: number]>(
  'signer-signed',
  `update signers set status = 'signed', signed_at = $3, signed_entry = $4, started_at = coalesce(started_at, $3)
   where tenant_id = $1 and id = $2`,
);
export const updateTurn = statement<unknown, [tenant: string, ids: string[], now: Date]>(
  'signer-turn',
  `update signers set status = 'pending-signature', invited_at = $3 where tenant_id = $1 and id = any($2) and status = 'waiting'`,
);
export const updateStarted = statement<{ id: Id<'signer'> }, [tenant: string, id: string, now: Date]>(
  'signer-started',
  'update signers set started_at = $3 where tenant_id = $1 and id = $2 and started_at is null returning id',
);

/** Out of the way of the new positions, which are unique at every moment. */
export const vacatePositions = statement<unknown, [tenant: string, document: string]>(
  'signers-vacate',
  'update signers set position = position + 1000 where tenant_id = $1 and document_id = $2',
);
/** A recipient who stays: their link ends, and what they were shown before is not the document any more. */
export const updateChanged = namedStatement<unknown, RecipientRow>(
  'signer-changed',
  `with changed as (update signers set position = :position, signing_order = :signingOrder, email = :email, email_key = :emailKey, name = :name, role = :role,
     status = :status, locale = :locale, pdf_field = :pdfField, invited_at = :invitedAt, access_code_hash = :accessCodeHash, second_step = :secondStep,
     second_email = :secondEmail, notify = :notify, notify_completion = :notifyCompletion, link_generation = link_generation + 1,
     replaced_generations = replaced_generations || link_generation, viewed_at = null, shown_revisions = '{}', started_at = null,
     access_failures = 0, step_failures = 0, step_code_until = null
   where tenant_id = :tenantId and document_id = :documentId and id = :id returning tenant_id, document_id, id)
   update document_recipients r set folded = :folded from changed c
   where r.tenant_id = c.tenant_id and r.document_id = c.document_id and r.signer_id = c.id`,
);
/** Answers false under a legal hold, and for a recipient who has signed. */
export const removeRow = statement<{ removed: boolean }, [document: string, signer: string, now: Date]>(
  'signer-remove',
  'select remove_recipient($1, $2, $3) as removed',
);

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
/** The first time, and only for whom the link was made. */
export const stopRemindersRow = statement<
  { id: Id<'signer'> },
  [tenant: string, signer: string, email: string, now: Date]
>(
  'signer-stop-reminders',
  `update signers set reminders_stopped_at = $4
   where tenant_id = $1 and id = $2 and email = $3 and reminders_stopped_at is null returning id`,
);

export const updateShown = statement<unknown, [tenant: string, signer: string, revision: number, now: Date]>(
  'signer-note-shown',
  `update signers set viewed_at = coalesce(viewed_at, $4), shown_revisions = shown_revisions || $3::integer
   where tenant_id = $1 and id = $2`,
);
/** That this account passed what the sender asks for beside the address. */
export const noteAccountProof = statement<
  unknown,
  [tenant: string, signer: string, generation: number, user: string, until: Date]
>(
  'signer-account-proof',
  `update signers set account_proof_user = $4, account_proof_generation = $3, account_proof_until = $5
   where tenant_id = $1 and id = $2 and link_generation = $3`,
);
/** Counted before the code is checked, and answered only while tries are left: guesses at once are no more than in turn. */
export const claimCodeTry = statement<
  { access_code_hash: string; access_failures: number },
  [tenant: string, signer: string, generation: number, tries: number]
>(
  'signer-code-try',
  `update signers set access_failures = access_failures + 1
   where tenant_id = $1 and id = $2 and link_generation = $3 and access_failures < $4 and access_code_hash is not null
   returning access_code_hash, access_failures`,
);
export const resetCodeTries = statement<unknown, [tenant: string, signer: string]>(
  'signer-code-passed',
  'update signers set access_failures = 0 where tenant_id = $1 and id = $2',
);
/** The same for codes of the second step. */
export const claimStepTry = statement<
  { step_code: number; step_code_until: Date | null; step_failures: number },
  [tenant: string, signer: string, generation: number, tries: number]
>(
  'signer-step-try',
  `update signers set step_failures = step_failures + 1
   where tenant_id = $1 and id = $2 and link_generation = $3 and step_failures < $4
   returning step_code, step_code_until, step_failures`,
);
/** Answers with a row to the first who comes with the newest code. */
export const resetStepTries = statement<{ id: Id<'signer'> }, [tenant: string, signer: string, code: number]>(
  'signer-step-passed',
  `update signers set step_failures = 0, step_code_until = null
   where tenant_id = $1 and id = $2 and step_code = $3 and step_code_until is not null returning id`,
);
/** The number of a new code; no row where an hour holds as many as it may. */
export const takeStepCode = statement<
  { step_code: number },
  [tenant: string, signer: string, generation: number, now: Date, until: Date, anHour: number]
>(
  'signer-step-code',
  `update signers set step_code = step_code + 1, step_code_until = $5,
     step_codes_sent = (step_codes_sent || $4::timestamptz)[greatest(1, cardinality(step_codes_sent) + 2 - $6::int):]
   where tenant_id = $1 and id = $2 and link_generation = $3
     and (cardinality(step_codes_sent) < $6::int or step_codes_sent[cardinality(step_codes_sent) + 1 - $6::int] <= $4::timestamptz - interval '1 hour')
   returning step_code`,
);
/** The newest ones of a recipient; more are not asked for within the ten minutes that a link lasts. */
const MAX_OPEN_LINKS = 20;
/** The next number of a single-use link. Earlier links stay usable: frameworks ask twice, and each link ends by itself within minutes. */
export const issueLink = statement<
  { serial: number; generation: number },
  [tenant: string, signer: string, to: string, now: Date, redirects: string | null]
>(
  'signer-embedded-issue',
  `update signers set embedded_issued = embedded_issued + 1, link_issued_to = $3, link_issued_at = $4, redirects = $5,
     open_links = ((embedded_issued + 1) || open_links)[:${MAX_OPEN_LINKS}],
     link_holders = ($3::text || array_remove(link_holders, $3))[:${MAX_OPEN_LINKS}]
   where tenant_id = $1 and id = $2
   returning embedded_issued as serial, link_generation as generation`,
);
/** A link that the sender hands out. It has no number: it opens until the document expires. */
export const handOutLink = statement<
  { generation: number },
  [tenant: string, signer: string, to: string, now: Date, redirects: string | null]
>(
  'signer-link-handed-out',
  `update signers set link_issued_to = $3, link_issued_at = $4, redirects = $5,
     link_holders = ($3::text || array_remove(link_holders, $3))[:${MAX_OPEN_LINKS}]
   where tenant_id = $1 and id = $2 returning link_generation as generation`,
);
/** Answers with a row to the first who opens this link. */
export const useLink = statement<
  { id: Id<'signer'> },
  [tenant: string, signer: string, generation: number, serial: number]
>(
  'signer-embedded-used',
  `update signers set embedded_used = greatest(embedded_used, $4), open_links = array_remove(open_links, $4)
   where tenant_id = $1 and id = $2 and link_generation = $3 and $4 = any(open_links) returning id`,
);

export const markDelivery = statement<unknown, [tenant: string, signer: string, delivery: 'bounced' | null]>(
  'mail-delivery',
  'update signers set delivery = $3 where tenant_id = $1 and id = $2 and delivery is distinct from $3',
);

/** Since when somebody has been asked, which scheduled reminders count from. */
export const advanceReminders = statement<unknown, [tenant: string, seconds: number]>(
  'sandbox-reminders-advance',
  `update signers set invited_at = invited_at - make_interval(secs => $2::int), reminded_at = reminded_at - make_interval(secs => $2::int)
   where tenant_id = $1 and status = 'pending-signature'`,
);

/** Links for one use that a program was given, and the visits that began with them. */
export const endIssuedLinksSince = statement<
  { id: Id<'signer'> },
  [tenant: string, to: readonly string[], since: Date]
>(
  'evict-issued-links',
  `update signers set link_generation = link_generation + 1
   where tenant_id = $1 and (link_issued_to = any($2) or link_holders && $2::text[]) and link_issued_at >= $3 returning id`,
);
