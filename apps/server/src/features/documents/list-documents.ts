/** The list: by page for people, by cursor for programs. A cursor holds the sort position, so inserted rows shift nothing. */
import { LIMITS, type DocumentListEntry, type Id, type Signer } from '@countersign/contract';
import { readToken, signToken } from '../../platform/crypto/tokens.ts';
import { statement } from '../../platform/db/statement.ts';
import { invalid } from '../../platform/errors.ts';
import type { MemberPrincipal } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { DocumentRow } from './store.ts';
import { listEntryView, ownDocumentsOnly } from './view.ts';

export type ListQuery = {
  page?: number | undefined;
  pageSize: number;
  status?: string | undefined;
  search?: string | undefined;
  sortBy: SortKey;
  sortOrder: 'asc' | 'desc';
  cursor?: string | undefined;
};
type SortKey = 'created_at' | 'updated_at' | 'title' | 'status';
export type DocumentPage = {
  documents: DocumentListEntry[];
  pagination: {
    page: number | null;
    pageSize: number;
    total: number;
    totalIsExact: boolean;
    totalPages: number;
    hasMore: boolean;
    nextCursor: string | null;
    prevCursor: string | null;
  };
};

type Direction = 'after' | 'before';
/** `value` is text as the database compares it; times keep their milliseconds. */
type Position = { direction: Direction; value: string; id: string };
type ListRow = Omit<DocumentRow, 'hash_state' | 'pages' | 'blob_id'> & { signers: Signer[]; sort_value: string };

const SORT_COLUMNS: Record<SortKey, { column: string; type: string }> = {
  created_at: { column: 'd.created_at', type: 'timestamptz' },
  updated_at: { column: 'd.updated_at', type: 'timestamptz' },
  title: { column: 'd.title collate "C"', type: 'text' },
  status: { column: 'd.status', type: 'text' },
};

const FILTER = `d.tenant_id = $1 and d.deleted_at is null and ($2::text is null or d.owner_id = $2)
  and ($3::text is null or d.status = $3) and ($4::text is null or d.title ilike $4)`;

type PageParameters = [
  tenant: string,
  owner: string | null,
  status: string | null,
  pattern: string | null,
  limit: number,
];

/** One statement for each sort, direction and way of paging: sixteen, each with an index that gives its order. */
function pageStatement(sort: SortKey, descending: boolean, cursor: boolean) {
  const { column, type } = SORT_COLUMNS[sort];
  const order = descending ? 'desc' : 'asc';
  const comparison = descending ? '<' : '>';
  const from = cursor ? `and (${column}, d.id) ${comparison} ($6::${type}, $7::text)` : '';
  return statement<ListRow, [...PageParameters, ...unknown[]]>(
    `documents-list-${sort}-${order}${cursor ? '-cursor' : ''}`,
    `with page as (
       select d.id, d.owner_id, d.title, d.description, d.filename, d.status, d.page_count, d.size_bytes, d.sha256, d.signing_order,
         d.email_subject, d.email_message, d.expires_at, d.created_at, d.updated_at, d.sent_at, d.completed_at, d.archived_at,
         d.void_reason, d.package_id, d.template_id, d.tags, d.metadata, (${column})::text as sort_value
       from documents d where ${FILTER} ${from}
       order by ${column} ${order}, d.id ${order} limit $5 ${cursor ? '' : 'offset $6'})
     select page.*, u.name as owner_name, u.email as owner_email, t.environment,
       coalesce((select json_agg(json_build_object('id', s.id, 'email', s.email, 'name', s.name, 'role', s.role, 'status', s.status,
         'order', s.signing_order,
         'signed_at', to_char(s.signed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'viewed_at', to_char(s.viewed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.position)
         from signers s where s.tenant_id = $1 and s.document_id = page.id), '[]') as signers
     from page join tenants t on t.tenant_id = $1 join users u on u.id = page.owner_id`,
  );
}
const key = (sort: SortKey, descending: boolean, cursor: boolean) => `${sort} ${descending} ${cursor}`;
const pages = new Map(
  (Object.keys(SORT_COLUMNS) as SortKey[]).flatMap((sort) =>
    [true, false].flatMap((descending) =>
      [true, false].map((cursor) => [key(sort, descending, cursor), pageStatement(sort, descending, cursor)] as const),
    ),
  ),
);

/** Counting stops at the limit of exact totals: a tenant with a million documents pays for ten thousand. */
const countDocuments = statement<{ total: number }, [string, string | null, string | null, string | null, number]>(
  'documents-count',
  `select count(*)::int as total from (select 1 from documents d where ${FILTER} limit $5) counted`,
);

export async function listDocuments(
  { uow, cursorKey }: { uow: UnitOfWork; cursorKey: Uint8Array },
  principal: MemberPrincipal,
  query: ListQuery,
): Promise<DocumentPage> {
  if (query.page !== undefined && query.cursor !== undefined) throw invalid('cursor', 'cannot be combined with page');
  const { tenantId } = principal;
  const binding = cursorBinding(principal, query);
  const position = query.cursor === undefined ? undefined : readCursor(cursorKey, binding, query.cursor);
  const page = position ? null : (query.page ?? 1);
  if (page !== null && page * query.pageSize > LIMITS.exactTotal + query.pageSize) {
    throw invalid(
      'page',
      `pages reach as far as the first ${LIMITS.exactTotal.toLocaleString('en')} documents; go on with cursor=nextCursor`,
    );
  }
  const filter = [tenantId, ownDocumentsOnly(principal), query.status ?? null, likePattern(query.search)] as const;
  const backwards = position?.direction === 'before';
  const descending = (query.sortOrder === 'desc') !== backwards;
  const statementFor = pages.get(key(query.sortBy, descending, position !== undefined));
  if (!statementFor) throw new Error(`no list statement for ${query.sortBy}`);
  // One row more than asked for tells whether there is a next page.
  const rest = position ? [position.value, position.id] : [((page ?? 1) - 1) * query.pageSize];
  const [found, counted] = await uow.readAll(tenantId, [
    statementFor(...filter, query.pageSize + 1, ...rest),
    countDocuments(...filter, LIMITS.exactTotal + 1),
  ]);
  const rows = (found?.rows ?? []) as ListRow[];
  const total = (counted?.rows[0] as { total: number } | undefined)?.total ?? 0;
  return toPage(rows, total, { query, page, position, cursorKey, binding });
}

function toPage(
  rows: ListRow[],
  total: number,
  {
    query,
    page,
    position,
    cursorKey,
    binding,
  }: { query: ListQuery; page: number | null; position: Position | undefined; cursorKey: Uint8Array; binding: string },
): DocumentPage {
  const more = rows.length > query.pageSize;
  const shown = rows.slice(0, query.pageSize);
  if (position?.direction === 'before') shown.reverse();
  const cursor = (row: ListRow | undefined, direction: Direction) =>
    row === undefined ? null : writeCursor(cursorKey, binding, { direction, value: row.sort_value, id: row.id });
  const hasMore = position?.direction === 'before' ? true : more;
  const hasEarlier = position?.direction === 'before' ? more : position !== undefined || (page ?? 1) > 1;
  return {
    documents: shown.map((row) => listEntryView(row, row.signers)),
    pagination: {
      page,
      pageSize: query.pageSize,
      total: Math.min(total, LIMITS.exactTotal),
      totalIsExact: total <= LIMITS.exactTotal,
      totalPages: Math.max(1, Math.ceil(Math.min(total, LIMITS.exactTotal) / query.pageSize)),
      hasMore,
      nextCursor: hasMore ? cursor(shown.at(-1), 'after') : null,
      prevCursor: hasEarlier ? cursor(shown[0], 'before') : null,
    },
  };
}

/** Literal: % and _ typed into a search box mean themselves. */
function likePattern(search: string | undefined): string | null {
  if (search === undefined || search === '') return null;
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

/** A cursor serves only the tenant, viewer, sort and filter it was made for (decisions §3). */
function cursorBinding(principal: MemberPrincipal, query: ListQuery): string {
  return JSON.stringify([
    'documents',
    principal.tenantId,
    ownDocumentsOnly(principal),
    query.sortBy,
    query.sortOrder,
    query.status ?? null,
    query.search ?? null,
  ]);
}
function writeCursor(cursorKey: Uint8Array, binding: string, { direction, value, id }: Position): string {
  return signToken(cursorKey, binding, Buffer.from(JSON.stringify([direction, value, id])));
}
function readCursor(cursorKey: Uint8Array, binding: string, cursor: string): Position {
  const body = readToken(cursorKey, binding, cursor);
  if (!body) throw invalid('cursor', 'does not belong to this list: use it with the sort, filter and key it came with');
  const [direction, value, id] = JSON.parse(body.toString()) as [Direction, string, Id<'document'>];
  return { direction, value, id };
}
