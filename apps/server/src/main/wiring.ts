/** Puts the parts together; the only place that knows them all. */
import { join } from 'node:path';
import { authenticateApiKey, readApiKey } from '../features/api-keys/index.ts';
import { type AccountDependencies, authenticateSession, openInstallation } from '../features/accounts/index.ts';
import { Authority, selectAuthorities } from '../features/authority/index.ts';
import { expireDocumentHandler, readFileGrant } from '../features/documents/use-cases.ts';
import { type MailDependencies, sendMailHandler } from '../features/notifications/index.ts';
import {
  type SealDependencies,
  sealDocumentHandler,
  SealWaiter,
  type SignDependencies,
  Turnstile,
} from '../features/signing/index.ts';
import { openLocalBlobs } from '../platform/adapters/local-blobs/index.ts';
import { smtpMailer } from '../platform/adapters/smtp/index.ts';
import { Recorder } from '../platform/audit/recorder.ts';
import { Vault } from '../platform/crypto/seal.ts';
import type { SecretKey } from '../platform/crypto/tokens.ts';
import { type ConnectionOptions, Database } from '../platform/db/database.ts';
import { type AnyJobHandler, JobRunner } from '../platform/jobs/runner.ts';
import { createPdfPool, loadFonts } from '../platform/pdf/index.ts';
import type { BlobStore } from '../platform/ports/blob-store.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { SigningLinks } from '../platform/signing-links.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import type { CredentialSource } from '../transport/authenticate.ts';
import type { Config } from './config.ts';
import { subscriptions } from './subscriptions.ts';

/** What pino gives; named here so that nothing below main/ knows the logger. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Services = AccountDependencies &
  SignDependencies &
  SealDependencies &
  MailDependencies & {
    database: Database;
    clock: Clock;
    recorder: Recorder;
    blobs: BlobStore;
    links: SigningLinks;
    linkKey: SecretKey;
    runner: JobRunner;
    credentials: CredentialSource;
    /** Set by the server, which remembers credentials for a moment. */
    forgetCredentials: () => void;
    close(): Promise<void>;
  };

export type WiringOptions = {
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'smtpUrl' | 'mailFrom'>;
  connection: ConnectionOptions;
  masterKey: Uint8Array;
  clock: Clock;
  log: Log;
  /** Known once the server listens. */
  baseUrl: () => string;
};

const MAX_CONNECTIONS = 10;

export async function wire({ config, connection, masterKey, clock, log, baseUrl }: WiringOptions): Promise<Services> {
  const vault = new Vault(masterKey);
  const database = new Database({
    ...connection,
    maxConnections: MAX_CONNECTIONS,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  });
  const { linkKey } = await openInstallation(database, clock, vault, config.publicUrl);
  const authority = new Authority(await database.query({ role: 'auth' }, selectAuthorities()), {
    vault,
    clock,
    publicUrl: config.publicUrl,
  });
  // The runner needs handlers, these need the unit of work, and that wakes the runner: tied together here.
  const knot: { runner?: JobRunner } = {};
  const recorder = new Recorder({ vault, subscriptions, wake: (lane) => knot.runner?.wake(lane) });
  const uow = new UnitOfWork({ database, clock, recorder });
  const links = new SigningLinks(linkKey);
  const blobs = await openLocalBlobs(join(config.dataDir, 'blobs'));
  const pdf = createPdfPool();
  const sealed = new SealWaiter(uow);
  const smtp = config.smtpUrl && smtpMailer(config.smtpUrl.reveal());
  const mail: MailDependencies = { uow, smtp, links, baseUrl, from: config.mailFrom };
  const handlers: AnyJobHandler[] = [
    sealDocumentHandler({ uow, authority, sealed }),
    expireDocumentHandler(uow),
    sendMailHandler(mail),
  ];
  const runner = new JobRunner({ database, clock, handlers, log });
  knot.runner = runner;
  const credentials: CredentialSource = {
    session: (token) => authenticateSession(database, clock, token),
    apiKey: (key) => authenticateApiKey(uow, key),
    readApiKey,
    links,
    fileLink: (token) => readFileGrant(linkKey, token, clock.now()),
    now: () => clock.now(),
  };
  return {
    ...mail,
    database,
    clock,
    recorder,
    authority,
    pdf,
    fonts: await loadFonts(),
    turnstile: new Turnstile(),
    sealed,
    blobs,
    linkKey,
    runner,
    credentials,
    forgetCredentials: () => {},
    close: async () => {
      await runner.stop();
      await pdf.close();
      smtp?.close();
      await database.close();
    },
  };
}
