/** Starts a whole Countersign in this process; main.ts, the demo, tests and the bench all use it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { renewSetupToken } from '../features/accounts/index.ts';
import { startEmbeddedPostgres } from '../platform/adapters/embedded-postgres/index.ts';
import type { ConnectionOptions } from '../platform/db/database.ts';
import { refusePowerfulLogin } from '../platform/db/login-check.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type Clock, systemClock } from '../platform/ports/clock.ts';
import { servePages } from '../transport/pages.ts';
import { buildServer } from '../transport/server.ts';
import { bind } from './bind.ts';
import type { Config } from './config.ts';
import { serveMail } from './mail-page.ts';
import { loadMasterKey } from './master-key.ts';
import { servePki } from './pki-routes.ts';
import { type Services, wire } from './wiring.ts';

export type Running = { url: string; setupUrl: string | undefined; services: Services; stop(): Promise<void> };
export type StartOptions = { clock?: Clock; checkAnswers?: boolean };

export async function startCountersign(
  config: Config,
  log: FastifyBaseLogger,
  { clock = systemClock, checkAnswers = false }: StartOptions = {},
): Promise<Running> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const masterKey = await loadMasterKey(config);
  const database = await openDatabase(config, log);
  try {
    return await serve({
      config,
      log,
      clock,
      checkAnswers,
      masterKey,
      connection: database.connection,
      closeDatabase: database.stop,
    });
  } catch (error) {
    await database.stop();
    throw error;
  }
}

type Opened = { connection: ConnectionOptions; stop: () => Promise<void> };

async function openDatabase({ database, dataDir }: Config, log: FastifyBaseLogger): Promise<Opened> {
  if (database.kind === 'embedded') {
    const started = await startEmbeddedPostgres({
      dataDir: join(dataDir, 'postgres'),
      log: (line) => log.debug({ line }, 'postgres'),
    });
    try {
      await migrate(started.connection);
    } catch (error) {
      await started.stop();
      throw error;
    }
    return { connection: started.connection, stop: () => started.stop() };
  }
  const connection = { connectionString: database.url.reveal() };
  if (database.migrationUrl) {
    await migrate(
      { connectionString: database.migrationUrl.reveal() },
      decodeURIComponent(new URL(database.url.reveal()).username),
    );
    // Two addresses are given to keep the two apart: the one in daily use must not be able to do what the other does.
    await refusePowerfulLogin(connection);
  } else await migrate(connection);
  return { connection, stop: async () => {} };
}

type ServeOptions = Required<StartOptions> & {
  config: Config;
  log: FastifyBaseLogger;
  masterKey: Buffer;
  connection: ConnectionOptions;
  closeDatabase: () => Promise<void>;
};

async function serve({
  config,
  log,
  clock,
  checkAnswers,
  masterKey,
  connection,
  closeDatabase,
}: ServeOptions): Promise<Running> {
  // The port is known once we listen; with PORT=0 the system chooses it, and links have to name it.
  let baseUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const services = await wire({ config, connection, masterKey, clock, log, baseUrl: () => baseUrl });
  const { app, forgetCredentials, close } = await buildServer({
    bindings: bind(services),
    credentials: services.credentials,
    log,
    now: () => clock.now(),
    baseUrl: () => baseUrl,
    addressLimit: config.addressLimit,
    trustedProxies: config.trustedProxies,
    checkAnswers,
    healthOnly: config.role === 'worker',
  });
  services.forgetCredentials = forgetCredentials;
  if (config.role !== 'worker') {
    serveMail(app, services);
    servePki(app, services);
    await servePages(app);
  }
  const address = await app.listen({ host: config.host, port: config.port });
  const url = config.publicUrl ?? address.replace('127.0.0.1', 'localhost');
  baseUrl = url;
  if (config.role !== 'web') await services.runner.start({ exclusive: config.database.kind === 'embedded' });
  const setup = await renewSetupToken(services.database, clock);
  return {
    url,
    setupUrl: setup === undefined ? undefined : `${url}/setup#${setup}`,
    services,
    stop: async () => {
      // No new requests, those in flight finish; then the workers; the database last.
      await close();
      await services.close();
      await closeDatabase();
    },
  };
}
