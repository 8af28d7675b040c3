/** The services of the features. Defines which of them are specific to one request. */
import type { AccountDependencies } from '../features/accounts/index.ts';
import type { Authority } from '../features/authority/index.ts';
import type { CertificateDependencies } from '../features/completion-certificate/index.ts';
import type { ClockGuard } from '../features/clock/index.ts';
import type { Deployment, StartReport } from '../features/health/index.ts';
import type { MailDependencies } from '../features/notifications/index.ts';
import type { SealDependencies, SignDependencies } from '../features/signing/index.ts';
import type { FileKeys } from '../platform/blobs/blob-keys.ts';
import type { CheckedBlobs } from '../platform/blobs/checked-blobs.ts';
import type { Memory } from '../platform/audit/cache-invalidation.ts';
import type { Recorder } from '../platform/audit/recorder.ts';
import type { Vault } from '../platform/crypto/seal.ts';
import type { SecretKey } from '../platform/crypto/tokens.ts';
import type { Database } from '../platform/db/database.ts';
import type { RequestWork } from '../platform/db/request-work.ts';
import type { Wake } from '../platform/jobs/queue.ts';
import type { JobRunner } from '../platform/jobs/runner.ts';
import type { Timers } from '../platform/jobs/timers.ts';
import type { EventLog } from '../platform/ports/event-log.ts';
import type { BlobStore } from '../platform/ports/blob-store.ts';
import type { Overload } from '../platform/overload/overload.ts';
import type { SharedPdfPool } from '../platform/pdf/index.ts';
import type { Siblings } from '../platform/processes/own-process.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { Metrics } from '../platform/ports/metrics.ts';
import type { ErasureLedger } from '../platform/ports/erasure-ledger.ts';
import type { Damage } from '../features/storage/index.ts';
import type { ArchiveKeeper, BackupKeeper } from '../features/backups/index.ts';
import type { SecurityEvents } from '../features/security-events/index.ts';
import type { UpdateHub } from '../features/live-updates/index.ts';
import type { WebhookDependencies, WebhookWorker } from '../features/webhooks/index.ts';
import type { SigningLinks } from '../platform/signing-links.ts';
import type { UnitOfWork } from '../platform/unit-of-work.ts';
import type { Limits } from '../platform/limits/limits.ts';
import type { KeyUsage } from '../platform/limits/usage.ts';
import type { Idempotency } from '../platform/idempotency/index.ts';
import type { CredentialSource } from '../platform/invoke/credentials.ts';
import type { Adapters } from './adapters.ts';
import type { Config } from './config.ts';
import type { FeatureServices } from './features.ts';
import type { OpenedKeys } from './keys.ts';

/** The interface of pino, declared here so that nothing below main/ depends on the logger. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Ports = Adapters & {
  config: Config;
  authority: Authority;
  database: Database;
  store: BlobStore;
  clock: Clock;
  uow: UnitOfWork;
  memory: Memory;
  vault: Vault;
  linkKey: SecretKey;
  credentials: CredentialSource;
  /** Returns the base URL, which is known once the server listens. */
  baseUrl: () => string;
  log: Log;
};

export type Services = FeatureServices &
  AccountDependencies &
  SignDependencies &
  SealDependencies &
  Pick<CertificateDependencies, 'certified'> &
  MailDependencies &
  WebhookDependencies & {
    database: Database;
    clock: Clock;
    recorder: Recorder;
    blobs: CheckedBlobs;
    /** The unchecked file storage, for code that verifies files or deletes unreferenced files. */
    store: BlobStore;
    fileKeys: FileKeys;
    /** True if files are encrypted. */
    isSealing: boolean;
    damage: Damage;
    clockGuard: ClockGuard;
    links: SigningLinks;
    linkKey: SecretKey;
    wake: Wake;
    /** Deletes expired data, and returns the counts. */
    eraseOld: () => Promise<Record<string, number>>;
    ledger: ErasureLedger;
    overload: Overload;
    signingKeys: Pick<OpenedKeys, 'unreachable'>;
    deployment: Deployment;
    startReport: StartReport;
    siblings: Siblings | undefined;
    log: Log;
    /** Manages backups. Only one process at a time does so. */
    backups: BackupKeeper;
    archive: ArchiveKeeper | undefined;
    live: UpdateHub;
    credentials: CredentialSource;
    idempotency: Idempotency;
    limits: Limits;
    keyUsage: KeyUsage;
    securityEvents: SecurityEvents;
    eventLog: EventLog | undefined;
    pdf: SharedPdfPool;
    metrics: Metrics | undefined;
    metricsToken: Uint8Array | undefined;
    /** This process's cache of database contents, which audited changes invalidate. */
    memory: Memory;
  };

/**
 * `exclusive` means that no other process is running jobs on this database yet, so existing leases are left over from a
 * crash. `isAlone` means that no other process uses this database, so this process learns about all changes from its
 * own commits.
 */
type WorkOptions = { exclusive: boolean; isAlone: boolean };

export type Wired = Services & {
  runner: JobRunner;
  timers: Timers<Services>;
  /** Keeps the authorities in sync with the database. */
  watch: { stop(): Promise<void> };
  webhooks: WebhookWorker;
  startWork(options: WorkOptions): Promise<void>;
  close(): Promise<void>;
};

/**
 * Returns the services for one request, which use the request's own unit of work for the database. Objects that outlive
 * the request must not keep them. Services that are shared by all requests are inherited, so spreading the object
 * (`...`) copies only the request's own services.
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
