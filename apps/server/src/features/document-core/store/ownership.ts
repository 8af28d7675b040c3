/** SQL for the ownership of documents. */
import type { Id } from '@countersign/contract';
import { namedStatement } from '../../../platform/db/statement.ts';

export const changeDocumentOwner = namedStatement<
  { id: Id<'document'> },
  { tenantId: string; from: string; to: string }
>(
  'member-documents-move',
  'update documents set owner_id = :to where tenant_id = :tenantId and owner_id = :from returning id',
);
/** Transfers at most `limit` documents from one member to another. */
export const moveOwnedDocuments = namedStatement<
  { moved: number },
  { tenantId: string; from: string; to: string; limit: number }
>(
  'document-owner-move',
  `with moved as (update documents set owner_id = :to where tenant_id = :tenantId and id in
     (select id from documents where tenant_id = :tenantId and owner_id = :from limit :limit) returning 1)
   select count(*)::int as moved from moved`,
);
