/** Starts a whole Countersign in this process; main.ts, the demo, tests and the bench all use it. */
import { mkdir } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { renewSetupToken } from '../features/accounts/index.ts';
import type { ConnectionOptions } from '../platform/db/database.ts';
import { type Clock, systemClock } from '../platform/ports/clock.ts';
import { servePages } from '../transport/pages.ts';
import { buildServer } from '../transport/server.ts';
import { bind } from './bind.ts';
import type { Config } from './config.ts';
import { serveMail } from './mail-page.ts';
import { type OpenedKeys, openKeys } from './keys.ts';
import { loadMasterKey } from './master-key.ts';
import { openDatabase } from './open-database.ts';
import { servePki } from './pki-routes.ts';
import { serveReminders } from './reminder-routes.ts';
import { serveSso } from './sso-routes.ts';
import { type Services, wire } from './wiring.ts';

export type Running = {
  url: string;
  /** Where it listens, whatever address links lead to. */
  listening: string;
  setupUrl: string | undefined;
  services: Services;
  stop(): Promise<void>;
};
export type StartOptions = { clock?: Clock; checkAnswers?: boolean };

export async function startCountersign(
  config: Config,
  log: FastifyBaseLogger,
  { clock = systemClock, checkAnswers = false }: StartOptions = {},
): Promise<Running> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const masterKey = await loadMasterKey(config);
  const keys = await openKeys(config.keys, { clock, log });
  const database = await openDatabase(config, (line) => log.debug({ line }, 'postgres')).catch(
    async (error: unknown) => {
      await keys.close();
      throw error;
    },
  );
  try {
    return await serve({
      config,
      log,
      clock,
      checkAnswers,
      masterKey,
      keys,
      connection: database.connection,
      closeDatabase: async () => {
        await database.stop();
        await keys.close();
      },
    });
  } catch (error) {
    await database.stop();
    await keys.close();
    throw error;
  }
}

type ServeOptions = Required<StartOptions> & {
  config: Config;
  log: FastifyBaseLogger;
  masterKey: Buffer;
  keys: OpenedKeys;
  connection: ConnectionOptions;
  closeDatabase: () => Promise<void>;
};

async function serve({
  config,
  log,
  clock,
  checkAnswers,
  masterKey,
  keys,
  connection,
  closeDatabase,
}: ServeOptions): Promise<Running> {
  // The port is known once we listen; with PORT=0 the system chooses it, and links have to name it.
  let baseUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const services = await wire({ config, keys, connection, masterKey, clock, log, baseUrl: () => baseUrl });
  const { app, forgetCredentials, countAddress, close } = await buildServer({
    bindings: bind(services),
    credentials: services.credentials,
    idempotency: services.idempotency,
    log,
    now: () => clock.now(),
    baseUrl: () => baseUrl,
    addressLimit: config.addressLimit,
    trustedProxies: config.trustedProxies,
    checkAnswers,
    healthOnly: config.role === 'worker',
  });
  services.forgetCredentials = () => {
    forgetCredentials();
    void services.live.recheck();
  };
  if (config.role !== 'worker') {
    serveMail(app, services);
    servePki(app, services);
    serveSso(app, services, countAddress);
    serveReminders(app, services, countAddress);
    await servePages(app);
  }
  const address = await app.listen({ host: config.host, port: config.port });
  const url = config.publicUrl ?? address.replace('127.0.0.1', 'localhost');
  baseUrl = url;
  if (config.role !== 'web') {
    await services.runner.start({ exclusive: config.database.kind === 'embedded' });
    for (const task of services.recurring) task.start();
    await services.webhooks.start({ exclusive: config.database.kind === 'embedded' });
  }
  const setup = await renewSetupToken(services.database, clock);
  return {
    url,
    listening: address,
    setupUrl: setup === undefined ? undefined : `${url}/setup#${setup}`,
    services,
    stop: async () => {
      // Streams never end by themselves. No new requests, those in flight finish; then the workers; the database last.
      await services.live.close();
      await close();
      await services.close();
      await closeDatabase();
    },
  };
}
