/** Runs `npm start` with several processes that share the embedded database, and sends requests to a chosen process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type MainProcess, runMain } from '../start/run-main.ts';
import { copyDataFolder } from './data-folder.ts';
import { PATIENCE_MS } from './processes.ts';
import { until } from './until.ts';

export type Answer<T> = { status: number; headers: NodeJS.Dict<string | string[]>; json: T };
export type Call = { method?: string; path: string; body?: object; bearer?: string; cookie?: string };
type LogLine = { process: string; msg: string; name?: string; pid?: number };

export class OneMachine {
  readonly main: MainProcess;
  readonly dataDir: string;
  readonly #url: URL;

  private constructor(main: MainProcess, dataDir: string, url: string) {
    this.main = main;
    this.dataDir = dataDir;
    this.#url = new URL(url);
  }

  /** Starts the processes with a new data folder. Both are removed when the test ends. */
  static async start(settings: Record<string, string>): Promise<OneMachine> {
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-one-machine-'));
    const dataDir = path.join(folder, 'data');
    await copyDataFolder(dataDir);
    const main = runMain({ DATA_DIR: dataDir, LOAD_SHEDDING: 'off', RATE_LIMIT_ADDRESS: '1000000', ...settings });
    onTestFinished(async () => {
      main.child.kill('SIGKILL');
      await main.exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    });
    return new OneMachine(main, dataDir, await main.listening());
  }

  get lines(): LogLine[] {
    const whole = this.main.logged().split('\n').slice(0, -1);
    return whole.map((line) => JSON.parse(line) as LogLine);
  }

  /** The process ID of a process that is ready. */
  pid(name: string): number {
    const line = this.lines.findLast((one) => one.msg === 'a process is ready' && one.name === name);
    if (line?.pid === undefined) throw new Error(`${name} is not ready.`);
    return line.pid;
  }

  /** Waits until another process has replaced this one. */
  async untilReplaced(name: string, pid: number): Promise<number> {
    return until(`another ${name}`, () => (this.pid(name) === pid ? undefined : this.pid(name)), PATIENCE_MS);
  }

  /** Every request uses a new connection, which any of the processes may accept. */
  send<T = unknown>({ method = 'GET', path: at, body, bearer, cookie }: Call): Promise<Answer<T>> {
    return new Promise((resolve, reject) => {
      void bytesOf(body).then(({ bytes, type }) => {
        const headers = {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(cookie !== undefined && { cookie }),
          ...(bytes && { 'content-type': type, 'content-length': bytes.length }),
        };
        const { hostname, port } = this.#url;
        const sent = request({ hostname, port, method, path: at, headers, agent: false }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const whole = Buffer.concat(chunks).toString();
            const isJson = response.headers['content-type']?.startsWith('application/json') === true;
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              json: (isJson ? JSON.parse(whole) : whole) as T,
            });
          });
        });
        sent.on('error', reject);
        sent.end(bytes);
      }, reject);
    });
  }

  /** Sends a request to this process. The other web processes are paused, so that none of them accepts it. */
  async sendTo<T = unknown>(name: string, call: Call): Promise<Answer<T>> {
    const others = this.webs.filter((other) => other !== name).map((other) => this.pid(other));
    for (const pid of others) process.kill(pid, 'SIGSTOP');
    try {
      return await this.send<T>(call);
    } finally {
      for (const pid of others) process.kill(pid, 'SIGCONT');
    }
  }

  get webs(): string[] {
    const names = this.lines.flatMap(({ msg, name }) => (msg === 'a process is ready' ? (name ?? []) : []));
    return [...new Set(names)].filter((name) => name.startsWith('web-'));
  }
}

async function bytesOf(body: object | undefined): Promise<{ bytes?: Buffer; type: string }> {
  if (body === undefined) return { type: '' };
  if (!(body instanceof FormData)) return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const form = new Response(body);
  return { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') ?? '' };
}
