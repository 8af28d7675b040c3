/**
 * The one place that reads the environment. `loadConfig` is pure and tells all faults at once, one clear line each; the
 * server then ends with exit code 78 (EX_CONFIG) before it listens.
 */
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { smtpSettings } from '../platform/adapters/smtp/index.ts';

/** A value that prints as *** wherever it might end up. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return '***';
  }
  toJSON(): string {
    return '***';
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '***';
  }
}

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
  mailFrom: { name: string; address: string };
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  trustedProxies: readonly string[];
  addressLimit: number;
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
  'LOG_LEVEL',
  'TRUSTED_PROXIES',
  'RATE_LIMIT_ADDRESS',
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
    logLevel: reader.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    trustedProxies: reader.proxies('TRUSTED_PROXIES'),
    addressLimit: reader.count('RATE_LIMIT_ADDRESS', 100),
  };
  return faults.length === 0 ? { ok: true, config } : { ok: false, faults };
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

  masterKey(name: Name): Secret | undefined {
    const value = this.checked(name, (text) => {
      if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text) && !/^[0-9a-fA-F]{64}$/.test(text))
        throw new Error(
          'must be 32 bytes as base64 (44 characters) or hexadecimal (64 characters), for example from "openssl rand -base64 32"',
        );
    });
    return value === undefined ? undefined : new Secret(value);
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
