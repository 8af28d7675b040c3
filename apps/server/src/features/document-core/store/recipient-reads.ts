/** Reads of single recipients. */
import { namedStatement } from '../../../platform/db/statement.ts';
import { type Id } from '@countersign/contract';

/** Read behind the head of the trail, which all that ends a link takes too. */
export const selectShown = namedStatement<
  { link_generation: number; viewed_at: Date | null; shown_revisions: number[] },
  { tenantId: string; signerId: string }
>(
  'signer-shown',
  'select link_generation, viewed_at, shown_revisions from signers where tenant_id = :tenantId and id = :signerId',
);
export const selectAccountProof = namedStatement<
  { ok: true },
  { tenantId: string; signerId: string; generation: number; userId: string; now: Date }
>(
  'signer-account-proved',
  `select true as ok from signers where tenant_id = :tenantId and id = :signerId and account_proof_generation = :generation
     and account_proof_user = :userId and account_proof_until > :now`,
);

export type EndedRow = { why: 'removed' | 'replaced'; owner_name: string; owner_email: string; organization: string };
export const selectEnded = namedStatement<EndedRow, { tenantId: string; signerId: string; generation: number }>(
  'signer-link-ended',
  `select e.why, u.name as owner_name, u.email as owner_email, o.name as organization from (
       select 'removed' as why, r.document_id from removed_recipients r where r.tenant_id = :tenantId and r.signer_id = :signerId and r.link_generation = :generation
       union all select 'replaced', s.document_id from signers s where s.tenant_id = :tenantId and s.id = :signerId and :generation = any (s.replaced_generations)) e
   join documents d on d.tenant_id = :tenantId and d.id = e.document_id and d.deleted_at is null
   join users u on u.id = d.owner_id join organizations o on o.tenant_id = :tenantId`,
);

export type StoppingRow = {
  document_id: Id<'document'>;
  email: string;
  locale: string | null;
  profile_locale: string | null;
  organization_locale: string | null;
  reminders_stopped_at: Date | null;
};
export const selectStopping = namedStatement<StoppingRow, { tenantId: string; signerId: string }>(
  'signer-stopping',
  `select s.document_id, s.email, s.locale, u.locale as profile_locale, o.settings->>'locale' as organization_locale, s.reminders_stopped_at
   from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id join organizations o on o.tenant_id = s.tenant_id
   left join users u on u.email_key = s.email_key where s.tenant_id = :tenantId and s.id = :signerId`,
);
