import { namedStatement } from '../../platform/db/statement.ts';

/**
 * Writes the state that searches filter by. Runs in the background with the statistics, because each write updates the
 * search index of the title. Documents that have changed since the last run are checked one by one during a search.
 */
export const writeSearchedStates = namedStatement<
  unknown,
  { tenantId: string; ids: readonly string[]; states: readonly string[] }
>(
  'searched-states-write',
  `update document_titles t set state = u.state from unnest(:ids::text[], :states::text[]) u (id, state)
   where t.tenant_id = :tenantId and t.document_id = u.id and t.state <> u.state`,
);
