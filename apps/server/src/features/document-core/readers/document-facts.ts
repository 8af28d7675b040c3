/** Queries for document properties, for features that do not change documents. */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../../platform/db/statement.ts';

export const selectNewestSealedDocument = namedStatement<{ id: Id<'document'> }, { tenantId: string }>(
  'backup-newest-sealed',
  `select id from documents where tenant_id = :tenantId and status = 'completed' and sealed_at is not null order by id desc limit 1`,
);

export const selectDocumentsInProgress = namedStatement<{ id: Id<'document'> }, { tenantId: string }>(
  'organization-documents-in-progress',
  `select id from documents where tenant_id = :tenantId and status = 'in-progress' and deleted_at is null order by id`,
);

export const countDocuments = namedStatement<{ count: number }, { tenantId: string }>(
  'export-count-documents',
  'select count(*)::int as count from documents where tenant_id = :tenantId',
);
export const countOwnedDocuments = namedStatement<{ count: number }, { tenantId: string; userId: string }>(
  'export-count-own',
  'select count(*)::int as count from documents where tenant_id = :tenantId and owner_id = :userId',
);

/** Selects the locale in the `auth` role, because a tenant's requests may not read a person's own settings. */
export const selectOwnerLocale = namedStatement<{ locale: string | null }, { tenantId: string; documentId: string }>(
  'completion-owner-locale',
  'select u.locale from documents d join users u on u.id = d.owner_id where d.tenant_id = :tenantId and d.id = :documentId',
);

/**
 * Selects those of the given IDs that belong to a document outside the trash. If `owner` is given, the result is
 * limited to that member's documents. The documents cannot be deleted before the transaction ends.
 */
export const lockVisibleIds = statement<
  { id: Id<'document'> },
  [tenant: string, ids: readonly string[], owner: string | null]
>(
  'documents-lock-visible',
  `select id from documents where tenant_id = $1 and id = any ($2::text[]) and deleted_at is null
     and ($3::text is null or owner_id = $3)
   order by id for key share`,
);

/**
 * Selects a document's ID, even if the document is in the trash. `owner` limits the result to documents of one member.
 * Null means all.
 */
export const selectDocumentId = namedStatement<
  { id: Id<'document'> },
  { tenantId: string; documentId: string; owner: string | null }
>(
  'document-id',
  'select id from documents where tenant_id = :tenantId and id = :documentId and (:owner::text is null or owner_id = :owner)',
);
