/** SQL for the address book. The contacts themselves are the recipients of documents (document-core). */
import type { OrganizationSettings } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export const selectSettings = statement<{ settings: Partial<OrganizationSettings> }, [tenant: string]>(
  'address-book-settings',
  'select settings from organizations where tenant_id = $1',
);

/** An empty hash excludes every address. With an empty owner, the exclusion applies to every member. */
export type Exclusion = { email_hash: Buffer; until: Date };
export const EVERY_ADDRESS = Buffer.alloc(0);
export const EVERY_MEMBER = '';

export const selectExclusions = statement<Exclusion, [tenant: string, user: string]>(
  'contact-exclusions-select',
  `select email_hash, max(until) as until from contact_exclusions where tenant_id = $1 and owner_id in ($2, '')
   group by email_hash`,
);
export const upsertExclusion = namedStatement<
  unknown,
  { tenantId: string; ownerId: string; emailHash: Buffer; until: Date }
>(
  'contact-exclusion-upsert',
  `insert into contact_exclusions (tenant_id, owner_id, email_hash, until) values (:tenantId, :ownerId, :emailHash, :until)
   on conflict (tenant_id, owner_id, email_hash) do update set until = excluded.until`,
);
export const deleteExclusionsOf = statement<unknown, [tenant: string, user: string]>(
  'contact-exclusions-delete',
  'delete from contact_exclusions where tenant_id = $1 and owner_id = $2',
);
