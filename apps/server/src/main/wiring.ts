/** Connects all components. This is the only module that depends on all of them. */
import { EventEmitter } from 'node:events';
import { openInstallation } from '../features/accounts/index.ts';
import {
  Authority,
  completeAuthorities,
  Revocations,
  selectTimestampUnits,
  timeSources,
  watchAuthorities,
} from '../features/authority/index.ts';
import { ClockGuard } from '../features/clock/index.ts';
import { openArchive, openBackups, type VerifyOptions } from '../features/backups/index.ts';
import { answerSiblings, type StartReport } from '../features/health/index.ts';
import { Memory } from '../platform/audit/cache-invalidation.ts';
import { Recorder, type Sequence } from '../platform/audit/recorder.ts';
import { Vault } from '../platform/crypto/seal.ts';
import type { SecretKey } from '../platform/crypto/tokens.ts';
import { Database } from '../platform/db/database.ts';
import { RequestWork } from '../platform/db/request-work.ts';
import { lostConnections } from '../platform/db/lost-connections.ts';
import { vacuumErased } from '../platform/db/vacuum.ts';
import { eraseAll } from '../platform/jobs/erasures.ts';
import type { Lane, Take, Wake } from '../platform/jobs/queue.ts';
import { JobRunner } from '../platform/jobs/runner.ts';
import { Timers } from '../platform/jobs/timers.ts';
import { createPdfPool, createPdfThreads, loadFonts, type PdfThreads } from '../platform/pdf/index.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { OwnProcess } from '../platform/processes/own-process.ts';
import { UpdateHub } from '../features/live-updates/index.ts';
import type { TransparencyLog } from '../features/transparency-log/index.ts';
import { announceTo, WebhookWorker } from '../features/webhooks/index.ts';
import { SigningLinks } from '../platform/signing-links.ts';
import { type Feature, jobHandlers } from '../platform/feature.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import { type ReachOptions, THE_DATABASE, whenReachable } from '../platform/when-reachable.ts';
import { openAdapters } from './adapters.ts';
import type { Config } from './config.ts';
import { featureServices, features, sealedColumns } from './features.ts';
import type { OpenedKeys } from './keys.ts';
import type { OpenedTelemetry } from './telemetry.ts';
import { openFiles } from './blob-stores.ts';
import { credentialSource } from './credentials.ts';
import { openGuards } from './guards.ts';
import { type Log, type Services, servicesOf, type Wired } from './services.ts';
import type { OpenedDatabase } from '../platform/open-database.ts';

export type WiringOptions = {
  config: Config;
  masterKey: Uint8Array;
  keys: OpenedKeys;
  opened: OpenedDatabase;
  clock: Clock;
  log: Log;
  baseUrl: () => string;
  startReport: StartReport;
  telemetry: OpenedTelemetry;
  signal?: AbortSignal | undefined;
  /** Called with the service for which the startup is waiting. */
  waitFor?: ReachOptions['waitFor'];
  pdfThreads?: PdfThreads | undefined;
  own?: Omit<OwnProcess, 'ready' | 'waiting'> | undefined;
};

const MAX_CONNECTIONS = 10;
/** A feature's type lists only the services that the feature needs. Here, every feature gets all services. */
const all: readonly Feature<Services>[] = features;

async function openInstallationOf({
  config,
  masterKey,
  opened,
  clock,
  log,
  telemetry: { telemetry },
  signal,
  waitFor,
}: WiringOptions): Promise<{ database: Database; vault: Vault; linkKey: SecretKey }> {
  const vault = new Vault(masterKey);
  const database = new Database({
    ...opened.pool,
    maxConnections: MAX_CONNECTIONS,
    onError: lostConnections(log),
    onReplicaPaused: (replica, reason) =>
      log.warn(
        { replica, reason: reason instanceof Error ? reason.message : reason },
        'a database replica will be skipped for five seconds',
      ),
    telemetry,
  });
  const { linkKey } = await whenReachable(
    THE_DATABASE,
    () => openInstallation(database, clock, vault, config.publicUrl),
    { log, signal, waitFor },
  ).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return { database, vault, linkKey };
}

type AuthorityParts = { database: Database; vault: Vault; clockGuard: ClockGuard };

async function openAuthority(
  { config, keys, clock, log, telemetry: { telemetry } }: WiringOptions,
  { database, vault, clockGuard }: AuthorityParts,
): Promise<Pick<Wired, 'authority' | 'watch'>> {
  const maintenance = {
    database,
    vault,
    clock,
    publicUrl: config.publicUrl,
    external: keys.external.ca,
    isTimeTrusted: () => clockGuard.isTrusted,
  };
  const authority = new Authority(await completeAuthorities(maintenance), {
    vault,
    clock,
    publicUrl: config.publicUrl,
    revocations: new Revocations(database),
    database,
    units: await database.query({ role: 'auth' }, selectTimestampUnits()),
    time: await timeSources(config, { clock, log, telemetry }),
    external: keys.external,
    signerKeys: keys.signerKeys,
    isTimeTrusted: maintenance.isTimeTrusted,
  });
  return { authority, watch: watchAuthorities(authority, { ...maintenance, log }) };
}

/**
 * Opens the recorder. After a commit, it wakes the workers for the resulting work: jobs, deliveries and live updates.
 */
function openRecorder(
  { database, vault, clock, log }: Pick<Services, 'database' | 'vault' | 'clock' | 'log'>,
  own: WiringOptions['own'],
) {
  // Commits announce new work on this emitter. Workers subscribe to it once their dependencies are ready.
  const work = new EventEmitter<{ job: [Lane]; delivery: []; entry: Parameters<Sequence> }>();
  // A web process leaves the work to the workers.
  const passOn = own?.role === 'web' ? own.wake : undefined;
  const wake: Wake = (lane) => {
    work.emit('job', lane);
    passOn?.(lane);
  };
  const worker: { runner?: JobRunner } = {};
  const take: Take = (tx, job, now) => worker.runner?.take(tx, job, now);
  const wakeWebhooks = () => {
    work.emit('delivery');
    passOn?.('delivery');
  };
  const live = new UpdateHub({ database, clock, log });
  const toWebhooks = announceTo(wakeWebhooks);
  const memory = new Memory(own?.marks);
  const recorder = new Recorder({
    vault,
    memory,
    reactions: all.flatMap(({ reactions = [] }) => reactions),
    wake,
    take,
    announce: (tx, tenantId, event) => {
      toWebhooks(tx, tenantId, event);
      live.announce(tx, tenantId);
    },
    sequence: (tenantId, urgency) => void work.emit('entry', tenantId, urgency),
  });
  const serve = (runner: JobRunner, webhooks: WebhookWorker, transparencyLog: TransparencyLog) => {
    work.on('job', runner.wake);
    worker.runner = runner;
    work.on('delivery', () => webhooks.wake());
    work.on('entry', transparencyLog.wake);
  };
  return { recorder, memory, live, wake, wakeWebhooks, serve };
}

function openWorkers(services: Services): Pick<Wired, 'runner' | 'timers' | 'webhooks' | 'startWork'> {
  const { database, uow, vault, fetcher, clock, clockGuard, log, telemetry, transparencyLog } = services;
  const isTimeTrusted = () => clockGuard.isTrusted;
  const runner = new JobRunner({
    database,
    clock,
    log,
    telemetry,
    handlers: jobHandlers(all, services),
    isTimeTrusted,
    refresh: () => services.memory.refresh(),
    traced: (kind, below) => {
      const own = servicesOf(services, new RequestWork({ keepsLast: false, telemetry: below }));
      return jobHandlers(all, own).find(({ definition }) => definition.kind === kind);
    },
  });
  const webhooks = new WebhookWorker({ database, uow, clock, vault, fetcher, log, telemetry });
  const timers = new Timers(
    all.flatMap(({ timers: own = [] }) => own),
    services,
    { isTimeTrusted, log },
  );
  return {
    runner,
    timers,
    webhooks,
    startWork: async (options) => {
      // This function may be called again after a failure, so steps that can fail come before steps that keep running.
      await webhooks.prepare(options);
      await runner.start(options);
      timers.start();
      webhooks.start();
      transparencyLog.start({ exclusive: options.isAlone, covered: () => runner.release('announcement') });
    },
  };
}

/**
 * Shares work between the processes of this machine: queued jobs and deliveries, and finished work for which requests
 * wait.
 */
function shareWork(
  own: Pick<OwnProcess, 'finished' | 'onNews'>,
  waiters: Pick<Services, 'sealed' | 'certified'>,
  { runner, webhooks }: Pick<Wired, 'runner' | 'webhooks'>,
): void {
  for (const kind of ['sealed', 'certified'] as const)
    waiters[kind].share((tenantId, documentId) => own.finished({ kind, tenantId, documentId }));
  own.onNews(({ lanes, deliveries, finished }) => {
    for (const lane of lanes) runner.wake(lane);
    if (deliveries) webhooks.wake();
    for (const { kind, tenantId, documentId } of finished) waiters[kind].wake(tenantId, documentId);
  });
}

/** Returns a function that verifies a document from a backup with the current trust anchors and revocation lists. */
function judgeOf({
  pdf,
  authority,
  trust,
  clock,
}: Pick<Services, 'pdf' | 'authority' | 'trust' | 'clock'>): VerifyOptions['judge'] {
  return async (source, { tenantId, environment }) => {
    const anchors = authority.anchors(environment).map(({ der }) => der);
    const timestampAnchors = authority.time.anchors.map(({ der }) => der);
    const crls = await authority.status.lists(environment);
    const input = { anchors, timestampAnchors, crls, now: clock.now().toISOString(), requireRevocation: false };
    return trust.verify(pdf, source, input, { owner: { tenant: tenantId } });
  };
}

export async function wire(options: WiringOptions): Promise<Wired> {
  const { config, opened, clock, log, baseUrl, startReport, pdfThreads, own: ownProcess, signal, waitFor } = options;
  const whenReady = <T>(work: () => Promise<T>) => whenReachable(THE_DATABASE, work, { log, signal, waitFor });
  const { telemetry, metrics } = options.telemetry;
  const { adapters, closeMail } = await openAdapters(config, log);
  const { connection, owner } = opened;
  const { database, vault, linkKey } = await openInstallationOf(options);
  const clockGuard = new ClockGuard({ clock, database, log });
  await whenReady(() => clockGuard.open());
  const isTimeTrusted = () => clockGuard.isTrusted;
  const { authority, watch } = await whenReady(() => openAuthority(options, { database, vault, clockGuard }));
  const { serve, ...recording } = openRecorder({ database, vault, clock, log }, ownProcess);
  const { recorder, memory } = recording;
  const uow = new UnitOfWork({ database, clock, recorder, shared: ownProcess?.marks });
  const links = new SigningLinks(linkKey);
  const { close: closeFiles, ...files } = await whenReady(() => openFiles(options, { database, vault, recorder }));
  const pdf = createPdfPool(pdfThreads ?? createPdfThreads(new URL('./pdf-worker.ts', import.meta.url)), {
    onDamage: files.blobs.damaged,
    log,
    telemetry,
  });
  const fonts = await loadFonts();
  memory.onOutdated('seals', () => authority.forgetSeals());
  const credentials = credentialSource(config, { database, uow, clock, links, linkKey });
  const ports = {
    config,
    authority,
    database,
    store: files.store,
    clock,
    uow,
    memory,
    vault,
    linkKey,
    credentials,
    baseUrl,
    log,
  };
  const own = featureServices({ ...ports, ...adapters });
  const {
    close: closeGuards,
    stopWatching,
    ...guards
  } = openGuards(config, { database, connection, linkKey, pdf, clock, log, telemetry });
  clockGuard.watch(new UnitOfWork({ database, clock, recorder }));
  const erasures = all.flatMap(({ erasures: own = [] }) => own);
  const services: Services = {
    ...own,
    database,
    uow,
    links,
    telemetry,
    clock,
    ...recording,
    ...guards,
    ...files,
    authority,
    pdf,
    fonts,
    isSealing: config.fileEncryption,
    clockGuard,
    linkKey,
    registration: config.registration,
    eraseOld: () => eraseAll(erasures, services, isTimeTrusted, (tables) => vacuumErased(owner, tables, log)),
    signingKeys: options.keys,
    deployment: config,
    startReport,
    siblings: ownProcess,
    vault,
    fetcher: adapters.fetcher,
    log,
    credentials,
    eventLog: adapters.eventLog,
    metrics,
    metricsToken: config.metrics?.token,
    backups: await openBackups(config, {
      ...files,
      uow,
      connection,
      vault,
      clock,
      log,
      sealedColumns,
      judge: judgeOf({ pdf, authority, trust: own.trust, clock }),
    }),
    archive: await whenReady(() => openArchive(config, { ...files, uow, owner, vault, clock, log })),
  };
  if (ownProcess) answerSiblings(services, ownProcess.onQuestion);
  services.mailHealth.start();
  services.requestLog.start();
  services.health.warmUp();
  const workers = openWorkers(services);
  if (ownProcess) shareWork(ownProcess, services, workers);
  serve(workers.runner, workers.webhooks, services.transparencyLog);
  return Object.assign(services, {
    ...workers,
    watch,
    close: async () => {
      services.mailHealth.stop();
      await services.requestLog.stop();
      await stopWatching();
      await workers.timers.stop();
      await workers.webhooks.stop();
      adapters.providerFetcher.close();
      await watch.stop();
      await clockGuard.stop();
      await workers.runner.stop();
      await services.transparencyLog.stop();
      await services.archive?.close();
      await pdf.close();
      await files.damage.settle();
      closeMail();
      await closeGuards();
      services.backups.options.target.close();
      await closeFiles();
      await database.close();
    },
  });
}
