/**
 * The one place that reads the environment. `loadConfig` is pure and tells all faults at once, one clear line each; the
 * server then ends with exit code 78 (EX_CONFIG) before it listens.
 */
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { AllowList } from '../platform/adapters/http-fetcher/index.ts';
import { dnsTxtRecords } from '../platform/adapters/dns/index.ts';
import { timestampSettings } from '../platform/adapters/rfc3161/index.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import { hashToken } from '../platform/crypto/tokens.ts';
import { FAILPOINTS, type Failpoint } from '../platform/failpoints.ts';
import { Secret } from '../platform/secret.ts';
import { type FirewallSettings, readExceptions } from '../platform/firewall/firewall.ts';
import { readPairs, readSampling, SAMPLERS, type Sampling } from '../platform/adapters/otlp/settings.ts';
import { isMasterKey } from '../platform/crypto/master-key.ts';
import { KEY_SETTINGS, keySettings, type KeysConfig } from './key-settings.ts';
import { readPrices, type StripePrices } from '../platform/adapters/stripe/prices.ts';
import { smtpSettings } from '../platform/adapters/smtp/index.ts';
import type { S3Limits } from '../platform/adapters/s3-blobs/client.ts';
import { type SyslogOptions, syslogAddress } from '../platform/adapters/syslog/index.ts';

export type Config = {
  role: 'all' | 'web' | 'worker';
  host: string;
  port: number;
  /** Fixed public address without a slash at the end; undefined: loopback only. */
  publicUrl: string | undefined;
  dataDir: string;
  database: { kind: 'embedded' } | { kind: 'external'; url: Secret; migrationUrl: Secret | undefined };
  masterKey: Secret | undefined;
  smtpUrl: Secret | undefined;
  /** Where security events of the operator's organization go as well. */
  syslog?: (Pick<SyslogOptions, 'host' | 'port'> & { caFile: string | undefined }) | undefined;
  mailFrom: { name: string; address: string };
  /** Signs outgoing mail (RFC 6376); the key is a PEM file. */
  dkim?: { domain: string; selector: string; keyFile: string } | undefined;
  /** Mails an hour that one organization may send to one address. */
  mailsAnHour?: number;
  /** `auto`: readable lines on a terminal, JSON elsewhere. */
  logFormat?: 'auto' | 'json' | 'text';
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  trustedProxies: readonly string[];
  addressLimit: number;
  /** Whether requests are refused when there is more to do than can be done in time. */
  loadShedding: boolean;
  /** Whether new files are encrypted, and old ones in the background. */
  fileEncryption: boolean;
  /** Who may make an account: anybody, whoever is invited, nobody. */
  registration: 'open' | 'invite' | 'off';
  /** SHA-256 of the service credential: the configuration never holds the credential itself. */
  serviceCredential: Buffer | undefined;
  /** SHA-256 of the secret that scheduled jobs present. */
  cronSecret: Buffer | undefined;
  /** A list for `timestampSettings`; undefined: the built-in authority alone. */
  timestampUrls: Secret | undefined;
  /** PEM file with the roots of outside time-stamping authorities. */
  timestampTrust: string | undefined;
  timestampTimeoutMs: number;
  keys: KeysConfig;
  /** How long before a time-stamp runs out the document is stamped again. */
  renewalDays: number;
  /** What the request firewall does with what it finds; blocks it unless given. */
  firewall?: FirewallSettings;
  /** Host names, addresses and CIDR blocks that webhooks may reach although they are not public. */
  webhookAllow: readonly string[];
  /** Folder with trusted lists and the certificates of those who sign them. */
  trustListsDir?: string | undefined;
  /** Identity providers that may be inside the operator's network. */
  ssoPrivateHosts?: readonly string[];
  /** Asked for the records that prove domains; none: the system's. */
  dnsServers?: readonly string[];
  backups: BackupSettings;
  /** Who may read the metrics, and where; without it there are none. */
  metrics?: MetricsSettings | undefined;
  /** A collector of OpenTelemetry; without it nothing is traced. */
  otlp?: OtlpSettings | undefined;
  /** An S3 server for files; without one they are in a folder. */
  s3?: S3Settings | undefined;
  /** The payment provider; without one plans change at once and nothing is collected. */
  stripe?: StripeSettings | undefined;
  /** Who issues the invoices where no payment provider does. */
  invoiceSeller?: InvoiceSeller | undefined;
};

export type BackupSettings = {
  /** Where backups are kept. */
  folder: string;
  /** A passphrase that opens backups besides the master key. */
  recovery: Secret | undefined;
  /** When one is made by itself each day, UTC. */
  schedule?: { hour: number; minute: number } | undefined;
  /** How many of those stay: the newest of each of the last days, weeks and months. */
  keep?: { daily: number; weekly: number; monthly: number };
};

export type MetricsSettings = {
  /** On a port of their own; undefined: on the main one, with the token. */
  listen: { host: string; port: number } | undefined;
  /** SHA-256 of the token, where one is asked for. */
  token: Buffer | undefined;
};

export type OtlpSettings = {
  endpoint: string;
  headers: Readonly<Record<string, Secret>>;
  protocol: 'http/protobuf' | 'http/json';
  serviceName: string;
  attributes: Readonly<Record<string, string>>;
  sampling: Sampling;
};

export type InvoiceSeller = { lines: readonly string[]; vatId: string | null; vatPercent: number };

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: { value: Secret } | { file: string };
  style: 'path' | 'host';
  caFile: string | undefined;
  /** Of the time that its answers may take, in tests. */
  limits?: Partial<S3Limits>;
};

export type StripeSettings = {
  secretKey: Secret;
  webhookSecret: Secret;
  /** Price ids by plan and interval. */
  prices: StripePrices;
  /** Where its interface is, if not at the address that its SDK knows. */
  apiBase: string | undefined;
};

export type ConfigResult = { ok: true; config: Config } | { ok: false; faults: string[] };
type Environment = Readonly<Record<string, string | undefined>>;

const KNOWN = [
  'ROLE',
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'MASTER_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_LIMIT_RECIPIENT',
  'DKIM_DOMAIN',
  'DKIM_SELECTOR',
  'DKIM_KEY',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'METRICS_PORT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'METRICS_HOST',
  'METRICS_TOKEN',
  'SYSLOG_ADDRESS',
  'SYSLOG_CA_FILE',
  'TRUSTED_PROXIES',
  'RATE_LIMIT_ADDRESS',
  'LOAD_SHEDDING',
  'FILE_ENCRYPTION',
  'TRUST_LISTS_DIR',
  'SSO_PRIVATE_HOSTS',
  'DNS_SERVERS',
  'REGISTRATION',
  'SERVICE_CREDENTIAL',
  'CRON_SECRET',
  'TIMESTAMP_URLS',
  'TIMESTAMP_TRUST',
  'TIMESTAMP_TIMEOUT_MS',
  'ARCHIVE_RENEWAL_DAYS',
  'FIREWALL',
  'FIREWALL_EXCEPTIONS',
  'WEBHOOK_ALLOW',
  'WEBHOOK_ALLOW_PRIVATE',
  'BACKUP_FOLDER',
  'BACKUP_RECOVERY_KEY',
  'BACKUP_SCHEDULE',
  'BACKUP_KEEP',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_SECRET_ACCESS_KEY_FILE',
  'S3_ADDRESS_STYLE',
  'S3_CA_FILE',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICES',
  'STRIPE_API_BASE',
  'INVOICE_SELLER',
  'INVOICE_SELLER_VAT_ID',
  'INVOICE_VAT_PERCENT',
  ...KEY_SETTINGS,
] as const;
type Name = (typeof KNOWN)[number];

export function loadConfig(environment: Environment): ConfigResult {
  const faults: string[] = [];
  const reader = new Reader(environment, faults);
  const databaseUrl = reader.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const migrationUrl = reader.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:']);
  if (migrationUrl && !reader.has('DATABASE_URL')) faults.push('MIGRATION_DATABASE_URL: needs DATABASE_URL beside it');
  const role = reader.choice('ROLE', ['all', 'web', 'worker'], 'all');
  if (role !== 'all' && !reader.has('DATABASE_URL'))
    faults.push(`ROLE: ${role} needs DATABASE_URL; the embedded database serves one process`);
  const host = reader.text('HOST') ?? '127.0.0.1';
  const publicUrl = reader.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '');
  if (publicUrl && new URL(publicUrl).search + new URL(publicUrl).hash !== '')
    faults.push('PUBLIC_URL: must not hold a query or a fragment');
  if (!reader.has('PUBLIC_URL') && role !== 'all')
    faults.push(
      `PUBLIC_URL: is needed with ROLE=${role}: links have to lead to the web processes, wherever a mail is made`,
    );
  else if (!reader.has('PUBLIC_URL') && !isLoopback(host))
    faults.push('PUBLIC_URL: is needed when HOST is not loopback: links in mails have to lead somewhere');
  const smtpUrl = reader.checked('SMTP_URL', (value) => void smtpSettings(value));
  const timestampUrls = reader.checked('TIMESTAMP_URLS', (value) => void timestampSettings(value));
  const timestampTrust = reader.text('TIMESTAMP_TRUST');
  if (timestampUrls !== undefined && timestampTrust === undefined && timestampUrls !== 'built-in')
    faults.push(
      'TIMESTAMP_TRUST: is needed with TIMESTAMP_URLS: a PEM file with the root certificates of those authorities',
    );
  const trustLists = reader.text('TRUST_LISTS_DIR');
  const config: Config = {
    role,
    host,
    port: reader.port('PORT', 3000),
    publicUrl,
    dataDir: absolute(reader.text('DATA_DIR') ?? './data'),
    database: databaseUrl
      ? {
          kind: 'external',
          url: new Secret(databaseUrl),
          migrationUrl: migrationUrl === undefined ? undefined : new Secret(migrationUrl),
        }
      : { kind: 'embedded' },
    masterKey: reader.masterKey('MASTER_KEY'),
    smtpUrl: smtpUrl === undefined ? undefined : new Secret(smtpUrl),
    mailFrom: reader.mailAddress(
      'MAIL_FROM',
      { name: 'Countersign', address: 'no-reply@countersign.invalid' },
      reader.has('SMTP_URL'),
    ),
    mailsAnHour: reader.count('MAIL_LIMIT_RECIPIENT', 60),
    dkim: dkimSettings(reader, (line) => faults.push(line)),
    logLevel: reader.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    logFormat: reader.choice('LOG_FORMAT', ['auto', 'json', 'text'], 'auto'),
    syslog: syslogSettings(reader),
    trustedProxies: reader.proxies('TRUSTED_PROXIES'),
    addressLimit: reader.count('RATE_LIMIT_ADDRESS', 100),
    loadShedding: reader.choice('LOAD_SHEDDING', ['on', 'off'], 'on') === 'on',
    fileEncryption: reader.choice('FILE_ENCRYPTION', ['on', 'off'], 'on') === 'on',
    registration: reader.choice('REGISTRATION', ['open', 'invite', 'off'], 'invite'),
    serviceCredential: reader.sha256('SERVICE_CREDENTIAL'),
    cronSecret: reader.hashed('CRON_SECRET'),
    timestampUrls: timestampUrls === undefined ? undefined : new Secret(timestampUrls),
    timestampTrust: timestampTrust === undefined ? undefined : absolute(timestampTrust),
    timestampTimeoutMs: reader.count('TIMESTAMP_TIMEOUT_MS', 3000),
    renewalDays: reader.count('ARCHIVE_RENEWAL_DAYS', 365),
    firewall: {
      mode: reader.choice('FIREWALL', ['block', 'detect', 'off'], 'block'),
      exceptions: readExceptions(reader.list('FIREWALL_EXCEPTIONS', (entries) => void readExceptions(entries))),
    },
    webhookAllow: webhookAllow(reader, publicUrl !== undefined || !isLoopback(host), faults),
    trustListsDir: trustLists === undefined ? undefined : absolute(trustLists),
    ssoPrivateHosts: reader.list('SSO_PRIVATE_HOSTS', (hosts) => void new AllowList(hosts)),
    dnsServers: reader.list('DNS_SERVERS', (servers) => void dnsTxtRecords(servers)),
    backups: backupSettings(reader, (line) => faults.push(line)),
    metrics: metricsSettings(reader, (line) => faults.push(line)),
    otlp: otlpSettings(reader, (line) => faults.push(line)),
    s3: s3Settings(reader, (line) => faults.push(line)),
    stripe: stripeSettings(reader, (line) => faults.push(line)),
    invoiceSeller: invoiceSeller(reader, (line) => faults.push(line)),
    keys: keySettings(reader, (line) => faults.push(line)),
  };
  return faults.length === 0 ? { ok: true, config } : { ok: false, faults };
}

/** Reaching into the operator's own network is one thing on a developer's machine, another where strangers can register. */
function webhookAllow(reader: Reader, isProduction: boolean, faults: string[]): readonly string[] {
  const entries = reader.list('WEBHOOK_ALLOW', (list) => void new AllowList(list));
  const isMeant = reader.choice('WEBHOOK_ALLOW_PRIVATE', ['yes', 'no'], 'no') === 'yes';
  if (entries.length > 0 && isProduction && !isMeant)
    faults.push(
      'WEBHOOK_ALLOW: lets webhooks reach addresses that are not public. If that is meant, set WEBHOOK_ALLOW_PRIVATE=yes as well',
    );
  return entries;
}

/** Beside the data and not in it: what takes the data folder would take its backups too. */
function backupSettings(reader: Reader, fault: (line: string) => void): BackupSettings {
  const dataDir = absolute(reader.text('DATA_DIR') ?? './data');
  const folder = absolute(reader.text('BACKUP_FOLDER') ?? `${dataDir}-backups`);
  if (`${folder}/`.startsWith(`${dataDir}/`)) fault('BACKUP_FOLDER: must not be inside DATA_DIR');
  const recovery = reader.secret('BACKUP_RECOVERY_KEY');
  if (recovery && recovery.reveal().length < 16)
    fault('BACKUP_RECOVERY_KEY: must be a passphrase of at least 16 characters');
  return { folder, recovery, schedule: backupSchedule(reader), keep: backupKeep(reader) };
}

/**
 * On where somebody has chosen a place: the default lies on the disk of the data, where nightly copies would fill it and save nobody.
 * At two o'clock, when most people are asleep.
 */
function backupSchedule(reader: Reader): BackupSettings['schedule'] {
  const pattern = /^([01]\d|2[0-3]):([0-5]\d)$/;
  const value = reader.checked('BACKUP_SCHEDULE', (text) => {
    if (text !== 'off' && !pattern.test(text)) throw new Error('must be a time of the day (UTC) such as 02:00, or off');
  });
  const time = value ?? (reader.has('BACKUP_FOLDER') ? '02:00' : 'off');
  const [, hour, minute] = pattern.exec(time) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

function backupKeep(reader: Reader): { daily: number; weekly: number; monthly: number } {
  const value = reader.checked('BACKUP_KEEP', (text) => {
    if (!/^\d{1,3},\d{1,3},\d{1,3}$/.test(text.replaceAll(' ', '')))
      throw new Error('must be three numbers, for days, weeks and months, such as 7,4,12');
  });
  const [daily = 0, weekly = 0, monthly = 0] = (value ?? '7,4,12').split(',').map(Number);
  return { daily, weekly, monthly };
}

/** The other OTEL_ settings say nothing without an address: a shell may hold them for another program. */
function otlpSettings(reader: Reader, fault: (line: string) => void): Config['otlp'] {
  const endpoint = reader.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.replace(/\/+$/, '');
  if (endpoint === undefined) return undefined;
  const pairs = (name: 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_RESOURCE_ATTRIBUTES') =>
    readPairs(reader.checked(name, (value) => void readPairs(value)) ?? '');
  const headers = Object.entries(pairs('OTEL_EXPORTER_OTLP_HEADERS'));
  if (headers.length > 0 && endpoint.startsWith('http:') && !isLoopback(new URL(endpoint).hostname))
    fault('OTEL_EXPORTER_OTLP_ENDPOINT: must be an https address, or on loopback, with OTEL_EXPORTER_OTLP_HEADERS');
  const attributes = pairs('OTEL_RESOURCE_ATTRIBUTES');
  const sampler = reader.choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on');
  const share = reader.checked('OTEL_TRACES_SAMPLER_ARG', (value) => void readSampling(sampler, value));
  return {
    endpoint,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, new Secret(value)])),
    protocol: reader.choice('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json'], 'http/protobuf'),
    serviceName: reader.text('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? 'countersign',
    attributes,
    sampling: readSampling(sampler, share),
  };
}

/** A port that others than this machine reach needs the token too: names of operations and figures say much of an installation. */
function metricsSettings(reader: Reader, fault: (line: string) => void): Config['metrics'] {
  const token = reader.hashed('METRICS_TOKEN');
  const host = reader.text('METRICS_HOST') ?? '127.0.0.1';
  const port = reader.port('METRICS_PORT', 0);
  if (!reader.has('METRICS_PORT')) {
    if (reader.has('METRICS_HOST')) fault('METRICS_PORT: is needed with METRICS_HOST');
    return token && { listen: undefined, token };
  }
  if (!isLoopback(host) && !reader.has('METRICS_TOKEN'))
    fault('METRICS_TOKEN: is needed when METRICS_HOST is not loopback');
  return { listen: { host, port }, token };
}

/** The keys are sent nowhere; what is signed with them may be seen by others only on this machine. */
function s3Settings(reader: Reader, fault: (line: string) => void): Config['s3'] {
  const endpoint = reader.url('S3_ENDPOINT', ['https:', 'http:']);
  const bucket = reader.text('S3_BUCKET');
  const accessKeyId = reader.text('S3_ACCESS_KEY_ID');
  const [value, file] = [reader.secret('S3_SECRET_ACCESS_KEY'), reader.text('S3_SECRET_ACCESS_KEY_FILE')];
  const [style, caFile] = [reader.choice('S3_ADDRESS_STYLE', ['path', 'host'], 'path'), reader.text('S3_CA_FILE')];
  const region = reader.text('S3_REGION') ?? 'us-east-1';
  if (!reader.has('S3_ENDPOINT') && !bucket && !accessKeyId && !value && !file) return undefined;
  const needed = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId };
  for (const [name, given] of Object.entries(needed))
    if (given === undefined && reader.text(name as Name) === undefined) fault(`${name}: is needed to keep files in S3`);
  if ((value === undefined) === (file === undefined))
    fault('S3_SECRET_ACCESS_KEY: is needed to keep files in S3, itself or as S3_SECRET_ACCESS_KEY_FILE, and not both');
  if (bucket !== undefined && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    fault('S3_BUCKET: must be 3 to 63 lower-case letters, digits, dots and hyphens');
  if (endpoint !== undefined && new URL(endpoint).pathname + new URL(endpoint).search !== '/')
    fault(
      'S3_ENDPOINT: must be scheme, host and port alone, such as https://s3.example.com; the bucket is in S3_BUCKET',
    );
  else if (endpoint?.startsWith('http:') && !isLoopback(new URL(endpoint).hostname))
    fault('S3_ENDPOINT: must be an https address, or on loopback: files are sent there');
  if (!endpoint || !bucket || !accessKeyId || (!value && !file)) return undefined;
  const secretAccessKey = value ? { value } : { file: absolute(file ?? '') };
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, style, caFile: caFile && absolute(caFile) };
}

/** All of it or nothing: a checkout without events would take money and change no plan. */
function stripeSettings(reader: Reader, fault: (line: string) => void): Config['stripe'] {
  const secretKey = reader.secret('STRIPE_SECRET_KEY');
  const webhookSecret = reader.secret('STRIPE_WEBHOOK_SECRET');
  const apiBase = reader.url('STRIPE_API_BASE', ['http:', 'https:']);
  const prices = readPrices(reader.list('STRIPE_PRICES', (entries) => void readPrices(entries)));
  if (!secretKey && !webhookSecret && !reader.has('STRIPE_PRICES')) return undefined;
  if (!secretKey || !webhookSecret || prices.size === 0) {
    fault('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICES: are needed together');
    return undefined;
  }
  if (apiBase?.startsWith('http:') && !isLoopback(new URL(apiBase).hostname))
    fault('STRIPE_API_BASE: must be an https address, or on loopback: it is sent the secret key');
  return { secretKey, webhookSecret, prices, apiBase };
}

/** Name and address, separated by semicolons; the other two say nothing without it. */
function invoiceSeller(reader: Reader, fault: (line: string) => void): Config['invoiceSeller'] {
  const lines = (reader.text('INVOICE_SELLER') ?? '')
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const vatId = reader.checked('INVOICE_SELLER_VAT_ID', (value) => {
    if (!/^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(value))
      throw new Error('must be a VAT number with its country, such as DE123456789');
  });
  const percent = reader.checked('INVOICE_VAT_PERCENT', (value) => {
    if (!/^\d{1,2}(\.\d{1,2})?$/.test(value)) throw new Error('must be a percentage, such as 19 or 8.1');
  });
  if (lines.length > 0) return { lines, vatId: vatId ?? null, vatPercent: Number(percent ?? 0) };
  if (vatId !== undefined || percent !== undefined)
    fault('INVOICE_SELLER: is needed with INVOICE_SELLER_VAT_ID and INVOICE_VAT_PERCENT');
  return undefined;
}

/** All three or none; the domain is the sender's or one above it, or receivers would not count the signature (RFC 7489 §3.1.1). */
function dkimSettings(reader: Reader, fault: (line: string) => void): Config['dkim'] {
  const [domain, selector, keyFile] = [
    reader.text('DKIM_DOMAIN'),
    reader.text('DKIM_SELECTOR'),
    reader.text('DKIM_KEY'),
  ];
  if (domain === undefined && selector === undefined && keyFile === undefined) return undefined;
  if (domain === undefined || selector === undefined || keyFile === undefined) {
    fault('DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY: are needed together');
    return undefined;
  }
  for (const [name, value] of [
    ['DKIM_DOMAIN', domain],
    ['DKIM_SELECTOR', selector],
  ] as const)
    if (!/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value))
      fault(`${name}: must be a name of the DNS, not "${value}"`);
  const sender = /@([^\s<>@]+)>?$/.exec(reader.text('MAIL_FROM') ?? '')?.[1]?.toLowerCase();
  if (sender !== undefined && sender !== domain.toLowerCase() && !sender.endsWith(`.${domain.toLowerCase()}`))
    fault(`DKIM_DOMAIN: must be the domain of MAIL_FROM (${sender}) or one above it`);
  return { domain: domain.toLowerCase(), selector, keyFile: absolute(keyFile) };
}

/** The certificate is read where the log server is opened, so that a missing file is told as such. */
function syslogSettings(reader: Reader): Config['syslog'] {
  const address = reader.checked('SYSLOG_ADDRESS', (value) => void syslogAddress(value));
  const caFile = reader.text('SYSLOG_CA_FILE');
  return address === undefined ? undefined : { ...syslogAddress(address), caFile };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path);
}

function isProxyRule(rule: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(rule)) return true;
  const [address = '', bits, ...rest] = rule.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

class Reader {
  readonly #environment: Environment;
  readonly #faults: string[];
  constructor(environment: Environment, faults: string[]) {
    this.#environment = environment;
    this.#faults = faults;
  }

  has(name: Name): boolean {
    return this.text(name) !== undefined;
  }

  /** Empty is the same as absent: that is how compose files clear a variable. */
  text(name: Name): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  secret(name: Name): Secret | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : new Secret(value);
  }

  choice<const T extends string>(name: Name, choices: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = choices.find((choice) => choice === value);
    if (found === undefined) this.#fault(name, `must be one of ${choices.join(', ')}, not "${value}"`);
    return found ?? fallback;
  }

  port(name: Name, fallback: number): number {
    return this.#number(name, fallback, 0, 65_535, 'must be a port number from 0 to 65535');
  }

  count(name: Name, fallback: number): number {
    return this.#number(name, fallback, 1, 1_000_000_000, 'must be a whole number of at least 1');
  }

  #number(name: Name, fallback: number, min: number, max: number, rule: string): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.#fault(name, `${rule}, not "${value}"`);
    return fallback;
  }

  url(name: Name, protocols: readonly string[]): string | undefined {
    return this.checked(name, (value) => {
      // The value may hold a password, so it is not repeated.
      if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
        throw new Error(
          `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
        );
    });
  }

  checked(name: Name, check: (value: string) => void): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      check(value);
      return value;
    } catch (error) {
      this.#fault(name, error instanceof Error ? error.message : 'is not valid');
      return undefined;
    }
  }

  /** Addresses, CIDR blocks, or the names that Fastify's proxy rule knows. */
  proxies(name: Name): string[] {
    const parts = (this.text(name) ?? '').split(',').map((part) => part.trim());
    const given = parts.filter((part) => part !== '');
    for (const part of given) {
      if (!isProxyRule(part)) this.#fault(name, `must be addresses or CIDR blocks separated by commas, not "${part}"`);
    }
    return given;
  }

  /** Parts separated by commas. */
  list(name: Name, check: (parts: readonly string[]) => void): string[] {
    const split = (value: string) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
    return split(this.checked(name, (value) => check(split(value))) ?? '');
  }

  masterKey(name: Name): Secret | undefined {
    const value = this.checked(name, (text) => {
      if (!isMasterKey(text))
        throw new Error(
          'must be 32 bytes as base64 (44 characters) or hexadecimal (64 characters), for example from "openssl rand -base64 32"',
        );
    });
    return value === undefined ? undefined : new Secret(value);
  }

  /** The hash of a credential, so that whoever reads the configuration cannot use it. */
  sha256(name: Name): Buffer | undefined {
    const value = this.checked(name, (text) => {
      if (!/^sha256:[0-9a-f]{64}$/i.test(text))
        throw new Error(
          'must be "sha256:" and the SHA-256 of the credential in hexadecimal, for example from "printf %s CREDENTIAL | sha256sum"',
        );
    });
    return value === undefined ? undefined : Buffer.from(value.slice(7), 'hex');
  }

  /** A secret that is only ever compared. */
  hashed(name: Name): Buffer | undefined {
    const value = this.checked(name, (text) => {
      if (!/^[\x21-\x7e]{24,200}$/.test(text)) throw new Error('must be 24 to 200 visible characters without spaces');
    });
    return value === undefined ? undefined : hashToken(value);
  }

  mailAddress(
    name: Name,
    fallback: { name: string; address: string },
    required: boolean,
  ): { name: string; address: string } {
    const value = this.text(name);
    if (value === undefined) {
      if (required)
        this.#fault(
          name,
          'is needed with SMTP_URL: the address that mail comes from, such as "Countersign <sign@example.com>"',
        );
      return fallback;
    }
    const match = /^(?:([^<>\r\n]*?)\s*<([^<>\s@]+@[^<>\s@]+)>|([^<>\s@]+@[^<>\s@]+))$/.exec(value);
    if (!match) this.#fault(name, 'must be an address such as "Countersign <sign@example.com>"');
    return match ? { name: match[1] || fallback.name, address: match[2] ?? match[3] ?? fallback.address } : fallback;
  }

  #fault(name: Name, rule: string): void {
    this.#faults.push(`${name}: ${rule}`);
  }
}

/**
 * FAILPOINT=point or FAILPOINT=point:n ends the server at a step of platform/failpoints.ts. It is no setting for users and not in their
 * table: it counts only beside FAILPOINTS_ALLOWED=yes, and for a server that nobody can be using, one whose links lead to loopback.
 */
export function failpointSetting(
  environment: Readonly<Record<string, string | undefined>>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): { point: Failpoint; time: number } | undefined {
  const setting = environment['FAILPOINT'];
  if (setting === undefined || setting === '') return undefined;
  // Without PUBLIC_URL a server is reached by loopback alone (loadConfig); web processes and workers cannot be without.
  const isOwn = publicUrl === undefined || isLoopback(new URL(publicUrl).hostname);
  if (environment['FAILPOINTS_ALLOWED'] !== 'yes' || !isOwn)
    throw new ConfigFault('FAILPOINT: ends the server, and is for tests on one machine: never set it anywhere else');
  const [, name, time = '1'] = /^([^:]+)(?::([1-9]\d{0,5}))?$/.exec(setting) ?? [];
  const point = FAILPOINTS.find((one) => one === name);
  if (point === undefined) throw new ConfigFault(`FAILPOINT: there is no failpoint "${setting}"`);
  return { point, time: Number(time) };
}
