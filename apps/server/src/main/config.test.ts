import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Config, type ConfigResult, failpointSetting, loadConfig } from './config.ts';
import { Secret } from '../platform/secret.ts';

function config(environment: Record<string, string>): Config {
  const result = loadConfig(environment);
  if (!result.ok) throw new Error(result.faults.join('\n'));
  return result.config;
}
function faults(environment: Record<string, string>): string[] {
  const result = loadConfig(environment);
  return result.ok ? [] : result.faults;
}

const KEY = Buffer.alloc(32, 5);

describe('configuration', () => {
  test('needs no settings, because every default is safe on one machine', () => {
    expect(config({})).toMatchObject({
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      dataDir: `${process.cwd()}/data`,
      database: { kind: 'embedded' },
      masterKey: undefined,
      smtpUrl: undefined,
      logLevel: 'info',
      trustedProxies: [],
    });
  });

  test('treats an empty variable as missing', () => {
    const names = [
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
      'TRUST_LISTS_DIR',
      'TIMESTAMP_URLS',
      'TIMESTAMP_TRUST',
      'TIMESTAMP_TIMEOUT_MS',
      'ARCHIVE_RENEWAL_DAYS',
    ];
    for (const nothing of ['', '  '])
      expect(config(Object.fromEntries(names.map((name) => [name, nothing])))).toEqual(config({}));
  });

  test('reads the values of all settings', () => {
    const read = config({
      ROLE: 'worker',
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://sign.example.com/',
      DATA_DIR: '/srv/countersign',
      DATABASE_URL: 'postgres://app:secret@db/countersign',
      MIGRATION_DATABASE_URL: 'postgresql://owner:secret@db/countersign',
      MASTER_KEY: KEY.toString('base64'),
      SMTP_URL: 'smtps://user:secret@mail.example.com',
      MAIL_FROM: 'Northwind Contracts <sign@example.com>',
      LOG_LEVEL: 'warn',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1,loopback',
      RATE_LIMIT_ADDRESS: '250',
    });
    expect(read).toMatchObject({
      role: 'worker',
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://sign.example.com',
      dataDir: '/srv/countersign',
      mailFrom: { name: 'Northwind Contracts', address: 'sign@example.com' },
      logLevel: 'warn',
      trustedProxies: ['10.0.0.0/8', '192.168.1.1', 'loopback'],
      addressLimit: 250,
    });
    expect(read.masterKey?.reveal()).toBe(KEY.toString('base64'));
    expect(read.smtpUrl?.reveal()).toBe('smtps://user:secret@mail.example.com');
    expect(read.database).toMatchObject({ kind: 'external' });
    if (read.database.kind === 'external') {
      expect(read.database.url.reveal()).toBe('postgres://app:secret@db/countersign');
      expect(read.database.migrationUrl?.reveal()).toBe('postgresql://owner:secret@db/countersign');
    }
  });

  test.each([
    ['sign@example.com', { name: 'Countersign', address: 'sign@example.com' }],
    ['<sign@example.com>', { name: 'Countersign', address: 'sign@example.com' }],
    ['Jane Doe <sign@example.com>', { name: 'Jane Doe', address: 'sign@example.com' }],
  ])('accepts %s as the sender of e-mails', (text, expected) => {
    expect(config({ MAIL_FROM: text }).mailFrom).toEqual(expected);
  });

  test.each([
    KEY.toString('base64'),
    KEY.toString('base64url'),
    KEY.toString('hex'),
    KEY.toString('hex').toUpperCase(),
  ])('accepts %s as a master key', (text) => {
    expect(config({ MASTER_KEY: text }).masterKey?.reveal()).toBe(text);
  });
});

describe('invalid settings', () => {
  test.each<[string, Record<string, string>]>([
    ['ROLE', { ROLE: 'boss' }],
    ['ROLE', { ROLE: 'web', PUBLIC_URL: 'https://sign.example' }],
    ['PUBLIC_URL', { ROLE: 'worker', DATABASE_URL: 'postgres://db.example/x' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '3000a' }],
    ['PORT', { PORT: '3e3' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'sign.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://sign.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://sign.example.com/?a=b' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://sign.example.com/#a' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.com/sign' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://example.com/sign/' }],
    ['PUBLIC_URL', { HOST: '0.0.0.0' }],
    ['PUBLIC_URL', { HOST: '10.0.0.7' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/x' }],
    ['DATABASE_URL', { DATABASE_URL: 'somewhere' }],
    ['DATABASE_DIRECT_URL', { DATABASE_URL: 'postgres://db/x', DATABASE_DIRECT_URL: 'postgres://db/x' }],
    ['DATABASE_PREPARED_STATEMENTS', { DATABASE_PREPARED_STATEMENTS: 'maybe' }],
    ['MIGRATION_DATABASE_URL', { MIGRATION_DATABASE_URL: 'postgres://db/x' }],
    ['MASTER_KEY', { MASTER_KEY: 'too short' }],
    ['MASTER_KEY', { MASTER_KEY: Buffer.alloc(31).toString('base64') }],
    ['MASTER_KEY', { MASTER_KEY: Buffer.alloc(33).toString('hex') }],
    ['SMTP_URL', { SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com' }],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
    ['MAIL_FROM', { MAIL_FROM: 'Evil\r\nBcc: x@example.com <a@example.com>' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'the-proxy' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['RATE_LIMIT_ADDRESS', { RATE_LIMIT_ADDRESS: '0' }],
    ['TIMESTAMP_URLS', { TIMESTAMP_URLS: 'ftp://tsa.example', TIMESTAMP_TRUST: 'roots.pem' }],
    ['TIMESTAMP_URLS', { TIMESTAMP_URLS: ' , ', TIMESTAMP_TRUST: 'roots.pem' }],
    ['TIMESTAMP_URLS', { TIMESTAMP_URLS: 'built-in, built-in', TIMESTAMP_TRUST: 'roots.pem' }],
    ['TIMESTAMP_URLS', { TIMESTAMP_URLS: 'https://tsa.example/#a-policy', TIMESTAMP_TRUST: 'roots.pem' }],
    ['TIMESTAMP_URLS', { TIMESTAMP_URLS: 'https://user:100%@tsa.example/', TIMESTAMP_TRUST: 'roots.pem' }],
    ['TIMESTAMP_TRUST', { TIMESTAMP_URLS: 'https://tsa.example/, built-in' }],
    ['TIMESTAMP_TIMEOUT_MS', { TIMESTAMP_TIMEOUT_MS: '3s' }],
    ['ARCHIVE_RENEWAL_DAYS', { ARCHIVE_RENEWAL_DAYS: '0' }],
  ])('reports the invalid setting %s with the value %j on one line that starts with its name', (name, environment) => {
    expect(faults(environment)).toEqual([expect.stringMatching(new RegExp(`^${name}: [^\\n]{5,}$`))]);
  });

  test('reports all invalid settings in one error', () => {
    const names = faults({
      ROLE: 'boss',
      PORT: 'x',
      PUBLIC_URL: 'x',
      DATABASE_URL: 'x',
      MASTER_KEY: 'x',
      SMTP_URL: 'x',
      MAIL_FROM: 'x',
      LOG_LEVEL: 'x',
      RATE_LIMIT_ADDRESS: 'x',
    }).map((line) => line.split(':')[0] ?? '');
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'MAIL_FROM',
      'MASTER_KEY',
      'PORT',
      'PUBLIC_URL',
      'RATE_LIMIT_ADDRESS',
      'ROLE',
      'SMTP_URL',
    ]);
  });

  test('does not report an invalid setting as missing', () => {
    const named = (environment: Record<string, string>) => faults(environment).map((line) => line.split(':')[0] ?? '');
    expect(named({ ROLE: 'web', DATABASE_URL: 'wrong', PUBLIC_URL: 'https://sign.example' })).toEqual(['DATABASE_URL']);
    expect(named({ DATABASE_URL: 'wrong', MIGRATION_DATABASE_URL: 'postgres://db/x' })).toEqual(['DATABASE_URL']);
    expect(named({ HOST: '0.0.0.0', PUBLIC_URL: 'wrong' })).toEqual(['PUBLIC_URL']);
    expect(named({ SMTP_URL: 'wrong' }).toSorted((a, b) => a.localeCompare(b))).toEqual(['MAIL_FROM', 'SMTP_URL']);
  });

  test("reports incomplete DKIM settings, and a domain that differs from the sender's domain", () => {
    const dkim = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'mail', DKIM_KEY: 'dkim.pem' };
    const from = { MAIL_FROM: 'Countersign <sign@mail.example.com>' };
    const { config } = loadConfig({ ...dkim, ...from }) as Extract<ConfigResult, { ok: true }>;
    expect(config.dkim).toMatchObject({ domain: 'example.com', selector: 'mail' });
    expect(faults({ DKIM_DOMAIN: 'example.com', ...from })).toEqual([
      'DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY: must be set together',
    ]);
    expect(faults({ ...dkim, DKIM_DOMAIN: 'elsewhere.example', ...from })[0]).toContain('domain of MAIL_FROM');
    expect(faults({ ...dkim, DKIM_SELECTOR: 'a b', ...from })[0]).toContain('DKIM_SELECTOR');
  });

  test('reports a firewall rule that does not exist', () => {
    expect(faults({ FIREWALL_EXCEPTIONS: 'sql-comment,sql-breakuot@body.title' })).toEqual([
      expect.stringMatching(/^FIREWALL_EXCEPTIONS: .*sql-breakuot is not one of the rules/),
    ]);
    expect(faults({ FIREWALL_EXCEPTIONS: 'sql-comment@' })[0]).toContain('has no field');
    expect(config({ FIREWALL_EXCEPTIONS: 'sql-comment,sql-breakout@body.title' }).firewall?.exceptions).toHaveLength(2);
  });

  test('never repeats values that could be secrets in an error', () => {
    const named = faults({
      DATABASE_URL: 'mysql://app:hunter2@db/x',
      MIGRATION_DATABASE_URL: 'hunter2',
      MASTER_KEY: 'hunter2',
      SMTP_URL: 'smtp://user:hunter2@mail.example.com/inbox',
      PUBLIC_URL: 'ftp://user:hunter2@example.com',
      MAIL_FROM: 'x@example.com',
    });
    expect(named.length).toBeGreaterThan(4);
    expect(named.join('\n')).not.toContain('hunter2');
  });
});

describe('secrets in the configuration', () => {
  const read = config({
    DATABASE_URL: 'postgres://app:hunter2@db/x',
    MIGRATION_DATABASE_URL: 'postgres://owner:hunter2@db/x',
    MASTER_KEY: KEY.toString('hex'),
    SMTP_URL: 'smtp://user:hunter2@mail.example.com',
    MAIL_FROM: 'a@example.com',
  });

  test.each<[string, (value: unknown) => string]>([
    ['inspected', (value) => inspect(value, { depth: null })],
    ['inspected at every depth', (value) => inspect(value, { depth: null, showHidden: true, getters: true })],
    [
      'inspected without their own inspection method',
      (value) => inspect(value, { depth: null, customInspect: false, showHidden: true }),
    ],
    ['converted to JSON', (value) => JSON.stringify(value)],
    ['spread and listed', (value) => JSON.stringify({ ...(value as object) }) + Object.entries(value as object).join()],
    [
      'put into the message and cause of an error',
      (value) => inspect(new Error(`cannot use ${JSON.stringify(value)}`, { cause: value })),
    ],
  ])('does not show secrets when the configuration is %s', (_name, print) => {
    const printed = print(read);
    expect(printed).not.toMatch(/hunter2/);
    expect(printed).not.toContain(KEY.toString('hex'));
  });

  test('shows secrets as asterisks and reveals them only on request', () => {
    const secret = new Secret('hunter2');
    expect([
      String(secret),
      `${secret.toString()}`,
      JSON.stringify({ secret }),
      inspect(secret),
      secret.reveal(),
    ]).toEqual(['***', '***', '{"secret":"***"}', '***', 'hunter2']);
    expect(inspect(secret, { customInspect: false, showHidden: true })).not.toContain('hunter2');
  });
});

describe('WEBHOOK_ALLOW', () => {
  test('accepts names, addresses and network blocks in WEBHOOK_ALLOW', () => {
    expect(config({ WEBHOOK_ALLOW: 'hooks.internal, 10.1.0.0/16,::1' }).webhookAllow).toEqual([
      'hooks.internal',
      '10.1.0.0/16',
      '::1',
    ]);
    expect(faults({ WEBHOOK_ALLOW: '10.0.0.0/99' })).toEqual([expect.stringContaining('WEBHOOK_ALLOW')]);
  });
  test.each([{ PUBLIC_URL: 'https://sign.example.com' }, { PUBLIC_URL: 'https://sign.example.com', HOST: '0.0.0.0' }])(
    'requires WEBHOOK_ALLOW_PRIVATE=yes if others can reach the server: %o',
    (environment) => {
      const list = { ...environment, WEBHOOK_ALLOW: '10.0.0.0/8' };
      expect(faults(list)).toEqual([expect.stringContaining('WEBHOOK_ALLOW_PRIVATE=yes')]);
      expect(config({ ...list, WEBHOOK_ALLOW_PRIVATE: 'yes' }).webhookAllow).toEqual(['10.0.0.0/8']);
    },
  );
});

test('archives the write-ahead log of the embedded database only if an archive is configured outside the data and backup folders', () => {
  const archiveOf = (environment: Record<string, string>) => {
    const result = loadConfig(environment);
    return result.ok ? result.config.backups.archive : result.faults;
  };
  expect(archiveOf({})).toBeUndefined();
  expect(archiveOf({ WAL_ARCHIVE_FOLDER: '/archive' })).toEqual({ folder: '/archive', days: 14 });
  expect(archiveOf({ WAL_ARCHIVE_FOLDER: '/archive', WAL_ARCHIVE: 'off' })).toBeUndefined();
  expect(archiveOf({ WAL_ARCHIVE: 's3' })).toEqual([
    'WAL_ARCHIVE: s3 requires BACKUP_TARGET=s3, because the archive uses the same bucket',
  ]);
  expect(archiveOf({ DATA_DIR: '/data', WAL_ARCHIVE_FOLDER: '/data/archive' })).toEqual([
    'WAL_ARCHIVE_FOLDER: must not be inside DATA_DIR',
  ]);
  expect(archiveOf({ BACKUP_FOLDER: '/backups', WAL_ARCHIVE_FOLDER: '/backups/archive' })).toEqual([
    'WAL_ARCHIVE_FOLDER: must not overlap with BACKUP_FOLDER',
  ]);
  expect(archiveOf({ DATABASE_URL: 'postgres://db/sign', WAL_ARCHIVE_FOLDER: '/archive' })).toEqual([
    'WAL_ARCHIVE_FOLDER: applies only to the embedded database; archive the log of your own PostgreSQL with its own tools',
  ]);
});

test('schedules backups if a backup location is configured, unless the settings say otherwise', () => {
  const backupsOf = (environment: Record<string, string>) => {
    const result = loadConfig(environment);
    return result.ok ? result.config.backups : result.faults;
  };
  expect(backupsOf({})).toMatchObject({ schedule: undefined, keep: { daily: 7, weekly: 4, monthly: 12 } });
  expect(backupsOf({ BACKUP_FOLDER: '/backups' })).toMatchObject({ schedule: { hour: 2, minute: 0 } });
  expect(backupsOf({ BACKUP_FOLDER: '/backups', BACKUP_SCHEDULE: 'off' })).toMatchObject({ schedule: undefined });
  expect(backupsOf({ BACKUP_SCHEDULE: '23:45', BACKUP_KEEP: '3, 2, 0' })).toMatchObject({
    schedule: { hour: 23, minute: 45 },
    keep: { daily: 3, weekly: 2, monthly: 0 },
  });
  expect(backupsOf({ BACKUP_SCHEDULE: '24:00', BACKUP_KEEP: '7' })).toEqual([
    'BACKUP_SCHEDULE: must be a time of day (UTC) such as 02:00, or off',
    'BACKUP_KEEP: must be three numbers, for days, weeks and months, such as 7,4,12',
  ]);
});

describe('FAILPOINT', () => {
  const LOOPBACK = { publicUrl: undefined };

  test('sets no failpoint if FAILPOINT is missing or empty', () => {
    expect(failpointSetting({}, LOOPBACK)).toBeUndefined();
    expect(failpointSetting({ FAILPOINT: '', FAILPOINTS_ALLOWED: 'yes' }, LOOPBACK)).toBeUndefined();
  });

  test('sets a failpoint for the first pass by default, or for the pass in the setting', () => {
    const armed = (setting: string) => failpointSetting({ FAILPOINT: setting, FAILPOINTS_ALLOWED: 'yes' }, LOOPBACK);
    expect(armed('sign.built')).toEqual({ point: 'sign.built', time: 1 });
    expect(armed('sign.built:12')).toEqual({ point: 'sign.built', time: 12 });
  });

  test('accepts failpoints in a web process or worker with a local address', () => {
    const setting = { FAILPOINT: 'void.before-commit', FAILPOINTS_ALLOWED: 'yes' };
    expect(failpointSetting(setting, { publicUrl: 'http://localhost:1' })).toEqual({
      point: 'void.before-commit',
      time: 1,
    });
  });

  test.each(['sign', 'sign.built:0', 'sign.built:', 'sign.built:1:2', ':1', 'constructor'])(
    'rejects the failpoint setting "%s"',
    (setting) => {
      expect(() => failpointSetting({ FAILPOINT: setting, FAILPOINTS_ALLOWED: 'yes' }, LOOPBACK)).toThrow(
        'there is no failpoint',
      );
    },
  );

  test('rejects failpoints if FAILPOINTS_ALLOWED is not set, or on a server with a public address', () => {
    const refused = /only for tests on a single machine/;
    expect(() => failpointSetting({ FAILPOINT: 'sign.built' }, LOOPBACK)).toThrow(refused);
    expect(() => failpointSetting({ FAILPOINT: 'sign.built', FAILPOINTS_ALLOWED: '1' }, LOOPBACK)).toThrow(refused);
    const publicUrl = 'https://sign.example.com';
    expect(() => failpointSetting({ FAILPOINT: 'sign.built', FAILPOINTS_ALLOWED: 'yes' }, { publicUrl })).toThrow(
      refused,
    );
  });
});
