/**
 * `npm run bench -- cost` measures the cost of one envelope for the database and the CPU, stage by stage. Round trips,
 * statements, transactions, rows and log bytes are counts, which do not depend on the load of the machine, unlike CPU
 * time.
 *
 * The server connects to its database through a proxy (for the counts), and in a second run directly (for the CPU
 * time).
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/adapters/embedded-postgres/index.ts';
import { type Transaction, transactionsOf, WireTap } from '../apps/server/test/support/wire-tap.ts';
import { writtenBy } from '../apps/server/test/support/write-ahead-log.ts';
import { runEnvelope } from './envelope.ts';
import { Connection } from './http-client.ts';
import { report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

/** The stages of an envelope. A transaction belongs to the first stage that lists one of its statements. */
const STAGES: readonly (readonly [stage: string, statements: readonly string[]])[] = [
  ['mails', ['mail-document', 'mailbox-insert', 'mail-place']],
  ['certificate', ['completion-certificate-insert', 'completion-certificate-is-made', 'completion-signature-tails']],
  ['seal', ['document-seal', 'certificates-of-signatures', 'document-sealed', 'archive-keep']],
  ['claims of jobs', ['jobs-claim']],
  ['limits', ['rate-bucket-insert', 'rate-buckets-ensure']],
  ['download', ['document-is-sealed', 'revision-head', 'revision-tails']],
  ['send', ['document-sent', 'sender-names', 'field-insert']],
  ['sign', ['signing-context', 'signer-signed']],
  ['upload', ['document-insert']],
];

const stageOf = ({ statements }: Transaction): string =>
  STAGES.find(([, names]) => names.some((name) => statements.includes(name)))?.[0] ?? 'the rest';

const isLoose = ({ statements }: Transaction): boolean =>
  statements.includes('loose-commit') || statements.includes('context-loose');

type Counters = {
  lsn: bigint;
  xid: number;
  transactions: number;
  syncs: number;
  tables: Map<string, { inserted: number; updated: number; hot: number; deleted: number; indexes: number }>;
};

/**
 * Reads PostgreSQL's own counters. A session reports its activity up to ten seconds after it becomes idle, so read the
 * counters after that (see `settled`).
 */
async function counters(database: pg.ClientConfig): Promise<Counters> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const [[all], tables] = [
      (
        await client.query<{ lsn: string; xid: string; transactions: string; syncs: string }>(
          `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as lsn, pg_snapshot_xmax(pg_current_snapshot())::text as xid,
             (select xact_commit from pg_stat_database where datname = current_database())::text as transactions,
             (select coalesce(sum(fsyncs), 0) from pg_stat_io where object = 'wal')::text as syncs`,
        )
      ).rows,
      (
        await client.query<{
          name: string;
          inserted: string;
          updated: string;
          hot: string;
          deleted: string;
          indexes: number;
        }>(
          `select t.relname as name, n_tup_ins as inserted, n_tup_upd as updated, n_tup_hot_upd as hot, n_tup_del as deleted,
             (select count(*)::int from pg_index i where i.indrelid = t.relid) as indexes from pg_stat_user_tables t`,
        )
      ).rows,
    ];
    return {
      lsn: BigInt(all?.lsn ?? 0),
      xid: Number(all?.xid),
      transactions: Number(all?.transactions),
      syncs: Number(all?.syncs),
      tables: new Map(
        tables.map(({ name, inserted, updated, hot, deleted, indexes }) => [
          name,
          { inserted: Number(inserted), updated: Number(updated), hot: Number(hot), deleted: Number(deleted), indexes },
        ]),
      ),
    };
  } finally {
    await client.end();
  }
}

const TOLD_AFTER_MS = 11_000;

/** Waits until no job is due and the counters are up to date. */
async function settled(database: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    for (let tries = 0; tries < 600; tries += 1) {
      const { rows } = await client.query<{ left: number }>(
        `select count(*)::int as left from jobs where state <> 'dead' and run_at <= now()`,
      );
      if (rows[0]?.left === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // An idle session reports its activity within ten seconds.
    await new Promise((resolve) => setTimeout(resolve, TOLD_AFTER_MS));
  } finally {
    await client.end();
  }
}

async function envelopes(subject: Subject, count: number, name: string): Promise<void> {
  const connection = await Connection.open(subject.server.url);
  const pdf = samplePdf();
  for (let i = 0; i < count; i += 1) await runEnvelope(connection, subject.credentials, pdf, `${name}${i}`);
  connection.close();
}

/** Returns the milliseconds of each thread, added up by thread name. Ended threads are not included. */
async function threadsOf(pid: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const id of await readdir(`/proc/${pid}/task`)) {
    const read = (file: string) => readFile(`/proc/${pid}/task/${id}/${file}`, 'utf8').catch(() => '');
    const [stat, comm] = [await read('schedstat'), (await read('comm')).trim()];
    const name = Number(id) === pid ? 'main thread' : comm;
    found.set(name, (found.get(name) ?? 0) + Number(stat.split(' ')[0] ?? 0) / 1e6);
  }
  return found;
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent) found.push(pid);
  }
  return found;
}

/**
 * Returns the CPU time of all database processes. They are grandchildren of the server, because a supervising process
 * runs in between.
 */
async function databaseMs(server: number): Promise<number> {
  let sum = 0;
  const below = async (pid: number): Promise<void> => {
    for (const child of await childrenOf(pid)) {
      for (const ms of (await threadsOf(child).catch(() => new Map<string, number>())).values()) sum += ms;
      await below(child);
    }
  };
  await below(server);
  return sum;
}

export async function measureCost(quick: boolean): Promise<void> {
  await countRoundTrips(quick ? 20 : 100);
  await measureProcessors(quick ? 60 : 200);
}

async function countRoundTrips(count: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-cost-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  const tap = new WireTap();
  const { user, database } = postgres.connection;
  const { port } = await tap.open(postgres.connection);
  const subject = await startSubject(dataDir, { DATABASE_URL: `postgres://${user}@127.0.0.1:${port}/${database}` });
  const client = new pg.Client(subject.database);
  await client.connect();
  try {
    await envelopes(subject, 20, 'warm');
    await settled(subject.database);
    const before = await counters(subject.database);
    let flushes: Parameters<typeof transactionsOf>[0] = [];
    const { indexEntries, kilobytes } = await writtenBy(
      async (text, values) => (await client.query(text, values)).rows,
      async () => {
        ({ flushes } = await tap.listen(async () => {
          await envelopes(subject, count, 'count');
          await settled(subject.database);
        }));
      },
    );
    const after = await counters(subject.database);
    report('index entries of one envelope', indexEntries / count, '');
    report('bytes of the log, without images of pages', kilobytes / count, 'KB');
    tell(transactionsOf(flushes), before, after, count);
  } finally {
    await client.end();
    await subject.server.stop();
    await tap.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function tell(transactions: readonly Transaction[], before: Counters, after: Counters, count: number): void {
  const each = (value: number) => (value / count).toFixed(2);
  const context = transactions
    .flatMap(({ statements }) => statements)
    .filter((name) => name.startsWith('context')).length;
  const sum = (of: (one: Transaction) => number) => transactions.reduce((total, one) => total + of(one), 0);
  report('flushes of one envelope', sum(({ flushes }) => flushes) / count, '');
  report('statements', sum(({ statements }) => statements.length) / count, '', { beside: `context: ${each(context)}` });
  report('transactions, reads too', transactions.length / count, '', {
    beside: `as PostgreSQL counts: ${each(after.transactions - before.transactions)}`,
  });
  report('transactions that wrote', (after.xid - before.xid) / count, '', {
    beside: `loose: ${each(transactions.filter(isLoose).length)}; syncs of the log: ${each(after.syncs - before.syncs)}`,
  });
  report('bytes of the log', Number(after.lsn - before.lsn) / count / 1024, 'KB');
  const stages = Map.groupBy(transactions, stageOf);
  console.log('\n| stage | transactions | flushes | statements |\n|---|---|---|---|');
  for (const [stage, own] of stages) {
    const total = (of: (one: Transaction) => number) => each(own.reduce((all, one) => all + of(one), 0));
    console.log(
      `| ${stage} | ${each(own.length)} | ${total(({ flushes }) => flushes)} | ${total(({ statements }) => statements.length)} |`,
    );
  }
  const kinds = Map.groupBy(transactions, ({ statements }) => statements.join(' '));
  console.log('\nTransactions by what they run:');
  for (const [what, own] of [...kinds].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 60))
    console.log(
      `${each(own.length).padStart(6)} x ${each((own.reduce((n, one) => n + one.flushes, 0) / own.length) * count)} flushes: ${what}`,
    );
  console.log(
    '\n| table | inserted | updated (in place) | deleted | entries, if each index had one |\n|---|---|---|---|---|',
  );
  const totals = { inserted: 0, updated: 0, deleted: 0 };
  for (const [name, now] of after.tables) {
    const then = before.tables.get(name);
    const inserted = now.inserted - (then?.inserted ?? 0);
    const updated = now.updated - (then?.updated ?? 0);
    const hot = now.hot - (then?.hot ?? 0);
    const deleted = now.deleted - (then?.deleted ?? 0);
    totals.inserted += inserted;
    totals.updated += updated;
    totals.deleted += deleted;
    if (inserted + updated + deleted < count / 10) continue;
    const indexes = (inserted + updated - hot) * now.indexes;
    console.log(
      `| ${name} | ${each(inserted)} | ${each(updated)} (${each(hot)}) | ${each(deleted)} | ${each(indexes)} |`,
    );
  }
  console.log(`| all | ${each(totals.inserted)} | ${each(totals.updated)} | ${each(totals.deleted)} | |\n`);
}

async function measureProcessors(count: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-cost-'));
  const subject = await startSubject(dataDir);
  const pid = subject.server.child.pid ?? 0;
  try {
    await envelopes(subject, count, 'warm');
    await settled(subject.database);
    const [threads, database, own] = [await threadsOf(pid), await databaseMs(pid), process.cpuUsage()];
    await envelopes(subject, count, 'cost');
    await settled(subject.database);
    const client = process.cpuUsage(own);
    const spent = [...(await threadsOf(pid))].map(
      ([name, ms]) => [name, (ms - (threads.get(name) ?? 0)) / count] as const,
    );
    report(
      'processor: server',
      spent.reduce((sum, [, ms]) => sum + ms, 0),
      'ms',
    );
    for (const [name, ms] of spent.toSorted(([, a], [, b]) => b - a)) if (ms > 0.05) report(`  ${name}`, ms, 'ms');
    report('processor: database', ((await databaseMs(pid)) - database) / count, 'ms');
    report('processor: client', (client.user + client.system) / 1000 / count, 'ms');
  } finally {
    await subject.server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
