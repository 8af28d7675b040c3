/** Puts the parts together; the only place that knows them all. */
import { join } from 'node:path';
import { LIMITS } from '@countersign/contract';
import { authenticateApiKey, readApiKey, suspendKeysHandler } from '../features/api-keys/index.ts';
import {
  type AccountDependencies,
  accountMailHandler,
  authenticateLoginStep,
  authenticateSession,
  openInstallation,
} from '../features/accounts/index.ts';
import {
  Authority,
  maintainAuthorities,
  Revocations,
  selectTimestampUnits,
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
  makeCertificateHandler,
  readFileGrant,
  selectHasCertificate,
} from '../features/completion/index.ts';
import { eraseTrash, hashAccessCodesHandler, SealWaiter, TotalCache } from '../features/documents/index.ts';
import { ClockGuard } from '../features/clock/index.ts';
import { Outages, PartsHealth } from '../features/health/index.ts';
import { Letterheads } from '../features/branding/index.ts';
import { LOGO } from '../features/mail/index.ts';
import { type MailDependencies, sendMailHandler } from '../features/notifications/index.ts';
import {
  expireDocumentHandler,
  sendRemindersHandler,
  voidForDeletion,
  watchCompletion,
} from '../features/progress/index.ts';
import { closeOrganizationHandler } from '../features/organizations/index.ts';
import { authenticateInPerson } from '../features/in-person/index.ts';
import {
  accountStands,
  archivedDocuments,
  queueRenewals,
  renewArchiveHandler,
  type SealDependencies,
  sealDocumentHandler,
  type SignDependencies,
  Turnstile,
} from '../features/signing/index.ts';
import { openLocalBlobs } from '../platform/adapters/local-blobs/index.ts';
import { readDkim, smtpMailer } from '../platform/adapters/smtp/index.ts';
import { type CheckedBlobs, checkedBlobs } from '../platform/blobs/checked-blobs.ts';
import { Recorder } from '../platform/audit/recorder.ts';
import { Vault } from '../platform/crypto/seal.ts';
import type { SecretKey } from '../platform/crypto/tokens.ts';
import { type ConnectionOptions, Database } from '../platform/db/database.ts';
import { Presence } from '../platform/db/presence.ts';
import type { RequestWork } from '../platform/db/request-work.ts';
import { lostConnections } from '../platform/db/lost-connections.ts';
import { sweepOld } from '../features/retention/index.ts';
import { type Periodic, periodic } from '../platform/jobs/periodic.ts';
import type { Wake } from '../platform/jobs/queue.ts';
import { type AnyJobHandler, JobRunner } from '../platform/jobs/runner.ts';
import { createPdfPool, findQpdf, loadFonts } from '../platform/pdf/index.ts';
import type { Clock } from '../platform/ports/clock.ts';
import type { SsoDependencies } from '../features/single-sign-on/index.ts';
import { dnsTxtRecords } from '../platform/adapters/dns/index.ts';
import { blobRecords, Damage, removeUnclaimed, scrub } from '../features/storage/index.ts';
import { eraseTemplates, sendRowsHandler } from '../features/templates/index.ts';
import { TrustStore } from '../features/trust/index.ts';
import { WaitingRoom } from '../features/verification/index.ts';
import { LiveHub } from '../features/live-updates/index.ts';
import {
  announceTo,
  type WebhookDependencies,
  webhookDisabledHandler,
  WebhookWorker,
} from '../features/webhooks/index.ts';
import { AllowList, httpFetcher } from '../platform/adapters/http-fetcher/index.ts';
import { SigningLinks } from '../platform/signing-links.ts';
import { Idempotency } from '../platform/idempotency/index.ts';
import type { Feature } from '../platform/feature.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import type { CredentialSource } from '../platform/invoke/credentials.ts';
import type { Config } from './config.ts';
import { features } from './features.ts';
import type { OpenedKeys } from './keys.ts';
import { type TimeConfig, timeSources } from './time-sources.ts';

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
    letterheads: Letterheads;
    damage: Damage;
    clockGuard: ClockGuard;
    /** Removes files that no row names. */
    removeUnclaimed: () => Promise<number>;
    qpdf: string | undefined;
    links: SigningLinks;
    linkKey: SecretKey;
    runner: JobRunner;
    wake: Wake;
    /** Erases what nobody can use any more, and answers with what it was. */
    eraseOld: () => Promise<Record<string, number>>;
    /** What requests failed for lately, which health tells of. */
    outages: Outages;
    health: PartsHealth;
    /** How many documents a list has, remembered. */
    totals: TotalCache;
    /** Looks for documents to be time-stamped anew. */
    renewals: Periodic;
    /** Looks for signed documents that stay unsealed. */
    completionWatch: Periodic;
    /** All that comes back by the clock, the above included. */
    recurring: readonly Periodic[];
    /** Keeps the authorities with what the database says of them. */
    watch: { stop(): Promise<void> };
    webhooks: WebhookWorker;
    live: LiveHub;
    credentials: CredentialSource;
    idempotency: Idempotency;
    sso: SsoDependencies;
    /** Set by the server, which remembers credentials for a moment. */
    forgetCredentials: () => void;
    close(): Promise<void>;
  };

/** For one request: what it does in the database goes through its own unit of work. Nothing that outlives it may keep these. */
export function servicesOf(services: Services, work: RequestWork): Services {
  const uow = services.uow.of(work);
  return { ...services, uow, database: services.database.of(work), sso: { ...services.sso, uow } };
}

export type WiringOptions = {
  config: Pick<
    Config,
    | 'webhookAllow'
    | 'dataDir'
    | 'trustListsDir'
    | 'publicUrl'
    | 'smtpUrl'
    | 'mailFrom'
    | 'dkim'
    | 'mailsAnHour'
    | 'registration'
    | 'renewalDays'
    | 'serviceCredential'
    | 'cronSecret'
    | 'ssoPrivateHosts'
    | 'dnsServers'
  > &
    TimeConfig;
  connection: ConnectionOptions;
  masterKey: Uint8Array;
  keys: OpenedKeys;
  clock: Clock;
  log: Log;
  /** Known once the server listens. */
  baseUrl: () => string;
};

const MAX_CONNECTIONS = 10;
const RENEWAL_TURN_MS = 300_000;
const COMPLETION_WATCH_MS = 60_000;
const SWEEP_TURN_MS = 3_600_000;
const SCRUB_TURN_MS = 300_000;

export async function wire({
  config,
  keys,
  connection,
  masterKey,
  clock,
  log,
  baseUrl,
}: WiringOptions): Promise<Services> {
  const vault = new Vault(masterKey);
  const database = new Database({
    ...connection,
    maxConnections: MAX_CONNECTIONS,
    onError: lostConnections(log),
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
    time: await timeSources(config, { clock, log }),
    external: keys.external,
    signerKeys: keys.signerKeys,
  });
  const watch = watchAuthorities(authority, { ...maintenance, log });
  // The runner needs handlers, these need the unit of work, and that wakes the runner: tied together here.
  const knot: { runner?: JobRunner; webhooks?: WebhookWorker } = {};
  const wakeWebhooks = () => knot.webhooks?.wake();
  const live = new LiveHub({ database, clock, log });
  const toWebhooks = announceTo(wakeWebhooks);
  const recorder = new Recorder({
    vault,
    reactions: features.flatMap((feature: Feature<Services>) => feature.reactions ?? []),
    wake: (lane) => knot.runner?.wake(lane),
    announce: (tx, tenantId, event) => {
      toWebhooks(tx, tenantId, event);
      live.announce(tx, tenantId);
    },
  });
  const uow = new UnitOfWork({ database, clock, recorder });
  const links = new SigningLinks(linkKey);
  const store = await openLocalBlobs(join(config.dataDir, 'blobs'));
  // A unit of work of its own: a request that meets a damaged file may be rolled back, and what was found stays found.
  const damage = new Damage({ database, uow: new UnitOfWork({ database, clock, recorder }), log });
  await damage.start();
  const blobs = checkedBlobs(store, blobRecords(database), damage.report);
  const pdf = createPdfPool({ onDamage: blobs.damaged, log });
  const fonts = await loadFonts();
  const letterheads = new Letterheads({ uow, publicUrl: config.publicUrl });
  const trust = new TrustStore({ database, clock, folder: config.trustListsDir, log });
  const sealed = new SealWaiter();
  const certified = new SealWaiter(selectHasCertificate);
  const smtp =
    config.smtpUrl && smtpMailer(config.smtpUrl.reveal(), { dkim: await readDkim(config.dkim), pictures: [LOGO] });
  const mail: MailDependencies = {
    uow,
    smtp,
    links,
    baseUrl,
    from: config.mailFrom,
    mailsAnHour: config.mailsAnHour ?? 60,
    log,
  };
  const outages = new Outages();
  const presence = new Presence(connection);
  const idempotency = new Idempotency({ database, clock, linkKey, presence });
  const renewalRules = { days: config.renewalDays };
  const handlers: AnyJobHandler[] = [
    sealDocumentHandler({ uow, authority, sealed }),
    makeCertificateHandler({ uow, authority, pdf, vault, letterheads, certified }),
    expireDocumentHandler(uow),
    sendRemindersHandler(uow),
    sendRowsHandler({ uow, authority, pdf, blobs, fonts, letterheads, log }),
    renewArchiveHandler({
      uow,
      authority,
      pdf,
      files: { document: archivedDocuments({ uow, blobs }), certificate: archivedCertificates({ uow }) },
      rules: renewalRules,
      log,
    }),
    sendMailHandler(mail),
    accountMailHandler({ ...mail, linkKey }),
    webhookDisabledHandler(mail),
    hashAccessCodesHandler({ uow }),
    suspendKeysHandler({ uow }),
    closeOrganizationHandler({
      uow,
      voidDocument: (tenantId, userId, id) => voidForDeletion(uow, tenantId, userId, id),
    }),
  ];
  const runner = new JobRunner({ database, clock, handlers, isTimeTrusted, log });
  knot.runner = runner;
  const fetcher = httpFetcher({ allow: new AllowList(config.webhookAllow) });
  const providerFetcher = httpFetcher({ allow: new AllowList(config.ssoPrivateHosts ?? []) });
  const webhooks = new WebhookWorker({ database, uow, clock, vault, fetcher, log });
  knot.webhooks = webhooks;
  /** One after the other, for as long as the time can be believed: a clock may jump between two of them. */
  const byTheClock =
    (...steps: (() => Promise<unknown>)[]) =>
    async () => {
      for (const step of steps) if (isTimeTrusted()) await step();
    };
  const renewals = periodic(
    RENEWAL_TURN_MS,
    byTheClock(() => queueRenewals({ database, uow }, renewalRules)),
    { log, name: 'archive renewal' },
  );
  const removeUnclaimedFiles = () => removeUnclaimed({ database, store, clock, log });
  const stopping = new AbortController();
  const scrubbing = periodic(
    SCRUB_TURN_MS,
    () => scrub({ database, store, damage, clock, log, signal: stopping.signal }),
    { log, name: 'comparing stored files with what was stored' },
  );
  const sweep = periodic(
    SWEEP_TURN_MS,
    byTheClock(
      () => sweepOld({ database, clock }),
      () => eraseTemplates({ database, uow }),
      () => eraseTrash({ database, uow, blobs }),
      removeUnclaimedFiles,
    ),
    { log, name: 'erasing what nobody can use any more' },
  );
  const completionWatch = periodic(
    COMPLETION_WATCH_MS,
    byTheClock(() => watchCompletion({ database, uow, log })),
    { log, name: 'completion watch' },
  );
  const recurring = [renewals, sweep, completionWatch, scrubbing];
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
    accountStands: (signer) => accountStands(uow, signer),
    inPerson: (token) => authenticateInPerson(uow, token),
    fileLink: (token) => readFileGrant(linkKey, token, clock.now()),
    now: () => clock.now(),
  };
  return {
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
    turnstile: new Turnstile(),
    sealed,
    certified,
    blobs,
    letterheads,
    damage,
    clockGuard,
    removeUnclaimed: removeUnclaimedFiles,
    linkKey,
    registration: config.registration,
    runner,
    wake: runner.wake,
    eraseOld: async () => ({
      ...(await sweepOld({ database, clock })),
      templates: await eraseTemplates({ database, uow }),
      documents: await eraseTrash({ database, uow, blobs }),
      files: await removeUnclaimedFiles(),
    }),
    outages,
    health: new PartsHealth({ database, blobs: store, clock, outages }),
    totals: new TotalCache(uow, LIMITS.exactTotal + 1),
    renewals,
    completionWatch,
    recurring,
    watch,
    vault,
    fetcher,
    webhooks,
    live,
    wakeWebhooks,
    credentials,
    idempotency,
    sso: {
      uow,
      vault,
      linkKey,
      fetcher: providerFetcher,
      txtRecords: dnsTxtRecords(config.dnsServers ?? []),
      tenantOf: (organizationId, environment) => credentials.tenantOf(organizationId, environment),
    },
    forgetCredentials: () => {},
    close: async () => {
      stopping.abort();
      await Promise.all(recurring.map((task) => task.stop()));
      await webhooks.stop();
      providerFetcher.close();
      await watch.stop();
      await clockGuard.stop();
      await runner.stop();
      await pdf.close();
      await damage.settle();
      smtp?.close();
      idempotency.close();
      await presence.stop();
      await database.close();
    },
  };
}
