/** Starts a complete Countersign server in this process, for main.ts, the demo, tests and benchmarks. */
import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { hasInstallation, renewSetupToken } from '../features/accounts/index.ts';
import { StartReport } from '../features/health/index.ts';
import { initializeAtStart } from '../features/initialization/index.ts';
import { allowedOrigins } from '../features/organizations/index.ts';
import { refusalEvent } from '../features/security-events/index.ts';
import type { Feature } from '../platform/feature.ts';
import { tryAdvisoryLock } from '../platform/db/advisory-lock.ts';
import { type ConnectionOptions, Database } from '../platform/db/database.ts';
import type { PdfThreads } from '../platform/pdf/index.ts';
import { type Clock, systemClock } from '../platform/ports/clock.ts';
import { Authenticator } from '../platform/invoke/credentials.ts';
import { Invoker } from '../platform/invoke/invoke.ts';
import { DEFAULT_FIREWALL, Firewall } from '../platform/firewall/firewall.ts';
import { compilePatterns } from '../platform/firewall/judge.ts';
import type { Limits } from '../platform/limits/limits.ts';
import { presentedBy } from '../transport/http/credentials.ts';
import { serveDocs } from '../transport/http/docs-site.ts';
import { servePages } from '../transport/http/pages.ts';
import { buildServer } from '../transport/http/server.ts';
import { WaitingServer } from '../transport/http/waiting-server.ts';
import type { Config } from './config.ts';
import { features, handlerTable } from './features.ts';
import { openKeys } from './keys.ts';
import { makeMasterKey, readMasterKey } from '../platform/crypto/master-key.ts';
import { openDatabase, type OpenOptions } from '../platform/open-database.ts';
import { refuseHalfRestored } from '../platform/backup/restore-mark.ts';
import { THE_DATABASE, whenReachable } from '../platform/when-reachable.ts';
import { ownVersion } from '../platform/version.ts';
import { ofAllProcesses, openTelemetry, type OpenedTelemetry, serveMetrics } from './telemetry.ts';
import type { OwnProcess } from '../platform/processes/own-process.ts';
import { type Services, servicesOf, type Wired } from './services.ts';
import { wire, type WiringOptions } from './wiring.ts';

export type Running = {
  url: string;
  /** The address on which the server listens, regardless of the address in links. */
  listening: string;
  metricsPort: number | undefined;
  flushTelemetry(): Promise<void>;
  setupUrl: string | undefined;
  /** The URL where the owner whom this startup created can set a password. */
  passwordUrl: string | undefined;
  services: Wired;
  invoker: Invoker;
  limits: Limits;
  /** Resolves when the embedded database keeps failing. */
  databaseFailed: Promise<Error>;
  /**
   * Stops the server within 23 s, even if an operation hangs. `late` is true if an operation hung and was abandoned.
   */
  stop(): Promise<{ late: boolean }>;
  /** Kills the embedded database, for a process that must exit immediately. */
  kill(): void;
};

/**
 * The time limits for running work to finish at shutdown. Stopping the embedded database takes up to eight more
 * seconds.
 */
const STOP_LIMITS_MS = { requests: 8_000, services: 4_000, keys: 1_000 };

const DATABASE_STEP =
  "The database responds, has a supported version and all migrations, and the server's role has no extra privileges.";
const SERVICES_STEP =
  'The master key decrypts stored secrets, the certification authorities are complete, the file folder exists, and the clock is trusted or reported.';

export type StartOptions = {
  clock?: Clock;
  checkAnswers?: boolean;
  /** Default: the exporters that are configured. */
  telemetry?: OpenedTelemetry | undefined;
  /** The PDF threads. Default: a separate pool. A process that runs several servers in succession may share them. */
  pdfThreads?: PdfThreads | undefined;
  /** This process, if it is one of several processes of the installation. Default: the only process. */
  own?: Omit<OwnProcess, 'ready' | 'waiting'> | undefined;
  /** Provides PostgreSQL, for example one that was started early. By default, it is started now. */
  startPostgres?: OpenOptions['startPostgres'];
  /**
   * Aborts a startup that is waiting for an unreachable service. If the server is already listening, the startup
   * resolves although the server is not ready.
   */
  signal?: AbortSignal | undefined;
  /** Called when the port is open while the startup still waits for an unreachable service. */
  onWaiting?: (() => void) | undefined;
};

export async function startCountersign(
  config: Config,
  log: FastifyBaseLogger,
  { onWaiting, ...options }: StartOptions = {},
): Promise<Running> {
  const { host, port, publicUrl } = config;
  const waiting = new WaitingServer({ host, port, publicUrl, log, onListening: onWaiting });
  return start(config, log, waiting, options).catch(async (error: unknown) => {
    await waiting.close().catch(() => {});
    throw error;
  });
}

async function start(
  config: Config,
  log: FastifyBaseLogger,
  waiting: WaitingServer,
  { clock = systemClock, checkAnswers = false, pdfThreads, telemetry, startPostgres, own, signal }: StartOptions,
): Promise<Running> {
  // A process that does not serve requests must not open the port while it waits.
  const waitFor = own?.isListening === false ? undefined : waiting.waitFor;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const startReport = new StartReport(clock.now());
  const knownKey = await startReport.step(
    'settings',
    'The settings are consistent, and the master key can be read.',
    async () => {
      await refuseHalfRestored(config);
      return readMasterKey(config);
    },
  );
  const keys = await startReport.step('keys', 'External keys, if configured, match their certificates.', () =>
    openKeys(config.keys, { clock, log }),
  );
  const openHere = () =>
    openDatabase(config, {
      log: (line) => log.debug({ line }, 'postgres'),
      report: (message) => log.error({}, message),
      startPostgres,
    });
  const opening = own && config.database.kind === 'embedded' ? () => own.openDatabase() : openHere;
  // If this server starts the embedded database itself, it opens the database once instead of waiting until the
  // database is reachable.
  const openingPatiently = () =>
    config.database.kind === 'embedded' ? opening() : whenReachable(THE_DATABASE, opening, { log, signal, waitFor });
  const opened = await startReport.step('database', DATABASE_STEP, openingPatiently).catch(async (error: unknown) => {
    await keys.close();
    throw error;
  });
  try {
    signal?.throwIfAborted();
    const masterKey = knownKey ?? (await makeMasterKey(config, () => isInstalled(opened.connection)));
    return await serve({
      config,
      log,
      clock,
      checkAnswers,
      masterKey,
      keys,
      opened,
      startReport,
      pdfThreads,
      telemetry: ofAllProcesses(telemetry ?? (await openTelemetry(config)), own),
      signal,
      waitFor,
      waiting,
      own,
    });
  } catch (error) {
    await opened.stop();
    await keys.close();
    throw error;
  }
}

type ServeOptions = Omit<WiringOptions, 'baseUrl' | 'log'> & {
  log: FastifyBaseLogger;
  checkAnswers: boolean;
  waiting: WaitingServer;
};

async function serve(options: ServeOptions): Promise<Running> {
  const { config, log, opened, startReport, checkAnswers, signal, waiting, own } = options;
  // The port is known only once the server listens: with PORT=0, the system chooses it, and links must contain it.
  let baseUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  if (opened.schema) startReport.note({ version: await ownVersion(), schema: opened.schema });
  const services = await startReport.step('services', SERVICES_STEP, () =>
    wire({ ...options, baseUrl: () => baseUrl }),
  );
  const authenticator = new Authenticator(services.credentials, () => services.memory.refresh());
  const { limits, telemetry } = services;
  const firewall = firewallOf(services, config);
  const invoker = invokerOf(services, { authenticator, firewall, checkAnswers });
  const { app, showPageNotFound, close } = await buildServer({
    invoker,
    authenticator,
    limits,
    firewall,
    overload: services.overload,
    telemetry,
    routes: features.flatMap((feature: Feature<Services>) => feature.routes?.(services) ?? []),
    noteOutage: (part) => services.outages.note(part),
    log,
    requestLog: services.requestLog,
    baseUrl: () => baseUrl,
    trustedProxies: config.trustedProxies,
    healthOnly: config.role === 'worker',
  });
  services.memory.onOutdated('credentials', () => {
    authenticator.forget();
    void services.live.recheck();
  });
  if (config.role !== 'worker') {
    await servePages(app, {
      baseUrl: () => baseUrl,
      showPageNotFound,
      framing: {
        ofTenant: (tenantId) => allowedOrigins(services.uow, tenantId),
        ofSession: async (request: FastifyRequest) => {
          const user = await authenticator.signedIn(presentedBy(request, baseUrl), 'live').catch(() => undefined);
          return user ? allowedOrigins(services.uow, user.tenantId) : [];
        },
      },
    });
    serveDocs(app, { limits, overload: services.overload, baseUrl: () => baseUrl });
  }
  signal?.throwIfAborted();
  const initialized = await initializeOnce(options, services);
  signal?.throwIfAborted();
  const [address, scrapes] = await startReport.step('address', 'The address and port are free.', async () => {
    await waiting.close();
    return [
      own?.isListening === false ? (own.url ?? baseUrl) : await app.listen({ host: config.host, port: waiting.port }),
      await serveMetrics(config, services, log),
    ] as const;
  });
  if (config.role !== 'worker' && config.firewall?.mode !== 'off') void compilePatterns();
  const url = config.publicUrl ?? address.replace('127.0.0.1', 'localhost');
  baseUrl = url;
  const { setup } = await beReady(options, services).catch((error: unknown) => {
    // The caller that aborted the startup calls `stop`, which stops the services in order.
    if (signal?.aborted) return { setup: undefined };
    throw error;
  });
  return {
    url,
    listening: address,
    metricsPort: scrapes?.port,
    flushTelemetry: () => options.telemetry.flush(),
    setupUrl: setup === undefined ? undefined : `${url}/setup#${setup.token}`,
    passwordUrl: initialized?.passwordUrl && `${url}${initialized.passwordUrl}`,
    services,
    invoker,
    limits,
    databaseFailed: opened.gaveUp,
    kill: () => opened.kill(),
    stop: async () => {
      const late = await stopAll({
        log,
        requests: async () => {
          await services.live.close();
          await close(STOP_LIMITS_MS.requests);
        },
        services: async () => {
          await setup?.release();
          await services.close();
        },
        keys: async () => {
          await scrapes?.close();
          await options.telemetry.close();
          await options.keys.close();
        },
      });
      await opened.stop();
      return { late };
    },
  };
}

/** Sets up the installation before the server listens, so that callers never reach a server that is not set up. */
async function initializeOnce({ config, log, signal }: ServeOptions, services: Wired) {
  const { init } = config;
  if (!init || config.role === 'worker') return undefined;
  const work = () => initializeAtStart(services, init);
  const made = await whenReachable(THE_DATABASE, work, { log, signal });
  if (made) log.info({ organizationId: made.organizationId }, 'the first organization was created from the settings');
  return made;
}

type Setup = { token: string; release(): Promise<void> };

/**
 * Completes the startup. The health check does not report ready before this, so a database that stalls now delays
 * readiness.
 */
async function beReady(
  { config, log, opened, startReport, own, signal }: ServeOptions,
  services: Wired,
): Promise<{ setup: Setup | undefined }> {
  const whenReady = <T>(work: () => Promise<T>) => whenReachable(THE_DATABASE, work, { log, signal });
  if (config.role !== 'web')
    await whenReady(() =>
      services.startWork({
        exclusive: config.database.kind === 'embedded' && own?.isFirstWorker !== false,
        isAlone: config.database.kind === 'embedded' && own === undefined,
      }),
    );
  const setup = config.role === 'worker' ? undefined : await whenReady(() => offerSetup(services, opened.connection));
  startReport.ready();
  return { setup };
}

function firewallOf({ limits, telemetry, securityEvents, log }: Wired, config: Pick<Config, 'firewall'>): Firewall {
  return new Firewall({
    ...(config.firewall ?? DEFAULT_FIREWALL),
    countBlocked: (from) => limits.countBlocked(from),
    onFinding: ({ address, ...found }) => {
      log.warn(found, 'the request firewall detected a suspicious pattern');
      const { ruleId, severity, field, operation, isBlocked } = found;
      telemetry.count('firewall-finding', { action: isBlocked ? 'blocked' : 'noted' });
      securityEvents.count({
        kind: isBlocked ? 'request.blocked' : 'request.suspicious',
        severity,
        address,
        subject: ruleId,
        details: { field, operation },
      });
    },
  });
}

function invokerOf(
  services: Wired,
  parts: { authenticator: Authenticator; firewall: Firewall; checkAnswers: boolean },
): Invoker {
  const handlerOf = handlerTable(services);
  return new Invoker({
    handlerOf: (id, work) => handlerOf(id, servicesOf(services, work)),
    idempotency: services.idempotency,
    overload: services.overload,
    limits: services.limits,
    keyUsage: services.keyUsage,
    onRefused: (refused) => {
      services.telemetry.count('refused', { code: refused.code });
      const event = refusalEvent(refused);
      if (event) services.securityEvents.count(event);
    },
    ...parts,
  });
}

type Stops = Record<keyof typeof STOP_LIMITS_MS, () => Promise<void>> & { log: FastifyBaseLogger };

/**
 * Stops everything. New requests are refused first, and running requests finish, except streams, which are ended. Then the workers stop, and the keys are closed last.
 * @returns whether an operation hung
 */
async function stopAll({ log, requests, services, keys }: Stops): Promise<boolean> {
  const longest = STOP_LIMITS_MS;
  const ends = [
    await within(longest.requests + 1_500, 'requests', log, requests),
    await within(longest.services, 'jobs and workers', log, services),
    await within(longest.keys, 'keys and telemetry', log, keys),
  ];
  return ends.includes(false);
}

/** Returns whether the operation ended in time. A failed operation has also ended, so the remaining steps still run. */
async function within(
  limitMs: number,
  what: string,
  log: FastifyBaseLogger,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const ended = work().then(
    () => true,
    (err: unknown) => {
      log.error({ err, what }, 'a component could not stop cleanly');
      return true;
    },
  );
  const limit = new AbortController();
  const late = delay(limitMs, false, { signal: limit.signal }).catch(() => false);
  const isOver = await Promise.race([ended, late]);
  limit.abort();
  if (!isOver) log.warn({ what }, 'a component did not stop in time and was abandoned');
  return isOver;
}

/**
 * Creates the set-up link of an installation without an owner. Only one of the running processes issues it, because
 * each new link invalidates the previous one. The process that issues it holds a database lock until it ends.
 */
async function offerSetup({ database, clock }: Services, connection: ConnectionOptions): Promise<Setup | undefined> {
  const lock = await tryAdvisoryLock(connection, 'countersign setup link');
  if (!lock) return undefined;
  const token = await renewSetupToken(database, clock).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  if (token !== undefined) return { token, release: () => lock.release() };
  await lock.release();
  return undefined;
}

/** Returns whether anything was sealed here before, so that a master key must exist. */
async function isInstalled(connection: ConnectionOptions): Promise<boolean> {
  const database = new Database({ ...connection, maxConnections: 1, onError: () => {} });
  try {
    return await hasInstallation(database);
  } finally {
    await database.close();
  }
}
