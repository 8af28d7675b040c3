/** Runs the code in docs/guides in the same way as a reader. All blocks in one language form one program, in order. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from '../../../../scripts/code-blocks.ts';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { webhookHeaders } from '../../src/platform/crypto/webhook-signature.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { openReceiver } from '../support/receiver.ts';
import { sandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';
import { LOOPBACK } from '../support/webhooks.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const EXAMPLE_ADDRESS = 'https://sign.example.com';
const run = promisify(execFile);
const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);
const inSandbox = await sandbox(app);
const key = await inSandbox.makeKey(['documents:read', 'documents:write', 'templates', 'webhooks']);
const { bearer: apiKey = '' } = key.credential;

type Language = 'curl' | 'ts' | 'python';
type Block = { language: string; name: string; code: string };

let folder = '';

beforeAll(async () => {
  outsideTool('curl');
  outsideTool('jq');
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-guides-'));
  // The SDK is linked, as if it were installed. Another test packs and installs it.
  const installed = path.join(folder, 'node_modules/@countersign/sdk');
  await mkdir(installed, { recursive: true });
  await writeFile(
    path.join(installed, 'package.json'),
    JSON.stringify({
      type: 'module',
      exports: { '.': './index.js', './browser': './browser.js', './webhooks': './webhooks.js' },
    }),
  );
  for (const name of ['index', 'browser', 'webhooks'])
    await writeFile(
      path.join(installed, `${name}.js`),
      `export * from ${JSON.stringify(path.join(ROOT, `packages/sdk/src/${name}.ts`))};`,
    );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language = '', name = '', code = '']) => ({ language, name, code }),
  );
}

/** Returns the program in one language. The shell's setup commands are part of the program that uses curl. */
function programOf(blocks: readonly Block[], language: Language): string {
  const own = blocks.filter((block) => block.language === language || (language === 'curl' && block.language === 'sh'));
  const code = own.map((block) => block.code).join('\n');
  return code.replaceAll(EXAMPLE_ADDRESS, app.url).replaceAll('sk_test_…', apiKey);
}

const COMMANDS: Record<Language, (program: string) => [file: string, text: string, command: string, args: string[]]> = {
  curl: (program) => ['program.sh', `set -euo pipefail\n${program}`, 'bash', ['program.sh']],
  ts: (program) => ['program.mts', program, process.execPath, ['program.mts']],
  python: (program) => ['program.py', program, '/usr/bin/python3', ['-W', 'error', 'program.py']],
};

/** Signs each document that is sent to a recipient in the sandbox, until the guide's program has ended. */
async function signEverything(hasEnded: () => boolean): Promise<void> {
  const seen = new Set<string>();
  while (!hasEnded()) {
    const { body } = await key.get<'listMail'>('/sandbox/api/mailbox');
    for (const { id, kind } of body.mails.filter((mail) => mail.kind === 'invitation' && !seen.has(mail.id))) {
      seen.add(id);
      const { mail } = (await key.get<'getMail'>(`/sandbox/api/mailbox/${id}`)).body;
      const token = /\/sign#([\w-]+)/.exec(mail.text)?.[1] ?? `${kind} without a link`;
      const recipient = app.anyone.with({ bearer: token });
      const session = await recipient.post<'openSigningSession'>('/sandbox/api/signing/session', {});
      if (session.status !== 200) continue;
      await recipient.post(`/sandbox/api/documents/${session.body.view.document.id}/sign`, {
        consent: true,
        signature: { type: 'typed', data: 'Ada Lovelace' },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const environment = () => ({
  PATH: process.env['PATH'],
  HOME: folder,
  COUNTERSIGN_URL: app.url,
  COUNTERSIGN_API_KEY: apiKey,
  WEBHOOK_URL: receiver.url,
  PYTHONPATH: path.join(ROOT, 'packages/python'),
  PYTHONDONTWRITEBYTECODE: '1',
});

async function execute(language: Language, blocks: readonly Block[], isSigned: boolean): Promise<string[]> {
  const [file, text, command, args] = COMMANDS[language](programOf(blocks, language));
  const cwd = await mkdtemp(path.join(folder, 'run-'));
  await writeFile(path.join(cwd, 'lease.pdf'), makePdf({ text: 'Tenant' }));
  for (const { name, code } of blocks.filter((block) => block.name !== '')) await writeFile(path.join(cwd, name), code);
  await writeFile(path.join(cwd, file), text);
  let ended = false;
  const signing = isSigned ? signEverything(() => ended) : undefined;
  try {
    const { stdout } = await run(command, args, { cwd, env: environment(), timeout: 60_000 });
    return stdout.trim().split('\n');
  } finally {
    ended = true;
    await signing;
  }
}

/** The guides, each with the output of its programs. */
const GUIDES: Readonly<Record<string, { prints: readonly (string | RegExp)[]; isSigned?: true }>> = {
  'first-document': {
    prints: ['The signature is valid. The document has not been changed since.'],
    isSigned: true,
  },
  fields: { prints: ['signature', 'text'] },
  templates: { prints: ['in-progress'] },
  'bulk-send': { prints: ['0', '2'] },
  'public-links': { prints: [/^http:\/\/\S+\/start#/] },
  webhooks: { prints: ['document.completed'] },
  'in-person': { prints: [/^http:\/\/\S+\/sign#/, 'true'] },
  verification: { prints: [/no signature/i] },
  errors: { prints: ['signers[0].email wrong_format'] },
  idempotency: { prints: ['one document'] },
  // This guide has only manual steps.
  'going-live': { prints: [] },
};

test("defines each guide's variables before its first program", async () => {
  for (const name of Object.keys(GUIDES)) {
    const text = await readFile(path.join(ROOT, `docs/guides/${name}.md`), 'utf8');
    const [beginning = ''] = text.split(/^```(?!sh)/m);
    expect(beginning, name).toContain('Before you start');
    for (const variable of ['COUNTERSIGN_URL', 'COUNTERSIGN_API_KEY', 'WEBHOOK_URL'])
      if (text.includes(variable)) expect(beginning, `${variable} in ${name}`).toContain(variable);
  }
});

test('tests every guide in docs/guides', () => {
  const names = globSync('docs/guides/*.md', { cwd: ROOT }).map((file) => path.basename(file, '.md'));
  expect(Object.keys(GUIDES).toSorted()).toEqual(names.toSorted());
});

test.each(Object.entries(GUIDES))('runs the code of %s with curl, TypeScript and Python', async (name, guide) => {
  const blocks = blocksOf(await readFile(path.join(ROOT, `docs/guides/${name}.md`), 'utf8'));
  for (const { language, code } of blocks) {
    expect(['curl', 'ts', 'js', 'python', 'sh', 'json', 'text']).toContain(language);
    if (language === 'json') expect(() => JSON.parse(code) as unknown, code).not.toThrow();
  }
  if (guide.prints.length === 0) return;
  for (const language of ['curl', 'ts', 'python'] as const) {
    expect(blocks.filter((block) => block.language === language).length, `${language} in ${name}`).toBeGreaterThan(0);
    const lines = await execute(language, blocks, guide.isSigned === true);
    expect(lines.length, `${language}: ${lines.join('\n')}`).toBe(guide.prints.length);
    guide.prints.forEach((line, at) => expect(lines[at], `${language} in ${name}`).toMatch(line));
  }
});

/** Runs the commands of a page in one shell, followed by `last`, which prints a result. */
async function shell(page: string, env: Record<string, string>, last = ''): Promise<string> {
  const blocks = blocksOf(await readFile(path.join(ROOT, page), 'utf8')).filter(({ language }) => language === 'sh');
  const program = [...blocks.map(({ code }) => code), last].join('\n');
  const text = program
    .replaceAll('http://localhost:3000', app.url)
    .replaceAll('sk_live_…', app.key.credential.bearer ?? '')
    .replaceAll('"password": "…"', `"password": "${OWNER.password}"`);
  const cwd = await mkdtemp(path.join(folder, 'shell-'));
  await writeFile(path.join(cwd, 'contract.pdf'), makePdf());
  await writeFile(path.join(cwd, 'program.sh'), `set -euo pipefail\n${text}`);
  const { stdout } = await run('bash', ['program.sh'], { cwd, env: { PATH: process.env['PATH'], ...env } });
  return stdout;
}

test('signs and verifies a document with the commands in docs/start/api.md', async () => {
  expect(await shell('docs/start/api.md', {})).toContain('"isValid": true');
});

test('creates a key, reads an invitation and advances the clock with the commands on the sandbox page', async () => {
  await inSandbox.sent();
  await until('the invitation', async () => {
    const { body } = await key.get<'listMail'>('/sandbox/api/mailbox');
    return body.mails.some(({ kind }) => kind === 'invitation');
  });
  const env = { COUNTERSIGN_URL: app.url, COUNTERSIGN_API_KEY: apiKey };
  const lines = (await shell('docs/integrate/sandbox.md', env, 'echo; echo "token $TOKEN"')).trim().split('\n');
  expect(lines[0]).toMatch(/^sk_test_/);
  expect(lines.at(-1)).toMatch(/^token [\w-]{20,}$/);
});

test('sets allowed origins and creates links with the commands on the embedding page', async () => {
  const { key: liveKey } = await app.makeKey({ scopes: ['admin', 'documents:write'] });
  const { id } = await app.draft();
  const output = await shell('docs/integrate/embedding.md', {
    COUNTERSIGN_URL: app.url,
    COUNTERSIGN_LIVE_KEY: liveKey,
    DOCUMENT_ID: id,
  });
  expect(output).toContain('"allowed_origins":["https://app.example.com","http://localhost:8080"]');
  expect(output).toMatch(/\/prepare\?embed=ten_\w+&origin=\w+#/);

  const sent = await inSandbox.sent();
  const env = { ...environment(), DOCUMENT_ID: sent.id, SIGNER_ID: sent.signers[0]?.id ?? '' };
  const blocks = blocksOf(await readFile(path.join(ROOT, 'docs/integrate/embedding.md'), 'utf8'));
  for (const language of ['curl', 'ts'] as const) {
    const [file, text, command, args] = COMMANDS[language](
      blocks
        .filter((block) => block.language === language)
        .map(({ code }) => code)
        .join('\n'),
    );
    const cwd = await mkdtemp(path.join(folder, 'embed-'));
    await writeFile(path.join(cwd, file), text);
    expect((await run(command, args, { cwd, env })).stdout).toMatch(/\/sign\?embed=ten_\w+#/);
  }
});

/** Runs the server from a guide until `use` has ended. The server prints its URL first. */
async function serving(
  code: string,
  { env, files = {} }: { env: Record<string, string | undefined>; files?: Record<string, string> },
  use: (address: string, lines: () => string[]) => Promise<void>,
): Promise<void> {
  const cwd = await mkdtemp(path.join(folder, 'server-'));
  await writeFile(path.join(cwd, 'server.mjs'), code);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(cwd, name), text);
  const running = run(process.execPath, ['server.mjs'], { cwd, env: { ...environment(), ...env, PORT: '0' } });
  const ended = running.catch((error: { stderr: string }) => error);
  let printed = '';
  running.child.stdout?.on('data', (text) => (printed += String(text)));
  const lines = () => printed.split('\n').slice(0, -1);
  try {
    await use(await until('the address of the server', () => lines()[0]), () => lines().slice(1));
  } finally {
    running.child.kill();
    await ended;
  }
}

test('accepts a genuine event and rejects a forged one in the receiver from the webhook guide', async () => {
  const [code = ''] = codeBlocks(await readFile(path.join(ROOT, 'docs/guides/webhooks.md'), 'utf8'), 'js');
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  await serving(code, { env: { WEBHOOK_SECRET: secret } }, async (address, lines) => {
    const body = JSON.stringify({ id: 'evt_1', type: 'document.completed', data: { object: { documentId: 'doc_1' } } });
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = webhookHeaders({ current: secret }, { id: 'evt_1', timestamp, body: Buffer.from(body) });
    const send = (text: string) => fetch(address, { method: 'POST', body: text, headers });
    expect((await send(`${body} `)).status).toBe(400);
    expect((await send(body)).status).toBe(204);
    await until('the log line of the event', () => lines().length > 0);
    expect(lines()).toEqual(['document.completed doc_1']);
  });
});

test('serves the signing page and creates a signing link with the example server from the embedding page', async () => {
  const read = (name: string) => readFile(path.join(ROOT, 'docs/integrate/examples', name), 'utf8');
  const sent = await inSandbox.sent();
  const env = { DOCUMENT_ID: sent.id, SIGNER_ID: sent.signers[0]?.id };
  await serving(await read('server.mjs'), { env, files: { 'sign.html': await read('sign.html') } }, async (address) => {
    expect(await (await fetch(address)).text()).toContain('<countersign-sign');
    const { url } = (await (await fetch(`${address}/signing-link`, { method: 'POST' })).json()) as { url: string };
    const token = app.secret(new URL(url).hash.slice(1));
    const { body } = await app.anyone.post<'openSigningSession'>('/sandbox/api/signing/session', { token });
    expect(body.view.document.id).toBe(sent.id);
  });
});
