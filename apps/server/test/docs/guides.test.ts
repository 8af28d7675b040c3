/** The code of docs/guides, run as a reader runs it: all blocks of a language, in order, are one program. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
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
  // The SDK as its users import it, without packing and installing it, which another test does.
  const installed = path.join(folder, 'node_modules/@countersign/sdk');
  await mkdir(installed, { recursive: true });
  await writeFile(
    path.join(installed, 'package.json'),
    JSON.stringify({ type: 'module', exports: { '.': './index.js', './browser': './browser.js' } }),
  );
  for (const name of ['index', 'browser'])
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

/** The program of one language. Set-up commands of the shell are part of the one with curl. */
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

/** Signs each document that is sent to a recipient of the sandbox, until the program has ended. */
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

async function execute(language: Language, blocks: readonly Block[], isSigned: boolean): Promise<string[]> {
  const [file, text, command, args] = COMMANDS[language](programOf(blocks, language));
  const cwd = await mkdtemp(path.join(folder, 'run-'));
  await writeFile(path.join(cwd, 'lease.pdf'), makePdf({ text: 'Tenant' }));
  for (const { name, code } of blocks.filter((block) => block.name !== '')) await writeFile(path.join(cwd, name), code);
  await writeFile(path.join(cwd, file), text);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    COUNTERSIGN_URL: app.url,
    COUNTERSIGN_API_KEY: apiKey,
    WEBHOOK_URL: receiver.url,
    PYTHONPATH: path.join(ROOT, 'packages/python'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  let ended = false;
  const signing = isSigned ? signEverything(() => ended) : undefined;
  try {
    const { stdout } = await run(command, args, { cwd, env, timeout: 60_000 });
    return stdout.trim().split('\n');
  } finally {
    ended = true;
    await signing;
  }
}

/** Guide -> what each of its programs prints. */
const GUIDES: Readonly<Record<string, { prints: readonly (string | RegExp)[]; isSigned?: true }>> = {
  'first-document': {
    prints: ['The signature is valid. The document has not been changed since.'],
    isSigned: true,
  },
  fields: { prints: ['signature', 'text'] },
  templates: { prints: ['in-progress'] },
  'bulk-send': { prints: ['0', '2'] },
  webhooks: { prints: ['document.completed'] },
  'in-person': { prints: [/^http:\/\/\S+\/sign#/, 'true'] },
  verification: { prints: [/no signature/i] },
  errors: { prints: ['signers[0].email wrong_format'] },
  idempotency: { prints: ['one document'] },
  // Steps for people.
  'going-live': { prints: [] },
};

test('each guide names the variables that it uses before its first program', async () => {
  for (const name of Object.keys(GUIDES)) {
    const text = await readFile(path.join(ROOT, `docs/guides/${name}.md`), 'utf8');
    const [beginning = ''] = text.split(/^```(?!sh)/m);
    expect(beginning, name).toContain('Before you start');
    for (const variable of ['COUNTERSIGN_URL', 'COUNTERSIGN_API_KEY', 'WEBHOOK_URL'])
      if (text.includes(variable)) expect(beginning, `${variable} in ${name}`).toContain(variable);
  }
});

test('has a program, or the reason why there is none, for each guide', () => {
  const names = globSync('docs/guides/*.md', { cwd: ROOT }).map((file) => path.basename(file, '.md'));
  expect(Object.keys(GUIDES).toSorted()).toEqual(names.toSorted());
});

test.each(Object.entries(GUIDES))('the code of %s works with curl, TypeScript and Python', async (name, guide) => {
  const blocks = blocksOf(await readFile(path.join(ROOT, `docs/guides/${name}.md`), 'utf8'));
  for (const { language, code } of blocks) {
    expect(['curl', 'ts', 'python', 'sh', 'json', 'text']).toContain(language);
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

/** The commands of a page in one shell, and then `last`, which prints a result. */
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

test('the commands of the first pages sign a document and verify it', async () => {
  expect(await shell('docs/start/api.md', {})).toContain('"isValid": true');
});

test('the commands of the sandbox page create a key, read an invitation and move the clock', async () => {
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

test('the commands of the embedding page allow an origin and create a link', async () => {
  const { caller } = await app.makeKey({ scopes: ['admin', 'documents:write'] });
  const { id, signers } = await app.sent();
  const env = {
    COUNTERSIGN_URL: app.url,
    COUNTERSIGN_API_KEY: caller.credential.bearer ?? '',
    DOCUMENT_ID: id,
    SIGNER_ID: signers[0]?.id ?? '',
  };
  const output = await shell('docs/integrate/embedding.md', env);
  expect(output).toContain('"allowed_origins":["https://app.example.com"]');
  expect(output).toMatch(/\/sign\?embed=ten_\w+#/);
});
