/** Statements that write recipients. Only this file writes columns of `signers` (ADR 111). */
import type { Id } from '@countersign/contract';
import { namedStatement } from '../../../platform/db/statement.ts';

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
export const insertRecipient = namedStatement<unknown, RecipientRow>(
  'signer-insert',
  `with made as (insert into signers (tenant_id, document_id, id, position, signing_order, email, email_key, name, role, status, locale, pdf_field, invited_at,
     access_code_hash, second_step, second_email, notify, notify_completion)
   values (:tenantId, :documentId, :id, :position, :signingOrder, :email, :emailKey, :name, :role, :status, :locale, :pdfField, :invitedAt, :accessCodeHash, :secondStep, :secondEmail, :notify, :notifyCompletion))
   insert into document_recipients (tenant_id, document_id, signer_id, folded) values (:tenantId, :documentId, :id, :folded)`,
);
export const markRecipientSigned = namedStatement<
  unknown,
  { tenantId: string; signerId: string; now: Date; entry: number }
>(
  'signer-signed',
  `update signers set status = 'signed', signed_at = :now, signed_entry = :entry, started_at = coalesce(started_at, :now)
   where tenant_id = :tenantId and id = :signerId`,
);
export const startTurns = namedStatement<unknown, { tenantId: string; signerIds: string[]; now: Date }>(
  'signer-turn',
  `update signers set status = 'pending-signature', invited_at = :now where tenant_id = :tenantId and id = any(:signerIds) and status = 'waiting'`,
);
export const markRecipientStarted = namedStatement<
  { id: Id<'signer'> },
  { tenantId: string; signerId: string; now: Date }
>(
  'signer-started',
  'update signers set started_at = :now where tenant_id = :tenantId and id = :signerId and started_at is null returning id',
);

/**
 * Moves all recipients to unused positions before their new positions are written, because a constraint keeps positions
 * unique at all times.
 */
export const vacatePositions = namedStatement<unknown, { tenantId: string; documentId: string }>(
  'signers-vacate',
  'update signers set position = position + 1000 where tenant_id = :tenantId and document_id = :documentId',
);
/**
 * Replaces a recipient's details. The recipient's link stops working, and the revisions shown so far no longer count.
 */
export const replaceRecipient = namedStatement<unknown, RecipientRow>(
  'signer-changed',
  `with changed as (update signers set position = :position, signing_order = :signingOrder, email = :email, email_key = :emailKey, name = :name, role = :role,
     status = :status, locale = :locale, pdf_field = :pdfField, invited_at = :invitedAt, access_code_hash = :accessCodeHash, second_step = :secondStep,
     second_email = :secondEmail, notify = :notify, notify_completion = :notifyCompletion, link_generation = link_generation + 1,
     replaced_generations = replaced_generations || link_generation, viewed_at = null, shown_revisions = '{}', started_at = null,
     access_failures = 0, step_failures = 0, step_code_until = null
   where tenant_id = :tenantId and document_id = :documentId and id = :id returning tenant_id, document_id, id)
   update document_recipients r set folded = :folded from changed c
   where r.tenant_id = :tenantId and r.document_id = c.document_id and r.signer_id = c.id`,
);
/** `removed` is false under a legal hold, or if the recipient has signed. */
export const removeRecipientRow = namedStatement<
  { removed: boolean },
  { documentId: string; signerId: string; now: Date }
>('signer-remove', 'select remove_recipient(:documentId, :signerId, :now) as removed');

export const markRecipientDeclined = namedStatement<
  unknown,
  { tenantId: string; signerId: string; reason: string; now: Date }
>(
  'signer-declined',
  `update signers set status = 'declined', declined_at = :now, decline_reason = :reason
   where tenant_id = :tenantId and id = :signerId`,
);
/**
 * Assigns the recipient's role to another address. All older links and sessions stop working. Views, failed attempts
 * and reminders are reset because they belong to the previous person.
 */
export const readdressRecipient = namedStatement<
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
   where r.tenant_id = :tenantId and r.document_id = c.document_id and r.signer_id = c.id`,
);
export const renameRecipient = namedStatement<
  unknown,
  { tenantId: string; signerId: string; name: string; folded: string }
>(
  'signer-name',
  `with changed as (update signers set name = :name where tenant_id = :tenantId and id = :signerId returning tenant_id, document_id, id)
   update document_recipients r set folded = :folded from changed c
   where r.tenant_id = :tenantId and r.document_id = c.document_id and r.signer_id = c.id`,
);
export const setAccessCode = namedStatement<unknown, { tenantId: string; signerId: string; hash: string | null }>(
  'signer-access-code',
  `update signers set access_code_hash = :hash, access_failures = 0, link_generation = link_generation + 1
   where tenant_id = :tenantId and id = :signerId`,
);
export const setSecondEmail = namedStatement<unknown, { tenantId: string; signerId: string; email: string }>(
  'signer-second-email',
  `update signers set second_email = :email, step_failures = 0, step_code_until = null, step_codes_sent = '{}',
     link_generation = link_generation + 1 where tenant_id = :tenantId and id = :signerId`,
);
/** Unlocks a recipient and ends the link, because the person who entered five wrong codes has the link. */
export const unlockRecipient = namedStatement<unknown, { tenantId: string; signerId: string }>(
  'signer-unlocked',
  `update signers set access_failures = 0, step_failures = 0, step_code_until = null, link_generation = link_generation + 1
   where tenant_id = :tenantId and id = :signerId`,
);
export const markReminded = namedStatement<
  unknown,
  { tenantId: string; signerIds: string[]; now: Date; scheduled: number }
>(
  'signers-reminded',
  `update signers set reminded_at = :now, reminders_sent = reminders_sent + :scheduled where tenant_id = :tenantId and id = any (:signerIds)`,
);
/** Returns a row only the first time, and only for the address for which the link was created. */
export const markRemindersStopped = namedStatement<
  { id: Id<'signer'> },
  { tenantId: string; signerId: string; email: string; now: Date }
>(
  'signer-stop-reminders',
  `update signers set reminders_stopped_at = :now
   where tenant_id = :tenantId and id = :signerId and email = :email and reminders_stopped_at is null returning id`,
);

export const markRevisionShown = namedStatement<
  unknown,
  { tenantId: string; signerId: string; revision: number; now: Date }
>(
  'signer-note-shown',
  `update signers set viewed_at = coalesce(viewed_at, :now), shown_revisions = shown_revisions || :revision::integer
   where tenant_id = :tenantId and id = :signerId`,
);
/** Records that this account passed the recipient authentication that the sender requires. */
export const noteAccountProof = namedStatement<
  unknown,
  { tenantId: string; signerId: string; generation: number; userId: string; until: Date }
>(
  'signer-account-proof',
  `update signers set account_proof_user = :userId, account_proof_generation = :generation, account_proof_until = :until
   where tenant_id = :tenantId and id = :signerId and link_generation = :generation`,
);
/**
 * Counts an attempt before the access code is checked. Returns a row only while attempts are left, so parallel guesses
 * are limited in the same way as successive guesses.
 */
export const claimCodeTry = namedStatement<
  { access_code_hash: string; access_failures: number },
  { tenantId: string; signerId: string; generation: number; tries: number }
>(
  'signer-code-try',
  `update signers set access_failures = access_failures + 1
   where tenant_id = :tenantId and id = :signerId and link_generation = :generation and access_failures < :tries and access_code_hash is not null
   returning access_code_hash, access_failures`,
);
export const resetCodeTries = namedStatement<unknown, { tenantId: string; signerId: string }>(
  'signer-code-passed',
  'update signers set access_failures = 0 where tenant_id = :tenantId and id = :signerId',
);
/** Counts the attempt before the recipient authentication code is checked, as `claimCodeTry` does. */
export const claimStepTry = namedStatement<
  { step_code: number; step_code_until: Date | null; step_failures: number },
  { tenantId: string; signerId: string; generation: number; tries: number }
>(
  'signer-step-try',
  `update signers set step_failures = step_failures + 1
   where tenant_id = :tenantId and id = :signerId and link_generation = :generation and step_failures < :tries
   returning step_code, step_code_until, step_failures`,
);
/** Resets the attempts. Only the first request with the newest code gets a row. */
export const resetStepTries = namedStatement<
  { id: Id<'signer'> },
  { tenantId: string; signerId: string; code: number }
>(
  'signer-step-passed',
  `update signers set step_failures = 0, step_code_until = null
   where tenant_id = :tenantId and id = :signerId and step_code = :code and step_code_until is not null returning id`,
);
/** Returns the number of a new code, or no row if the hourly limit has been reached. */
export const takeStepCode = namedStatement<
  { step_code: number },
  { tenantId: string; signerId: string; generation: number; now: Date; until: Date; anHour: number }
>(
  'signer-step-code',
  `update signers set step_code = step_code + 1, step_code_until = :until,
     step_codes_sent = (step_codes_sent || :now::timestamptz)[greatest(1, cardinality(step_codes_sent) + 2 - :anHour::int):]
   where tenant_id = :tenantId and id = :signerId and link_generation = :generation
     and (cardinality(step_codes_sent) < :anHour::int or step_codes_sent[cardinality(step_codes_sent) + 1 - :anHour::int] <= :now::timestamptz - interval '1 hour')
   returning step_code`,
);
/**
 * The maximum number of open links per recipient. Clients do not request more within the ten minutes for which a link
 * is valid.
 */
const MAX_OPEN_LINKS = 20;
/**
 * Returns the next number of a single-use link. Earlier links stay usable, because frontend frameworks may request a
 * link twice. Each link expires within minutes.
 */
export const issueLink = namedStatement<
  { serial: number; generation: number },
  { tenantId: string; signerId: string; to: string; now: Date; redirects: string | null }
>(
  'signer-embedded-issue',
  `update signers set embedded_issued = embedded_issued + 1, link_issued_to = :to, link_issued_at = :now, redirects = :redirects,
     open_links = ((embedded_issued + 1) || open_links)[:${MAX_OPEN_LINKS}],
     link_holders = (:to::text || array_remove(link_holders, :to))[:${MAX_OPEN_LINKS}]
   where tenant_id = :tenantId and id = :signerId
   returning embedded_issued as serial, link_generation as generation`,
);
/** Records a link that the sender hands out. The link has no number and works until the document expires. */
export const handOutLink = namedStatement<
  { generation: number },
  { tenantId: string; signerId: string; to: string; now: Date; redirects: string | null }
>(
  'signer-link-handed-out',
  `update signers set link_issued_to = :to, link_issued_at = :now, redirects = :redirects,
     link_holders = (:to::text || array_remove(link_holders, :to))[:${MAX_OPEN_LINKS}]
   where tenant_id = :tenantId and id = :signerId returning link_generation as generation`,
);
/** Returns a row only for the first request that opens this link. */
export const claimLink = namedStatement<
  { id: Id<'signer'> },
  { tenantId: string; signerId: string; generation: number; serial: number }
>(
  'signer-embedded-used',
  `update signers set embedded_used = greatest(embedded_used, :serial), open_links = array_remove(open_links, :serial)
   where tenant_id = :tenantId and id = :signerId and link_generation = :generation and :serial = any(open_links) returning id`,
);

export const markDelivery = namedStatement<unknown, { tenantId: string; signerId: string; delivery: 'bounced' | null }>(
  'mail-delivery',
  'update signers set delivery = :delivery where tenant_id = :tenantId and id = :signerId and delivery is distinct from :delivery',
);

/** Reminders are scheduled relative to the shifted times. */
export const advanceReminders = namedStatement<unknown, { tenantId: string; seconds: number }>(
  'sandbox-reminders-advance',
  `update signers set invited_at = moved_back(invited_at, :seconds::int), reminded_at = moved_back(reminded_at, :seconds::int)
   where tenant_id = :tenantId and status = 'pending-signature'`,
);

/** Ends single-use links that were issued to these accounts and keys, and the visits that began with those links. */
export const endIssuedLinksSince = namedStatement<
  { id: Id<'signer'> },
  { tenantId: string; to: readonly string[]; since: Date }
>(
  'evict-issued-links',
  `update signers set link_generation = link_generation + 1
   where tenant_id = :tenantId and (link_issued_to = any(:to) or link_holders && :to::text[]) and link_issued_at >= :since returning id`,
);
