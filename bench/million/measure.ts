/**
 * `npm run bench -- million` measures every list, search, sweep and cursor with two installations: one with 10,000
 * documents in one organization, and one with 1,000,000 documents in one of two thousand organizations. They are
 * measured alternately, so that noise affects both equally. The result is the ratio for the lists that must be equally
 * fast in both, and the time for all other lists (ADR 112). The two installations are filled once and kept
 * (BENCH_FOLDER, by default in the system's temporary folder).
 */
import { LIMITS } from '@countersign/contract';
import pg from 'pg';
import '../../apps/server/src/main/features.ts';
import {
  countOf,
  type ListFilter,
  type ListPart,
  listStatements,
  SORT_KEYS,
} from '../../apps/server/src/features/document-core/store/list-statements.ts';
import { definedStatements, type Statement } from '../../apps/server/src/platform/db/statement.ts';
import { startServerProcess } from '../../apps/server/src/demo/server-process.ts';
import { Connection } from '../http-client.ts';
import { atMost, median, report } from '../report.ts';
import { embeddedDatabase } from '../subject.ts';
import { millionSizes, type Prepared, prepare } from './prepare.ts';

const LIMIT = 1.2;
/**
 * The time limits for totals, and for lists without an index of their own, with 10,000 documents and with a million
 * (ADR 112).
 */
const COLLECTED_MS = { small: 20, large: 300 };
const COLLECTED =
  /^total|^(documents )?by (title|status|expiration)|^by (created_at|updated_at).* (of|that|in) |by title$|^trash|^expiring|by title, (asc|desc)$|in a state without a match$|never meet$/;
const FLAT = /^by created_at, (asc|desc), from the \w+( of a state| of a rare state| of a member)?$/;
/** The time for reading one additional index or table page. A difference of up to this time does not count as slow. */
const NOTHING_MS = 0.25;
const PAGE = 21;
/** No round starts after this time, so an operation that takes seconds is measured only once. */
const CASE_MS = 10_000;

type Side = Prepared & {
  url: string;
  /**
   * The connection is opened when both sides are ready, because the server would close an idle connection during the
   * preparation.
   */
  connection: Connection | undefined;
  client: pg.Client;
  places: Map<string, { value: string; id: string }>;
  stop(): Promise<void>;
};
type Case = { name: string; run: (side: Side) => Promise<number> };

async function open(prepared: Prepared): Promise<Side> {
  const server = await startServerProcess({
    dataDir: prepared.folder,
    environment: { RATE_LIMIT_ADDRESS: '1000000000' },
  });
  const client = new pg.Client({
    ...(await embeddedDatabase(prepared.folder)),
    options: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
    query_timeout: 120_000,
  });
  await client.connect();
  return {
    ...prepared,
    url: server.url,
    connection: undefined,
    client,
    places: new Map(),
    stop: async () => {
      await client.end();
      await server.stop();
    },
  };
}

/** Returns positions halfway through each sort order, and near its end. */
async function placesOf(client: pg.Client, tenant: string): Promise<Side['places']> {
  const places: Side['places'] = new Map();
  const by = {
    created_at: 'created_at',
    updated_at: 'updated_at',
    title: 'title collate "C"',
    status: 'status',
    expiration: `(case when expires_at is null then timestamptz 'infinity' else expires_at end)`,
  };
  for (const sort of SORT_KEYS) {
    for (const [place, share] of [
      ['middle', 0.5],
      ['end', 0.99],
    ] as const) {
      const { rows } = await client.query<{ value: string; id: string }>(
        `select (${by[sort]})::text as value, id from documents where tenant_id = $1 and deleted_at is null order by ${by[sort]} desc, id desc
         offset (select count(*) * ${share}::float8 from documents where tenant_id = $1 and deleted_at is null) limit 1`,
        [tenant],
      );
      if (rows[0]) places.set(`${sort} ${place}`, rows[0]);
    }
  }
  return places;
}

/**
 * Runs a statement as the server does: prepared, in its role, and in a transaction that is rolled back. Returns
 * milliseconds and rows.
 */
async function timed(
  side: Side,
  role: 'app' | 'auth' | 'jobs',
  statements: readonly Statement<unknown>[],
  enough = Infinity,
) {
  await side.client.query('begin');
  try {
    await side.client.query(`select set_config('role', $1, true), set_config('app.tenant', $2, true)`, [
      `countersign_${role}`,
      role === 'app' ? side.tenantId : '',
    ]);
    let took = 0;
    for (const { name, text, values } of statements) {
      const before = performance.now();
      const { rows } = await side.client.query({ name, text, values: [...values] });
      took += performance.now() - before;
      if (rows.length >= enough) break;
    }
    return took;
  } finally {
    await side.client.query('rollback');
  }
}

/**
 * `rows` is the name of the list in the response. If it is set, the list must fill a page, because a shorter response
 * would take less time.
 */
const http = (name: string, path: (side: Side) => string, rows?: string): Case => ({
  name,
  run: async (side) => {
    const before = performance.now();
    if (!side.connection) throw new Error('nothing is connected');
    const { status, body } = await side.connection.request('GET', `/v1/api/${path(side)}`, {
      authorization: `Bearer ${side.key}`,
    });
    if (status !== 200) throw new Error(`${path(side)}: ${status} ${body.toString().slice(0, 300)}`);
    const took = performance.now() - before;
    if (rows !== undefined && JSON.parse(body.toString())[rows].length !== PAGE - 1)
      throw new Error(`${path(side)}: the page is not full`);
    return took;
  },
});

const list = (name: string, query: string) => http(name, () => `documents/paginated?pageSize=20&${query}`);
const searched = (text: string) => encodeURIComponent(text);

const REQUESTS: readonly Case[] = [
  list('documents', ''),
  ...SORT_KEYS.flatMap((sort) =>
    ['asc', 'desc'].map((order) => list(`documents by ${sort}, ${order}`, `sortBy=${sort}&sortOrder=${order}`)),
  ),
  ...['draft', 'in-progress', 'archived', 'voided'].map((state) =>
    list(`${state} by title`, `status=${state}&sortBy=title&sortOrder=asc`),
  ),
  list('trash', 'trash=true'),
  list('with archived ones', 'archived=true'),
  list('expiring', 'status=in-progress&sortBy=expiration&sortOrder=asc'),
  list('search, common word', 'search=lease'),
  list('search, rare word', `search=${searched('köln 5000')}`),
  list('search, two characters of a script without spaces', `search=${searched('東京')}`),
  list('search, no match', 'search=nowhere'),
  list('search, common word in a state', 'search=lease&status=completed'),
  list('search, common word in a state without a match', 'search=lease&status=in-progress'),
  list('search, two common words that never meet', `search=${searched('lease b')}&status=expired`),
  list('search, by title', 'search=lease&sortBy=title&sortOrder=asc'),
  list('title or recipient, one match', 'find=person10000%40people'),
  list('title or recipient, common name', 'find=anna'),
  list('title or recipient, no match', 'find=nowhere'),
  list('tag', 'tag=tag4'),
  list('tag in a state without a match', 'tag=tag4&status=in-progress'),
  http('members', () => 'organization/members?pageSize=20'),
  http('people', () => 'admin/users?pageSize=20'),
  http('invitations', () => 'organization/invitations?pageSize=20'),
  http('packages', () => 'packages?pageSize=20'),
  http('packages in a state', () => 'packages?pageSize=20&status=cancelled'),
  http('templates', () => 'templates?pageSize=20'),
  http('holds', () => 'legal/holds?pageSize=20'),
  http('holds released', () => 'legal/holds?pageSize=20&state=released'),
  http('audit log', () => 'audit?pageSize=20', 'entries'),
  http('audit log of an action', () => 'audit?pageSize=20&action=document.completed', 'entries'),
  http(
    'audit log of a period long ago',
    ({ places }) =>
      `audit?pageSize=20&to=${encodeURIComponent(new Date(places.get('created_at end')?.value ?? '').toISOString())}`,
    'entries',
  ),
  http('security events', () => 'admin/security/events?pageSize=20'),
  http('security events of a severity', () => 'admin/security/events?pageSize=20&severity=high'),
  http('dead letters', () => 'webhooks/dead-letter-queue?pageSize=20'),
  http('retention due', () => 'legal/retention/due?pageSize=20'),
];

function work(name: string, role: 'auth' | 'jobs' | 'app', values: (side: Side) => unknown[]): Case {
  return {
    name,
    run: (side) => {
      const text = definedStatements().get(name);
      if (text === undefined) throw new Error(`there is no statement ${name}`);
      return timed(side, role, [{ name, text, values: values(side) }]);
    },
  };
}
const now = (): Date => new Date();
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);

const WORK: readonly Case[] = [
  ...['sweep-sessions', 'sweep-registrations', 'sweep-mail-links', 'sweep-attempts', 'sweep-devices'].map((name) =>
    work(name, 'auth', () => [now()]),
  ),
  ...[
    'sweep-mail-places',
    'sweep-key-usage',
    'sweep-deliveries',
    'sweep-deliveries-deleted',
    'sweep-answers',
    'sweep-in-person',
    'sweep-bulk-rows',
    'sweep-user-imports',
    'sweep-security-events',
  ].map((name) => work(name, 'jobs', () => [now()])),
  work('erasure-due', 'jobs', () => [ago(30), 100]),
  work('retention-erasure-due', 'jobs', () => [now(), 100]),
  work('templates-erasable', 'jobs', () => [now(), 100]),
  work('blobs-unused', 'jobs', () => [100]),
  work('exports-due', 'jobs', () => [now(), 100]),
  work('archive-due-by-end', 'jobs', () => [now(), now(), 100]),
  work('archive-due-by-algorithms', 'jobs', () => [now(), ['broken'], 100]),
  work('archive-algorithm-sets', 'jobs', () => []),
  work('watch-unsealed', 'jobs', () => [now(), ago(1), 100]),
  work('jobs-claim', 'jobs', () => ['timer', now(), 8, '{}']),
  work('jobs-release-lapsed', 'jobs', () => [now()]),
  work('webhook-work', 'jobs', () => [now()]),
  work('webhook-lanes-claim', 'jobs', () => [now(), 10, 'bench', now(), []]),
  work('scrub-files', 'jobs', (side) => [side.tenantId, 'blb_0', 100]),
  work('inbox-addressed', 'auth', () => ['bench@bench.example', 50]),
];

type Pages = { name: string; filters: Partial<ListFilter> };
const FILTERS: readonly Pages[] = [
  { name: '', filters: {} },
  { name: ' of a state', filters: { status: 'in-progress', archived: true } },
  { name: ' of a rare state', filters: { status: 'voided', archived: true } },
  { name: ' without archived ones', filters: { archived: false } },
  { name: ' of a member', filters: { owner: 'member' } },
  { name: ' of a member in a state', filters: { owner: 'member', status: 'completed', archived: true } },
  { name: ' that end soon', filters: { expiresBefore: 'soon', status: 'in-progress' } },
  { name: ' in the trash', filters: { trash: true } },
];

function filterOf(side: Side, { filters }: Pages): ListFilter {
  const all: ListFilter = {
    tenantId: side.tenantId,
    trash: false,
    owner: null,
    status: null,
    archived: true,
    tag: null,
    search: null,
    find: null,
    expiresBefore: null,
    ...filters,
  };
  return {
    ...all,
    owner: all.owner === null ? null : side.memberId,
    expiresBefore: all.expiresBefore === null ? null : new Date(Date.now() + 86_400_000).toISOString(),
  };
}

/**
 * Returns the cases for each sort order, ascending and descending, with each filter, from the start, the middle and the
 * end of the list. Also returns the statements that count the documents.
 */
function everyPage(): Case[] {
  return SORT_KEYS.flatMap((sort) =>
    FILTERS.flatMap((pages) =>
      ['front', 'middle', 'end'].flatMap((place) =>
        [true, false].map((descending): Case => ({
          name: `by ${sort}, ${descending ? 'desc' : 'asc'}, from the ${place}${pages.name}`,
          run: (side) => {
            const filter = filterOf(side, pages);
            const after = side.places.get(`${sort} ${place}`);
            const part: ListPart = { sort, descending, limit: PAGE, position: after ? { after } : { offset: 0 } };
            return timed(side, 'app', listStatements(filter, part), PAGE);
          },
        })),
      ),
    ),
  );
}
const counts: Case[] = FILTERS.map((filtered) => ({
  name: `total of documents${filtered.name}`,
  run: (side) => timed(side, 'app', [countOf(filterOf(side, filtered), LIMITS.exactTotal + 1)]),
}));

/** `BENCH_ONLY` is a pattern for the names of the cases to measure. Each of these cases is then reported separately. */
const PATTERN = process.env['BENCH_ONLY'];
const ONLY = new RegExp(PATTERN ?? '');
const asked = (cases: readonly Case[]): readonly Case[] => cases.filter(({ name }) => ONLY.test(name));

type Measured = { name: string; small: number; large: number; ratio: number };

const isCollected = (name: string): boolean => COLLECTED.test(name) && !FLAT.test(name);
const isWithin = ({ name, small, large, ratio }: Measured): boolean =>
  ratio <= LIMIT || (isCollected(name) && small <= COLLECTED_MS.small && large <= COLLECTED_MS.large);

async function measure(
  { name, run }: Case,
  [small, large]: readonly [Side, Side],
  rounds: number,
  times: number,
): Promise<Measured> {
  const took: [number[], number[]] = [[], []];
  for (const side of [small, large]) for (let i = 0; i < 3; i += 1) await run(side);
  const until = performance.now() + CASE_MS;
  for (let round = 0; round < rounds && (round === 0 || performance.now() < until); round += 1) {
    for (let i = 0; i < times; i += 1) took[0].push(await run(small));
    for (let i = 0; i < times; i += 1) took[1].push(await run(large));
  }
  const [a, b] = [median(took[0]), median(took[1])];
  return { name, small: a, large: b, ratio: b - a <= NOTHING_MS ? Math.min(b / a, LIMIT) : b / a };
}

function print({ name, small, large, ratio }: Measured): void {
  const beside = `${small.toFixed(2)} ms -> ${large.toFixed(2)} ms`;
  if (isCollected(name)) report(`${name}, at a million`, large, 'ms', { target: atMost(COLLECTED_MS.large), beside });
  else report(name, ratio, 'x', { target: atMost(LIMIT), beside });
}

export async function measureMillion(quick: boolean, whole: boolean): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const sizes of millionSizes(quick)) sides.push(await open(await prepare(sizes)));
    const [small, large] = sides;
    if (!small || !large) throw new Error('there are not two sides to compare');
    for (const side of sides) side.places = await placesOf(side.client, side.tenantId);
    for (const side of sides) side.connection = await Connection.open(side.url);
    for (const one of asked(REQUESTS)) print(await measure(one, [small, large], 5, 5));
    for (const side of sides) side.connection?.close();
    if (!whole) return;
    for (const one of asked(WORK)) print(await measure(one, [small, large], 3, 5));
    for (const one of asked(counts)) print(await measure(one, [small, large], 3, 3));
    for (const sort of SORT_KEYS) {
      const all: Measured[] = [];
      for (const one of asked(everyPage()).filter(({ name }) => name.startsWith(`by ${sort},`)))
        all.push(await measure(one, [small, large], 2, 3));
      if (all.length === 0) continue;
      const collected = all.filter(({ name }) => isCollected(name));
      const flat = all.filter(({ name }) => !isCollected(name));
      const shown = PATTERN === undefined ? 3 : all.length;
      for (const one of flat.toSorted((a, b) => b.ratio - a.ratio).slice(0, shown)) print(one);
      for (const one of collected.toSorted((a, b) => b.large - a.large).slice(0, shown)) print(one);
      report(`pages by ${sort}: above the limit, of ${all.length}`, all.filter((one) => !isWithin(one)).length, '', {
        target: atMost(0),
      });
    }
  } finally {
    for (const side of sides) await side.stop();
  }
}
