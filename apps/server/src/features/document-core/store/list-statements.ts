/**
 * The statements for the list of documents (ADR 112). A statement is built when its combination of sort, direction,
 * paging and filters is first requested. Unused filters are left out, because `$n is null or ...` would hide the used
 * filters from the planner.
 */
import { type Id, type RequireTwoFactor, type SignerRole, type SignerStatus } from '@countersign/contract';
import { type InJson, JsonRow } from '../../../platform/db/json-row.ts';
import { namedStatement, type Statement } from '../../../platform/db/statement.ts';
import type { DocumentRow } from './documents.ts';
import {
  and,
  asked,
  FILTER_NAMES,
  type FilterName,
  isSearch,
  isSearchable,
  type ListFilter,
  whereTrash,
} from './list-filters.ts';

export type { ListFilter } from './list-filters.ts';

export const SORT_KEYS = ['created_at', 'updated_at', 'title', 'status', 'expiration'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/**
 * The columns of a signer, in the order of the SQL statement, strings first. Arrays avoid sending and parsing property
 * names for each row.
 */
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
/** Leaves out columns that no list shows, because each row would otherwise be read, sent and parsed with them. */
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
/** The columns that are not text. The environment is not included, because it is the same for all rows of a tenant. */
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
export type ListRow = { row: string };

export type ListPosition = { after: { value: string; id: string } } | { offset: number };
export type ListPart = { sort: SortKey; descending: boolean; limit: number; position: ListPosition };

/** `by` is the compared column, and `type` is the type of the cursor's value. */
const SORTS: Record<SortKey, { by: (row: string) => string; type: string }> = {
  created_at: { by: (row) => `${row}.created_at`, type: 'timestamptz' },
  updated_at: { by: (row) => `${row}.updated_at`, type: 'timestamptz' },
  title: { by: (row) => `${row}.title collate "C"`, type: 'text' },
  status: { by: (row) => `${row}.status`, type: 'text' },
  // Documents without expiry come last. The expression does not use coalesce, because row-level security would then
  // prevent the use of an index (0201-indexes-for-large-tenants.sql).
  expiration: {
    by: (row) => `(case when ${row}.expires_at is null then timestamptz 'infinity' else ${row}.expires_at end)`,
    type: 'timestamptz',
  },
};

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
 * Adds details to the sorted rows that `page` selects. Owners and signers are looked up one by one for these rows only.
 * The planner cannot estimate the page size and would otherwise read all users of the installation.
 */
function withDetails(page: string, sort: SortKey, order: string): string {
  return `with page as (${page})
    select ${ROW.sql} as row
    from page cross join lateral (select name, email from users where id = page.owner_id limit 1) u
    order by ${SORTS[sort].by('page')} ${order}, page.id ${order}`;
}

type Way = { sort: SortKey; descending: boolean; cursor: boolean };

function clauses({ sort, descending, cursor }: Way, row = 'd') {
  const { by, type } = SORTS[sort];
  const order = descending ? 'desc' : 'asc';
  return {
    order,
    value: by(row),
    from: cursor ? `and (${by(row)}, ${row}.id) ${descending ? '<' : '>'} (:afterValue::${type}, :afterId::text)` : '',
    sorted: `order by ${by(row)} ${order}, ${row}.id ${order}`,
    limited: `limit :limit${cursor ? '' : ' offset :offset'}`,
    columns: `${COLUMNS}, (${by(row)})::text as sort_value`,
  };
}

// ------------------------------------------------------------------ indexes
/** The filters on the leading columns of the sort's indexes. Filters in the same list belong to the same index. */
const ENTERED: Partial<Record<SortKey, readonly FilterName[][]>> = {
  created_at: [['owner', 'status'], ['createdAfter'], ['createdBefore']],
  updated_at: [['updatedAfter'], ['updatedBefore']],
  title: [],
};

/**
 * Separates the filters that the sort's index covers from the remaining filters. Returns undefined if the sort has no
 * index.
 */
function indexed(sort: SortKey, names: readonly FilterName[]) {
  const groups = ENTERED[sort];
  if (!groups) return undefined;
  const entered = groups.flatMap((group) => group.filter((name) => names.includes(name)).slice(0, 1));
  const compared = names.filter((name) => !entered.includes(name));
  return { entered, compared };
}

/**
 * Returns the filter that the cursor implies. A cursor lies within the requested period, so one end of the period is
 * redundant. With both bounds, the planner might start the index scan at that end and read up to the cursor.
 */
function impliedBy({ sort, descending, cursor }: Way): FilterName | undefined {
  if (!cursor) return undefined;
  if (sort === 'created_at') return descending ? 'createdBefore' : 'createdAfter';
  if (sort === 'updated_at') return descending ? 'updatedBefore' : 'updatedAfter';
  return undefined;
}

/** Returns whether an index scan has to skip nothing but archived documents, which are few. */
const isInOrder = (compared: readonly FilterName[]): boolean => compared.every((name) => name === 'current');

// ------------------------------------------------------------------ statements
/** Reads an index that contains the documents in the list's order. */
function inOrder(way: Way, names: readonly FilterName[]): string {
  const { columns, from, sorted, limited } = clauses(way);
  return `select ${columns} from documents d where ${whereTrash(false)} ${and(names)} ${from} ${sorted} ${limited}`;
}

/** The number of documents to read in list order. After that, all matches are collected instead. */
const WALKED = 4000;

/**
 * Reads the next documents in list order and compares them with the filters. If many match, this fills the page faster
 * than collecting all matches.
 */
function walk(way: Way, entered: readonly FilterName[], compared: readonly FilterName[]): string {
  const { columns, from, value, sorted, limited, order } = clauses(way);
  const next = `from documents d where ${whereTrash(false)} ${and(entered)} ${from}`;
  const walked =
    way.sort in ENTERED
      ? `select d.* ${next} ${sorted} limit ${WALKED}`
      : `select d.* from (select n.id from (select d.id, ${value} as value ${next} offset 0) n
          order by n.value ${order}, n.id ${order} limit ${WALKED}) n
        cross join lateral (select * from documents where tenant_id = :tenantId and id = n.id limit 1) d`;
  return `select ${columns} from (${walked}) d where true ${and(compared)} ${sorted} ${limited}`;
}

const MATCHING = 'search_documents(:search, :find, :tag, :owner, :status, :archived, :trash, :expiresBefore';

/**
 * Returns whether a search looks only for recipients. Such a search uses the index for `find`, but then compares only
 * the recipients.
 */
const isByRecipient = (names: readonly FilterName[]): boolean => names.includes('recipient') && !names.includes('find');
const matching = (names: readonly FilterName[]): string =>
  isByRecipient(names) ? MATCHING.replace(':find', ':recipient') : MATCHING;
function matched(names: readonly FilterName[], searched: Omit<ListFilter, 'tenantId' | 'trash' | 'more'>) {
  const values: Partial<typeof searched> = { ...searched };
  if (isByRecipient(names)) delete values.find;
  return values;
}

/**
 * Collects all matches with the most selective index, and sorts their IDs. `offset 0` and `limit 1` prevent the planner
 * from scanning an index of the sort, and from comparing every document with every match.
 */
function collect(way: Way, trash: boolean, names: readonly FilterName[]): string {
  const { value, from, limited, columns, order } = clauses(way);
  const compared = isSearch(names) ? names.filter((name) => !isSearchable(name)) : names;
  const documents = `from documents d where ${whereTrash(trash)} ${and(compared)} ${from}`;
  const matches = isSearch(names)
    ? `select d.id, d.value from (select ${matching(names)}, null) as id offset 0) hit
        cross join lateral (select d.id, ${value} as value ${documents} and d.id = hit.id limit 1) d`
    : `select d.id, ${value} as value ${documents} offset 0`;
  return `select ${columns} from (select m.id from (${matches}) m order by m.value ${order}, m.id ${order} ${limited}) found
    cross join lateral (select * from documents where tenant_id = :tenantId and id = found.id limit 1) d`;
}

/** Searches the folded titles in the index first, and then reads only the documents that match. */
function searchByTitle(way: Way, names: readonly FilterName[]): string {
  const { columns, from, sorted, limited, order } = clauses(way);
  return `select ${columns} from (select d.title, d.id from documents d
      where ${whereTrash(false)} ${and(['search'])} ${from} ${sorted} offset 0) w
    cross join lateral (select * from documents d where d.tenant_id = :tenantId and d.id = w.id ${and(names)} offset 0) d
    order by w.title collate "C" ${order}, w.id ${order} ${limited}`;
}

type Make<Row> = (values: Readonly<Record<string, unknown>>) => Statement<Row>;
const made = new Map<string, Make<ListRow | { total: number }>>();

function make<Row extends ListRow | { total: number }>(name: string, text: () => string): Make<Row> {
  const known = made.get(name) as Make<Row> | undefined;
  if (known) return known;
  const making = namedStatement<Row, Readonly<Record<string, unknown>>>(name, text());
  made.set(name, making);
  return making;
}

/** Names a statement with one letter per filter, because PostgreSQL truncates long names. */
const lettersOf = (trash: boolean, names: readonly FilterName[]): string =>
  [...(trash ? ['z'] : []), ...names.map((name) => String.fromCodePoint(97 + FILTER_NAMES.indexOf(name)))].join('');

/**
 * Returns the statements for a part of the list, in the order in which they are run. A statement is needed only if the
 * previous statements have not filled the page.
 */
export function listStatements(
  filter: ListFilter,
  { sort, descending, limit, position }: ListPart,
): Statement<ListRow>[] {
  const way = { sort, descending, cursor: 'after' in position };
  const { tenantId, trash, more = null, ...searched } = filter;
  const { names, values } = asked({ ...searched, more: more && { ...more, [impliedBy(way) ?? '']: undefined } });
  const part =
    'after' in position
      ? { limit, afterValue: position.after.value, afterId: position.after.id }
      : { limit, offset: position.offset };
  const given = { tenantId, ...values, ...part };
  const one = (kind: string, page: () => string) => {
    const letters = lettersOf(trash, names);
    const name = [`documents-${kind}`, sort, descending ? 'desc' : 'asc', way.cursor && 'cursor', letters]
      .filter((piece) => piece !== false && piece !== '')
      .join('-');
    return make<ListRow>(name, () => withDetails(page(), sort, clauses(way).order));
  };
  const collected = () =>
    one('found', () => collect(way, trash, names))(
      isSearch(names) ? { ...matched(names, searched), trash, ...given } : given,
    );
  const index = trash ? undefined : indexed(sort, names);
  if (!index) {
    if (trash || !isSearch(names)) return [collected()];
    const ahead = names.filter((name) => name === 'current');
    const compared = names.filter((name) => name !== 'current');
    return [one('walk', () => walk(way, ahead, compared))(given), collected()];
  }
  if (isInOrder(index.compared)) return [one('list', () => inOrder(way, names))(given)];
  const besides = names.filter((name) => name !== 'search');
  if (sort === 'title' && names.includes('search') && isInOrder(besides))
    return [one('titles', () => searchByTitle(way, besides))(given)];
  return [one('walk', () => walk(way, index.entered, index.compared))(given), collected()];
}

/** Counts documents up to a limit, so that counting a million documents costs no more than counting ten thousand. */
export function countOf(filter: ListFilter, limit: number): Statement<{ total: number }> {
  const { tenantId, trash, more = null, ...searched } = filter;
  const { names, values } = asked({ ...searched, more });
  if (isSearch(names) && names.every(isSearchable)) return countFound({ ...searched, trash, limit });
  if (names.includes('recipient'))
    return countRecipients({ ...matched(names, searched), ...values, tenantId, trash, limit }, names);
  const name = `documents-count-${lettersOf(trash, names)}`;
  return make<{ total: number }>(
    name,
    () =>
      `select count(*)::int as total from (select from documents d where ${whereTrash(trash)} ${and(names)} limit :limit) counted`,
  )({ tenantId, ...values, limit });
}

const countFound = namedStatement<{ total: number }, Omit<ListFilter, 'tenantId' | 'more'> & { limit: number }>(
  'documents-count-found',
  `select count(*)::int as total from ${MATCHING}, :limit)`,
);

function countRecipients(
  given: Readonly<Record<string, unknown>> & { trash: boolean },
  names: readonly FilterName[],
): Statement<{ total: number }> {
  const compared = names.filter((name) => !isSearchable(name));
  return make<{ total: number }>(
    `documents-count-recipients-${lettersOf(given.trash, names)}`,
    () =>
      `select count(*)::int as total from (select from (select ${matching(names)}, null) as id offset 0) hit
        cross join lateral (select from documents d
          where ${whereTrash(given.trash)} ${and(compared)} and d.id = hit.id limit 1) d limit :limit) counted`,
  )(given);
}
