import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RequestOf } from '@countersign/client';
import * as api from '@countersign/client/operations';
import type { AnswerOf, ApiKeyScope, Document, operations, Role, Signer } from '@countersign/contract';
import pg from 'pg';
import pino from 'pino';
import { expect, inject } from 'vitest';
import type { Config } from '../../src/main/config.ts';
import type { WitnessSetting } from '../../src/features/transparency-log/config.ts';
import { Secret } from '../../src/platform/secret.ts';
import { readAuditTrail } from '../../src/features/document-trail/index.ts';
import { DEFAULT_KEYS, type KeysConfig } from '../../src/features/authority/key-config.ts';
import { startCountersign } from '../../src/main/start.ts';
import type { Wired } from '../../src/main/services.ts';
import type { Limits } from '../../src/platform/limits/limits.ts';
import { DEFAULT_FIREWALL, type FirewallSettings } from '../../src/platform/firewall/firewall.ts';
import type { Invoker } from '../../src/platform/invoke/invoke.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { hashToken } from '../../src/platform/crypto/tokens.ts';
import type { ConnectionOptions } from '../../src/platform/db/database.ts';
import { writeMember, writeOrganization, writeSession } from './accounts.ts';
import { afterFile } from './after-file.ts';
import { type Answer, Caller, type RequestOptions } from './caller.ts';
import { TestClock } from './clock.ts';
import { pdfUpload } from './multipart.ts';
import { lendPdfThreads } from './pdf-threads.ts';
import { makePdf } from './pdf.ts';
import { PGBOUNCER_PORT } from './pgbouncer.ts';
import { SearchedLog } from './searched-log.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { createBucket } from './s3-server.ts';
import { until } from './until.ts';

type Output<K extends keyof typeof operations> = AnswerOf<(typeof operations)[K]>;
export type SignBody = {
  token?: string;
  consent?: unknown;
  signature?: unknown;
  initials?: unknown;
  fields?: unknown;
  revision?: unknown;
  timeZone?: string;
};
export type Recipient = {
  email: string;
  name: string;
  role?: Signer['role'];
  order?: number;
  locale?: string;
  accessCode?: string;
  requireTwoFactor?: 'account' | 'email-code';
  secondEmail?: string;
  notify?: boolean;
};
type SendBody = NonNullable<RequestOf<'sendForSigning'>['body']>;
/** Tests build fields from parts, so the compiler infers `string` for the kind. */
type SendOptions = Omit<Partial<SendBody>, 'fields'> & { fields?: object[]; by?: Caller; pages?: number };
export type SentDocument = { id: Document['id']; document: Document; signers: Signer[] };
/** An organization with its owner, its credentials and its data. */
export type Tenant = {
  organizationId: string;
  tenantId: string;
  sandboxId: string;
  userId: string;
  owner: Caller;
  key: Caller;
};

export const OWNER = {
  organization: 'Northwind Trading',
  name: 'Grace Hopper',
  email: 'grace@northwind.example',
  password: 'correct horse battery staple',
} as const;

const SERVICE_CREDENTIAL = 'svc-credential-of-the-tests-0123456789';
const CRON_SECRET = 'cron-secret-of-the-tests-0123456789';

export interface AppOptions {
  /** The number of requests per hour from an address without a credential. Practically unlimited by default. */
  addressLimit?: number;
  /**
   * Whether to reject requests under overload. Off by default, because a machine that is busy with tests is not an
   * overloaded server.
   */
  loadShedding?: boolean;
  /** Whether new files are encrypted. Defaults to true. */
  fileEncryption?: boolean;
  /** The settings of the firewall. By default, it blocks requests that look like an attack. */
  firewall?: FirewallSettings;
  publicUrl?: string;
  trustedProxies?: string[];
  /** External time-stamping authorities, as in TIMESTAMP_URLS and TIMESTAMP_TRUST. */
  timestamps?: { urls: string; trust: string; timeoutMs?: number };
  renewalDays?: number;
  /** The file with copies of checkpoints. There is none by default. */
  pinFile?: string;
  witnesses?: readonly WitnessSetting[];
  /** The URL of a mail server. Without one, e-mails stay in the built-in mailbox. */
  smtpUrl?: string;
  mailsAnHour?: number;
  /** Whether only the operator's organization can send e-mails if there is no mail server, as in production. */
  isMailOwnersOnly?: boolean;
  /** The S3 settings, if files are in S3. */
  s3?: Config['s3'];
  /** The S3 settings, if backups are in S3. */
  backupBucket?: Config['backups']['s3'];
  /** A log server that receives the operator's security events. */
  syslog?: Config['syslog'];
  /** The hosts of the identity providers on loopback, and the DNS servers that are queried to confirm domains. */
  ssoPrivateHosts?: string[];
  dnsServers?: string[];
  /** The hosts that webhooks may reach. By default, no private hosts are allowed. */
  webhookAllow?: string[];
  /** The time at which the clock starts. Defaults to a fixed time. */
  startAt?: string;
  /** A clock that replaces the frozen clock. */
  clock?: TestClock;
  keys?: KeysConfig;
  registration?: Config['registration'];
  /** The payment provider. Defaults to the built-in one. */
  stripe?: Config['stripe'];
  invoiceSeller?: Config['invoiceSeller'];
  metrics?: Config['metrics'];
  securityReports?: Config['securityReports'];
  otlp?: Config['otlp'];
  /** Whether the server has no owner yet. */
  fresh?: boolean;
  /** How the server connects to its database. The test itself always connects directly. */
  through?: (connection: ConnectionOptions) => Promise<ConnectionOptions>;
}

/**
 * Starts a complete Countersign in this process for one test file, with its own database and data folder and a frozen
 * clock. Every response is checked against the contract. Call this function at the top of the file. The app closes
 * itself when the file has ended, and then checks the log for secrets and unexpected errors.
 */
export async function startTestApp(options: AppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countersign-http-'));
  const clock = options.clock ?? new TestClock(options.startAt);
  const lines: string[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
  const connection = await options.through?.(database.connection);
  const s3 = options.s3 ?? (await s3OfRun());
  const config = testConfig(connection ? { url: connection } : addressesOf(database), dataDir, { ...options, s3 });
  const running = await startCountersign(config, log, {
    clock,
    checkAnswers: true,
    pdfThreads: lendPdfThreads(),
  }).catch(async (error: unknown) => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const app = new TestApp({ running, config, database, dataDir, clock, lines });
  afterFile(() => app.close());
  if (options.fresh !== true) await app.setUp();
  return app;
}

/** Returns the settings of a new bucket if this run stores files in S3. */
async function s3OfRun(): Promise<Config['s3']> {
  const server = inject('s3');
  if (server === undefined) return undefined;
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = await createBucket(server, `test-${randomUUID()}`);
  return {
    bucket,
    endpoint,
    region,
    accessKeyId,
    secretAccessKey: { value: new Secret(secretAccessKey) },
    style: 'path',
    caFile: undefined,
  };
}

type Addresses = { url: ConnectionOptions; directUrl?: ConnectionOptions; migrationUrl?: ConnectionOptions };

/** Returns the addresses that a server uses to connect to the database in this run. */
function addressesOf({ connection }: TestDatabase): Addresses {
  const { logins } = inject('postgres');
  if (!logins) return { url: connection };
  const owner = { ...connection, user: logins.owner };
  if (!logins.pooled) return { url: owner };
  const { host, login: user } = logins.pooled;
  return {
    url: { ...connection, host, port: PGBOUNCER_PORT, user },
    directUrl: { ...connection, user },
    migrationUrl: owner,
  };
}

function testConfig(
  { url, directUrl, migrationUrl }: Addresses,
  dataDir: string,
  {
    addressLimit = 1_000_000,
    loadShedding = false,
    fileEncryption = true,
    firewall = DEFAULT_FIREWALL,
    registration = 'invite',
    keys = DEFAULT_KEYS,
    publicUrl,
    trustedProxies = [],
    timestamps,
    pinFile,
    witnesses = [],
    renewalDays = 365,
    smtpUrl,
    mailsAnHour,
    isMailOwnersOnly = false,
    s3,
    backupBucket,
    syslog,
    webhookAllow = [],
    ssoPrivateHosts = [],
    dnsServers = [],
    stripe,
    invoiceSeller,
    metrics,
    securityReports,
    otlp,
  }: AppOptions,
): Config {
  return {
    role: 'all',
    host: '127.0.0.1',
    port: 0,
    publicUrl,
    dataDir,
    backups: { folder: `${dataDir}-backups`, s3: backupBucket, recovery: undefined },
    database: {
      kind: 'external',
      url: new Secret(connectionUrl(url)),
      directUrl: directUrl && new Secret(connectionUrl(directUrl)),
      migrationUrl: migrationUrl && new Secret(connectionUrl(migrationUrl)),
      prepares: directUrl === undefined,
      replicaUrls: [],
    },
    masterKey: undefined,
    smtpUrl: smtpUrl === undefined ? undefined : new Secret(smtpUrl),
    ...(mailsAnHour !== undefined && { mailsAnHour }),
    isMailboxForAll: !isMailOwnersOnly,
    s3,
    syslog,
    mailFrom: {
      name: 'Countersign',
      address: smtpUrl === undefined ? 'no-reply@countersign.invalid' : 'sign@northwind.example',
    },
    logLevel: 'debug',
    trustedProxies,
    addressLimit,
    loadShedding,
    fileEncryption,
    firewall,
    registration,
    keys,
    serviceCredential: hashToken(SERVICE_CREDENTIAL),
    cronSecret: hashToken(CRON_SECRET),
    pinFile,
    witnesses,
    timestampUrls: timestamps && new Secret(timestamps.urls),
    timestampTrust: timestamps?.trust,
    timestampTimeoutMs: timestamps?.timeoutMs ?? 3000,
    renewalDays,
    webhookAllow,
    ssoPrivateHosts,
    dnsServers,
    stripe,
    invoiceSeller,
    metrics,
    ...(securityReports && { securityReports }),
    otlp,
  };
}

function connectionUrl({
  host = 'localhost',
  port = 5432,
  user = '',
  password = '',
  database = '',
}: ConnectionOptions): string {
  const url = new URL(`postgres://localhost/${database}`);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  url.search = new URLSearchParams({ host, port: String(port) }).toString();
  return url.href;
}

type Parts = {
  config: Config;
  running: Awaited<ReturnType<typeof startCountersign>>;
  database: TestDatabase;
  dataDir: string;
  clock: TestClock;
  lines: string[];
};

export class TestApp {
  readonly url: string;
  readonly clock: TestClock;
  readonly services: Wired;
  /** Calls operations without HTTP. */
  readonly invoker: Invoker;
  readonly limits: Limits;
  readonly config: Config;
  readonly dataDir: string;
  /** The port for the metrics, if they are served on a separate port. */
  readonly metricsPort: number | undefined;
  readonly flushTelemetry: () => Promise<void>;
  /** The current content of the log, as one line of JSON per entry. */
  readonly lines: readonly string[];
  readonly setupToken: string;
  /** A caller without any credential. */
  readonly anyone: Caller;
  readonly #parts: Parts;
  readonly #secrets = new Set<string>();
  readonly #tolerated: RegExp[] = [];
  readonly #admin: pg.Pool;
  #tenant: Tenant | undefined;
  #stopped: Promise<void> | undefined;
  #people = 0;
  /** Whether the test itself wrote rows that the audit trail describes. */
  #isRewritten = false;

  constructor(parts: Parts) {
    const { running, clock, dataDir, lines } = parts;
    this.#parts = parts;
    this.#admin = new pg.Pool({ ...parts.database.connection, max: 1 });
    // Ignores errors of idle connections, because dropping the database at the end closes all connections.
    this.#admin.on('error', () => {});
    this.#admin.on('connect', (client) => client.on('error', () => {}));
    this.url = running.listening;
    this.clock = clock;
    this.services = running.services;
    this.invoker = running.invoker;
    this.limits = running.limits;
    this.metricsPort = running.metricsPort;
    this.flushTelemetry = () => running.flushTelemetry();
    this.config = parts.config;
    this.dataDir = dataDir;
    this.lines = lines;
    this.setupToken = running.setupUrl?.split('#')[1] ?? '';
    this.#secrets.add(this.setupToken);
    this.anyone = new Caller(this.url, this.#secrets);
  }

  /** Creates the first organization, as the setup link does. */
  async setUp(): Promise<void> {
    this.#secrets.add(OWNER.password);
    const answer = await this.anyone.post<'setup'>(api.setup.path, { token: this.setupToken, ...OWNER });
    const { user, organization } = answer.body.session;
    const owner = this.anyone.with({ cookie: cookieOf(answer) });
    const tenants = await this.sql<{ tenant_id: string; environment: string }>(
      'select tenant_id, environment from tenants',
    );
    const tenantOf = (environment: string) =>
      tenants.find((tenant) => tenant.environment === environment)?.tenant_id ?? '';
    this.#tenant = {
      organizationId: organization.id,
      tenantId: tenantOf('live'),
      sandboxId: tenantOf('sandbox'),
      userId: user.id,
      owner,
      key: (await this.makeKey({ by: owner })).caller,
    };
  }

  get tenant(): Tenant {
    if (this.#tenant === undefined) throw new Error('This app has no owner yet.');
    return this.#tenant;
  }
  /** The owner with a session. */
  get owner(): Caller {
    return this.tenant.owner;
  }
  /** A caller with the service credential of the operator's programs. */
  get service(): Caller {
    return this.anyone.with({ bearer: SERVICE_CREDENTIAL });
  }
  get cron(): Caller {
    return this.anyone.with({ bearer: CRON_SECRET });
  }
  /** An unlimited API key that may read and write documents. */
  get key(): Caller {
    return this.tenant.key;
  }

  /** Opens a session as the sign-in form does. */
  async logIn(): Promise<Caller> {
    const { email, password } = OWNER;
    return this.anyone.with({ cookie: cookieOf(await this.anyone.post(api.login.path, { email, password })) });
  }

  /** Returns the owner with a new session. The first session may have ended when the clock was advanced. */
  session(): Promise<Caller> {
    return this.#open(this.tenant.userId, this.tenant.tenantId);
  }

  async makeKey({
    by,
    ...body
  }: { by?: Caller; scopes?: ApiKeyScope[]; expiresInDays?: number; rateLimit?: number } = {}): Promise<{
    caller: Caller;
    id: string;
    key: string;
  }> {
    const maker = by ?? (await this.session());
    const { apiKey } = await maker.call(api.createApiKey, { body: { name: 'test', rateLimit: 'unlimited', ...body } });
    const { id, key } = apiKey;
    return { caller: this.anyone.with({ bearer: key }), id, key };
  }

  /** Writes another member of the first organization, with a session, directly to the database. */
  async member(role: Role): Promise<{ caller: Caller; userId: string }> {
    const { tenantId, sandboxId } = this.tenant;
    const userId = await writeMember(this.services, this.person(), [tenantId, sandboxId], role);
    return { caller: await this.#open(userId, tenantId), userId };
  }

  /** Writes a second organization with an owner directly to the database, using the same SQL statements as setup. */
  async otherTenant(): Promise<Tenant> {
    const ids = await writeOrganization(this.services, 'Contoso Research');
    const userId = await writeMember(this.services, this.person(), [ids.live, ids.sandbox], 'owner');
    const owner = await this.#open(userId, ids.live);
    const { caller: key } = await this.makeKey({ by: owner });
    return { organizationId: ids.organization, tenantId: ids.live, sandboxId: ids.sandbox, userId, owner, key };
  }

  async #open(userId: string, tenantId: string): Promise<Caller> {
    return this.anyone.with({ cookie: await writeSession(this.services, userId, tenantId) });
  }

  /** Returns a person with an address that is unique in this test file. */
  person(): { email: string; name: string } {
    this.#people += 1;
    return { email: `person-${this.#people}@contoso.example`, name: `Ada Person ${this.#people}` };
  }

  async draft({
    by = this.key,
    title,
    pages = 1,
    filename,
  }: { by?: Caller; title?: string; pages?: number; filename?: string } = {}): Promise<Document> {
    const answer = await by.upload(pdfUpload(makePdf({ pages }), title === undefined ? {} : { title }, filename));
    expect(answer.status, answer.text).toBe(201);
    return answer.body.document;
  }

  /** Creates a draft and sends it to these recipients, by default to one. */
  async sent({
    by = this.key,
    signers = [this.person()],
    pages = 1,
    ...rest
  }: SendOptions = {}): Promise<SentDocument> {
    const draft = await this.draft({ by, pages });
    const answer = await by.call(api.sendForSigning, {
      params: { id: draft.id },
      body: { signers, ...rest } as SendBody,
    });
    return { id: draft.id, document: answer.document, signers: answer.signers };
  }

  /** Sends a draft and also returns the link of its first signer. */
  async sentToOne(options: Parameters<TestApp['sent']>[0] = {}): Promise<SentDocument & { token: string }> {
    const sent = await this.sent(options);
    return { ...sent, token: await this.link(sent.signers[0]?.email ?? '') };
  }

  /** Creates a document that everyone has signed and that is sealed. */
  async completed(options: Parameters<TestApp['sent']>[0] = {}): Promise<SentDocument & { tokens: string[] }> {
    const sent = await this.sent(options);
    const tokens: string[] = [];
    for (const { email } of sent.signers) {
      const token = await this.link(email);
      tokens.push(token);
      const answer = await this.sign(sent.id, { token });
      expect(answer.status, answer.text).toBe(200);
    }
    await this.sealed(sent.id);
    return { ...sent, tokens };
  }

  async sealed(id: string): Promise<void> {
    await until('the document to be sealed and its completion to be announced', async () => {
      // Two statements are used, because the tables can be on different servers (Citus). The seal and the job are
      // committed together.
      const sealed = await this.sql('select 1 from documents where id = $1 and sealed_at is not null', [id]);
      const announcing = await this.sql(`select 1 from jobs where kind = 'announce-completion' and unique_key = $1`, [
        id,
      ]);
      return sealed.length > 0 && announcing.length === 0;
    });
  }

  /** Waits until no job remains that could write about the document, because e-mails are entries in its audit trail. */
  async atRest(id: string): Promise<void> {
    await until('the jobs of the document to end', async () => {
      const rows = await this.sql(
        "select 1 from jobs where state <> 'dead' and run_at <= $2 and strpos(payload::text, $1) > 0",
        [id, this.clock.now()],
      );
      return rows.length === 0;
    });
  }

  /** Sends POST .../sign, by default with consent and a typed signature. */
  sign(documentId: string, body: SignBody, options: RequestOptions = {}): Promise<Answer<Output<'signDocument'>>> {
    const whole = { consent: true, signature: { type: 'typed', data: 'Ada Lovelace' }, ...body };
    return this.anyone.post<'signDocument'>(`/api/documents/${documentId}/sign`, whole, options);
  }

  /** Returns a well-formed signing link of an unknown recipient, which every operation rejects. */
  strayLink(): string {
    const signer = { tenantId: newId('tenant'), signerId: newId('signer'), generation: 1 };
    return this.secret(this.services.links.url('', signer).split('#')[1] ?? '');
  }

  /** Returns the token of the signing link in this person's invitation from any organization. */
  async link(email: string): Promise<string> {
    const [stored] = await this.sql<{ text: string }>('select body_text as text from mails where id = $1', [
      await this.mailId(email, 'invitation'),
    ]);
    const text = stored?.text ?? '';
    const token = /\/sign#([\w-]+)/.exec(text)?.[1];
    if (token === undefined) throw new Error(`The invitation to ${email} contains no signing link.`);
    return this.secret(token);
  }

  /**
   * Returns the newest e-mail of a kind to an address once it exists, as the owner of the first organization reads it
   * in the mailbox.
   */
  async mail(email: string, kind: string): Promise<Output<'getMail'>['mail']> {
    const id = await this.mailId(email, kind);
    return (await (await this.session()).get<'getMail'>(`/api/mailbox/${id}`)).body.mail;
  }

  async mailId(email: string, kind: string): Promise<string> {
    const select = 'select id from mails where to_address = $1 and kind = any ($2) order by id desc limit 1';
    // The link is in the last e-mail that asked for a signature.
    const kinds = kind === 'invitation' ? ['invitation', 'turn', 'forwarded'] : [kind];
    return until(
      `the ${kind} e-mail to ${email}`,
      async () => (await this.sql<{ id: string }>(select, [email, kinds]))[0]?.id,
    );
  }

  /** Opens a signing link's session, as the signing page does. */
  async recipient(
    email: string,
  ): Promise<{ caller: Caller; view: Output<'openSigningSession'>['view']; token: string }> {
    const token = await this.link(email);
    const { bearer, view } = await this.anyone.call(api.openSigningSession, { body: { token } });
    return { caller: this.anyone.with({ bearer }), view, token };
  }

  /** The connection to the database with all privileges. It is direct even if the server uses a pooler. */
  get directConnection(): ConnectionOptions {
    return this.#parts.database.connection;
  }

  /** Runs SQL with all privileges, bypassing row security, for changes without an operation and for tampering. */
  async sql<Row extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    name?: string,
  ): Promise<Row[]> {
    this.#isRewritten ||= KEPT_WITH_TRAIL.test(text);
    return (await this.#admin.query<Row>({ text, values: [...values], ...(name !== undefined && { name }) })).rows;
  }

  /** Returns the number of revisions of a document. A rejection adds none. */
  async revisions(documentId: string): Promise<number> {
    const select = 'select count(*)::int as count from revisions where document_id = $1';
    return (await this.sql<{ count: number }>(select, [documentId]))[0]?.count ?? 0;
  }

  /** Returns the decrypted upload, as callers download it. */
  async uploaded(documentId: string): Promise<Buffer> {
    const [row] = await this.sql<{ key: string }>(
      `select tenant_id || '/' || blob_id as key from documents where id = $1`,
      [documentId],
    );
    return buffer(this.services.blobs.stream(row?.key ?? ''));
  }

  /** Registers a value that must not appear in the log. */
  secret(value: string): string {
    this.#secrets.add(value);
    return value;
  }

  /** Allows log entries with errors that match this pattern. */
  tolerate(pattern: RegExp): void {
    this.#tolerated.push(pattern);
  }

  /** Stops the server. The database and the data folder stay until the file has ended. */
  stop(): Promise<void> {
    this.#stopped ??= this.#parts.running.stop().then(() => undefined);
    return this.#stopped;
  }

  async close(): Promise<void> {
    const { database, dataDir } = this.#parts;
    let contradicted: unknown[] = [];
    try {
      contradicted = await this.#contradictions();
      await this.stop();
      await this.#noteMailed();
    } finally {
      await this.#admin.end();
      await database.drop();
      for (const folder of [dataDir, `${dataDir}-backups`]) await rm(folder, { recursive: true, force: true });
    }
    expect(contradicted, 'contradictions in audit trails of documents that were not tampered with').toEqual([]);
    expect(
      this.lines.some((line) => line.includes('"msg":"request"')),
      'requests are logged',
    ).toBe(true);
    const log = new SearchedLog(this.lines);
    for (const secret of this.#secrets)
      expect(log.linesWith(secret), `log lines with the secret ${secret.slice(0, 8)}...`).toEqual([]);
    const errors = this.lines.filter(
      (line) => /"level":[56]0/.test(line) && !this.#tolerated.some((pattern) => pattern.test(line)),
    );
    expect(errors, 'errors in the log').toEqual([]);
  }

  /** Checks at the end of the test that every document matches its audit trail. */
  async #contradictions(): Promise<unknown[]> {
    if (this.#isRewritten || this.#stopped !== undefined) return [];
    const documents = await this.sql<{ tenant_id: string; id: string }>(
      'select tenant_id, id from documents order by created_at desc limit 500',
    );
    const found: unknown[] = [];
    for (const { tenant_id: tenantId, id } of documents) {
      const { findings } = await readAuditTrail(this.services, tenantId, id);
      found.push(...findings.map((finding) => ({ id, ...finding })));
    }
    return found;
  }

  /** Registers the links in all e-mails as secrets: for signing, invitations and password resets. */
  async #noteMailed(): Promise<void> {
    const mails = await this.sql<{ text: string }>('select body_text as text from mails');
    for (const { text } of mails)
      for (const [, token] of text.matchAll(/#([\w-]{40,})/g)) this.#secrets.add(token ?? '');
  }
}

const KEPT_WITH_TRAIL =
  /(?:update|delete from|insert into|truncate)\s+(?:documents|signers|revisions|audit_\w+|certificates|attachments|completion_certificates|certificate_renewals|person_keys)\b/i;

export function cookieOf(answer: Answer): string {
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
