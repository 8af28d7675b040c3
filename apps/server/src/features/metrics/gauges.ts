/** Figures that are read on each scrape. */
import type { PoolUse } from '../../platform/db/database.ts';
import { LANES, type Lane } from '../../platform/jobs/queue.ts';
import { BlobError, type Space } from '../../platform/ports/blob-store.ts';
import type { Metrics, Reading } from '../../platform/ports/metrics.ts';
import { CLASSES } from '../../platform/overload/work-classes.ts';
import type { DatabaseFigures, Figures } from './database-figures.ts';

export type GaugeSources = {
  version: string;
  role: string;
  figures: Pick<DatabaseFigures, 'latest'>;
  pools: () => readonly PoolUse[];
  pdf: { readonly load: { workers: number; busy: number; waiting: number } };
  running: () => Readonly<Record<Lane, number>>;
  overload: {
    readonly shedding: { sinceMs: number } | undefined;
    readonly underWay: Readonly<Record<string, { inFlight: number; limit: number }>>;
  };
  isTimeTrusted: () => boolean;
  space: () => Promise<Space | undefined>;
  /** The expiry dates of our own certificates, by purpose. */
  certificates: () => readonly { name: string; until: Date }[];
  /** The newest backups that this process knows. Another process may have created a newer one. */
  backups: () => { newest: Date | null; newestVerified: Date | null };
  /**
   * The time up to which the log of the embedded database is archived, and the time of the newest base backup.
   * Undefined if archiving is off.
   */
  archive: () => { until: Date | null; newestBase: Date | null } | undefined;
};

type Read = NonNullable<Figures['read']>;
const seconds = (date: Date): number => date.getTime() / 1000;
const age = (at: Date, since: Date | null): number => (since === null ? 0 : Math.max(0, seconds(at) - seconds(since)));

export function addGauges(metrics: Metrics, sources: GaugeSources): void {
  const { version, role } = sources;
  metrics.gauge(
    'build_info',
    'Version of Countersign and Node.js, and the role of the process.',
    ['version', 'node', 'role'],
    () => [{ labels: { version, node: process.version, role }, value: 1 }],
  );
  addProcessGauges(metrics, sources);
  addDatabaseGauges(metrics, sources.figures);
  addArchiveGauge(metrics, sources.archive);
  metrics.gauge('storage_free_bytes', 'Free bytes in the file storage. Not available for S3.', [], async () => {
    const space = await sources.space().catch((error: unknown) => {
      if (error instanceof BlobError) return undefined;
      throw error;
    });
    return space ? [{ value: space.freeBytes }] : [];
  });
  metrics.gauge('certificate_expiry_timestamp_seconds', 'Time when a certificate expires.', ['certificate'], () =>
    sources.certificates().map(({ name, until }) => ({ labels: { certificate: name }, value: seconds(until) })),
  );
  metrics.gauge(
    'backup_timestamp_seconds',
    'Time of the newest backup, the newest verified backup, and the newest base backup of the archive.',
    ['backup'],
    () => {
      const { newest, newestVerified } = sources.backups();
      const found = { newest, verified: newestVerified, base: sources.archive()?.newestBase };
      return Object.entries(found).flatMap(([backup, at]) => (at ? [{ labels: { backup }, value: seconds(at) }] : []));
    },
  );
}

function addArchiveGauge(metrics: Metrics, archive: GaugeSources['archive']): void {
  metrics.gauge(
    'archive_timestamp_seconds',
    'Time up to which the log of the embedded database is archived.',
    [],
    () => {
      const until = archive()?.until;
      return until ? [{ value: seconds(until) }] : [];
    },
  );
}

function addProcessGauges(metrics: Metrics, { pools, pdf, running, overload, isTimeTrusted }: GaugeSources): void {
  metrics.gauge('pool_connections', 'Database connections of this process.', ['pool', 'state'], () =>
    pools().flatMap(({ pool, busy, idle }) => [
      { labels: { pool, state: 'busy' }, value: busy },
      { labels: { pool, state: 'idle' }, value: idle },
    ]),
  );
  metrics.gauge('pool_waiting', 'Operations that wait for a database connection.', ['pool'], () =>
    pools().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
  );
  metrics.gauge('pdf_workers', 'PDF threads of this process.', ['state'], () => [
    { labels: { state: 'busy' }, value: pdf.load.busy },
    { labels: { state: 'idle' }, value: pdf.load.workers - pdf.load.busy },
  ]);
  metrics.gauge('pdf_tasks_waiting', 'Tasks that wait for a PDF thread.', [], () => [{ value: pdf.load.waiting }]);
  metrics.gauge('jobs_running', 'Jobs that this process is running.', ['lane'], () => {
    const now = running();
    return LANES.map((lane) => ({ labels: { lane }, value: now[lane] }));
  });
  metrics.gauge('overload_shedding', '1 while requests are rejected because of overload.', [], () => [
    { value: overload.shedding ? 1 : 0 },
  ]);
  const classes = (of: 'inFlight' | 'limit') => () =>
    CLASSES.map((work) => ({ labels: { class: work }, value: overload.underWay[work]?.[of] ?? 0 }));
  metrics.gauge('overload_in_flight', 'Requests in progress, by class of work.', ['class'], classes('inFlight'));
  metrics.gauge('overload_limit', 'Maximum number of concurrent requests of a class.', ['class'], classes('limit'));
  metrics.gauge('clock_trusted', '0 while the clock of this machine is not trusted.', [], () => [
    { value: isTimeTrusted() ? 1 : 0 },
  ]);
}

function addDatabaseGauges(metrics: Metrics, figures: GaugeSources['figures']): void {
  const told = (name: string, help: string, labels: readonly string[], read: (from: Read) => readonly Reading[]) =>
    metrics.gauge(name, help, labels, async () => {
      const { read: found } = await figures.latest();
      return found ? read(found) : [];
    });
  metrics.gauge('database_up', '1 if the database returned its metrics in time.', [], async () => [
    { value: (await figures.latest()).isUp ? 1 : 0 },
  ]);
  told('database_size_bytes', 'Size of the database.', [], ({ database }) => [{ value: Number(database.bytes) }]);
  told('damaged_files', 'Stored files known to be damaged.', [], ({ database }) => [{ value: database.damaged }]);
  const lanes = (value: (lane: Read['jobs'][number] | undefined, at: Date) => number) => (read: Read) =>
    LANES.map((lane) => ({
      labels: { lane },
      value: value(
        read.jobs.find((row) => row.lane === lane),
        read.at,
      ),
    }));
  told(
    'jobs_waiting',
    'Due jobs that have not started.',
    ['lane'],
    lanes((row) => row?.waiting ?? 0),
  );
  told(
    'jobs_oldest_age_seconds',
    'Time that the oldest due job has waited.',
    ['lane'],
    lanes((row, at) => age(at, row?.oldest ?? null)),
  );
  told(
    'jobs_dead',
    'Jobs that failed permanently.',
    ['lane'],
    lanes((row) => row?.dead ?? 0),
  );
  told('webhooks_waiting', 'Webhook deliveries that are due.', [], ({ webhooks }) => [{ value: webhooks.waiting }]);
  told('webhooks_oldest_age_seconds', 'Time that the oldest due delivery has waited.', [], ({ at, webhooks }) => [
    { value: age(at, webhooks.oldest) },
  ]);
  told('webhooks_dead', 'Webhook deliveries in the dead-letter queue.', [], ({ webhooks }) => [
    { value: webhooks.dead },
  ]);
}
