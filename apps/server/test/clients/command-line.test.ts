/** Runs the commands that call a server, as a shell would. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrapWebhook } from '../../../../packages/sdk/src/index.ts';
import { cli, program } from '../../../../packages/cli/test/harness.ts';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { openReceiver } from '../support/receiver.ts';
import { sandbox } from '../support/sandbox.ts';
import { makeTemplate, templateKey } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { addWebhook, LOOPBACK } from '../support/webhooks.ts';

const BIN = path.resolve(import.meta.dirname, '../../../../packages/cli/bin/countersign.mjs');
const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const { bearer: apiKey = '' } = app.key.credential;
let folder = '';
let pdf = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-command-line-'));
  pdf = path.join(folder, 'lease.pdf');
  await writeFile(pdf, makePdf());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = () => ({
  PATH: process.env['PATH'],
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  COUNTERSIGN_API_KEY: apiKey,
  COUNTERSIGN_URL: app.url,
});

/** Runs a command with the API key in the environment, and checks that no output contains the key. */
async function run(...args: string[]) {
  const { code, out, error } = await program(args, environment());
  expect(out + error).not.toContain(apiKey);
  expect(error).not.toMatch(/\n\s+at /);
  return { code, out, error };
}

/** Returns the result of a successful command. */
async function json(...args: string[]): Promise<{ document: { id: string }; documents: unknown }> {
  const { code, out, error } = await run(...args, '--json');
  expect(code, out + error).toBe(0);
  return JSON.parse(out);
}

async function sign(documentId: string, email: string): Promise<void> {
  const headers = { authorization: `Bearer ${await app.link(email)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ consent: true, signature: { type: 'typed', data: 'Ada Lovelace' } });
  const answer = await fetch(`${app.url}/api/documents/${documentId}/sign`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

test('sends a file, watches the document, and downloads and verifies the signed file', async () => {
  const { email } = app.person();
  const sent = await json(
    'send',
    pdf,
    '--to',
    `Ada Lovelace <${email}>`,
    '--title',
    'Lease 4B',
    '--metadata',
    'flat=4',
  );
  const { id } = sent.document;
  expect(sent.document).toMatchObject({ title: 'Lease 4B', status: 'in-progress', metadata: { flat: '4' } });
  expect((await run('status', id)).out).toContain(`Ada Lovelace <${email}>  pending-signature`);
  const watching = run('watch', id);
  await sign(id, email);
  expect(await watching).toMatchObject({ code: 0, out: expect.stringContaining('Lease 4B is completed.') });
  const file = path.join(folder, 'signed.pdf');
  expect(await run('download', id, '--out', file)).toMatchObject({ code: 0 });
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await run('download', id, '--out', file)).toMatchObject({
    code: 1,
    error: expect.stringContaining('--force'),
  });
  expect(await run('verify', id)).toMatchObject({ code: 0, out: expect.stringMatching(/^Valid: /) });
  const root = path.join(folder, 'root.pem');
  await writeFile(root, await (await fetch(`${app.url}/pki/live/root.pem`)).text());
  expect(await run('verify', file, '--trust', root)).toMatchObject({ code: 0 });
  const trail = await run('audit', id);
  expect(trail).toMatchObject({ code: 0, out: expect.stringContaining('The audit trail is consistent.') });
  const listed = await json('list', '--status', 'completed', '--limit', '1');
  expect(listed.documents).toMatchObject([{ id }]);
}, 60_000);

test('uploads a draft, sends the document with a copy recipient, sends a reminder and voids the document', async () => {
  const { email } = app.person();
  const { id } = (await json('upload', pdf)).document;
  await json('send', id, '--to', `Ada <${email}>`, '--cc', `Bob <${app.person().email}>`, '--sequential');
  expect(await run('remind', id)).toMatchObject({ code: 0, out: expect.stringContaining(`${email}  reminded`) });
  // A recipient gets at most one reminder per hour.
  expect(await run('remind', id)).toMatchObject({ code: 1, out: expect.stringContaining(`${email}  skipped`) });
  expect(await run('void', id)).toMatchObject({ code: 64 });
  expect(await run('void', id, '--reason', 'Wrong file')).toMatchObject({ code: 0 });
  expect(await run('watch', id)).toMatchObject({ code: 1, error: expect.stringContaining('"voided"') });
}, 60_000);

test.each([
  ['an unknown document', ['status', 'doc_00000000000000000000000000'], 1, 'DOCUMENT_NOT_FOUND'],
  ['an invalid address', ['send', 'lease.pdf', '--to', 'Ada <ada@localhost>'], 1, 'validation_error'],
])('reports the error for %s as JSON, with the error code', async (_what, [name = '', ...args], code, expected) => {
  const { code: exit, out } = await run(name, ...args.map((one) => (one === 'lease.pdf' ? pdf : one)), '--json');
  const { error, command } = JSON.parse(out);
  expect([exit, command, error.code]).toEqual([code, name, expected]);
  expect(error.requestId).toMatch(/^req_/);
});

test.each([
  ['without an API key', { COUNTERSIGN_API_KEY: '' }, ['list'], 77, 'You are not signed in.'],
  ['with an unknown API key', { COUNTERSIGN_API_KEY: `sk_live_${'0'.repeat(64)}` }, ['list'], 77, 'key'],
  ['without a server', { COUNTERSIGN_URL: 'http://127.0.0.1:1' }, ['list'], 69, 'cannot be reached'],
  ['over HTTP to another machine', { COUNTERSIGN_URL: 'http://sign.example.com' }, ['list'], 64, 'Use https'],
  ['without a file', {}, ['upload', 'missing.pdf'], 66, 'The file missing.pdf does not exist.'],
  ['with an unknown option', {}, ['list', '--nothing'], 64, "Unknown option '--nothing'"],
])('exits with the expected code when started %s', async (_when, env, args, code, text) => {
  const ran = await program(args, { ...environment(), ...env });
  expect(ran).toMatchObject({ code, error: expect.stringContaining(text) });
});

test('saves a piped API key in a file that only its owner can read, and deletes the file on request', async () => {
  const env = { ...environment(), COUNTERSIGN_API_KEY: undefined };
  const login = (...args: string[]) =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      const child = spawn(process.execPath, [BIN, 'login', ...args], { env });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => (text += part));
      child.on('close', (code) => resolve({ code, text }));
      child.stdin.on('error', () => {}).end(`${apiKey}\n`);
    });
  expect(await login(app.url, '--key', apiKey)).toMatchObject({ code: 64 });
  const { code, text } = await login(app.url, '--key', '--profile', 'work');
  expect([code, text]).toEqual([0, expect.stringContaining('Signed in to')]);
  expect(text).not.toContain(apiKey);
  const file = path.join(folder, 'config/countersign/credentials.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(path.dirname(file))).toEqual(['credentials.json']);
  const who = await program(['whoami', '--profile', 'work'], env);
  expect(who).toMatchObject({ code: 0, out: expect.stringContaining(app.url) });
  expect(who.out).not.toContain(apiKey);
  expect(await program(['logout', '--profile', 'work'], env)).toMatchObject({ code: 0 });
  expect(await readFile(file, 'utf8')).not.toContain(apiKey);
  expect(await program(['whoami', '--profile', 'work'], env)).toMatchObject({ code: 77 });
}, 30_000);

test('triggers events in the sandbox and forwards them with the same signature as webhooks', async () => {
  const { bearer = '' } = (await (await sandbox(app)).makeKey(['documents:read', 'documents:write'])).credential;
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const env = { ...environment(), COUNTERSIGN_API_KEY: bearer, COUNTERSIGN_LISTEN_SECRET: secret };
  await addWebhook(app, { url: `${receiver.url}/real` }, { prefix: '/sandbox' });
  const child = spawn(process.execPath, [BIN, 'listen', '--forward-to', `${receiver.url}/local`], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  try {
    await until('the start of the listen command', () => text.includes(`Signing secret: ${secret}`));
    const kinds = 'created scheduled unscheduled sent viewed signed completed voided expired'.split(' ');
    const caused = [
      ...kinds.map((kind) => `document.${kind}`),
      'recipient.started',
      'recipient.completed',
      'recipient.declined',
    ];
    for (const kind of caused) {
      const { code, out, error } = await cli(['trigger', kind, '--json'], env, app.clock.now());
      expect(code, error).toBe(0);
      const { documentId } = JSON.parse(out) as { documentId: string };
      const isOf = ({ headers, body }: { headers: object; body: string }) =>
        Object.entries(headers).some(([name, value]) => name === 'x-service-event' && value === kind) &&
        body.includes(documentId);
      const [local, real] = await until(`${kind} at both addresses`, () => {
        const found = ['/hooks/local', '/hooks/real'].map((path) =>
          receiver.received.find((one) => one.path === path && isOf(one)),
        );
        return found.every((one) => one !== undefined) && found;
      });
      expect(local?.body).toBe(real?.body);
      const names = (one: typeof local) =>
        Object.keys(one?.headers ?? {}).filter((name) => /^(x-service|webhook|content-type|user-agent)/.test(name));
      expect(names(local).toSorted()).toEqual(names(real).toSorted());
      const given = { body: local?.body ?? '', headers: local?.headers as Record<string, string> };
      expect(await unwrapWebhook(given, secret)).toMatchObject({ type: kind });
    }
  } finally {
    child.kill('SIGINT');
  }
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect(text).toContain('document.completed  doc_');
  expect(text).not.toContain(bearer);
}, 90_000);

test('does not trigger events or advance the clock outside the sandbox', async () => {
  for (const args of [
    ['trigger', 'document.sent'],
    ['clock', 'advance', '1d'],
  ])
    expect(await cli(args, environment())).toMatchObject({
      code: 64,
      error: expect.stringContaining('only in the sandbox'),
    });
  const { bearer = '' } = (await sandbox(app)).key.credential;
  const env = { ...environment(), COUNTERSIGN_API_KEY: bearer };
  expect(await cli(['clock', 'advance', '2h'], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('7,200 seconds'),
  });
  expect(await cli(['clock', 'advance', 'soon'], env)).toMatchObject({ code: 64 });
  expect(await cli(['trigger', 'document.signed2'], env)).toMatchObject({ code: 64 });
});

test('checks a bulk send before it starts, and reports invalid rows', async () => {
  const key = await templateKey(app);
  const { id } = await makeTemplate(key);
  const env = { ...environment(), COUNTERSIGN_API_KEY: key.credential.bearer };
  const header = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email';
  const file = path.join(folder, 'people.csv');
  await writeFile(
    file,
    `${header}\nAda,${app.person().email},Bob,${app.person().email}\nEve,nobody,Bob,${app.person().email}\n`,
  );
  const checked = await cli(['bulk', 'send', file, '--template', id, '--check'], env);
  expect(checked).toMatchObject({ code: 1, out: expect.stringContaining('2 rows, 1 wrong\n  row 2, Tenant.email') });
  expect(await cli(['bulk', 'send', file, '--template', id, '--all-or-nothing'], env)).toMatchObject({ code: 1 });
  const started = await cli(['bulk', 'send', file, '--template', id], env);
  expect(started).toMatchObject({
    code: 0,
    out: expect.stringContaining('Started the bulk send'),
  });
});

test('autocompletes the commands and options of the command-line client in bash', async () => {
  const { out } = await cli(['completion', 'bash']);
  const script = `${out}
complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=(); _countersign; echo "\${COMPREPLY[*]}"; }
complete_line countersign li
complete_line countersign list --status c
complete_line countersign bulk s
complete_line countersign bulk send --t`;
  const child = spawn('bash', ['-c', script]);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  await new Promise((resolve) => child.on('close', resolve));
  expect(text.split('\n')).toEqual(['list listen', 'completed', 'send', '--template --title', '']);
});

test('pulls a template, pushes changes to its fields and its file, and detects changes by other users', async () => {
  const key = await templateKey(app);
  const { id } = await makeTemplate(key);
  const env = { ...environment(), COUNTERSIGN_API_KEY: key.credential.bearer };
  const at = path.join(folder, 'templates/lease');
  const command = async (...args: string[]) => {
    const { code, out, error } = await cli([...args, '--json'], env);
    return { code, error, template: (JSON.parse(out) as { template?: { id: string; version: number } }).template };
  };
  expect((await cli(['templates', 'list'], env)).out).toContain(id);
  expect(await command('templates', 'pull', id, at)).toMatchObject({ code: 0, template: { id } });
  const manifest = path.join(at, 'template.json');
  const edit = async (change: object) =>
    writeFile(manifest, JSON.stringify({ ...(JSON.parse(await readFile(manifest, 'utf8')) as object), ...change }));
  // Nothing has changed, so no new version is created.
  expect((await command('templates', 'push', at)).template?.version).toBe(1);
  await edit({ name: 'Lease 2027', emailSubject: 'Your lease' });
  expect(await command('templates', 'push', at)).toMatchObject({
    code: 0,
    template: { version: 2, name: 'Lease 2027' },
  });
  await writeFile(path.join(at, 'template.pdf'), makePdf({ pages: 2 }));
  await edit({ description: 'Two pages' });
  const pushed = await command('templates', 'push', at);
  expect(pushed).toMatchObject({ code: 0, template: { id, page_count: 2, description: 'Two pages' } });
  await key.send('PUT', `/api/templates/${id}/update`, { body: { name: 'By others' } });
  await edit({ name: 'Mine' });
  expect(await command('templates', 'push', at)).toMatchObject({
    code: 1,
    error: expect.stringContaining('Pull the template first'),
  });
  const copied = await command('templates', 'push', at, '--new');
  expect(copied).toMatchObject({ code: 0, template: { version: 1, name: 'Mine' } });
  expect(copied.template?.id).not.toBe(id);
  await edit({ colour: 'red' });
  expect(await command('templates', 'push', at)).toMatchObject({
    code: 64,
    error: expect.stringContaining('"colour"'),
  });
  expect(await command('templates', 'pull', id, at)).toMatchObject({ code: 64 });
});
