/** Queries that read a single recipient. */
import type { DocumentStatus, Id, SignerStatus } from '@countersign/contract';
import { namedStatement } from '../../../platform/db/statement.ts';

export type VisitRow = {
  /** Null if the document is not part of a package. */
  package_id: Id<'package'> | null;
  package_title: string | null;
  document_id: Id<'document'>;
  signer_id: Id<'signer'>;
  link_generation: number;
  title: string;
  status: SignerStatus;
  document_status: DocumentStatus;
};
/**
 * Selects everything that was sent to an address: other roles in the document, and the documents of its package.
 * Recipients keep a completed document when its sender moves it to the trash.
 */
export const selectVisit = namedStatement<VisitRow, { tenantId: string; signerId: string }>(
  'package-visit',
  `select p.id as package_id, p.title as package_title, d.id as document_id, s.id as signer_id, s.link_generation, d.title, s.status,
     coalesce(d.archived_from, d.status) as document_status
   from signers own
   join documents o on o.tenant_id = own.tenant_id and o.id = own.document_id
   left join packages p on p.tenant_id = o.tenant_id and p.id = o.package_id
   join documents d on d.tenant_id = o.tenant_id and (d.id = o.id or d.package_id = o.package_id) and (d.deleted_at is null or d.completed_at is not null)
   join signers s on s.tenant_id = d.tenant_id and s.document_id = d.id and s.email_key = own.email_key
   where own.tenant_id = :tenantId and own.id = :signerId order by d.package_position, s.signing_order, s.position`,
);

/**
 * Selects the shown revisions. Must be called after locking the head of the audit trail, because every operation that
 * ends a link takes that lock.
 */
export const selectShownRevisions = namedStatement<
  { link_generation: number; viewed_at: Date | null; shown_revisions: number[] },
  { tenantId: string; signerId: string }
>(
  'signer-shown',
  'select link_generation, viewed_at, shown_revisions from signers where tenant_id = :tenantId and id = :signerId',
);
export const selectLinkGeneration = namedStatement<{ link_generation: number }, { tenantId: string; signerId: string }>(
  'signer-link-generation',
  'select link_generation from signers where tenant_id = :tenantId and id = :signerId',
);
export const selectAccountProof = namedStatement<
  { ok: true },
  { tenantId: string; signerId: string; generation: number; userId: string; now: Date }
>(
  'signer-account-proved',
  `select true as ok from signers where tenant_id = :tenantId and id = :signerId and account_proof_generation = :generation
     and account_proof_user = :userId and account_proof_until > :now`,
);
export type EndedLinkRow = {
  why: 'removed' | 'replaced';
  owner_name: string;
  owner_email: string;
  organization: string;
};
export const selectEndedLink = namedStatement<EndedLinkRow, { tenantId: string; signerId: string; generation: number }>(
  'signer-link-ended',
  `select e.why, u.name as owner_name, u.email as owner_email, o.name as organization from (
       select 'removed' as why, r.document_id from removed_recipients r where r.tenant_id = :tenantId and r.signer_id = :signerId and r.link_generation = :generation
       union all select 'replaced', s.document_id from signers s where s.tenant_id = :tenantId and s.id = :signerId and :generation = any (s.replaced_generations)) e
   join documents d on d.tenant_id = :tenantId and d.id = e.document_id and d.deleted_at is null
   join users u on u.id = d.owner_id join organizations o on o.tenant_id = :tenantId`,
);
export type ReminderRecipientRow = {
  document_id: Id<'document'>;
  email: string;
  locale: string | null;
  profile_locale: string | null;
  organization_locale: string | null;
  reminders_stopped_at: Date | null;
};
export const selectReminderRecipient = namedStatement<ReminderRecipientRow, { tenantId: string; signerId: string }>(
  'signer-stopping',
  `select s.document_id, s.email, s.locale, u.locale as profile_locale, o.settings->>'locale' as organization_locale, s.reminders_stopped_at
   from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id join organizations o on o.tenant_id = s.tenant_id
   left join users u on u.email_key = s.email_key where s.tenant_id = :tenantId and s.id = :signerId`,
);
