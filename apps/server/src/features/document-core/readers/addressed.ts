/** Finds documents by a recipient's address. */
import type { SignerRole, Id } from '@countersign/contract';
import { namedStatement } from '../../../platform/db/statement.ts';

export type Addressed = { tenant_id: Id<'tenant'>; id: Id<'signer'> };
/** Selects documents across tenants, so it runs in the `auth` role. Document IDs are ordered by time. */
export const selectAddressed = namedStatement<Addressed, { emailKey: string; limit: number }>(
  'inbox-addressed',
  'select tenant_id, id from signers where email_key = :emailKey order by document_id desc limit :limit',
);
export type WaitingRow = {
  document_id: Id<'document'>;
  id: Id<'signer'>;
  title: string;
  role: SignerRole;
  status: 'pending-signature' | 'waiting';
  sender_name: string;
  organization: string;
  invited_at: Date | null;
  expires_at: Date | null;
  is_guarded: boolean;
};
/**
 * Compares the address again, because it may have changed since the IDs were found. A recipient who has not been asked
 * to sign yet sees the document only as part of a package in which this address was asked.
 */
export const selectWaiting = namedStatement<
  WaitingRow,
  { tenantId: string; signerIds: readonly string[]; emailKey: string; environment: string; now: Date }
>(
  'inbox-waiting',
  `select d.id as document_id, s.id, d.title, s.role, s.status, u.name as sender_name, o.name as organization, s.invited_at, d.expires_at,
     s.access_code_hash is not null or s.second_step is not null as is_guarded
   from signers s
   join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   join tenants t on t.tenant_id = s.tenant_id
   join organizations o on o.tenant_id = s.tenant_id
   join users u on u.id = d.owner_id
   where s.tenant_id = :tenantId and s.id = any (:signerIds) and s.email_key = :emailKey and (s.status = 'pending-signature' or s.status = 'waiting'
       and exists (select from documents e join signers o on o.tenant_id = e.tenant_id and o.document_id = e.id
         where e.tenant_id = :tenantId and e.package_id = d.package_id and o.email_key = :emailKey and o.status in ('pending-signature', 'signed')))
     and d.status = 'in-progress' and d.deleted_at is null and (d.expires_at is null or d.expires_at > :now) and t.environment = :environment
   order by d.id desc`,
);

export const countSignedDocuments = namedStatement<
  { count: number },
  { tenantId: string; emailKey: string; userId: string }
>(
  'export-count-signed',
  `select count(*)::int as count from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   where s.tenant_id = :tenantId and s.email_key = :emailKey and s.status in ('signed', 'declined')
     and not (d.owner_id = :userId and exists (select from memberships m where m.tenant_id = :tenantId and m.user_id = :userId))`,
);
export const selectAddressedTenants = namedStatement<{ tenant_id: Id<'tenant'> }, { emailKey: string }>(
  'export-addressed-tenants',
  `select distinct s.tenant_id from signers s join tenants t on t.tenant_id = s.tenant_id and t.environment = 'live'
   where s.email_key = :emailKey order by 1`,
);
export const selectAddressedAfter = namedStatement<
  { document_id: Id<'document'>; id: Id<'signer'> },
  { tenantId: string; emailKey: string; after: string; limit: number }
>(
  'export-addressed',
  `select document_id, id from signers where tenant_id = :tenantId and email_key = :emailKey and document_id > :after order by document_id limit :limit`,
);

export type OwnSignerRow = {
  tenant_id: Id<'tenant'>;
  document_id: Id<'document'>;
  id: Id<'signer'>;
  link_generation: number;
};
/** Selects a recipient across tenants, so it runs in the `auth` role. A document ID exists in only one tenant. */
export const selectOwnSigner = namedStatement<OwnSignerRow, { documentId: string; emailKey: string }>(
  'signer-by-address',
  // If the address has several roles, the role that can sign now comes first.
  `select tenant_id, document_id, id, link_generation from signers where document_id = :documentId and email_key = :emailKey
   order by case status when 'pending-signature' then 0 when 'waiting' then 1 else 2 end, signing_order, id`,
);
export const selectOwnPlace = namedStatement<OwnSignerRow, { signerId: string; emailKey: string }>(
  'signer-by-place',
  // The recipient is looked up by the address, which is indexed across tenants.
  'select tenant_id, document_id, id, link_generation from signers where email_key = :emailKey and id = :signerId',
);
/**
 * Returns a row while the account has the signer's address. Returns no row if undoing an address change evicted the
 * account after `madeAt` (ADR 45).
 */
export const selectAccountValid = namedStatement<
  { stands: boolean },
  { signerId: string; userId: string; madeAt: Date }
>(
  'signer-account-stands',
  `select true as stands from users u join signers s on s.email_key = u.email_key
   where s.id = :signerId and u.id = :userId and (u.evicted_at is null or u.evicted_at < :madeAt)`,
);
