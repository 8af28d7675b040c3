/** Tests the setup by command and by settings on fresh data folders, as scripts and containers run it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { Client } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { loadConfig } from '../../src/main/config.ts';
import { runConsole } from '../../src/main/console.ts';
import { systemClock } from '../../src/platform/ports/clock.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { runMain } from './run-main.ts';

const LIMIT_MS = 60_000;
const EMAIL = 'grace@northwind.example';
const PASSWORD = 'correct horse battery staple';
const NAMES = ['--organization', 'Northwind Trading', '--email', EMAIL];

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-init-'));
  dataDir = path.join(folder, 'data');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
});
const settings = (more: Record<string, string> = {}) => ({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...more });

async function init(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const command = runMain(settings({ PORT: '3000' }), 'pipe', ['init', ...words]);
  const code = await command.exited;
  return { code, out: command.logged(), err: command.said() };
}

async function stop(server: ReturnType<typeof runMain>): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}

function resetPassword(url: string, token: string | undefined): Promise<Response> {
  return fetch(`${url}/api/auth/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: PASSWORD }),
  });
}

test(
  'creates an organization, an owner and a working key in an empty data folder, and rejects a second run',
  { timeout: LIMIT_MS },
  async () => {
    const done = await init(...NAMES, '--api-key');
    expect(done, done.err).toMatchObject({ code: 0, err: '' });
    const made = JSON.parse(done.out);
    expect(made).toMatchObject({
      created: true,
      organizationId: expect.stringMatching(/^org_/),
      userId: expect.stringMatching(/^usr_/),
      email: EMAIL,
      apiKey: expect.stringMatching(/^sk_live_/),
      passwordUrl: expect.stringMatching(/^http:\/\/localhost:3000\/reset-password#/),
    });

    const again = await init(...NAMES, '--api-key');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('already has an organization');
    expect(await init(...NAMES, '--if-needed')).toEqual({ code: 0, out: '{"created":false}\n', err: '' });

    const server = runMain(settings());
    const url = await server.listening();
    expect(server.said()).not.toContain('/setup#');
    const upload = await new Client(url, { bearer: made.apiKey }).upload(samplePdf(), 'Contract.pdf');
    expect(upload.id).toMatch(/^doc_/);

    const [, token] = made.passwordUrl.split('#');
    expect((await resetPassword(url, token)).status).toBe(200);
    const owner = new Client(url);
    await owner.logIn({ email: EMAIL, password: PASSWORD });
    await stop(server);
  },
);

/** Runs the command in this process, which is faster. */
async function initHere(...words: string[]): Promise<{ code: number | undefined; out: string; err: string }> {
  const loaded = loadConfig(settings());
  if (!loaded.ok) throw new Error(loaded.faults.join());
  const lines = { out: '', err: '' };
  const io = {
    out: (text: string) => void (lines.out += text),
    err: (text: string) => void (lines.err += text),
  };
  return { code: await runConsole(loaded.config, ['init', ...words], io, systemClock), ...lines };
}

test('names an invalid value and creates no files', { timeout: LIMIT_MS }, async () => {
  expect((await initHere('--organization', 'Northwind Trading')).code).toBe(64);
  const address = await initHere('--organization', 'Northwind Trading', '--email', 'grace');
  expect(address).toMatchObject({ code: 1, err: '--email must be an e-mail address' });
  expect(existsSync(dataDir)).toBe(false);

  await copyDataFolder(dataDir);
  const weak = path.join(folder, 'weak');
  writeFileSync(weak, 'password1234\n');
  const refused = await initHere(...NAMES, '--password-file', weak);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('--password-file: the password is easy to guess');
  expect((await initHere(...NAMES, '--password-file', path.join(folder, 'absent'))).err).toContain(
    'absent cannot be read',
  );
  expect(JSON.parse((await initHere(...NAMES, '--if-needed')).out)).toMatchObject({ created: true });
});

test(
  'sets up the installation from settings at the first start only, and writes the key to an owner-only file',
  { timeout: LIMIT_MS },
  async () => {
    await copyDataFolder(dataDir);
    const passwordFile = path.join(folder, 'password');
    const keyFile = path.join(folder, 'key');
    const wanted = settings({
      INIT_ORGANIZATION: 'Northwind Trading',
      INIT_EMAIL: EMAIL,
      INIT_NAME: 'Grace Hopper',
      INIT_PASSWORD_FILE: passwordFile,
      INIT_API_KEY_FILE: keyFile,
    });
    const early = runMain(wanted);
    expect(await early.exited).toBe(78);
    expect(early.said()).toMatch(/^countersign: INIT_PASSWORD_FILE: \S+password cannot be read \(ENOENT\)\n$/);

    writeFileSync(passwordFile, `${PASSWORD}\n`);
    writeFileSync(keyFile, 'not a key');
    const occupied = runMain(wanted);
    expect(await occupied.exited).toBe(78);
    expect(occupied.said()).toMatch(/^countersign: INIT_API_KEY_FILE: \S+key exists and does not contain an API key/);
    expect(readFileSync(keyFile, 'utf8')).toBe('not a key');
    rmSync(keyFile);

    const first = runMain(wanted);
    const url = await first.listening();
    expect(first.said()).not.toMatch(/setup#|reset-password#/);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const bearer = readFileSync(keyFile, 'utf8').trim();
    expect(first.said() + first.logged()).not.toContain(bearer);
    await new Client(url).logIn({ email: EMAIL, password: PASSWORD });
    expect((await new Client(url, { bearer }).upload(samplePdf(), 'Contract.pdf')).id).toMatch(/^doc_/);
    await stop(first);

    rmSync(passwordFile);
    const second = runMain(wanted);
    await second.listening();
    expect(readFileSync(keyFile, 'utf8').trim()).toBe(bearer);
    await stop(second);
  },
);

test('exits with code 78 if settings are incomplete or wrong', { timeout: LIMIT_MS }, async () => {
  const server = runMain(settings({ INIT_EMAIL: 'grace', INIT_NAME: 'Grace' }));
  expect(await server.exited).toBe(78);
  expect(server.said()).toContain('countersign: INIT_EMAIL: must be an e-mail address');
  expect(server.said()).toContain('countersign: INIT_ORGANIZATION: is required with INIT_EMAIL, INIT_NAME');
});

test(
  "prints a link that sets the owner's password if the settings name no password file",
  { timeout: LIMIT_MS },
  async () => {
    await copyDataFolder(dataDir);
    const server = runMain(settings({ INIT_ORGANIZATION: 'Northwind Trading', INIT_EMAIL: EMAIL }));
    const url = await server.listening();
    const [, page, token] = /\n\s+(\S+)#(\S+)\n/.exec(server.said()) ?? [];
    expect(page).toBe(`${url}/reset-password`);
    expect((await resetPassword(url, token)).status).toBe(200);
    await new Client(url).logIn({ email: EMAIL, password: PASSWORD });
    await stop(server);
  },
);
