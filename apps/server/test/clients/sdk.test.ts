/** Tests the SDK as developers install it: packed, installed in an empty project, and used on a running server. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as PublicPackage from '../../../../packages/sdk/src/browser.ts';
import type * as Package from '../../../../packages/sdk/src/index.ts';
import { webhookHeaders } from '../../src/platform/crypto/webhook-signature.ts';
import { codeBlocks } from '../../../../scripts/code-blocks.ts';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { openReceiver } from '../support/receiver.ts';
import { sandbox } from '../support/sandbox.ts';
import { LOOPBACK } from '../support/webhooks.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const { bearer: apiKey = '' } = app.key.credential;

let folder = '';
let tarball = '';
let Sdk: typeof Package;
let countersign: Package.Countersign;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-sdk-'));
  await run(process.execPath, [path.join(ROOT, 'packages/sdk/build/build.mjs')]);
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: path.join(ROOT, 'packages/sdk') });
  tarball = path.join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '');
  await writeFile(path.join(folder, 'lease.pdf'), makePdf());
  await writeFile(path.join(folder, 'package.json'), '{"type":"module","private":true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  Sdk = await import(/* @vite-ignore */ path.join(folder, 'node_modules/@countersign/sdk/dist/index.js'));
  countersign = new Sdk.Countersign({ apiKey, baseUrl: app.url });
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const person = () => {
  const { email } = app.person();
  return { email, name: 'Ada Lovelace' };
};

test('installs the SDK without dependencies, and compiles its types in a strict project with the code of all guides', async () => {
  expect(await readdir(path.join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@countersign']);
  const guides = path.join(ROOT, 'docs/guides');
  for (const name of await readdir(guides)) {
    const blocks = codeBlocks(await readFile(path.join(guides, name), 'utf8'), 'ts');
    await writeFile(path.join(folder, `guide-${path.basename(name, '.md')}.ts`), `${blocks.join('\n')}\nexport {};`);
  }
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
  };
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['guide-*.ts'] }),
  );
  const tsc = path.join(ROOT, 'node_modules/@typescript/native/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('takes newcomers from npm init to a verified signed file in at most 20 lines', async () => {
  const page = await readFile(path.join(ROOT, 'docs/start/twenty-lines.md'), 'utf8');
  const [install = '', start = '', ...otherCommands] = codeBlocks(page, 'sh');
  const [script = '', ...otherScripts] = codeBlocks(page, 'js');
  expect([otherCommands, otherScripts]).toEqual([[], []]);
  expect(`${install}${script}${start}`.trim().split('\n').length).toBeLessThanOrEqual(20);

  const empty = await mkdtemp(path.join(folder, 'newcomer-'));
  await writeFile(path.join(empty, 'lease.pdf'), makePdf());
  await writeFile(path.join(empty, 'sign.mjs'), script);
  const { credential } = (await sandbox(app)).key;
  // The packed SDK is installed from disk, not from the registry.
  const commands = `${install.replace('@countersign/sdk', `--offline --no-audit --no-fund ${tarball}`)}${start}`;
  expect(commands).toContain(tarball);
  const env = { ...process.env, COUNTERSIGN_API_KEY: credential.bearer, COUNTERSIGN_URL: app.url };
  const { stdout } = await run('bash', ['-euc', commands], { cwd: empty, env });
  const says = stdout.trim().split('\n').at(-1) ?? '';
  expect(page).toContain(`prints \`${says}\``);
  expect((await readFile(path.join(empty, 'signed.pdf'))).toString('latin1')).toContain('/ETSI.RFC3161');
}, 60_000);

test("runs the README's code, which sends and signs a document, waits for its completion and receives the webhook", async () => {
  const { email } = person();
  const text = await readFile(path.join(ROOT, 'packages/sdk/README.md'), 'utf8');
  const [send = '', sign = '', receive = '', ...others] = codeBlocks(text, 'ts');
  expect(others).toEqual([]);
  const files = { 'readme-send.mjs': send, 'readme-sign.mjs': sign, 'readme-receive.ts': receive };
  for (const [name, code] of Object.entries(files))
    await writeFile(
      path.join(folder, name),
      code.replaceAll('https://sign.example.com', app.url).replaceAll('ada@example.com', email),
    );
  await writeFile(path.join(folder, 'page.mjs'), 'globalThis.location = { hash: `#${process.env.TOKEN}` };');
  const start = (file: string, env: Record<string, string>) =>
    run(process.execPath, ['--import', './page.mjs', file], { cwd: folder, env: { ...process.env, ...env } });
  const sending = start('readme-send.mjs', { COUNTERSIGN_API_KEY: apiKey });
  await start('readme-sign.mjs', { TOKEN: await app.link(email) });
  await sending;
  expect((await readFile(path.join(folder, 'lease-signed.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');

  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ id: 'evt_1', type: 'document.completed', data: { object: { documentId: 'doc_1' } } });
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = webhookHeaders({ current: secret }, { id: 'evt_1', timestamp, body: Buffer.from(body) });
  const main = `import { POST } from './readme-receive.ts';
const { status } = await POST(new Request('http://localhost/', ${JSON.stringify({ method: 'POST', body, headers })}));
console.log(status);`;
  await writeFile(path.join(folder, 'readme-main.mjs'), main);
  const { stdout } = await start('readme-main.mjs', { WEBHOOK_SECRET: secret });
  expect(stdout.trim().split('\n')).toEqual(['doc_1', '200']);
}, 60_000);

test('provides the SDK for browsers as a single file that is smaller than 15 kB compressed, and rejects an API key as the token', async () => {
  const file = path.join(folder, 'node_modules/@countersign/sdk/dist/browser.js');
  const text = await readFile(file, 'utf8');
  expect(gzipSync(text).length).toBeLessThan(15_000);
  expect(text).not.toMatch(/\bimport\b[^*]*from|import\(/);
  const { PublicCountersign } = (await import(/* @vite-ignore */ file)) as typeof PublicPackage;
  expect(() => new PublicCountersign({ token: apiKey })).toThrow(TypeError);
  const { verification } = new PublicCountersign({ baseUrl: app.url });
  const { isValid } = await verification.verifyFile({ file: new Blob([makePdf()]) });
  expect(isValid).toBe(false);
  await expect(verification.verifyFile({ file: 'lease.pdf' })).rejects.toThrow('A browser cannot open a file path.');
});

test('reports the progress of an upload, pages through documents, and downloads files as bytes', async () => {
  const shares: number[] = [];
  const form = { file: { name: 'Größe.pdf', data: makePdf() }, title: 'With progress' };
  const { document } = await countersign.documents.upload(form, { onProgress: (share) => shares.push(share) });
  expect([document.filename, document.title, shares.at(-1)]).toEqual(['Größe.pdf', 'With progress', 1]);
  await countersign.documents.upload({ file: path.join(folder, 'lease.pdf') });
  const listed = [];
  for await (const { id } of countersign.documents.list({ pageSize: 1 })) listed.push(id);
  expect(listed).toContain(document.id);
  expect(new Set(listed).size).toBe(listed.length);
  expect(await countersign.documents.list({ pageSize: 1 }).toArray({ limit: 2 })).toHaveLength(2);
  expect((await countersign.documents.list()).pagination.total).toBe(listed.length);
  expect(await (await countersign.documents.getPage(document.id, '1')).arrayBuffer()).toMatchObject({});
});

test('reports errors with their code, field errors and request ID', async () => {
  const error = (await countersign.documents
    .get('doc_00000000000000000000000000')
    .catch((cause: unknown) => cause)) as InstanceType<typeof Sdk.ApiError>;
  expect(error).toBeInstanceOf(Sdk.ApiError);
  expect(error).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND', isOutcomeUnknown: false });
  expect(error.requestId).toMatch(/^req_/);
  const invalid = await countersign.documents
    .createAndSend(makePdf(), [{ email: 'nobody', name: 'A' }])
    .catch((cause: unknown) => cause);
  expect(invalid).toMatchObject({ status: 422, faults: [{ field: 'signers[0].email' }] });
  expect(JSON.stringify(error) + String(error)).not.toContain(apiKey);
});

test('stops waiting if the document is declined or voided, or if the wait takes too long', async () => {
  const { document } = await countersign.documents.createAndSend(makePdf(), [person()]);
  await expect(countersign.documents.waitUntilCompleted(document.id, { timeoutMs: 50 })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  // The error handler is added before the document is voided. Otherwise, the wait could fail unhandled before the
  // response to the void request arrives.
  const ended = countersign.documents.waitUntilCompleted(document.id).catch((error: unknown) => error);
  await countersign.documents.void(document.id, { reason: 'Wrong file' });
  expect(await ended).toMatchObject({ name: 'DocumentEndedError', status: 'voided', documentId: document.id });
});

test('verifies a delivery from the server, and rejects a delivery signed with another secret', async () => {
  const { webhook } = await countersign.webhooks.create({ url: receiver.url, events: ['document.sent'] });
  const { document } = await countersign.documents.createAndSend(makePdf(), [person()]);
  const [delivery] = await receiver.count(1);
  if (delivery === undefined) throw new Error('The receiver got no delivery.');
  const request = new Request(receiver.url, {
    method: 'POST',
    body: delivery.body,
    headers: delivery.headers as Record<string, string>,
  });
  // The test server has its own clock.
  const now = Number(delivery.headers['webhook-timestamp']) * 1000;
  const event = await countersign.unwrapWebhook(request.clone(), webhook.secret, { now });
  expect(event).toMatchObject({ type: 'document.sent', data: { object: { documentId: document.id } } });
  await expect(countersign.unwrapWebhook(request, 'whsec_AAAA', { now })).rejects.toMatchObject({
    code: 'WRONG_SIGNATURE',
  });
  await countersign.webhooks.delete(webhook.id);
});

test('listens to events and resumes after the last received event', async () => {
  const stop = new AbortController();
  const opened = Promise.withResolvers<void>();
  const events = countersign.events.listen({ signal: stop.signal, onOpen: opened.resolve });
  const next = events.next();
  await opened.promise;
  const { document } = await countersign.documents.upload({ file: makePdf() });
  const isOf = (id: string, event: Package.LiveEvent | void) => event?.data.object['documentId'] === id;
  let { value } = await next;
  // Events of the tests above can still arrive, such as the completion of a document.
  while (!isOf(document.id, value)) ({ value } = await events.next());
  expect(value?.type).toBe('document.created');
  const { document: missed } = await countersign.documents.createAndSend(makePdf(), [person()]);
  stop.abort(new Error('enough'));
  await events.return();
  const later = countersign.events.listen({ lastEventId: value?.id });
  do {
    ({ value } = await later.next());
    expect(isOf(document.id, value), 'the last received event is not repeated').toBe(false);
  } while (!isOf(missed.id, value));
  expect(value?.type).toBe('document.created');
  await later.return();
});
