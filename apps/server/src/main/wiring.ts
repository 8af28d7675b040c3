/** Puts the parts together; the only place that knows them all. */
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Id, LIMITS } from '@countersign/contract';
import { authenticateApiKey, readApiKey } from '../features/api-keys/index.ts';
import {
  type AccountDependencies,
  authenticateLoginStep,
  authenticateSession,
  openInstallation,
} from '../features/accounts/index.ts';
import {
  Authority,
  maintainAuthorities,
  Revocations,
  selectTimestampUnits,
  type TimeSettings,
  timeSources,
  watchAuthorities,
} from '../features/authority/index.ts';
import {
  type OperatorSecrets,
  readOperatorSecret,
  servicePrincipal,
  tenantFinder,
} from '../features/operator/index.ts';
import {
  archivedCertificates,
  type CertificateDependencies,
  readFileGrant,
  selectHasCertificate,
} from '../features/completion/index.ts';
import { SealWaiter, TotalCache } from '../features/documents/index.ts';
import { ClockGuard } from '../features/clock/index.ts';
import { type Deployment, MailHealth, Outages, PartsHealth, type StartReport } from '../features/health/index.ts';
import { Letterheads } from '../features/branding/index.ts';
import { LOGO } from '../features/mail/index.ts';
import type { MailDependencies } from '../features/notifications/index.ts';
import { voidForDeletion } from '../features/progress/index.ts';
import { authenticateInPerson } from '../features/in-person/index.ts';
import {
  isAccountValid,
  type LoadArchived,
  type RenewalRules,
  type SealDependencies,
  type SignDependencies,
  DocumentLock,
} from '../features/signing/index.ts';
import { fileErasureLedger } from '../platform/adapters/erasure-ledger/index.ts';
import { stripePayments } from '../platform/adapters/stripe/index.ts';
import { readDkim, smtpMailer, smtpServer } from '../platform/adapters/smtp/index.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import { FOLDER_ALONE } from '../platform/blobs/blob-home.ts';
import { BlobKeys, type FileKeys } from '../platform/blobs/blob-keys.ts';
import { type CheckedBlobs, checkedBlobs } from '../platform/blobs/checked-blobs.ts';
import { Memory } from '../platform/audit/outdated.ts';
import { Recorder } from '../platform/audit/recorder.ts';
import { Vault } from '../platform/crypto/seal.ts';
import type { SecretKey } from '../platform/crypto/tokens.ts';
import { type ConnectionOptions, Database } from '../platform/db/database.ts';
import { Presence } from '../platform/db/presence.ts';
import { RequestWork } from '../platform/db/request-work.ts';
import { lostConnections } from '../platform/db/lost-connections.ts';
import { vacuumErased } from '../platform/db/vacuum.ts';
import { eraseAll } from '../platform/jobs/erasures.ts';
import type { Lane, Take, Wake } from '../platform/jobs/queue.ts';
import { JobRunner, POLL_MS } from '../platform/jobs/runner.ts';
import { Timers } from '../platform/jobs/timers.ts';
import type { EventLog } from '../platform/ports/event-log.ts';
import type { BlobStore } from '../platform/ports/blob-store.ts';
import { LoadWatch } from '../platform/overload/load-watch.ts';
import { Overload } from '../platform/overload/overload.ts';
import { createPdfPool, findQpdf, loadFonts, type PdfThreads, type SharedPdfPool } from '../platform/pdf/index.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { Metrics } from '../platform/ports/metrics.ts';
import type { Payments } from '../platform/ports/payments.ts';
import type { ErasureLedger } from '../platform/ports/erasure-ledger.ts';
import type { SsoDependencies } from '../features/single-sign-on/index.ts';
import { dnsTxtRecords } from '../platform/adapters/dns/index.ts';
import { blobRecords, Damage } from '../features/storage/index.ts';
import type { ArchiveKeeper, BackupKeeper } from '../features/backups/index.ts';
import { syslog } from '../platform/adapters/syslog/index.ts';
import { SecurityEvents } from '../features/security-events/index.ts';
import { type Outside, outsideServices } from '../features/register/index.ts';
import { TrustStore } from '../features/trust/index.ts';
import { WaitingRoom } from '../features/verification/index.ts';
import { UpdateHub } from '../features/live-updates/index.ts';
import { announceTo, type WebhookDependencies, WebhookWorker } from '../features/webhooks/index.ts';
import { AllowList, httpFetcher } from '../platform/adapters/http-fetcher/index.ts';
import { SigningLinks } from '../platform/signing-links.ts';
import { Limits } from '../platform/limits/limits.ts';
import { databaseLedger } from '../platform/limits/store.ts';
import { KeyUsage } from '../platform/limits/usage.ts';
import { Idempotency } from '../platform/idempotency/index.ts';
import { type Feature, jobHandlers } from '../platform/feature.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import type { CredentialSource } from '../platform/invoke/credentials.ts';
import { openArchive, openBackups } from './backups.ts';
import { openBlobPlaces } from './blob-places.ts';
import type { Config } from './config.ts';
import { features } from './features.ts';
import type { OpenedKeys } from './keys.ts';
import type { OpenedTelemetry } from './telemetry.ts';

/** What pino gives; named here so that nothing below main/ knows the logger. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Services = AccountDependencies &
  SignDependencies &
  SealDependencies &
  Pick<CertificateDependencies, 'certified'> &
  MailDependencies &
  WebhookDependencies & {
    database: Database;
    clock: Clock;
    recorder: Recorder;
    trust: TrustStore;
    waitingRoom: WaitingRoom;
    blobs: CheckedBlobs;
    /** The files as they are, unchecked: for what compares them with what was stored, and removes what no row names. */
    store: BlobStore;
    fileKeys: FileKeys;
    /** Whether files are encrypted. */
    isSealing: boolean;
    letterheads: Letterheads;
    damage: Damage;
    clockGuard: ClockGuard;
    qpdf: string | undefined;
    links: SigningLinks;
    linkKey: SecretKey;
    wake: Wake;
    /** Erases what nobody can use any more, and answers with what it was. */
    eraseOld: () => Promise<Record<string, number>>;
    ledger: ErasureLedger;
    /** What requests failed for lately, which health tells of. */
    outages: Outages;
    overload: Overload;
    health: PartsHealth;
    mailHealth: MailHealth;
    /** The settings that decide how safe this installation is. */
    deployment: Deployment;
    /** Whom the installation sends data to. */
    outside: readonly Outside[];
    startReport: StartReport;
    /** How many documents a list has, remembered. */
    totals: TotalCache;
    log: Log;
    /** Looks after backups, in one process of all. */
    backups: BackupKeeper;
    /** Archives the log of the embedded database, where that is wanted. */
    archive: ArchiveKeeper | undefined;
    /** Absent: the built-in provider of billing. */
    payments: Payments | undefined;
    seller: Config['invoiceSeller'];
    renewalRules: RenewalRules;
    archivedCertificates: LoadArchived;
    /** Voids a document of an organization that is closed, with the package it is in. */
    voidForDeletion: (tenantId: string, userId: string, documentId: Id<'document'>) => Promise<unknown>;
    live: UpdateHub;
    credentials: CredentialSource;
    idempotency: Idempotency;
    /** Requests an hour of each credential and address. */
    limits: Limits;
    /** How often each API key is used. */
    keyUsage: KeyUsage;
    securityEvents: SecurityEvents;
    eventLog: EventLog | undefined;
    sso: SsoDependencies;
    pdf: SharedPdfPool;
    metrics: Metrics | undefined;
    metricsToken: Uint8Array | undefined;
    /** What this process keeps of the database; audited changes make it forget. */
    memory: Memory;
  };

/** What the features get, and what runs without a request. */
export type Wired = Services & {
  runner: JobRunner;
  timers: Timers<Services>;
  /** Keeps the authorities with what the database says of them. */
  watch: { stop(): Promise<void> };
  webhooks: WebhookWorker;
  /** Begins with jobs, timers and webhooks. `exclusive`: no other process works on this database. */
  startWork(options: { exclusive: boolean }): Promise<void>;
  close(): Promise<void>;
};

/**
 * For one request: what it does in the database goes through its own unit of work. Nothing that outlives it may keep these. All that
 * is the same for every request is inherited, so a copy of these by `...` holds the database alone.
 */
export function servicesOf(services: Services, work: RequestWork): Services {
  const own = Object.create(services) as Services;
  own.uow = services.uow.of(work);
  own.database = services.database.of(work);
  own.sso = { ...services.sso, uow: own.uow };
  if (work.telemetry) {
    own.telemetry = work.telemetry;
    own.pdf = services.pdf.within(work.telemetry);
  }
  return own;
}

export type WiringOptions = {
  config: Pick<
    Config,
    | 'addressLimit'
    | 'webhookAllow'
    | 'dataDir'
    | 'trustListsDir'
    | 'publicUrl'
    | 'smtpUrl'
    | 'syslog'
    | 'mailFrom'
    | 'dkim'
    | 'mailsAnHour'
    | 'registration'
    | 'loadShedding'
    | 'role'
    | 'renewalDays'
    | 'serviceCredential'
    | 'cronSecret'
    | 'ssoPrivateHosts'
    | 'dnsServers'
    | 'stripe'
    | 'fileEncryption'
    | 'invoiceSeller'
    | 's3'
    | 'backups'
  > &
    Partial<Pick<Config, 'keys' | 'database' | 'metrics' | 'otlp'>> &
    Deployment &
    TimeSettings;
  connection: ConnectionOptions;
  /** The login that owns the tables. */
  owner: ConnectionOptions;
  masterKey: Uint8Array;
  keys: OpenedKeys;
  clock: Clock;
  log: Log;
  /** Known once the server listens. */
  baseUrl: () => string;
  startReport: StartReport;
  telemetry: OpenedTelemetry;
  /** Default: its own. */
  pdfThreads?: PdfThreads | undefined;
};

async function openEventLog(settings: Config['syslog']): Promise<EventLog | undefined> {
  if (settings === undefined) return undefined;
  const { caFile, ...address } = settings;
  const ca =
    caFile === undefined
      ? undefined
      : await readFile(caFile, 'utf8').catch(() => {
          throw new ConfigFault('SYSLOG_CA_FILE: the file cannot be read; it has to hold certificates as PEM');
        });
  return syslog({ ...address, ca });
}

const MAX_CONNECTIONS = 10;
/** With the types of what they need: each asks for a part of the services. */
const all: readonly Feature<Services>[] = features;

export async function wire({
  config,
  keys,
  connection,
  owner,
  masterKey,
  clock,
  log,
  baseUrl,
  startReport,
  telemetry: { telemetry, metrics },
  pdfThreads,
}: WiringOptions): Promise<Wired> {
  const vault = new Vault(masterKey);
  const database = new Database({
    ...connection,
    maxConnections: MAX_CONNECTIONS,
    onError: lostConnections(log),
    telemetry,
  });
  const { linkKey } = await openInstallation(database, clock, vault, config.publicUrl).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const clockGuard = new ClockGuard({ clock, database, log });
  await clockGuard.open();
  const isTimeTrusted = () => clockGuard.isTrusted;
  const maintenance = {
    database,
    vault,
    clock,
    publicUrl: config.publicUrl,
    external: keys.external.ca,
    isTimeTrusted,
  };
  const authority = new Authority(await maintainAuthorities(maintenance), {
    vault,
    clock,
    publicUrl: config.publicUrl,
    revocations: new Revocations(database),
    database,
    units: await database.query({ role: 'auth' }, selectTimestampUnits()),
    time: await timeSources(config, { clock, log, telemetry }),
    external: keys.external,
    signerKeys: keys.signerKeys,
  });
  const watch = watchAuthorities(authority, { ...maintenance, log });
  // Commits say here that there is work; whoever does it listens, once what it needs is there.
  const work = new EventEmitter<{ job: [Lane]; delivery: [] }>();
  const wake: Wake = (lane) => void work.emit('job', lane);
  const worker: { runner?: JobRunner } = {};
  const take: Take = (tx, job, now) => worker.runner?.take(tx, job, now);
  const wakeWebhooks = () => void work.emit('delivery');
  const live = new UpdateHub({ database, clock, log });
  const toWebhooks = announceTo(wakeWebhooks);
  const memory = new Memory();
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
  });
  const uow = new UnitOfWork({ database, clock, recorder });
  const links = new SigningLinks(linkKey);
  const places = await openBlobPlaces(config, { database, connection, log });
  const { store } = places;
  const ledger = fileErasureLedger(join(config.dataDir, 'erasures', 'ledger.jsonl'));
  // A unit of work of its own: a request that meets a damaged file may be rolled back, and what was found stays found.
  const damage = new Damage({ database, uow: new UnitOfWork({ database, clock, recorder }), log });
  await damage.start();
  const fileKeys = new BlobKeys({ database, vault });
  const blobs = checkedBlobs({
    store,
    records: blobRecords(database),
    keys: fileKeys,
    onDamage: (key, fault) => {
      telemetry.count('file-fault', { fault });
      damage.report(key, fault);
    },
    isSealing: config.fileEncryption,
  });
  const pdf = createPdfPool({ onDamage: blobs.damaged, log, telemetry }, pdfThreads);
  const fonts = await loadFonts();
  const letterheads = new Letterheads({ uow, publicUrl: config.publicUrl });
  memory.onOutdated('logos', () => letterheads.forget());
  const trust = new TrustStore({ database, clock, folder: config.trustListsDir, log });
  const sealed = new SealWaiter();
  const certified = new SealWaiter(selectHasCertificate);
  const smtp =
    config.smtpUrl && smtpMailer(config.smtpUrl.reveal(), { dkim: await readDkim(config.dkim), pictures: [LOGO] });
  const server = config.smtpUrl && smtpServer(config.smtpUrl.reveal());
  const mailHealth = new MailHealth({ server, clock, log });
  const mail: MailDependencies = {
    uow,
    smtp,
    links,
    baseUrl,
    from: config.mailFrom,
    mailsAnHour: config.mailsAnHour ?? 60,
    telemetry,
    log,
  };
  const outages = new Outages();
  const overload = new Overload({
    isOn: config.loadShedding,
    pickedUpWithinMs: config.role === 'web' ? POLL_MS : 0,
    now: () => performance.now(),
    random: () => Math.random(),
    log,
    telemetry,
  });
  const load = new LoadWatch({ overload, database, workers: pdf, clock, log });
  load.start();
  const now = () => clock.now();
  const limits = new Limits({ ledger: databaseLedger(database, now), now, addressLimit: config.addressLimit, log });
  limits.start();
  const keyUsage = new KeyUsage({ database, now, log });
  keyUsage.start();
  const securityEvents = new SecurityEvents({ database, now, log });
  securityEvents.start();
  const eventLog = await openEventLog(config.syslog);
  const presence = new Presence(connection, config.s3 ? undefined : FOLDER_ALONE);
  const idempotency = new Idempotency({ database, clock, linkKey, presence });
  const fetcher = httpFetcher({ allow: new AllowList(config.webhookAllow) });
  const providerFetcher = httpFetcher({ allow: new AllowList(config.ssoPrivateHosts ?? []) });
  clockGuard.watch(new UnitOfWork({ database, clock, recorder }));
  const secrets: OperatorSecrets = { service: config.serviceCredential, cron: config.cronSecret };
  const credentials: CredentialSource = {
    session: (token, from) => authenticateSession(database, clock, token, from),
    loginStep: (token) => authenticateLoginStep(database, clock, token),
    apiKey: (key) => authenticateApiKey(uow, key),
    readApiKey,
    tenantOf: tenantFinder(database),
    operatorSecret: (bearer) => readOperatorSecret(secrets, bearer),
    service: (organizationId, environment) => servicePrincipal(database, organizationId, environment),
    links,
    isAccountValid: (signer) => isAccountValid(uow, signer),
    inPerson: (token) => authenticateInPerson(uow, token),
    fileLink: (token) => readFileGrant(linkKey, token, clock.now()),
    now: () => clock.now(),
  };
  const erasures = all.flatMap(({ erasures: own = [] }) => own);
  const services: Services = {
    ...mail,
    database,
    clock,
    recorder,
    trust,
    waitingRoom: new WaitingRoom(),
    authority,
    pdf,
    qpdf: findQpdf(),
    fonts,
    documentLock: new DocumentLock(),
    sealed,
    certified,
    blobs,
    store,
    fileKeys,
    isSealing: config.fileEncryption,
    ledger,
    letterheads,
    damage,
    clockGuard,
    linkKey,
    registration: config.registration,
    // Where plans are paid for, whoever creates an organization begins without paying.
    startingPlan: config.stripe ? 'free' : 'enterprise',
    payments: config.stripe && stripePayments(config.stripe, log),
    seller: config.invoiceSeller,
    wake,
    eraseOld: () => eraseAll(erasures, services, isTimeTrusted, (tables) => vacuumErased(owner, tables, log)),
    renewalRules: { days: config.renewalDays },
    archivedCertificates: archivedCertificates({ uow }),
    voidForDeletion: (tenantId, userId, id) => voidForDeletion(uow, tenantId, userId, id),
    outages,
    overload,
    health: new PartsHealth({ database, blobs: store, clock, outages }),
    mailHealth,
    deployment: config,
    outside: outsideServices(config),
    startReport,
    totals: new TotalCache(uow, LIMITS.exactTotal + 1),
    vault,
    fetcher,
    log,
    live,
    wakeWebhooks,
    credentials,
    idempotency,
    limits,
    keyUsage,
    securityEvents,
    eventLog,
    sso: {
      uow,
      vault,
      linkKey,
      fetcher: providerFetcher,
      txtRecords: dnsTxtRecords(config.dnsServers ?? []),
      tenantOf: (organizationId, environment) => credentials.tenantOf(organizationId, environment),
    },
    memory,
    metrics,
    metricsToken: config.metrics?.token,
    backups: await openBackups(config, { uow, connection, store, vault, clock, log, pdf, trust, authority }),
    archive: await openArchive(config, { uow, owner, store, vault, clock, log }),
  };
  mailHealth.start();
  services.health.warmUp();
  const runner = new JobRunner({
    database,
    clock,
    handlers: jobHandlers(all, services),
    isTimeTrusted,
    log,
    telemetry,
    traced: (kind, below) => {
      const own = servicesOf(services, new RequestWork({ keepsLast: false, telemetry: below }));
      return jobHandlers(all, own).find(({ definition }) => definition.kind === kind);
    },
  });
  work.on('job', runner.wake);
  worker.runner = runner;
  const webhooks = new WebhookWorker({ database, uow, clock, vault, fetcher, log, telemetry });
  work.on('delivery', () => webhooks.wake());
  const timers = new Timers(
    all.flatMap(({ timers: own = [] }) => own),
    services,
    { isTimeTrusted, log },
  );
  return Object.assign(services, {
    runner,
    timers,
    watch,
    webhooks,
    startWork: async (options: { exclusive: boolean }) => {
      await runner.start(options);
      timers.start();
      await webhooks.start(options);
    },
    close: async () => {
      mailHealth.stop();
      await load.stop();
      await timers.stop();
      await services.archive?.close();
      await webhooks.stop();
      providerFetcher.close();
      await watch.stop();
      await clockGuard.stop();
      await runner.stop();
      await pdf.close();
      await damage.settle();
      smtp?.close();
      idempotency.close();
      await limits.stop();
      await keyUsage.stop();
      await securityEvents.stop();
      await presence.stop();
      services.backups.options.target.close();
      await places.close();
      await database.close();
    },
  });
}
