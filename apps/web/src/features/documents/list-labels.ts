/** The labels are not in list-state.ts, because the first script needs list-state.ts before a language is loaded. */
import { common } from '../../ui/common.ts';
import { type ListState, sortOf, type Tab } from './list-state.ts';
import { m } from './texts.ts';

export const TAB_LABELS: Readonly<Record<Tab, string>> = {
  all: common.all,
  draft: m.list.drafts,
  'in-progress': common.waiting,
  completed: common.completed,
  declined: common.declined,
  expired: common.expired,
  voided: common.voided,
  archived: common.archived,
  trash: m.list.trash,
};

/** "Older" makes sense only for lists sorted by time. */
export function pagerLabels(state: ListState): { back: string; on: string } {
  const { column, order } = sortOf(state);
  if (column !== 'updated_at' && column !== 'created_at') return { back: common.previous, on: common.next };
  return order === 'desc' ? { back: m.list.newer, on: m.list.older } : { back: m.list.older, on: m.list.newer };
}
