import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries.ts';
import type { ListState } from './list-state.ts';
import { FolderFilter } from './FolderFilter.tsx';
import { OwnerFilter } from './OwnerFilter.tsx';
import { PeriodFilter } from './PeriodFilter.tsx';
import { RecipientFilter } from './RecipientFilter.tsx';
import { TagFilter } from './TagFilter.tsx';
import { TemplateFilter } from './TemplateFilter.tsx';

type Props = { state: ListState; known: readonly string[]; show: (next: ListState) => void };

/** The filters of the list other than its tabs and the search. `known` contains suggested tags. */
export function ListFilters({ state, known, show }: Props) {
  const { role } = useSuspenseQuery(sessionQuery).data;
  return (
    <>
      <FolderFilter state={state} show={show} />
      <PeriodFilter state={state} show={show} />
      {role !== 'member' && <OwnerFilter state={state} show={show} />}
      <RecipientFilter state={state} show={show} />
      <TemplateFilter state={state} show={show} />
      <TagFilter state={state} known={known} show={show} />
    </>
  );
}
