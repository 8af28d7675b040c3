/**
 * Runs a server over one data folder, armed with one failpoint after another. A mail server and a webhook receiver keep
 * running.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isCode } from '@countersign/client';
import type { AnswerOf, operations } from '@countersign/contract';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { Client } from '../../src/demo/client.ts';
import type { Failpoint } from '../../src/platform/failpoints.ts';
import { type MainProcess, runMain } from '../start/run-main.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { PostOffice } from '../support/post-office.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { soak } from '../support/soak.ts';
import { until } from '../support/until.ts';
import type { Trail } from './envelopes.ts';

export const OWNER = { name: 'Grace Hopper', email: 'grace@northwind.example' };
/** Each kill and restart takes about one second, or ten seconds when every core is running several tests. */
export const LIMIT_MS = 600_000;
/**
 * The timeout prevents the test from waiting forever for a failpoint that is never reached. Reaching one can take a
 * long time when every core is busy.
 */
const REACHED_WITHIN_MS = 120_000;

export type Scene = { url: string; api: Client };
export type Step = {
  point: Failpoint;
  /** The occurrence at which the failpoint fires. Defaults to the first. */
  time?: number;
  /** Checks the state after the previous step. */
  found?: (scene: Scene) => Promise<unknown>;
  /** Sends the request that gets no response. Omitted for background work. */
  act?: (scene: Scene) => Promise<unknown>;
  /** Whether `npm test` also runs this step. Other steps run only in `npm run soak`. */
  always?: true;
};

/** Whether every step runs, as in `npm run soak`. */
const IS_WHOLE = soak({ test: false, full: true });

/** Returns the steps to run. Each step starts a server and takes at least one second of CPU time. */
export function played<T extends Step>(steps: readonly T[]): T[] {
  return steps.filter(({ always = false }) => IS_WHOLE || always);
}

export class Rehearsal {
  readonly office: PostOffice;
  readonly receiver: Receiver;
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  #bearer = '';

  constructor(office: PostOffice, receiver: Receiver, folder: string, settings: Record<string, string>) {
    this.office = office;
    this.receiver = receiver;
    this.dataDir = path.join(folder, 'data');
    this.#settings = {
      DATA_DIR: this.dataDir,
      SMTP_URL: office.url,
      MAIL_FROM: 'Countersign <sign@northwind.example>',
      WEBHOOK_ALLOW: '127.0.0.0/8',
      ...settings,
    };
  }

  /** The setup uses the first running server, because no failpoint is reached before the setup is complete. */
  async #setUp(server: MainProcess): Promise<void> {
    const owner = new Client(await server.listening());
    const token = await until('the setup link', () => /\/setup#(\S+)/.exec(server.said())?.[1]);
    const password = 'correct horse battery staple';
    await owner.setUp({ ...OWNER, password, organization: 'Northwind Trading', token });
    await owner.json('POST', '/api/integrations/webhooks', { url: this.receiver.url, events: ['*'] });
    const scopes = ['documents:read', 'documents:write', 'templates', 'admin'];
    const key = { name: 'crash points', rateLimit: 'unlimited', scopes };
    const { apiKey } = await owner.json<AnswerOf<(typeof operations)['createApiKey']>>(
      'POST',
      '/api/settings/api-keys',
      key,
    );
    this.#bearer = apiKey.key;
  }

  /** Returns a connection to the running server's database with all privileges. */
  connection(): { host: string; user: string; database: string } {
    const host = readFileSync(path.join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4] ?? '';
    return { host, user: 'postgres', database: 'postgres' };
  }

  /** Runs a statement in the running server's database with all privileges. */
  async sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(this.connection());
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const { point, time = 1, found, act } of played(steps)) {
      const server = runMain({ ...this.#settings, FAILPOINTS_ALLOWED: 'yes', FAILPOINT: `${point}:${time}` });
      if (this.#bearer === '') await this.#setUp(server);
      if (act) {
        const scene = this.#scene(await server.listening());
        await found?.(scene);
        await expect(act(scene), `the request got no response at ${point}`).rejects.toSatisfy(isUnanswered);
      }
      // The server may be killed before it listens.
      else await server.listening().catch(() => {});
      await expectKilled(server, point);
    }
  }

  /** Starts the server that stays alive. It is stopped gracefully when `work` is done. */
  async end(work: (scene: Scene) => Promise<unknown>): Promise<void> {
    const server = runMain(this.#settings);
    if (this.#bearer === '') await this.#setUp(server);
    await work(this.#scene(await server.listening()));
    await stop(server);
  }

  #scene(url: string): Scene {
    return { url, api: new Client(url, { bearer: this.#bearer }) };
  }

  /** Runs an operator command, and returns its exit code and output. */
  async command(...args: string[]): Promise<{ code: number | null; said: string }> {
    const run = runMain(this.#settings, 'pipe', args);
    const code = await run.exited;
    return { code, said: `${run.logged()}${run.said()}` };
  }

  /**
   * Returns the Message-IDs of the received e-mails about documents with this title, which excludes e-mails about
   * accounts. The Message-ID of an e-mail that was sent twice is included twice.
   */
  mailsTo(email: string, title: string): string[] {
    return this.office
      .to(email)
      .filter((mail) => mail.email.subject?.includes(title))
      .map((mail) => mail.email.messageId ?? '');
  }

  /** The events about documents that the webhook received, once per delivery. */
  get told(): { id: string; kind: string }[] {
    return this.receiver.received
      .filter(({ headers }) => headers['x-service-sequence'] !== undefined)
      .map(({ headers }) => ({ id: String(headers['webhook-id']), kind: String(headers['x-service-event']) }));
  }
}

/** Waits until the server has been killed at the failpoint, but not longer than the timeout. */
export async function expectKilled(server: MainProcess, point: Failpoint): Promise<void> {
  await Promise.race([server.exited, delay(REACHED_WITHIN_MS, undefined, { ref: false })]);
  expect(server.child.signalCode, `${point}: ${server.said()} ${server.logged()}`).toBe('SIGKILL');
}

async function stop(server: MainProcess): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
}

/**
 * Opens a rehearsal for one test file, and deletes it at the end of the file. `settings` contains additional settings
 * for its servers.
 */
export async function openRehearsal(settings: Record<string, string> = {}): Promise<Rehearsal> {
  const receiver = await openReceiver();
  const office = await new PostOffice().open();
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-points-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const rehearsal = new Rehearsal(office, receiver, folder, settings);
  await copyDataFolder(rehearsal.dataDir);
  return rehearsal;
}

/** Expects a valid trail with these numbers of entries per action. */
export async function expectTrail(api: Client, id: string, counts: Record<string, number>): Promise<void> {
  const { entries, isValid } = await api.json<Trail>('GET', `/v1/api/documents/${id}/audit`);
  expect(isValid).toBe(true);
  const found = (name: string) => entries.filter(({ action }) => action === name).length;
  expect(Object.fromEntries(Object.keys(counts).map((name) => [name, found(name)]))).toEqual(counts);
}

/** Expects as many audit entries as e-mails. An e-mail that was sent to the mail server twice is recorded once. */
export async function expectMailsNoted(api: Client, id: string, count: number): Promise<void> {
  await until(`${count} e-mails to be recorded`, async () => {
    const { entries } = await api.json<Trail>('GET', `/v1/api/documents/${id}/audit`);
    return entries.filter(({ action }) => action === 'mail.sent').length >= count;
  });
  await expectTrail(api, id, { 'mail.sent': count });
}

/** Whether the failpoint belongs to bulk sends, which have their own test. */
export const isOfBulk = (point: Failpoint): boolean => /^(bulk-|from-template\.)/.test(point);
/** Whether the error means that a request was interrupted. `fetch` and the client report this with different errors. */
export const isUnanswered = (error: unknown): boolean => error instanceof TypeError || isCode(error, 'NETWORK');

/** Whether the failpoint belongs to user imports or to transfers of a user's documents, which have their own test. */
export const isOfPeople = (point: Failpoint): boolean => /^(import|hand-over)[.-]/.test(point);
/** Whether the failpoint belongs to subscription changes, which have their own test. */
export const isOfBilling = (point: Failpoint): boolean => point.startsWith('billing.');
/** Whether the failpoint belongs to data exports, which have their own test. */
export const isOfExport = (point: Failpoint): boolean => point.startsWith('export');
/** Whether the failpoint belongs to the encryption of older files, which has its own test. */
export const isOfEncryption = (point: Failpoint): boolean => point.startsWith('encryption.');
/** Whether the failpoint belongs to backups, the archive or restores, which have their own tests. */
export const isOfBackup = (point: Failpoint): boolean =>
  /^(archive|backup|backup-verify|backup-delete|restore)\./.test(point);
/** Whether the failpoint belongs to moving files between storages, which has its own test. */
export const isOfStorage = (point: Failpoint): boolean => point.startsWith('storage.');
/**
 * Whether the failpoint belongs to background work, such as counting statistics and erasing data whose retention period
 * has ended.
 */
export const isByItself = (point: Failpoint): boolean => /^(counting|announcement|retention|account)[.-]/.test(point);
/** Whether the failpoint is in code that changes sent or finished documents. Those failpoints have their own test. */
export const isAfterSending = (point: Failpoint): boolean =>
  /^(void|decline|forward|correction|removal|change|reminder|expiry|move|erasure|renewal)\./.test(point);
/** Whether the failpoint belongs to the transparency log, which has its own test. */
export const isOfLog = (point: Failpoint): boolean => /^(sequencing|checkpoint)\./.test(point);
