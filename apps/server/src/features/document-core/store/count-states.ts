/** Counts how many documents are in each state. No statement reads more than a few thousand rows. */
import { DOCUMENT_STATUSES, type DocumentStatus, LIMITS } from '@countersign/contract';
import { namedStatement, type Statement } from '../../../platform/db/statement.ts';

export type StateCount = { state: DocumentStatus | 'trash'; total: number };

const STATES = DOCUMENT_STATUSES.map((status) => `('${status}')`).join(', ');
const TRASHED = `select 'trash' as state, count(*)::int as total from (select from documents
    where tenant_id = :tenantId and deleted_at is not null`;
/** One more than the limit, to detect that there are more documents. */
const STATE_LIMIT = LIMITS.countedOfState + 1;

/** Counts up to the limit in each state, using the index of states. */
const countAll = namedStatement<StateCount, { tenantId: string }>(
  'documents-count-states',
  `select s.state, (select count(*)::int from (select from documents d
       where d.tenant_id = :tenantId and d.deleted_at is null and d.status = s.state limit ${STATE_LIMIT}) counted) as total
   from (values ${STATES}) s (state)
   union all ${TRASHED} limit ${STATE_LIMIT}) trashed`,
);
/**
 * Counts one owner's documents. No index covers the states of one owner, so only the owner's newest documents and the
 * tenant's newest documents in the trash are read.
 */
const countOwn = namedStatement<StateCount, { tenantId: string; owner: string }>(
  'documents-count-states-of-owner',
  `select d.status as state, count(*)::int as total from (select status from documents
     where tenant_id = :tenantId and owner_id = :owner and deleted_at is null
     order by created_at desc, id desc limit ${LIMITS.countedOfMember + 1}) d group by d.status
   union all select 'trash' as state, count(*)::int as total from (select owner_id from documents
     where tenant_id = :tenantId and deleted_at is not null order by deleted_at desc, id desc limit ${LIMITS.countedOfMember + 1}) trashed
     where owner_id = :owner`,
);

/** `owner` limits the result to documents of one member. Null means all documents of the tenant. */
export const countStates = (tenantId: string, owner: string | null): Statement<StateCount> =>
  owner === null ? countAll({ tenantId }) : countOwn({ tenantId, owner });
