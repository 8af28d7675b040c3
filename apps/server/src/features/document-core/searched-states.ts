import { namedStatement } from '../../platform/db/statement.ts';

/**
 * The state that searches find documents by, written in the background where the figures are rolled up: a title goes through the index
 * of all its letters each time. What happened since, searches look at one by one.
 */
export const writeSearchedStates = namedStatement<
  unknown,
  { tenantId: string; ids: readonly string[]; states: readonly string[] }
>(
  'searched-states-write',
  `update document_titles t set state = u.state from unnest(:ids::text[], :states::text[]) u (id, state)
   where t.tenant_id = :tenantId and t.document_id = u.id and t.state <> u.state`,
);
