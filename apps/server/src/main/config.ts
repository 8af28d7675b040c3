/**
 * Reads the environment. No other code does. `loadConfig` is pure and reports all errors at once, one line each. The
 * server then exits with code 78 (EX_CONFIG) before it listens. Settings of a single feature or adapter are declared in
 * its own `config.ts`.
 */
import { isIP } from 'node:net';
import { type KeysConfig, keySettings } from '../features/authority/key-config.ts';
import { type TimeSettings, timeSettings } from '../features/authority/time-config.ts';
import { type BackupSettings, backupSettings } from '../features/backups/config.ts';
import { type InvoiceSeller, invoiceSeller } from '../features/billing/config.ts';
import { type SecurityReports, securityReports } from '../features/health/config.ts';
import { type InitSettings, initSettings } from '../features/initialization/config.ts';
import { type MetricsSettings, metricsSettings } from '../features/metrics/config.ts';
import { type PinSettings, pinSettings } from '../features/transparency-log/config.ts';
import { webhookAllow } from '../features/webhooks/config.ts';
import { dnsTxtRecords } from '../platform/adapters/dns/index.ts';
import { AllowList } from '../platform/adapters/http-fetcher/index.ts';
import { type OtlpSettings, otlpSettings } from '../platform/adapters/otlp/config.ts';
import { type S3Settings, s3Settings } from '../platform/adapters/s3/config.ts';
import { type MailSettings, mailSettings } from '../platform/adapters/smtp/config.ts';
import { type StripeSettings, stripeSettings } from '../platform/adapters/stripe/config.ts';
import { type SyslogSettings, syslogSettings } from '../platform/adapters/syslog/config.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import { FAILPOINTS, type Failpoint } from '../platform/failpoints.ts';
import { type FirewallSettings, readExceptions } from '../platform/firewall/firewall.ts';
import { type DatabaseSettings, databaseSettings } from '../platform/open-database.ts';
import { PROCESS_DESCRIPTIONS, processCount, type Role } from '../platform/processes/count.ts';
import type { Secret } from '../platform/secret.ts';
import {
  dataFolder,
  type DescribedSettings,
  type Environment,
  isLoopback,
  SettingReader,
} from '../platform/settings.ts';

export type Config = MailSettings &
  TimeSettings &
  PinSettings & {
    role: Role;
    processes?: number;
    host: string;
    port: number;
    /**
     * The fixed public address without a trailing slash. If undefined, the server can be reached over loopback only.
     */
    publicUrl: string | undefined;
    dataDir: string;
    database: DatabaseSettings;
    masterKey: Secret | undefined;
    /** An additional target for security events of the operator's organization. */
    syslog?: SyslogSettings | undefined;
    /** `auto` means readable lines on a terminal, and JSON elsewhere. */
    logFormat?: 'auto' | 'json' | 'text';
    logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
    trustedProxies: readonly string[];
    addressLimit: number;
    loadShedding: boolean;
    /** True if new files are encrypted, and old files are encrypted in the background. */
    fileEncryption: boolean;
    /**
     * True in tests where organizations other than the operator's can send without a mail server. Not available as a
     * setting.
     */
    isMailboxForAll?: boolean;
    registration: 'open' | 'invite' | 'off';
    /** The SHA-256 of the service credential. The configuration never contains the credential itself. */
    serviceCredential: Buffer | undefined;
    /** The SHA-256 of the secret for scheduled jobs. */
    cronSecret: Buffer | undefined;
    keys: KeysConfig;
    /** A document gets a new time-stamp this many days before its current time-stamp expires. */
    renewalDays: number;
    /** The settings for findings of the request firewall. By default, a finding blocks the request. */
    firewall?: FirewallSettings;
    /** Host names, addresses and CIDR blocks that webhooks may reach although they are not public. */
    webhookAllow: readonly string[];
    trustListsDir?: string | undefined;
    /** Identity providers that may be inside the operator's network. */
    ssoPrivateHosts?: readonly string[];
    /** The DNS servers for verifying domains. Default: the system's. */
    dnsServers?: readonly string[];
    backups: BackupSettings;
    /** If unset, the server offers no metrics. */
    metrics?: MetricsSettings | undefined;
    /** An OpenTelemetry collector. Without it, tracing is off. */
    otlp?: OtlpSettings | undefined;
    /** An S3 server for files. Without it, files are in a folder. */
    s3?: S3Settings | undefined;
    /** The payment provider. Without it, plans change immediately and are not charged. */
    stripe?: StripeSettings | undefined;
    /** The issuer of invoices if no payment provider issues them. */
    invoiceSeller?: InvoiceSeller | undefined;
    securityReports?: SecurityReports;
    /** The settings for creating the first organization at startup. Without them, the server prints a set-up link. */
    init?: InitSettings | undefined;
  };

export type ConfigResult = { ok: true; config: Config } | { ok: false; faults: string[] };

export function loadConfig(environment: Environment): ConfigResult {
  const faults: string[] = [];
  const reader = new SettingReader(environment, faults);
  const place = placeSettings(reader);
  const config: Config = {
    ...place,
    processes: processCount(reader),
    masterKey: reader.masterKey('MASTER_KEY'),
    ...mailSettings(reader),
    logLevel: reader.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    logFormat: reader.choice('LOG_FORMAT', ['auto', 'json', 'text'], 'auto'),
    syslog: syslogSettings(reader),
    trustedProxies: trustedProxies(reader),
    addressLimit: reader.count('RATE_LIMIT_ADDRESS', 100),
    loadShedding: reader.choice('LOAD_SHEDDING', ['on', 'off'], 'on') === 'on',
    fileEncryption: reader.choice('FILE_ENCRYPTION', ['on', 'off'], 'on') === 'on',
    registration: reader.choice('REGISTRATION', ['open', 'invite', 'off'], 'invite'),
    serviceCredential: reader.sha256('SERVICE_CREDENTIAL'),
    cronSecret: reader.hashed('CRON_SECRET'),
    ...timeSettings(reader),
    ...pinSettings(reader),
    renewalDays: reader.count('ARCHIVE_RENEWAL_DAYS', 365),
    firewall: {
      mode: reader.choice('FIREWALL', ['block', 'detect', 'off'], 'block'),
      exceptions: readExceptions(reader.list('FIREWALL_EXCEPTIONS', (entries) => void readExceptions(entries))),
    },
    webhookAllow: webhookAllow(reader, place.publicUrl !== undefined || !isLoopback(place.host)),
    trustListsDir: reader.path('TRUST_LISTS_DIR'),
    ssoPrivateHosts: reader.list('SSO_PRIVATE_HOSTS', (hosts) => void new AllowList(hosts)),
    dnsServers: reader.list('DNS_SERVERS', (servers) => void dnsTxtRecords(servers)),
    backups: backupSettings(reader, place.dataDir),
    metrics: metricsSettings(reader),
    otlp: otlpSettings(reader),
    s3: s3Settings(reader),
    stripe: stripeSettings(reader),
    invoiceSeller: invoiceSeller(reader),
    securityReports: securityReports(reader),
    init: initSettings(reader),
    keys: keySettings(reader),
  };
  return faults.length === 0 ? { ok: true, config } : { ok: false, faults };
}

function placeSettings(
  reader: SettingReader,
): Pick<Config, 'role' | 'host' | 'port' | 'publicUrl' | 'dataDir' | 'database'> {
  const database = databaseSettings(reader);
  const role = reader.choice('ROLE', ['all', 'web', 'worker'], 'all');
  if (role !== 'all' && !reader.has('DATABASE_URL'))
    reader.fault(`ROLE: ${role} requires DATABASE_URL, because the embedded database serves only one process`);
  const host = reader.text('HOST') ?? '127.0.0.1';
  const publicUrl = reader.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '');
  const { search = '', hash = '', pathname = '/' } = publicUrl === undefined ? {} : new URL(publicUrl);
  if (search + hash !== '') reader.fault('PUBLIC_URL: must not contain a query or a fragment');
  // The address must have no path, because certificates, cookies and the pages' own addresses all start at the root of
  // a host.
  if (pathname !== '/')
    reader.fault(
      `PUBLIC_URL: must not have a path (${pathname}). Use a separate host name for Countersign, such as https://sign.example.com`,
    );
  if (!reader.has('PUBLIC_URL') && role !== 'all')
    reader.fault(`PUBLIC_URL: is required with ROLE=${role}: links in e-mails must point to the web processes`);
  else if (!reader.has('PUBLIC_URL') && !isLoopback(host))
    reader.fault('PUBLIC_URL: is required when HOST is not loopback, because links in e-mails use it');
  const dataDir = dataFolder(reader);
  return { role, host, port: reader.port('PORT', 3000), publicUrl, dataDir, database };
}

/** Reads addresses, CIDR blocks, or the names that Fastify's proxy rule accepts. */
function trustedProxies(reader: SettingReader): string[] {
  const parts = reader.list('TRUSTED_PROXIES', () => {});
  for (const part of parts.filter((one) => !isProxyRule(one)))
    reader.fault(`TRUSTED_PROXIES: must be addresses or CIDR blocks separated by commas, not "${part}"`);
  return parts;
}

function isProxyRule(rule: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(rule)) return true;
  const [address = '', bits, ...rest] = rule.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/**
 * FAILPOINT=point or FAILPOINT=point:n ends the server at a step of platform/failpoints.ts. It is not a setting for
 * users, so the settings page does not list it. It works only with FAILPOINTS_ALLOWED=yes, on a server whose links
 * point to loopback.
 */
export function failpointSetting(
  environment: Environment,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): { point: Failpoint; time: number } | undefined {
  const setting = environment['FAILPOINT'];
  if (setting === undefined || setting === '') return undefined;
  // Without PUBLIC_URL, a server can be reached over loopback only (loadConfig). Web processes and workers require
  // PUBLIC_URL.
  const isOwn = publicUrl === undefined || isLoopback(new URL(publicUrl).hostname);
  if (environment['FAILPOINTS_ALLOWED'] !== 'yes' || !isOwn)
    throw new ConfigFault('FAILPOINT: kills the server and is only for tests on a single machine');
  const [, name, time = '1'] = /^([^:]+)(?::([1-9]\d{0,5}))?$/.exec(setting) ?? [];
  const point = FAILPOINTS.find((one) => one === name);
  if (point === undefined) throw new ConfigFault(`FAILPOINT: there is no failpoint "${setting}"`);
  return { point, time: Number(time) };
}

export const ADDRESS_DESCRIPTIONS: DescribedSettings = {
  PORT: ['`3000`', 'Port on which the server listens. With `0`, the server chooses a free port.'],
  HOST: ['`127.0.0.1`', 'Address on which the server listens. Any address other than loopback requires `PUBLIC_URL`.'],
  PUBLIC_URL: [
    '',
    'Address at which people reach the service, such as `https://sign.example.com`. It must not have a path, because the service needs its own host name. Links in e-mails and the revocation addresses in certificates contain it, so set it before the first start. With `https:`, cookies are `Secure` and the server sends HSTS.',
  ],
  TRUSTED_PROXIES: [
    '',
    'Addresses and CIDR blocks of your reverse proxies, separated by commas. The server reads `X-Forwarded-For` only in requests from these addresses. You can also use the names `loopback`, `linklocal` and `uniquelocal`.',
  ],
  ROLE: [
    '`all`',
    'Role of the process: `all`, `web` (serves requests, but runs no jobs) or `worker` (runs jobs, and serves only health checks). `web` and `worker` require `DATABASE_URL`.',
  ],
  ...PROCESS_DESCRIPTIONS,
  DATA_DIR: ['`./data`', 'Folder in which the server stores all its data.'],
};

export const SAFETY_DESCRIPTIONS: DescribedSettings = {
  MASTER_KEY: [
    'created in `DATA_DIR/master.key`',
    'Key that encrypts all private keys at rest, as 32 bytes in base64 or hexadecimal (`openssl rand -base64 32`).',
  ],
  FILE_ENCRYPTION: [
    '`on`',
    'Whether the server encrypts files: `on` or `off`. With `off`, new files are stored unencrypted. Use `off` only if the disk or bucket is already encrypted. Existing encrypted files stay readable.',
  ],
  REGISTRATION: [
    '`invite`',
    'People who can create an account: `open` (anyone who confirms an e-mail address), `invite` (people with an invitation) or `off` (nobody, but existing users can be invited).',
  ],
  SERVICE_CREDENTIAL: [
    '',
    '`sha256:` followed by the hexadecimal SHA-256 of a credential for your own programs, which send it as `Authorization: Bearer`. The credential acts as an admin of the organization in `X-Organization-Id`.',
  ],
  CRON_SECRET: [
    '',
    'Bearer token for requests to `/api/cron/…`, which start scheduled jobs. The token must have at least 24 characters. The jobs also run automatically.',
  ],
  RATE_LIMIT_ADDRESS: [
    '`100`',
    'Number of requests per hour that one address can send without a credential, for example to sign in. [Limits](../api/limits.md) lists all rate limits.',
  ],
  LOAD_SHEDDING: [
    '`on`',
    'Whether the server rejects requests when it is overloaded: `on` or `off`. We do not recommend `off`.',
  ],
  FIREWALL: [
    '`block`',
    'Reaction of the [request firewall](../api/firewall.md) to attacks: `block`, `detect` (only log the attack) or `off`.',
  ],
  FIREWALL_EXCEPTIONS: [
    '',
    'Firewall rules to turn off, separated by commas: `rule` for all fields, or `rule@field` for one field, such as `sql-union@body.title`.',
  ],
  SSO_PRIVATE_HOSTS: [
    '',
    'OpenID Connect providers inside your network: host names, addresses and CIDR blocks, separated by commas. The server connects to these hosts even if they are private or do not use TLS. Names in a local network (`*.local`, `*.internal`, `idp`) must be listed by name.',
  ],
  DNS_SERVERS: [
    "the system's DNS servers",
    'DNS servers (`address` or `address:port`, separated by commas) used to look up the TXT records of the domains that organizations verify.',
  ],
};

export const EVIDENCE_DESCRIPTIONS: DescribedSettings = {
  TRUST_LISTS_DIR: [
    '',
    'Folder with trusted lists (ETSI TS 119 612, `.xml`) and the certificates of their signers (`.pem`, `.cer`), used to verify signatures from other software. The server reloads a file when it changes.',
  ],
  ARCHIVE_RENEWAL_DAYS: [
    '`365`',
    'Number of days before expiration at which the server renews the archive time-stamps of sealed documents and certificates of completion.',
  ],
};

export const LOG_DESCRIPTIONS: DescribedSettings = {
  LOG_LEVEL: [
    '`info`',
    'Lowest level of messages in the log: `debug`, `info`, `warn`, `error` or `silent`. The log is written to standard output and never contains secrets, tokens or links.',
  ],
  LOG_FORMAT: [
    '`auto`',
    'Format of the log: `json`, `text`, or `auto` (text on a terminal, and JSON everywhere else).',
  ],
};
