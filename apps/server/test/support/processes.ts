/** Several processes of one installation: web processes and workers over one database and one data folder, as an operator runs them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnswerOf, operations } from '@countersign/contract';
import pg from 'pg';
import { expect } from 'vitest';
import { Client } from '../../src/demo/client.ts';
import { type MainProcess, runMain } from '../start/run-main.ts';
import { afterFile } from './after-file.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './postgres.ts';
import { until } from './until.ts';

/** The timeout for background work, because many tests share the cores. */
export const PATIENCE_MS = 60_000;
const OWNER = {
  name: 'Grace Hopper',
  email: 'grace@northwind.example',
  password: 'correct horse battery staple',
  organization: 'Northwind Trading',
};
const SCOPES = ['documents:read', 'documents:write', 'templates'];

export type Process = MainProcess & { url: string; api: Client };

export class Installation {
  readonly dataDir: string;
  /** The sender's API key, which every process accepts. */
  bearer = '';
  readonly #settings: Record<string, string>;
  readonly #database: pg.Pool;

  constructor({ connection }: TestDatabase, folder: string, settings: Record<string, string>) {
    this.dataDir = path.join(folder, 'data');
    const { host = 'localhost', port = 5432, user = '', password = '', database = '' } = connection;
    const url = new URL(`postgres://localhost/${database}`);
    Object.assign(url, { username: encodeURIComponent(user), password: encodeURIComponent(password) });
    url.search = new URLSearchParams({ host, port: String(port) }).toString();
    this.#settings = {
      DATA_DIR: this.dataDir,
      DATABASE_URL: url.href,
      // Links in e-mails need a base address. The tests open the links in a process of their choice.
      PUBLIC_URL: 'http://localhost:1',
      // Load shedding is off, because jobs intentionally wait while no worker is running.
      LOAD_SHEDDING: 'off',
      RATE_LIMIT_ADDRESS: '1000000',
      ...settings,
    };
    this.#database = new pg.Pool(connection);
    this.#database.on('error', () => {});
  }

  /** Starts a process that responds to requests and runs no jobs. It is killed when the test ends. */
  async web(settings: Record<string, string> = {}, root?: string): Promise<Process> {
    const server = this.run({ ROLE: 'web', ...settings }, root);
    await server.listening();
    // The address of this process is only in its log, because the start-up output contains the base address of links,
    // which all processes share.
    const address = () => /listening at (http:\/\/[\d.:]+)/.exec(server.logged())?.[1];
    const url = await until('the address of the process', address, PATIENCE_MS);
    return { ...server, url, api: new Client(url, { bearer: this.bearer }) };
  }

  /** Starts a process that runs jobs. Its address serves only the health check. */
  async worker(settings: Record<string, string> = {}, root?: string): Promise<MainProcess> {
    const worker = this.run({ ROLE: 'worker', ...settings }, root);
    await worker.listening();
    return worker;
  }

  /** Runs a process that may end before it listens. @param root the folder of an earlier version of the repository */
  run(settings: Record<string, string>, root?: string): MainProcess {
    return runMain({ ...this.#settings, ...settings }, 'pipe', [], root);
  }

  /** Sets up the first organization, with a key for its programs. Returns the owner's session in this process. */
  async setUp(server: Process): Promise<Client> {
    const owner = new Client(server.url);
    const token = await until('the setup link', () => /\/setup#(\S+)/.exec(server.said())?.[1], PATIENCE_MS);
    await owner.setUp({ ...OWNER, token });
    const body = { name: 'processes', rateLimit: 'unlimited', scopes: SCOPES };
    const { apiKey } = await owner.json<AnswerOf<(typeof operations)['createApiKey']>>(
      'POST',
      '/api/settings/api-keys',
      body,
    );
    this.bearer = apiKey.key;
    server.api = new Client(server.url, { bearer: this.bearer });
    return owner;
  }

  /** Runs SQL with all privileges, bypassing row security. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#database.query<Row>(text, [...values])).rows;
  }

  /** Opens a separate connection that can hold locks. */
  async connection(): Promise<pg.PoolClient> {
    return this.#database.connect();
  }

  close(): Promise<void> {
    return this.#database.end();
  }
}

/**
 * Creates an installation for one test file, and deletes it at the end of the file. @param isEmpty whether the database
 * is empty, so that the first process migrates it
 */
export async function openInstallation(
  settings: Record<string, string> = {},
  { isEmpty = false } = {},
): Promise<Installation> {
  const database = await (isEmpty ? createEmptyDatabase() : createTestDatabase());
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-processes-'));
  const installation = new Installation(database, folder, settings);
  afterFile(async () => {
    await installation.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return installation;
}

/** Stops a process gracefully with SIGTERM. */
export async function stop(server: MainProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exited, server.said() + server.logged()).toBe(0);
}

/** Kills a process as the system does when memory runs out, or as an operator does with `kill -9`. */
export async function kill({ child, exited }: MainProcess): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}
