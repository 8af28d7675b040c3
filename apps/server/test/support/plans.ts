/** Examines query plans as if the tables had far more rows. */
import type pg from 'pg';

/** More rows than any list page, batch or document contains. */
const MANY_ROWS = 30_000;

/** Tables that grow with an organization's people and not with its documents. */
const FEW = [
  'memberships',
  'users',
  'tenants',
  'organizations',
  'organization_storage',
  'templates',
  'template_versions',
  'template_files',
  'sessions',
];

/**
 * Makes the planner assume that large tables have this many times their number of rows. The planner estimates the
 * number of rows from the rows per page that the last ANALYZE recorded.
 */
export async function multiply(client: pg.Client, times: number): Promise<void> {
  await client.query(
    `update pg_class set reltuples = reltuples * $1 where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > 30
       and relname <> all ($2)`,
    [times, FEW],
  );
}

/** Tables that grow with the documents and fill more than one page of the database even in a small sample. */
const LARGE = [
  'archive_stamps',
  'audit_entries',
  'audit_streams',
  'blob_keys',
  'blobs',
  'certificates',
  'completion_certificates',
  'document_recipients',
  'document_titles',
  'documents',
  'jobs',
  'kept_answers',
  'mails',
  'outbox',
  'retention_announcements',
  'revisions',
  'security_events',
  'signers',
  'statistics_documents',
  'webhook_attempts',
  'webhook_deliveries',
];

type Node = {
  'Node Type': string;
  'Plan Rows': number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Parent Relationship'?: string;
  Filter?: string;
  'Index Cond'?: string;
  Plans?: Node[];
};

const isSmall = (table: string): boolean => !LARGE.includes(table);

async function planOf(client: pg.Client, text: string): Promise<Node | undefined> {
  await client.query(`prepare planned as ${text}`);
  const { rows } = await client.query<{ count: number }>(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'planned'`,
  );
  const count = rows[0]?.count ?? 0;
  const explained = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (format json) execute planned${count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`}`,
  );
  await client.query('deallocate planned');
  return explained.rows[0]?.['QUERY PLAN'][0].Plan;
}

/**
 * Returns the parts of a statement's plan that read or sort many rows. Empty if every part uses an index and stops
 * early.
 */
export async function scanFaults(client: pg.Client, text: string): Promise<string[]> {
  const plan = await planOf(client, text);
  return plan ? faultsOf(plan, false) : [];
}

/** The ways in which a statement's plan reads a table, such as "Index Only Scan of webhook_deliveries_dead". */
export async function scansOf(client: pg.Client, text: string, table: string): Promise<string[]> {
  const scans = (node: Node): string[] => [
    ...(node['Relation Name'] === table ? [`${node['Node Type']} of ${node['Index Name'] ?? table}`] : []),
    ...(node.Plans ?? []).flatMap(scans),
  ];
  const plan = await planOf(client, text);
  return plan ? scans(plan) : [];
}

/** A comparison with coalesce. Under row security, it uses no index, so everything before the bound is read. */
const COALESCED_BOUND = / [<>]=? (ROW\(.*)?COALESCE\((\$\d|\(InitPlan)/;

/**
 * Matches an index condition with a cursor and a second bound on the same column in the same direction. The index scan
 * may start at either bound and read up to the other.
 */
const TWO_BOUNDS = /ROW\((\w+), [^<>]*([<>])=? .*\(\1 \2/;

/** Whether this number of rows counts as large. */
const isLarge = (rows: number): boolean => rows > MANY_ROWS;

function faultsOf(node: Node, isLimited: boolean): string[] {
  const {
    'Node Type': type,
    'Plan Rows': rows,
    'Relation Name': table = '',
    Filter: filter = '',
    'Index Cond': condition = '',
    Plans: below = [],
  } = node;
  const most = Math.max(0, ...below.map((input) => input['Plan Rows']));
  const faults = [
    ...(TWO_BOUNDS.test(condition) ? [`${table} is entered at one of two bounds: ${condition}`] : []),
    ...(COALESCED_BOUND.test(filter) ? [`${table} is not entered at a bound: ${filter}`] : []),
    ...(type === 'Seq Scan' && !isSmall(table) ? [`Seq Scan of ${table}`] : []),
    ...(type === 'Sort' && isLarge(most) && !below.some(isPage) ? [`Sort of ${most} rows`] : []),
    ...(/Index (Only )?Scan|Bitmap Heap Scan/.test(type) && isLarge(rows) && !isLimited
      ? [`${type} of ${table}, ${rows} rows`]
      : []),
  ];
  const blocks = /^(Sort|Hash|Aggregate|Materialize|Memoize)$/.test(type);
  return [...faults, ...below.flatMap((input) => faultsOf(input, type === 'Limit' || (isLimited && !blocks)))];
}

/**
 * Whether a plan node returns the rows of a LIMIT, possibly with look-ups for each row. If the limit is a parameter,
 * the planner assumes a tenth of all rows.
 */
function isPage({ 'Node Type': type, Plans: below = [] }: Node): boolean {
  const [first] = below.filter((node) => node['Parent Relationship'] !== 'InitPlan');
  if (type === 'Append') return below.filter((node) => node['Parent Relationship'] === 'Member').every(isPage);
  return type === 'Limit' || (first !== undefined && isPage(first));
}
