/**
 * The state of the document list, all of which is in the URL:
 * `?status=draft&q=nda&tag=lease&created=last-month&owner=usr_...&recipient=anna&template=tpl_...&folder=fdr_...&sort=title&order=asc&cursor=...`.
 */
import type { DocumentStatus, Id } from '@countersign/contract';
import type { ListQuery } from '../../api/queries.ts';
import { parsePeriod, type Period } from './period-names.ts';

const PAGE_SIZE = 20;
export const SORT_COLUMNS = ['updated_at', 'created_at', 'title', 'status', 'expiration'] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
type Order = 'asc' | 'desc';

export const TABS = [
  'all',
  'draft',
  'in-progress',
  'completed',
  'declined',
  'expired',
  'voided',
  'archived',
  'trash',
] as const satisfies readonly (DocumentStatus | 'all' | 'trash')[];
export type Tab = (typeof TABS)[number];

/** Contains only values that differ from the defaults, so that the URL of the default list has no parameters. */
export type ListState = {
  status?: Exclude<Tab, 'all'>;
  q?: string;
  tag?: string;
  created?: Period;
  /** The ID of a member. */
  owner?: string;
  /** Part of a recipient's name or address. */
  recipient?: string;
  /** The ID of a template. */
  template?: string;
  folder?: Id<'folder'>;
  sort?: SortColumn;
  order?: Order;
  cursor?: string;
};

/** By default, times in the past are sorted newest first, and times in the future soonest first. */
const naturalOrder = (column: SortColumn): Order =>
  column === 'updated_at' || column === 'created_at' ? 'desc' : 'asc';

const USER_ID = /^usr_[0-9a-z]{26}$/;
const TEMPLATE_ID = /^tpl_[0-9a-z]{26}$/;
const isFolderId = (text: string): text is Id<'folder'> => /^fdr_[0-9a-z]{26}$/.test(text);
const textOf = (raw: unknown, length: number): string =>
  typeof raw === 'string' ? raw.trim().slice(0, length).trim() : '';

/** Parses the URL. Unknown parameters are ignored rather than rejected, because people type and share URLs. */
export function parseListState(raw: Record<string, unknown>): ListState {
  const state: ListState = {};
  const tab = TABS.find((value) => value === raw['status']);
  if (tab !== undefined && tab !== 'all') state.status = tab;
  const [q, tag] = [textOf(raw['q'], 200), textOf(raw['tag'], 50)];
  if (q !== '') state.q = q;
  if (tag !== '') state.tag = tag;
  const created = parsePeriod(raw['created']);
  if (created !== undefined) state.created = created;
  const owner = textOf(raw['owner'], 40);
  if (USER_ID.test(owner)) state.owner = owner;
  const [recipient, template] = [textOf(raw['recipient'], 200), textOf(raw['template'], 40)];
  if (recipient !== '') state.recipient = recipient;
  if (TEMPLATE_ID.test(template)) state.template = template;
  const folder = textOf(raw['folder'], 40);
  if (isFolderId(folder)) state.folder = folder;
  const sort = SORT_COLUMNS.find((column) => column === raw['sort']);
  if (sort !== undefined && sort !== 'updated_at') state.sort = sort;
  const order = raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : undefined;
  if (order !== undefined && order !== naturalOrder(sort ?? 'updated_at')) state.order = order;
  if (typeof raw['cursor'] === 'string' && raw['cursor'] !== '') state.cursor = raw['cursor'];
  return state;
}

export const sortOf = (state: ListState): { column: SortColumn; order: Order } => {
  const column = state.sort ?? 'updated_at';
  return { column, order: state.order ?? naturalOrder(column) };
};

/** Archived documents are listed only in their own tab. */
function placeOf({ status }: ListState): Pick<ListQuery, 'archived' | 'trash' | 'status'> {
  if (status === undefined) return { archived: 'false' };
  return status === 'trash' ? { trash: 'true' } : { status };
}

/**
 * Returns the query for the server without the period, because the days of the period depend on the time zone in the
 * profile.
 */
export function toListQuery(state: ListState): ListQuery {
  const { column, order } = sortOf(state);
  return {
    pageSize: String(PAGE_SIZE),
    sortBy: column,
    sortOrder: order,
    ...placeOf(state),
    ...(isFiltered(state) ? {} : { withCounts: 'true' }),
    ...(state.q === undefined ? {} : { find: state.q }),
    ...(state.tag === undefined ? {} : { tag: state.tag }),
    ...(state.owner === undefined ? {} : { owner: state.owner }),
    ...(state.recipient === undefined ? {} : { recipient: state.recipient }),
    ...(state.template === undefined ? {} : { templateId: state.template }),
    ...(state.folder === undefined ? {} : { folder: state.folder }),
    ...(state.cursor === undefined ? {} : { cursor: state.cursor }),
  };
}

/** Changing a filter returns to the first page, because a cursor is valid only for the same sort order and filters. */
export function withTab(state: ListState, tab: string): ListState {
  return parseListState({ ...state, status: tab, cursor: undefined });
}

export function withSearch(state: ListState, q: string): ListState {
  return parseListState({ ...state, q, cursor: undefined });
}

export function withTag(state: ListState, tag: string | undefined): ListState {
  return parseListState({ ...state, tag, cursor: undefined });
}

export function withPeriod(state: ListState, created: Period | undefined): ListState {
  return parseListState({ ...state, created, cursor: undefined });
}

export function withOwner(state: ListState, owner: string | undefined): ListState {
  return parseListState({ ...state, owner, cursor: undefined });
}

export function withRecipient(state: ListState, recipient: string | undefined): ListState {
  return parseListState({ ...state, recipient, cursor: undefined });
}

export function withTemplate(state: ListState, template: string | undefined): ListState {
  return parseListState({ ...state, template, cursor: undefined });
}

export function withFolder(state: ListState, folder: ListState['folder']): ListState {
  return parseListState({ ...state, folder, cursor: undefined });
}

/** Whether filters limit the list to some of the documents in the current tab. */
export const isFiltered = ({ q, tag, created, owner, recipient, template, folder }: ListState): boolean =>
  [q, tag, created, owner, recipient, template, folder].some((filter) => filter !== undefined);

/** Selecting the same column again reverses the sort order. */
export function withSort(state: ListState, column: SortColumn): ListState {
  const now = sortOf(state);
  const turned: Order = now.order === 'asc' ? 'desc' : 'asc';
  const order = now.column === column ? turned : naturalOrder(column);
  return parseListState({ ...state, sort: column, order, cursor: undefined });
}
