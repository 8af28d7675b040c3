import type { DocumentStatus, SignerRole, SignerStatus } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';

export type MailDocument = {
  title: string;
  status: DocumentStatus;
  email_subject: string | null;
  email_message: string | null;
  expires_at: Date | null;
  updated_at: Date;
  void_reason: string | null;
  owner_name: string;
  owner_email: string;
  organization: string;
  environment: 'live' | 'sandbox';
  sha256: string;
};
export type MailSigner = {
  id: string;
  name: string;
  email: string;
  role: SignerRole;
  status: SignerStatus;
  link_generation: number;
  invited_at: Date | null;
  signed_at: Date | null;
};

export const selectMailDocument = statement<MailDocument, [tenant: string, document: string]>(
  'mail-document',
  `select d.title, d.status, d.email_subject, d.email_message, d.expires_at, d.updated_at, d.void_reason, u.name as owner_name,
     u.email as owner_email, o.name as organization, t.environment,
     coalesce((select r.sha256 from revisions r where r.tenant_id = $1 and r.document_id = d.id order by r.n desc limit 1), d.sha256) as sha256
   from documents d join users u on u.id = d.owner_id join organizations o on o.tenant_id = d.tenant_id join tenants t on t.tenant_id = d.tenant_id
   where d.tenant_id = $1 and d.id = $2`,
);
export const selectMailSigners = statement<MailSigner, [tenant: string, document: string]>(
  'mail-signers',
  `select id, name, email, role, status, link_generation, invited_at, signed_at from signers
   where tenant_id = $1 and document_id = $2 order by position`,
);

export type StoredMail = {
  id: string;
  kind: string;
  from_address: string;
  to_address: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: Date;
};
export const insertMail = statement<
  unknown,
  [string, string, string, string, string, string, string, string, string, Date]
>(
  'mailbox-insert',
  `insert into mails (tenant_id, id, message_id, kind, from_address, to_address, subject, body_text, body_html, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (tenant_id, message_id) do nothing`,
);
export const selectMails = statement<
  Omit<StoredMail, 'from_address' | 'body_text' | 'body_html'>,
  [tenant: string, before: string | null, limit: number]
>(
  'mailbox-list',
  `select id, kind, to_address, subject, created_at from mails
   where tenant_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
);
export const selectMail = statement<StoredMail, [tenant: string, id: string]>(
  'mailbox-select',
  'select id, kind, from_address, to_address, subject, body_text, body_html, created_at from mails where tenant_id = $1 and id = $2',
);
