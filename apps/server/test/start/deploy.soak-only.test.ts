/**
 * Runs the steps of `deploy/Containerfile` in a folder. The same commands build the image. Its start, health check and
 * stop run as a user who can write only to the data folder and /tmp, without npm and development packages.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chooseUser } from '../../src/platform/adapters/embedded-postgres/run-as.ts';
import { tell } from '../../../../scripts/soak-summary.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const FILE = readFileSync(path.join(ROOT, 'deploy/Containerfile'), 'utf8');
const LIMIT_MS = 1_800_000;
/** The setting is required, because the image listens on all addresses of its container. */
const PUBLIC_URL = 'https://sign.example.com';

const [, build = '', final = ''] = FILE.split(/^FROM .*$/m);
const commands = [...build.matchAll(/^RUN (.*)$/gm)].map(([, command = '']) => command);
const list = (instruction: string): string[] =>
  JSON.parse(new RegExp(`${instruction} (\\[.*\\])$`, 'm').exec(final)?.[1] ?? '[]');
const environment = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(final)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

test(
  'builds the image, starts the server from a read-only folder as another user and without npm, and then stops it',
  { timeout: LIMIT_MS },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-image-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }), 300_000);
    const [tree, data] = [path.join(folder, 'tree'), path.join(folder, 'data')];
    mkdirSync(tree);
    mkdirSync(data, { mode: 0o700 });
    chmodSync(folder, 0o755);
    // The build context contains the files of the repository, except those that git ignores.
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      maxBuffer: 2 ** 26,
    });
    execFileSync(
      'tar',
      ['--create', '--file', path.join(folder, 'context.tar'), '--ignore-failed-read', '--files-from', '-'],
      { cwd: ROOT, input: files },
    );
    execFileSync('tar', ['--extract', '--file', path.join(folder, 'context.tar'), '--directory', tree]);
    expect(commands.length).toBeGreaterThan(2);
    const began = performance.now();
    for (const command of commands)
      execFileSync('sh', ['-c', command], { cwd: tree, stdio: 'pipe', maxBuffer: 2 ** 26 });
    const buildSeconds = Math.round((performance.now() - began) / 1000);
    for (const development of ['typescript', 'vitest', 'vite', 'rolldown', 'kubernetes-models'])
      expect(existsSync(path.join(tree, 'node_modules', development)), development).toBe(false);
    expect(existsSync(path.join(tree, 'apps/server/dist/main.js'))).toBe(true);
    // As in the image, the files are read-only, and an ordinary user runs the server.
    execFileSync('chmod', ['-R', 'a-w', tree]);
    onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', tree]), 300_000);
    const user = chooseUser(path.join(folder, 'nobody'));
    if (user) chownSync(data, user.uid, user.gid);

    const port = await freePort();
    const env = {
      ...environment,
      PATH: '/usr/bin:/bin',
      PORT: String(port),
      DATA_DIR: data,
      PROCESSES: '1',
      PUBLIC_URL,
    };
    const [program = '', ...args] = list('ENTRYPOINT');
    const server = spawn(path.join(tree, program), args, {
      cwd: tree,
      env,
      ...user,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    let said = '';
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    const exited = new Promise<number | null>((resolve) => server.once('close', resolve));
    const startedAt = performance.now();
    await vi.waitUntil(() => said.includes('listens') || server.exitCode !== null, {
      timeout: 120_000,
      interval: 50,
    });
    expect(server.exitCode, said).toBe(null);
    const startSeconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const isAlive = (): number | null => {
      const [check = '', ...rest] = list('HEALTHCHECK [^[]*CMD');
      try {
        execFileSync(path.join(tree, check), rest, { cwd: tree, env, ...user, stdio: 'pipe' });
        return 0;
      } catch {
        return 1;
      }
    };
    expect(isAlive()).toBe(0);
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(isAlive()).toBe(1);
    tell(`container: built in ${buildSeconds} s, first start in ${startSeconds} s`);
  },
);
