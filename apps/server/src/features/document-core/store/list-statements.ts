/**
 * The statements behind the list: one for each sort, direction, way of paging and set of filters, so that each gets the plan
 * that an index answers. A filter that is not asked for is not in the text: `$n is null or ...` would hide it from the planner.
 * Searches take two: see below.
 */
import {
  DOCUMENT_STATUSES,
  type Id,
  type RequireTwoFactor,
  type SignerRole,
  type SignerStatus,
} from '@countersign/contract';
import { type InJson, JsonRow } from '../../../platform/db/json-row.ts';
import { BEHIND_ALL_IDS, namedStatement, type Statement } from '../../../platform/db/statement.ts';
import type { DocumentRow } from './documents.ts';

export const SORT_KEYS = ['created_at', 'updated_at', 'title', 'status', 'expiration'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** In the order of the columns in the statement, texts first; the names of an object for each would be sent and parsed again and again. */
export type ListedSigner = [
  texts: [
    id: Id<'signer'>,
    email: string,
    name: string,
    role: SignerRole,
    status: SignerStatus,
    declineReason: string | null,
    delivery: 'bounced' | null,
    secondStep: RequireTwoFactor | null,
    secondEmail: string | null,
  ],
  order: number,
  signedAt: string | null,
  viewedAt: string | null,
  declinedAt: string | null,
  hasAccessCode: boolean,
  accessFailures: number,
  stepFailures: number,
];
/** Without what no list shows: it would be read, sent and parsed for each row. */
export type ListedDocument = Omit<
  DocumentRow,
  | 'hash_state'
  | 'pages'
  | 'blob_id'
  | 'organization_id'
  | 'has_signatures'
  | 'warnings'
  | 'warnings_to_accept'
  | 'own_fields'
  | 'sealed_at'
  | 'planned'
  | 'schedule'
  | 'variables'
  | 'schedule_error'
  | 'draft_revision'
  | 'has_placed_tags'
  | 'reminder_days'
  | 'reminder_max'
>;
/** What is no text of them. The environment is the tenant's, and so that of all rows. */
type Other =
  | 'page_count'
  | 'size_bytes'
  | 'expires_at'
  | 'created_at'
  | 'updated_at'
  | 'sent_at'
  | 'completed_at'
  | 'archived_at'
  | 'deleted_at'
  | 'scheduled_for'
  | 'tags'
  | 'metadata';
type Texts = Omit<ListedDocument, Other | 'environment'> & { sort_value: string };
type Others = Pick<ListedDocument, Other> & { signers: ListedSigner[] };
/** What the statements answer with; `readListRow` reads it. */
export type ListRow = { row: string };

/** Null: not asked for. `search` and `find` are folded (fold-title.ts). */
export type ListFilter = {
  tenantId: string;
  trash: boolean;
  owner: string | null;
  status: string | null;
  /** False: without archived ones. */
  archived: boolean;
  tag: string | null;
  search: string | null;
  /** Of the title, or of a recipient's name or address. */
  find: string | null;
  /** Those whose time to sign ends before; a moment as text, since a filter is the key of its total. */
  expiresBefore: string | null;
  /** Filters that no index has in the order of the list; null: none of them. */
  more?: MoreFilters | null;
};
export type MoreFilters = { [Name in keyof typeof MORE]?: string };
export type ListPosition = { after: { value: string; id: string } } | { offset: number };
/** What of a list: how it is sorted, how many rows of it, and from where. */
export type ListPart = { sort: SortKey; descending: boolean; limit: number; position: ListPosition };

/** What is compared, of the row of a document; `type` is that of a cursor's value. */
const SORTS: Record<SortKey, { by: (row: string) => string; type: string }> = {
  created_at: { by: (row) => `${row}.created_at`, type: 'timestamptz' },
  updated_at: { by: (row) => `${row}.updated_at`, type: 'timestamptz' },
  title: { by: (row) => `${row}.title collate "C"`, type: 'text' },
  status: { by: (row) => `${row}.status`, type: 'text' },
  // What does not expire stands behind all that does. Not coalesce: row security lets that near no index (0201-indexes-for-large-tenants.sql).
  expiration: {
    by: (row) => `(case when ${row}.expires_at is null then timestamptz 'infinity' else ${row}.expires_at end)`,
    type: 'timestamptz',
  },
};

type Make<Row> = (values: Readonly<Record<string, unknown>>) => Statement<Row>;
const nameOf = (...parts: (string | false)[]) => parts.filter((part) => part !== false && part !== '').join('-');

const COLUMNS = `d.id, d.owner_id, d.title, d.description, d.filename, d.status, d.page_count, d.size_bytes, d.sha256, d.signing_order,
  d.email_subject, d.email_message, d.expires_at, d.created_at, d.updated_at, d.sent_at, d.completed_at, d.archived_at, d.deleted_at,
  d.void_reason, d.package_id, d.template_id, d.external_id, d.scheduled_for, d.tags, d.metadata`;

const ROW = new JsonRow<Texts, Others>({
  texts: {
    id: 'page.id',
    owner_id: 'page.owner_id',
    owner_name: 'u.name',
    owner_email: 'u.email',
    title: 'page.title',
    description: 'page.description',
    filename: 'page.filename',
    status: 'page.status',
    sha256: 'page.sha256',
    signing_order: 'page.signing_order',
    email_subject: 'page.email_subject',
    email_message: 'page.email_message',
    void_reason: 'page.void_reason',
    package_id: 'page.package_id',
    template_id: 'page.template_id',
    external_id: 'page.external_id',
    sort_value: 'page.sort_value',
  },
  others: {
    page_count: 'page.page_count',
    size_bytes: 'page.size_bytes',
    expires_at: 'page.expires_at',
    created_at: 'page.created_at',
    updated_at: 'page.updated_at',
    sent_at: 'page.sent_at',
    completed_at: 'page.completed_at',
    archived_at: 'page.archived_at',
    deleted_at: 'page.deleted_at',
    scheduled_for: 'page.scheduled_for',
    tags: 'page.tags',
    metadata: 'page.metadata',
    signers: `coalesce((select json_agg(json_build_array(
        array[s.id, s.email, s.name, s.role, s.status, s.decline_reason, s.delivery, s.second_step, s.second_email],
        s.signing_order, s.signed_at, s.viewed_at, s.declined_at, s.access_code_hash is not null, s.access_failures, s.step_failures)
      order by s.position) from signers s where s.tenant_id = :tenantId and s.document_id = page.id), '[]')`,
  },
});

export const readListRow = ({ row }: ListRow): InJson<Texts & Others> => ROW.read(row);

/**
 * `page` selects the rows, sorted; their owners and signers are looked up for these alone: one by one, since the planner, which does not
 * know how long a page is, would read all users of the installation instead.
 */
function withDetails(page: string, sort: SortKey, order: string): string {
  return `with page as (${page})
    select ${ROW.sql} as row
    from page cross join lateral (select name, email from users where id = page.owner_id limit 1) u
    order by ${SORTS[sort].by('page')} ${order}, page.id ${order}`;
}

/** The four ways to go through each sort: up or down, by page or by cursor. */
const WAYS = SORT_KEYS.flatMap((sort) =>
  [true, false].flatMap((descending) => [true, false].map((cursor) => ({ sort, descending, cursor }))),
);
type Way = (typeof WAYS)[number];
const wayName = ({ sort, descending, cursor }: Way) => nameOf(sort, descending ? 'desc' : 'asc', cursor && 'cursor');

function clauses({ sort, descending, cursor }: Way) {
  const { by, type } = SORTS[sort];
  const column = by('d');
  const order = descending ? 'desc' : 'asc';
  return {
    order,
    from: cursor ? `and (${column}, d.id) ${descending ? '<' : '>'} (:afterValue::${type}, :afterId::text)` : '',
    sorted: `order by ${column} ${order}, d.id ${order}`,
    limited: `limit :limit${cursor ? '' : ' offset :offset'}`,
    columns: `${COLUMNS}, (${column})::text as sort_value`,
  };
}

/** Of dates, ids and pairs of metadata. Each is in the text of a statement only where it is asked for. */
const MORE = {
  createdAfter: 'd.created_at >= :createdAfter::timestamptz',
  createdBefore: 'd.created_at < :createdBefore::timestamptz',
  updatedAfter: 'd.updated_at >= :updatedAfter::timestamptz',
  updatedBefore: 'd.updated_at < :updatedBefore::timestamptz',
  templateId: 'd.template_id = :templateId::text',
  externalId: 'd.external_id = :externalId::text',
  metadata: 'd.metadata @> :metadata::jsonb',
} as const;

// ------------------------------------------------------------------ lists without search: an index has them sorted
const FILTERS = {
  owner: 'd.owner_id = :owner::text',
  status: 'd.status = :status::text',
  due: `${SORTS.expiration.by('d')} < :expiresBefore::timestamptz`,
} as const;
/**
 * All but the archived: that is the first of all states in their order, so an index of a sort by status is entered behind it, and
 * an index that leaves archived documents out serves as well.
 */
const CURRENT = `d.status > 'archived'`;
type FilterName = keyof typeof FILTERS | 'current';
const ENDING_ANY_TIME: FilterName[][] = [
  [],
  ['owner'],
  ['status'],
  ['current'],
  ['owner', 'status'],
  ['owner', 'current'],
];
const FILTER_SETS = [...ENDING_ANY_TIME, ...ENDING_ANY_TIME.map((set): FilterName[] => [...set, 'due'])];
const TRASH = { true: 'd.deleted_at is not null', false: 'd.deleted_at is null' } as const;
const PLACES = [true, false].flatMap((trash) => FILTER_SETS.map((filters) => ({ trash, filters })));

function whereClause(trash: boolean, filters: readonly FilterName[]): string {
  const conditions = filters.map((name) => `and ${name === 'current' ? CURRENT : FILTERS[name]}`);
  return `d.tenant_id = :tenantId and ${TRASH[`${trash}`]} ${conditions.join(' ')}`;
}

const placeName = (trash: boolean, filters: readonly FilterName[]) => nameOf(trash && 'trash', ...filters);

/**
 * Whether an index has the filtered documents in the order of the list. Where none has, there is one that has those of each state: they are
 * merged (ADR 76).
 */
function isMerged(sort: SortKey, trash: boolean, filters: readonly FilterName[]): boolean {
  if (trash || filters.includes('status')) return false;
  return sort === 'expiration' || (filters.includes('owner') && sort !== 'created_at');
}

/**
 * The part of a list that has one state alone, from the cursor on. Sorted by the state, such documents are sorted by their ids: with the
 * state in the comparison an index would be entered at the state's first document.
 */
function ofState(way: Way, state: string): { from: string; sorted: string } {
  const { sort, descending, cursor } = way;
  const { from, sorted, order } = clauses(way);
  if (sort !== 'status') return { from, sorted };
  const [ahead, behindAll] = descending ? ['<', BEHIND_ALL_IDS] : ['>', `''`];
  const next = `and ${state} ${ahead}= :afterValue::text
    and d.id ${ahead} case when ${state} = :afterValue::text then :afterId::text else ${behindAll} end`;
  return { from: cursor ? next : '', sorted: `order by d.id ${order}` };
}

/** The next documents of each state, in the order of the list; `most` of one state. What selects from them merges them as far as it reads. */
function eachState(way: Way, filters: readonly FilterName[], most: string): string {
  const others = filters.filter((name) => name !== 'current');
  const states = DOCUMENT_STATUSES.filter((state) => state !== 'archived' || !filters.includes('current'));
  const arms = states.map((state) => {
    const { from, sorted } = ofState(way, `'${state}'`);
    return `(select d.* from documents d where ${whereClause(false, others)} and d.status = '${state}' ${from} ${sorted} limit ${most})`;
  });
  return `(${arms.join(' union all ')})`;
}

/** One lower bound instead of two, of which an index may be entered at the wrong one. */
const BEHIND_ARCHIVED = `and (d.status, d.id) > (case when :afterValue::text > 'archived' then :afterValue::text else 'archived' end,
  case when :afterValue::text > 'archived' then :afterId::text else ${BEHIND_ALL_IDS} end)`;

function pageOf(way: Way, trash: boolean, filters: readonly FilterName[]): string {
  const { sort, descending, cursor } = way;
  const { columns, limited, from, sorted } = clauses(way);
  if (isMerged(sort, trash, filters)) {
    const most = `:limit::bigint${cursor ? '' : ' + :offset::bigint'}`;
    return `select ${columns} from ${eachState(way, filters, most)} d ${sorted} ${limited}`;
  }
  const select = `select ${columns} from documents d where`;
  if (filters.includes('status')) {
    const part = ofState(way, ':status::text');
    return `${select} ${whereClause(trash, filters)} ${part.from} ${part.sorted} ${limited}`;
  }
  if (sort === 'status' && !descending && cursor && filters.includes('current')) {
    const others = filters.filter((name) => name !== 'current');
    return `${select} ${whereClause(trash, others)} ${BEHIND_ARCHIVED} ${sorted} ${limited}`;
  }
  return `${select} ${whereClause(trash, filters)} ${from} ${sorted} ${limited}`;
}

function plainStatement(way: Way, trash: boolean, filters: readonly FilterName[]): [string, Make<ListRow>] {
  const name = nameOf('documents-list', wayName(way), placeName(trash, filters));
  const text = withDetails(pageOf(way, trash, filters), way.sort, clauses(way).order);
  return [name, namedStatement<ListRow, Readonly<Record<string, unknown>>>(name, text)];
}

/** Counting stops at a limit: a tenant with a million documents pays for ten thousand. */
function countStatement(trash: boolean, filters: readonly FilterName[]): [string, Make<{ total: number }>] {
  const where = whereClause(trash, filters);
  const name = nameOf('documents-count', placeName(trash, filters));
  const text = `select count(*)::int as total from (select 1 from documents d where ${where} limit :limit) counted`;
  return [name, namedStatement<{ total: number }, Readonly<Record<string, unknown>>>(name, text)];
}

const plain = new Map(WAYS.flatMap((way) => PLACES.map(({ trash, filters }) => plainStatement(way, trash, filters))));
const counts = new Map(PLACES.map(({ trash, filters }) => countStatement(trash, filters)));

// ------------------------------------------------------------------ lists with a search or a tag (ADR 24)
/** So many documents are looked at in the order of the list before the indexes of titles and recipients are asked. */
const WALKED = 4000;

/**
 * What matches among the next documents of the list. Where many match, these fill the page at once, and no index could: it would
 * name them all, to be sorted.
 */
function walkStatement(way: Way): [string, Make<ListRow>] {
  const { columns, from, sorted, limited, order } = clauses(way);
  const name = nameOf('documents-walk', wayName(way));
  const next = isMerged(way.sort, false, [])
    ? `${eachState(way, [], String(WALKED))} d`
    : `documents d where d.tenant_id = :tenantId and d.deleted_at is null ${from}`;
  const page = `select d.* from (select ${columns}, d.folded_title from ${next} ${sorted} limit ${WALKED}) d
    where ${SEARCHED}
    ${sorted} ${limited}`;
  return [name, namedStatement<ListRow, Readonly<Record<string, unknown>>>(name, withDetails(page, way.sort, order))];
}

/** So many matches the index of letters names to be sorted, where the list can be walked by titles instead. */
const SORTED = 10_000;
const MATCHING = 'search_documents(:search, :find, :tag, :owner, :status, :archived, :trash, :expiresBefore';
const SEARCHED = `(:owner::text is null or d.owner_id = :owner) and (:status::text is null or d.status = :status) and (:tag::text is null or :tag = any (d.tags))
      and (:search::text is null or strpos(d.folded_title, :search) > 0) and (:archived or ${CURRENT})
      and (:expiresBefore::timestamptz is null or d.expires_at < :expiresBefore)
      and (:find::text is null or strpos(d.folded_title, :find) > 0 or exists (select from document_recipients r
        where r.tenant_id = :tenantId and r.document_id = d.id and strpos(r.folded, :find) > 0))`;

/** Where few match: the indexes of titles and recipients name them all. */
function foundStatement(way: Way): [string, Make<ListRow>] {
  const { columns, from, sorted, limited, order } = clauses(way);
  const name = nameOf('documents-found', wayName(way));
  const named = (ids: string) =>
    `select ${columns} from documents d where d.tenant_id = :tenantId and d.id in (${ids}) ${from} ${sorted} ${limited}`;
  const page = way.sort === 'title' ? foundByTitle(way, named) : named(`select ${MATCHING}, null)`);
  return [name, namedStatement<ListRow, Readonly<Record<string, unknown>>>(name, withDetails(page, way.sort, order))];
}

/**
 * Titles begin alike, so a word that many have may stand far behind the first of them. Where too many match to be sorted, the index of
 * titles is walked as far as it takes: it holds the folded ones, and only what matches is looked up (ADR 24).
 */
function foundByTitle(way: Way, named: (ids: string) => string): string {
  const { columns, from, sorted, limited, order } = clauses(way);
  const walked = `select ${columns} from (select w.title, w.id from (select * from documents d where d.tenant_id = :tenantId and d.deleted_at is null
        and strpos(d.folded_title, :search) > 0 and (select too_many from matches) ${from} ${sorted} offset 0) w) w
      cross join lateral (select * from documents d where d.tenant_id = :tenantId and d.id = w.id and ${SEARCHED} offset 0) d
    order by w.title collate "C" ${order}, w.id ${order} ${limited}`;
  return `with found as materialized (select ${MATCHING}, case when :search::text is not null and not :trash::boolean then :sortable::int + 1 end) as id),
      matches as materialized (select :search::text is not null and not :trash::boolean and count(*) > :sortable::int as too_many from found)
    (${named('select id from found where not (select too_many from matches)')}) union all (${walked})`;
}

const walks = new Map(WAYS.map(walkStatement));
const founds = new Map(WAYS.map(foundStatement));
const countFound = namedStatement<{ total: number }, Omit<ListFilter, 'tenantId' | 'more'> & { limit: number }>(
  'documents-count-found',
  `select count(*)::int as total from ${MATCHING}, :limit)`,
);

// ------------------------------------------------------------------ lists with a filter of MORE
const filtered = new Map<string, Make<ListRow>>();
const filteredCounts = new Map<string, Make<{ total: number }>>();

function filteredWhere(trash: boolean, names: readonly (keyof MoreFilters)[]): string {
  const conditions = names.map((name) => `and ${MORE[name]}`).join(' ');
  return `d.tenant_id = :tenantId and ${TRASH[`${trash}`]} ${conditions} and ${SEARCHED}`;
}

/** Made when it is first asked for: there are more choices of filters than anybody uses. */
function made<Row>(statements: Map<string, Make<Row>>, name: string, text: () => string): Make<Row> {
  const known = statements.get(name);
  if (known) return known;
  const make = namedStatement<Row, Readonly<Record<string, unknown>>>(name, text());
  statements.set(name, make);
  return make;
}

const namesOf = (more: MoreFilters): (keyof MoreFilters)[] =>
  (Object.keys(MORE) as (keyof MoreFilters)[]).filter((name) => more[name] !== undefined);

function filteredStatement(way: Way, trash: boolean, more: MoreFilters): Make<ListRow> {
  const names = namesOf(more);
  return made(filtered, nameOf('documents-filtered', wayName(way), trash && 'trash', ...names), () => {
    const { columns, from, sorted, limited, order } = clauses(way);
    const page = `select ${columns} from documents d where ${filteredWhere(trash, names)} ${from} ${sorted} ${limited}`;
    return withDetails(page, way.sort, order);
  });
}

function filteredCount(trash: boolean, more: MoreFilters): Make<{ total: number }> {
  const names = namesOf(more);
  return made(
    filteredCounts,
    nameOf('documents-count-filtered', trash && 'trash', ...names),
    () =>
      `select count(*)::int as total from (select 1 from documents d where ${filteredWhere(trash, names)} limit :limit) counted`,
  );
}

// ------------------------------------------------------------------ which of them
function given({ owner, status, expiresBefore, archived }: ListFilter) {
  const names: FilterName[] = [
    ...(owner === null ? [] : (['owner'] as const)),
    ...(status === null ? [] : (['status'] as const)),
    ...(archived ? [] : (['current'] as const)),
    ...(expiresBefore === null ? [] : (['due'] as const)),
  ];
  const values = Object.entries({ owner, status, expiresBefore }).filter(([, value]) => value !== null);
  return { names, values: Object.fromEntries(values) };
}

const isSearch = ({ tag, search, find }: ListFilter): boolean => tag !== null || search !== null || find !== null;

function pick<Row>(statements: ReadonlyMap<string, Make<Row>>, name: string): Make<Row> {
  const make = statements.get(name);
  if (!make) throw new Error(`there is no statement ${name}`);
  return make;
}

/**
 * The statements that answer a part of the list, in the order to try them: a later one is needed only where an earlier one has
 * not filled the page.
 */
export function listStatements(
  filter: ListFilter,
  { sort, descending, limit, position }: ListPart,
  sortable = SORTED,
): Statement<ListRow>[] {
  const way = { sort, descending, cursor: 'after' in position };
  const { tenantId, trash, more, ...searched } = filter;
  const part =
    'after' in position
      ? { limit, afterValue: position.after.value, afterId: position.after.id }
      : { limit, offset: position.offset };
  if (more) return [filteredStatement(way, trash, more)({ tenantId, ...searched, ...more, ...part })];
  if (!isSearch(filter)) {
    const { names, values } = given(filter);
    const make = pick(plain, nameOf('documents-list', wayName(way), placeName(trash, names)));
    return [make({ tenantId, ...values, ...part })];
  }
  const found = pick(
    founds,
    nameOf('documents-found', wayName(way)),
  )({
    tenantId,
    trash,
    ...searched,
    ...part,
    ...(sort === 'title' && { sortable }),
  });
  if (trash) return [found];
  return [pick(walks, nameOf('documents-walk', wayName(way)))({ tenantId, ...searched, ...part }), found];
}

export function countOf(filter: ListFilter, limit: number): Statement<{ total: number }> {
  const { tenantId, more, ...searched } = filter;
  if (more) {
    const { trash, ...others } = searched;
    return filteredCount(trash, more)({ tenantId, ...others, ...more, limit });
  }
  if (isSearch(filter)) return countFound({ ...searched, limit });
  const { names, values } = given(filter);
  const make = pick(counts, nameOf('documents-count', placeName(filter.trash, names)));
  return make({ tenantId, ...values, limit });
}
