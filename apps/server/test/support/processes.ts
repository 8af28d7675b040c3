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
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { until } from './until.ts';

/** What a process does by itself comes when it comes: many share the cores with it. */
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
  /** The sender's key, which every process takes. */
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
      // Links in mails have to lead somewhere; who reads them here goes to the process of their choice.
      PUBLIC_URL: 'http://localhost:1',
      // Where nobody works, what is asked for waits, and is meant to.
      LOAD_SHEDDING: 'off',
      RATE_LIMIT_ADDRESS: '1000000',
      ...settings,
    };
    this.#database = new pg.Pool(connection);
    this.#database.on('error', () => {});
  }

  /** Answers requests, and runs no jobs. Killed with the test that starts it. */
  async web(settings: Record<string, string> = {}): Promise<Process> {
    const server = this.run({ ROLE: 'web', ...settings });
    await server.listening();
    // What it tells the operator is where links lead to, which is the same for all.
    const address = () => /listening at (http:\/\/[\d.:]+)/.exec(server.logged())?.[1];
    const url = await until('its own address', address, PATIENCE_MS);
    return { ...server, url, api: new Client(url, { bearer: this.bearer }) };
  }

  /** Runs jobs; its address answers to health alone. */
  async worker(settings: Record<string, string> = {}): Promise<MainProcess> {
    const worker = this.run({ ROLE: 'worker', ...settings });
    await worker.listening();
    return worker;
  }

  /** One that may be gone before it listens. */
  run(settings: Record<string, string>): MainProcess {
    return runMain({ ...this.#settings, ...settings });
  }

  /** The first organization, with a key for its programs; answers with the owner's session at this process. */
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

  /** With all rights, around row security. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#database.query<Row>(text, [...values])).rows;
  }

  /** A connection of its own, to hold locks with. */
  async connection(): Promise<pg.PoolClient> {
    return this.#database.connect();
  }

  close(): Promise<void> {
    return this.#database.end();
  }
}

/** For one test file, cleared away with it. */
export async function openInstallation(settings: Record<string, string> = {}): Promise<Installation> {
  const database = await createTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-processes-'));
  const installation = new Installation(database, folder, settings);
  afterFile(async () => {
    await installation.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return installation;
}

/** In order, as SIGTERM asks. */
export async function stop(server: MainProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exited, server.said() + server.logged()).toBe(0);
}

/** As the system does it when memory runs out, or an operator with `kill -9`. */
export async function kill({ child, exited }: MainProcess): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}
