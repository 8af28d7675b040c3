/**
 * Four web processes and two workers serve callers while processes are killed and replaced, requests to S3 fail, and
 * the database fails over to its synchronous replica. No acknowledged work may be lost, and nothing may be done twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openS3Blobs } from '../../src/platform/adapters/s3-blobs/index.ts';
import { TRIALS } from '../../src/platform/ports/blob-store.ts';
import { comeBack, Envelope, expectFinished, expectKept, mailCounts, type Sender } from '../crash/envelopes.ts';
import type { MainProcess } from '../start/run-main.ts';
import { postgresPrograms } from '../support/external-postgres.ts';
import { Installation, kill, stop } from '../support/processes.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { openFaultyS3, type S3Fault } from '../support/s3-faults.ts';
import { openS3Server } from '../support/s3-server.ts';
import { until } from '../support/until.ts';
import { tell } from '../../../../scripts/soak-summary.ts';

const WEB_PROCESSES = 4;
const WORKERS = 2;
const CALLERS = 8;
/** The processes to kill before and after the failover: each web process and each worker once. */
const KILLS_BY_ROUND = WEB_PROCESSES + WORKERS;
const SIGNERS = 2;
/** The time between two disturbances, so that some documents are completed in between. */
const CALM_MS = 2_000;
const S3_FAULT_EVERY_MS = 300;
const RETRY_MS = 50;
const PATIENCE_MS = 180_000;
const LIMIT_MS = 900_000;

const S3_FAULTS: readonly (readonly [method: string, S3Fault])[] = [
  ['PUT', { kind: 'status', status: 503 }],
  ['PUT', { kind: 'lost-answer' }],
  ['PUT', { kind: 'wrong-upload' }],
  ['GET', { kind: 'status', status: 500 }],
  ['GET', { kind: 'cut', after: 1_000 }],
  ['GET', { kind: 'lost-answer' }],
  ['GET', { kind: 'wrong-bytes' }],
];

const isTrue = () => true;
const isFalse = () => false;

test('loses no work and does no work twice during kills, a failover and S3 faults', { timeout: LIMIT_MS }, async () => {
  const [{ bin } = { bin: '' }] = postgresPrograms();
  const postgres = await startReplicatedPostgres(bin);
  onTestFinished(() => postgres.stop());
  const bucket = await openS3Server();
  onTestFinished(() => bucket.close());
  const s3 = await openFaultyS3(bucket.options.endpoint);
  onTestFinished(() => s3.close());
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-cluster-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const installation = new Installation(
    {
      connection: { host: decodeURIComponent(postgres.host), port: 5432, user: 'postgres', database: 'postgres' },
      drop: async () => {},
    },
    folder,
    {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: bucket.options.bucket,
      S3_ACCESS_KEY_ID: bucket.options.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.options.secretAccessKey,
    },
  );
  onTestFinished(() => installation.close());

  const running = new Set<MainProcess>();
  const senders = new Map<number, Sender>();
  const workers = new Map<number, MainProcess>();
  const webs = new Map<number, MainProcess>();
  const startWeb = async (at: number): Promise<void> => {
    const web = await installation.web();
    running.add(web);
    webs.set(at, web);
    if (installation.bearer === '') await installation.setUp(web);
    const sender = await until(
      'a sign-in',
      () => comeBack(web.url, installation.bearer).catch(() => undefined),
      PATIENCE_MS,
    );
    senders.set(at, sender);
  };
  const startWorker = async (at: number): Promise<void> => {
    const worker = await installation.worker();
    running.add(worker);
    workers.set(at, worker);
  };
  for (let at = 0; at < WEB_PROCESSES; at += 1) await startWeb(at);
  for (let at = 0; at < WORKERS; at += 1) await startWorker(at);

  const envelopes: Envelope[] = [];
  const refusals = new Map<string, number>();
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let number = 0; !isOver; number += 1) {
      const envelope = new Envelope(`caller-${caller}-${number}`, SIGNERS);
      envelopes.push(envelope);
      for (let attempt = 0; !envelope.done; attempt += 1) {
        const all = [...senders.values()];
        // Any process can take the next step.
        const sender = all[(caller + number + attempt) % all.length];
        if (!sender) continue;
        await envelope.advance(sender).catch(async (error: unknown) => {
          const name = error instanceof Error && 'status' in error ? String(error.status) : 'no answer';
          refusals.set(name, (refusals.get(name) ?? 0) + 1);
          await delay(RETRY_MS);
        });
      }
    }
  });

  let faults = 0;
  const faulting = setInterval(() => {
    const [method, fault] = S3_FAULTS[faults % S3_FAULTS.length] ?? ['GET', undefined];
    if (fault) s3.next(method, fault);
    faults += 1;
  }, S3_FAULT_EVERY_MS);
  onTestFinished(() => clearInterval(faulting));

  const killAll = async (): Promise<void> => {
    for (let victim = 0; victim < KILLS_BY_ROUND; victim += 1) {
      await delay(CALM_MS);
      const [processes, at, start] =
        victim < WEB_PROCESSES
          ? ([webs, victim, startWeb] as const)
          : ([workers, victim - WEB_PROCESSES, startWorker] as const);
      const process = processes.get(at);
      if (!process) throw new Error('A process was not replaced.');
      senders.delete(victim);
      await kill(process);
      running.delete(process);
      // A process exits if its storage test fails, and the supervisor restarts it.
      await until('a replacement', () => start(at).then(isTrue, isFalse), PATIENCE_MS);
    }
  };
  const done = () => envelopes.filter((one) => one.done).length;
  await until('the first completed documents', () => done() >= CALLERS, PATIENCE_MS);
  await killAll();
  const before = done();
  await postgres.killPrimary();
  await delay(CALM_MS);
  await postgres.promote();
  await until('documents completed after the failover', () => done() >= before + CALLERS, PATIENCE_MS);
  await killAll();
  isOver = true;
  await Promise.all(callers);
  clearInterval(faulting);
  s3.next('PUT');
  s3.next('GET');

  const [sender] = senders.values();
  if (!sender) throw new Error('No web process is left.');
  for (const envelope of envelopes) {
    await expectKept(envelope, sender);
    await expectFinished(envelope, sender);
  }
  const jobsLeft = () =>
    installation.sql(`select kind, state, last_error from jobs where state <> 'ready' or lane <> 'timer'`);
  await until('the last jobs', async () => (await jobsLeft()).length === 0, PATIENCE_MS);
  const twice = await installation.sql(
    `select document_id from revisions where kind = 'signature' group by document_id, signer_id having count(*) > 1
     union all select document_id from outbox where kind in ('document.sent', 'document.completed') group by document_id, kind having count(*) > 1`,
  );
  const mails = await mailCounts(sender.owner);
  const mailsTwice = [...mails].filter(([mail, count]) => mail.includes('caller-') && count > 1);
  const store = await openS3Blobs(`${folder}-listing`, bucket.options);
  onTestFinished(() => store.close());
  const stored = new Set<string>();
  for await (const key of store.keys()) if (!key.startsWith(TRIALS)) stored.add(key);
  const named = await installation.sql<{ key: string }>(
    `select tenant_id || '/' || coalesce(file, id) as key from blobs`,
  );
  tell(
    `${WEB_PROCESSES} web processes and ${WORKERS} workers: ${envelopes.length} documents with ${SIGNERS} signatures each completed, ${2 * KILLS_BY_ROUND} kills, 1 failover, ${faults} S3 faults, ${mails.size} e-mails; requests without success: ${[...refusals].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  );
  expect({ twice, mailsTwice, missing: named.filter(({ key }) => !stored.has(key)) }).toEqual({
    twice: [],
    mailsTwice: [],
    missing: [],
  });
  for (const process of running) await stop(process);
});
