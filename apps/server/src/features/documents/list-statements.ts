/**
 * The statements behind the list: one for each sort, direction, way of paging and set of filters, so that each gets the plan
 * that an index answers. A filter that is not asked for is not in the text: `$n is null or ...` would hide it from the planner.
 */
import type { SignerRole, SignerStatus } from '@countersign/contract';
import { type Statement, statement } from '../../platform/db/statement.ts';
import type { DocumentRow } from './store.ts';

export const SORT_KEYS = ['created_at', 'updated_at', 'title', 'status'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** In the order of the columns in the statement; the names of an object for each would be sent and parsed again and again. */
export type ListedSigner = [
  id: string,
  email: string,
  name: string,
  role: SignerRole,
  status: SignerStatus,
  order: number,
  signedAt: string | null,
  viewedAt: string | null,
];
export type ListRow = Omit<
  DocumentRow,
  | 'environment'
  | 'hash_state'
  | 'pages'
  | 'blob_id'
  | 'organization_id'
  | 'has_signatures'
  | 'warnings'
  | 'sealed_at'
  | 'deleted_at'
> & {
  signers: ListedSigner[];
  sort_value: string;
};

export type ListFilter = { tenantId: string; owner: string | null; status: string | null; pattern: string | null };
export type ListPosition = { after: { value: string; id: string } } | { offset: number };

const SORT_COLUMNS: Record<SortKey, { column: string; type: string }> = {
  created_at: { column: 'd.created_at', type: 'timestamptz' },
  updated_at: { column: 'd.updated_at', type: 'timestamptz' },
  title: { column: 'd.title collate "C"', type: 'text' },
  status: { column: 'd.status', type: 'text' },
};

const FILTERS = {
  owner: { condition: 'd.owner_id =', type: 'text' },
  status: { condition: 'd.status =', type: 'text' },
  pattern: { condition: 'd.title ilike', type: 'text' },
} as const;
type FilterName = keyof typeof FILTERS;
const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];
const FILTER_SETS: FilterName[][] = FILTER_NAMES.reduce<FilterName[][]>(
  (sets, name) => [...sets, ...sets.map((set) => [...set, name])],
  [[]],
);

/** `$1` is the tenant, then the filters in their order; `next` is the first free parameter. */
function whereClause(filters: readonly FilterName[]): { where: string; next: number } {
  const conditions = filters.map(
    (name, index) => `and ${FILTERS[name].condition} $${index + 2}::${FILTERS[name].type}`,
  );
  return { where: `d.tenant_id = $1 and d.deleted_at is null ${conditions.join(' ')}`, next: filters.length + 2 };
}

type Make<Row> = (...values: unknown[]) => Statement<Row>;
const nameOf = (...parts: (string | false)[]) => parts.filter((part) => part !== false && part !== '').join('-');

function pageStatement(
  sort: SortKey,
  descending: boolean,
  cursor: boolean,
  filters: readonly FilterName[],
): [string, Make<ListRow>] {
  const { column, type } = SORT_COLUMNS[sort];
  const order = descending ? 'desc' : 'asc';
  const { where, next } = whereClause(filters);
  const from = cursor
    ? `and (${column}, d.id) ${descending ? '<' : '>'} ($${next + 1}::${type}, $${next + 2}::text)`
    : '';
  const name = nameOf('documents-list', sort, order, cursor && 'cursor', ...filters);
  const text = `with page as (
      select d.id, d.owner_id, d.title, d.description, d.filename, d.status, d.page_count, d.size_bytes, d.sha256, d.signing_order,
        d.email_subject, d.email_message, d.expires_at, d.created_at, d.updated_at, d.sent_at, d.completed_at, d.archived_at,
        d.void_reason, d.package_id, d.template_id, d.tags, d.metadata, (${column})::text as sort_value
      from documents d where ${where} ${from}
      order by ${column} ${order}, d.id ${order} limit $${next} ${cursor ? '' : `offset $${next + 1}`})
    select page.*, u.name as owner_name, u.email as owner_email,
      coalesce((select json_agg(json_build_array(s.id, s.email, s.name, s.role, s.status, s.signing_order, s.signed_at, s.viewed_at)
        order by s.position) from signers s where s.tenant_id = $1 and s.document_id = page.id), '[]') as signers
    from page join users u on u.id = page.owner_id
    order by page.${sort} ${sort === 'title' ? 'collate "C"' : ''} ${order}, page.id ${order}`;
  return [name, statement<ListRow, unknown[]>(name, text)];
}

/** Counting stops at a limit: a tenant with a million documents pays for ten thousand. */
function countStatement(filters: readonly FilterName[]): [string, Make<{ total: number }>] {
  const { where, next } = whereClause(filters);
  const name = nameOf('documents-count', ...filters);
  const text = `select count(*)::int as total from (select 1 from documents d where ${where} limit $${next}) counted`;
  return [name, statement<{ total: number }, unknown[]>(name, text)];
}

const pages = new Map(
  SORT_KEYS.flatMap((sort) =>
    [true, false].flatMap((descending) =>
      [true, false].flatMap((cursor) => FILTER_SETS.map((filters) => pageStatement(sort, descending, cursor, filters))),
    ),
  ),
);
const counts = new Map(FILTER_SETS.map((filters) => countStatement(filters)));

function given(filter: ListFilter): FilterName[] {
  return FILTER_NAMES.filter((name) => filter[name] !== null);
}

export function pageOf(
  filter: ListFilter,
  sort: SortKey,
  descending: boolean,
  limit: number,
  position: ListPosition,
): Statement<ListRow> {
  const names = given(filter);
  const cursor = 'after' in position;
  const make = pages.get(nameOf('documents-list', sort, descending ? 'desc' : 'asc', cursor && 'cursor', ...names));
  if (!make) throw new Error(`no list statement for ${sort}`);
  const rest = cursor ? [position.after.value, position.after.id] : [position.offset];
  return make(filter.tenantId, ...names.map((name) => filter[name]), limit, ...rest);
}

export function countOf(filter: ListFilter, limit: number): Statement<{ total: number }> {
  const names = given(filter);
  const make = counts.get(nameOf('documents-count', ...names));
  if (!make) throw new Error('no count statement');
  return make(filter.tenantId, ...names.map((name) => filter[name]), limit);
}
