/** SQL for the documents in a package. */
import type { DocumentStatus, Id } from '@countersign/contract';
import { namedStatement } from '../../../platform/db/statement.ts';
import type { SignerRow, DocumentRow } from './documents.ts';

/**
 * Selects the documents of a package. Run this as a separate statement after locking the package, because only then
 * does it see the commit of the previous lock holder.
 */
export const selectPackageMembers = namedStatement<
  { id: Id<'document'>; status: DocumentStatus; sealed_at: Date | null },
  { tenantId: string; packageId: string }
>(
  'package-members',
  `select id, coalesce(archived_from, status) as status, sealed_at from documents
   where tenant_id = :tenantId and package_id = :packageId order by package_position`,
);
export type LockedDocument = {
  id: Id<'document'>;
  owner_id: Id<'user'>;
  title: string;
  status: DocumentStatus;
  deleted_at: Date | null;
  updated_at: Date;
  package_id: Id<'package'> | null;
  scheduled_for: Date | null;
};
/** Locks documents in the order of their IDs, like every statement that locks several documents. */
export const lockPackageDocuments = namedStatement<LockedDocument, { tenantId: string; documentIds: string[] }>(
  'package-lock-documents',
  `select id, owner_id, title, status, deleted_at, updated_at, package_id, scheduled_for from documents
   where tenant_id = :tenantId and id = any (:documentIds) order by id for update`,
);
/** Assigns these documents to the package in this order, and removes all other documents from the package. */
export const setPackageDocuments = namedStatement<
  unknown,
  { tenantId: string; packageId: string; documentIds: string[]; now: Date }
>(
  'package-put-documents',
  `update documents d set package_id = case when n.position is null then null else :packageId::text end, package_position = n.position, updated_at = :now
   from documents o left join unnest(:documentIds::text[]) with ordinality as n (id, position) on n.id = o.id
   where d.tenant_id = :tenantId and o.tenant_id = :tenantId and o.id = d.id and (o.package_id = :packageId or o.id = any(:documentIds::text[]))
     and (o.package_id, o.package_position) is distinct from (case when n.position is null then null else :packageId::text end, n.position::int)`,
);
/** Selects those recipients who have no unopened invitation to another document of the package. */
export const selectNotYetInvited = namedStatement<{ id: Id<'signer'> }, { tenantId: string; signerIds: string[] }>(
  'package-unheard',
  `select s.id from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   where s.tenant_id = :tenantId and s.id = any (:signerIds) and not exists (
     select from documents e join signers o on o.tenant_id = e.tenant_id and o.document_id = e.id
     where e.tenant_id = :tenantId and e.package_id = d.package_id and e.id <> d.id and e.status = 'in-progress' and e.deleted_at is null
       and o.email_key = s.email_key and o.status = 'pending-signature' and o.viewed_at is null)`,
);
/** Selects those of the given recipients who get no reminder about an earlier document of the package. */
export const selectFirstToRemind = namedStatement<{ id: Id<'signer'> }, { tenantId: string; signerIds: string[] }>(
  'package-first-to-remind',
  `select s.id from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   where s.tenant_id = :tenantId and s.id = any (:signerIds) and not exists (
     select from documents e join signers o on o.tenant_id = e.tenant_id and o.document_id = e.id
     where e.tenant_id = :tenantId and e.package_id = d.package_id and e.package_position < d.package_position and e.status = 'in-progress'
       and e.deleted_at is null and o.email_key = s.email_key and o.status = 'pending-signature' and o.reminders_stopped_at is null)`,
);
/**
 * Selects the first document of the package for each address that is notified when the package ends: the named
 * recipients, and everyone whose copy of a sealed document was held back until then.
 */
export const selectNotifiedOfEnd = namedStatement<
  { id: Id<'signer'>; document_id: Id<'document'> },
  { tenantId: string; packageId: string; signerIds: string[] }
>(
  'package-told-of-end',
  `select distinct on (s.email_key) s.id, s.document_id from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   where d.tenant_id = :tenantId and d.package_id = :packageId and (d.deleted_at is null or d.completed_at is not null) and s.email_key in (
     select o.email_key from signers o join documents e on e.tenant_id = o.tenant_id and e.id = o.document_id
     where e.tenant_id = :tenantId and e.package_id = :packageId and (e.deleted_at is null or e.completed_at is not null) and (o.id = any (:signerIds) or e.sealed_at is not null))
   order by s.email_key, d.package_position, s.position`,
);

/** Selects the documents of a package in its order, including documents in the trash. */
export const selectPackageDocuments = namedStatement<DocumentRow, { tenantId: string; packageId: string }>(
  'package-documents',
  `select d.*, u.name as owner_name, u.email as owner_email, t.environment, t.organization_id
   from documents d join tenants t on t.tenant_id = d.tenant_id join users u on u.id = d.owner_id
   where d.tenant_id = :tenantId and d.package_id = :packageId order by d.package_position`,
);
export const selectPackageSigners = namedStatement<SignerRow, { tenantId: string; packageId: string }>(
  'package-signers',
  `select s.* from signers s join documents d on d.tenant_id = s.tenant_id and d.id = s.document_id
   where s.tenant_id = :tenantId and d.package_id = :packageId order by d.package_position, s.position`,
);
