/** The recipients of a member's own documents, for suggestions. */
import { namedStatement } from '../../../platform/db/statement.ts';

export type RecipientOfRow = { email_key: string; email: string; name: string; sent_at: Date };
/**
 * Selects one row for each address in the member's newest documents, the latest first. The number of documents is
 * limited, so that the query stays fast for members who sent a million.
 */
export const selectRecipientsOf = namedStatement<RecipientOfRow, { tenantId: string; userId: string; limit: number }>(
  'contacts-of-member',
  `with sent as materialized (
     select id, sent_at from documents where tenant_id = :tenantId and owner_id = :userId and deleted_at is null
     order by created_at desc, id desc limit 1000
   ), latest as (
     select distinct on (s.email_key) s.email_key, s.email, s.name, sent.sent_at from sent
     join signers s on s.tenant_id = :tenantId and s.document_id = sent.id
     where sent.sent_at is not null order by s.email_key, sent.sent_at desc, s.id
   )
   select email_key, email, name, sent_at from latest order by sent_at desc, email_key limit :limit`,
);

export const selectIsRecipient = namedStatement<{ found: true }, { tenantId: string; emailKey: string }>(
  'contacts-is-recipient',
  'select true as found from signers where email_key = :emailKey and tenant_id = :tenantId limit 1',
);
