import type { DocumentStatus, PackageStatus, SignerRole, SignerStatus, Id } from '@countersign/contract';
import { BEHIND_ALL_IDS, boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

export const selectIsOperator = statement<{ is_operator: boolean }, [tenant: string]>(
  'mail-is-operator',
  'select is_operator from organizations where tenant_id = $1',
);

/** `completion_proof` comes from the event of the document's completion. */
export type MailDocument = MailDocumentRow & { completion_proof: string | null };
export type MailDocumentRow = {
  is_sealed: boolean;
  title: string;
  package_title: string | null;
  status: DocumentStatus;
  email_subject: string | null;
  email_message: string | null;
  expires_at: Date | null;
  updated_at: Date;
  void_reason: string | null;
  owner_name: string;
  owner_email: string;
  owner_locale: string | null;
  owner_time_zone: string | null;
  /** A deactivated member is not notified about their documents. */
  owner_is_deactivated: boolean;
  /** The organization's public name, or its name if it has no public name. */
  organization: string;
  organization_locale: string | null;
  environment: 'live' | 'sandbox';
  sha256: string;
};
export type MailSigner = {
  id: Id<'signer'>;
  name: string;
  email: string;
  role: SignerRole;
  status: SignerStatus;
  signing_order: number;
  delivery: 'bounced' | null;
  /** The language that the sender chose, or the language in the member's profile. */
  locale: string | null;
  profile_locale: string | null;
  profile_time_zone: string | null;
  decline_reason: string | null;
  link_generation: number;
  second_email: string | null;
  step_code: number;
  step_code_until: Date | null;
  invited_at: Date | null;
  signed_at: Date | null;
  /** The audit entry of the signature. `signed_hash` is its hash. */
  signed_entry: Buffer | null;
  signed_hash: string | null;
  reminders_stopped_at: Date | null;
  reminded_at: Date | null;
  notify: boolean;
  notify_completion: boolean;
  removed_at?: Date;
};

export const selectMailDocument = statement<MailDocumentRow, [tenant: string, document: string]>(
  'mail-document',
  `select d.title, p.title as package_title, coalesce(d.archived_from, d.status) as status, d.email_subject, d.email_message, d.expires_at, d.updated_at, d.void_reason, u.name as owner_name,
     u.email as owner_email, u.locale as owner_locale, u.time_zone as owner_time_zone, m.deactivated_at is not null as owner_is_deactivated, coalesce(nullif(o.settings->>'branding_name', ''), o.name) as organization,
     o.settings->>'locale' as organization_locale, t.environment,
     coalesce((select r.sha256 from revisions r where r.tenant_id = $1 and r.document_id = d.id order by r.n desc limit 1), d.sha256) as sha256,
     d.sealed_at is not null as is_sealed
   from documents d join users u on u.id = d.owner_id join organizations o on o.tenant_id = d.tenant_id join tenants t on t.tenant_id = d.tenant_id
   left join packages p on p.tenant_id = d.tenant_id and p.id = d.package_id
   left join memberships m on m.tenant_id = d.tenant_id and m.user_id = d.owner_id
   where d.tenant_id = $1 and d.id = $2`,
);
/**
 * Selects the proof from the completion event. On Citus, the table of events is on a different node than the document.
 */
export const selectCompletionProof = statement<{ proof: string | null }, [tenant: string, document: string]>(
  'mail-completion-proof',
  `select data->'audit_proof'->>'proof' as proof from outbox
   where tenant_id = $1 and document_id = $2 and kind = 'document.completed' order by id desc limit 1`,
);
export const selectMailSigners = statement<MailSigner, [tenant: string, document: string]>(
  'mail-signers',
  `select s.id, s.name, s.email, s.role, s.status, s.signing_order, s.delivery, s.locale, u.locale as profile_locale, u.time_zone as profile_time_zone, s.decline_reason,
     s.link_generation, s.second_email, s.step_code, s.step_code_until, s.invited_at, s.signed_at, s.reminders_stopped_at, s.reminded_at, s.notify, s.notify_completion,
     e.bytes as signed_entry, e.hash as signed_hash
   from signers s left join users u on u.email_key = s.email_key
   left join audit_entries e on e.tenant_id = $1 and e.stream = $2 and e.n = s.signed_entry where s.tenant_id = $1 and s.document_id = $2 order by s.position`,
);
/** Selects a removed recipient, who is notified of the removal. */
export const selectMailRemoved = statement<MailSigner, [tenant: string, signer: string]>(
  'mail-removed',
  `select r.signer_id as id, r.name, r.email, r.role, 'notified' as status, 0 as signing_order, null as delivery, r.locale, u.locale as profile_locale,
     u.time_zone as profile_time_zone, null as decline_reason, r.link_generation, null as second_email, 0 as step_code, null as step_code_until,
     null as invited_at, null as signed_at, null as reminders_stopped_at, null as reminded_at, r.notify, false as notify_completion, null as signed_entry,
     null as signed_hash, r.removed_at
   from removed_recipients r left join users u on u.email_key = lower(r.email) where r.tenant_id = $1 and r.signer_id = $2`,
);
export type MailMember = { name: string; email: string; locale: string | null; time_zone: string | null };
/** Returns no row for a deactivated member. */
export const selectMailMember = statement<MailMember, [tenant: string, user: string]>(
  'mail-member',
  `select u.name, u.email, u.locale, u.time_zone from memberships m join users u on u.id = m.user_id
   where m.tenant_id = $1 and m.user_id = $2 and m.deactivated_at is null`,
);
export type MailPart = {
  package_id: Id<'package'>;
  package_status: PackageStatus;
  ended_at: Date | null;
  title: string;
  status: DocumentStatus;
  document_id: Id<'document'>;
  void_reason: string | null;
  declined_by: string | null;
  decline_reason: string | null;
  /** The reader as a recipient of this document. Null for the sender. */
  signer_id: Id<'signer'> | null;
  link_generation: number | null;
};
/**
 * Selects the documents of this document's package in order. For a recipient ($3), selects only documents sent to their
 * address.
 */
export const selectMailParts = statement<MailPart, [tenant: string, document: string, to: string]>(
  'mail-parts',
  `select p.id as package_id, p.status as package_status, p.ended_at, d.title, coalesce(d.archived_from, d.status) as status, d.id as document_id,
     d.void_reason, x.name as declined_by, x.decline_reason, s.id as signer_id, s.link_generation
   from documents own join packages p on p.tenant_id = own.tenant_id and p.id = own.package_id
   join documents d on d.tenant_id = p.tenant_id and d.package_id = p.id
     and (d.deleted_at is null or (d.completed_at is not null and $3 <> 'owner'))
   left join signers x on x.tenant_id = d.tenant_id and x.document_id = d.id and x.status = 'declined'
   left join signers s on s.tenant_id = d.tenant_id and s.document_id = d.id
     and s.email_key = (select r.email_key from signers r where r.tenant_id = $1 and r.id = $3)
   where own.tenant_id = $1 and own.id = $2 and ($3 = 'owner' or s.id is not null) order by d.package_position`,
);
/**
 * Reserves the next slot for an e-mail to an address: the earliest time that is not in the past, not before the
 * address's previous slots, and within the hourly limit. Only the slots that this calculation needs are stored.
 */
export const takePlace = statement<{ at: Date }, [tenant: string, recipient: Buffer, now: Date, anHour: number]>(
  'mail-place',
  `insert into mail_places as p (tenant_id, recipient, places) values ($1, $2, array[$3::timestamptz])
   on conflict (tenant_id, recipient) do update set places = (p.places || greatest($3::timestamptz, p.places[cardinality(p.places)],
     p.places[cardinality(p.places) + 1 - $4::int] + interval '1 hour'))[greatest(1, cardinality(p.places) + 2 - $4::int):]
   returning p.places[cardinality(p.places)] as at`,
);

export type StoredMail = {
  id: Id<'mail'>;
  kind: string;
  from_address: string;
  to_address: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: Date;
};
export const insertMail = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    messageId: string;
    kind: string;
    from: string;
    to: string;
    subject: string;
    bodyText: string;
    bodyHtml: string;
    createdAt: Date;
  }
>(
  'mailbox-insert',
  `insert into mails (tenant_id, id, message_id, kind, from_address, to_address, subject, body_text, body_html, created_at)
   values (:tenantId, :id, :messageId, :kind, :from, :to, :subject, :bodyText, :bodyHtml, :createdAt) on conflict (tenant_id, message_id) do nothing`,
);
export const selectMails = statement<
  Omit<StoredMail, 'from_address' | 'body_text' | 'body_html'>,
  [tenant: string, before: string | null, limit: number]
>(
  'mailbox-list',
  `select id, kind, to_address, subject, created_at from mails
   where tenant_id = $1 and id < ${boundOr('$2::text', BEHIND_ALL_IDS)} order by id desc limit $3`,
);
export const selectMail = statement<StoredMail, [tenant: string, id: string]>(
  'mailbox-select',
  'select id, kind, from_address, to_address, subject, body_text, body_html, created_at from mails where tenant_id = $1 and id = $2',
);
