/** SQL for the ownership of documents. */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../../platform/db/statement.ts';

export const changeDocumentOwner = namedStatement<
  { id: Id<'document'> },
  { tenantId: string; from: string; to: string }
>(
  'member-documents-move',
  'update documents set owner_id = :to where tenant_id = :tenantId and owner_id = :from returning id',
);
export const moveOwnedDocuments = namedStatement<
  { moved: number },
  { tenantId: string; from: string; to: string; limit: number }
>(
  'document-owner-move',
  `with moved as (update documents set owner_id = :to where tenant_id = :tenantId and id in
     (select id from documents where tenant_id = :tenantId and owner_id = :from limit :limit) returning 1)
   select count(*)::int as moved from moved`,
);

/** Keeps documents under the legal hold on their owner even when they get a different owner. */
export const keepHeldOfOwner = statement<unknown, [tenant: string, owner: string]>(
  'legal-holds-keep-owned',
  `insert into legal_hold_documents (tenant_id, hold_id, document_id) select h.tenant_id, h.id, d.id
   from legal_holds h join documents d on d.tenant_id = h.tenant_id and d.owner_id = $2
   where h.tenant_id = $1 and h.released_at is null and h.kind = 'person' and h.target = (select email_key from users where id = $2)
   on conflict (tenant_id, hold_id, document_id) do nothing`,
);
