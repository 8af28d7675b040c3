/**
 * Runs many rounds over the same data folder with the durable embedded database. In each round, the server is killed
 * with kill -9 at a random time while a client runs envelopes. In every fourth round, the database is killed as well,
 * which simulates a power cut.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Id } from '@countersign/contract';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../src/demo/server-process.ts';
import { isAlive } from '../../src/platform/adapters/embedded-postgres/processes.ts';
import {
  comeBack,
  Envelope,
  expectFinished,
  expectKept,
  expectNothingLeft,
  mailCounts,
  type Sender,
  setUp,
  type Trail,
} from './envelopes.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { soak } from '../support/soak.ts';
import { tell } from '../../../../scripts/soak-summary.ts';

const ROUNDS = soak({ test: 2, full: 60 });
const CONCURRENCY = 4;
/** The seed for the times of the kills. */
const SEED = 20_260_301;

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-crash-'));
  dataDir = path.join(folder, 'data');
  await copyDataFolder(dataDir);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The mulberry32 generator, which is small and returns the same numbers on every machine. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir, environment: { RATE_LIMIT_ADDRESS: '1000000000' } });
  onTestFinished(() => void server.child.kill('SIGKILL'));
  return server;
}
const postmasterOf = () => Number.parseInt(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

type Load = { envelopes: Envelope[]; next: () => Envelope };

/**
 * Runs several envelopes in parallel until the server is killed. Envelopes that were started earlier are continued
 * first.
 */
async function runUntilKilled(
  server: ServerProcess,
  sender: Sender,
  load: Load,
  round: { afterMs: number; withDatabase: boolean },
): Promise<void> {
  const postmaster = postmasterOf();
  const ended = new Promise((resolve) => server.child.once('exit', resolve));
  let killed = false;
  const waiting = load.envelopes.filter(({ done }) => !done);
  const work = async () => {
    while (!killed) {
      const envelope = waiting.shift() ?? load.next();
      await envelope.advance(sender).catch((error: unknown) => {
        // Until the kill, every request must succeed.
        if (!killed) throw error;
      });
    }
  };
  const workers = Promise.all(Array.from({ length: CONCURRENCY }, work));
  await Promise.race([delay(round.afterMs), workers]);
  killed = true;
  if (round.withDatabase) process.kill(postmaster, 'SIGKILL');
  server.child.kill('SIGKILL');
  await Promise.all([workers, ended]);
}

test(`loses no acknowledged work and leaves no job stuck or running after the server is killed ${ROUNDS} times`, async () => {
  const random = seeded(SEED);
  const envelopes: Envelope[] = [];
  const load: Load = {
    envelopes,
    next: () => {
      const envelope = new Envelope(`envelope-${envelopes.length}`, random() < 0.5 ? 1 : 2);
      envelopes.push(envelope);
      return envelope;
    },
  };
  const startTimes: number[] = [];
  const postmasters: number[] = [];
  let bearer: string | undefined;
  const startAndEnter = async () => {
    const server = await start();
    startTimes.push(Math.round(server.startMs));
    postmasters.push(postmasterOf());
    const sender =
      bearer === undefined ? await setUp(server.url, server.setupToken ?? '') : await comeBack(server.url, bearer);
    bearer = sender.bearer;
    return { server, sender };
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const { server, sender } = await startAndEnter();
    await runUntilKilled(server, sender, load, { afterMs: 50 + random() * 550, withDatabase: round % 4 === 1 });
  }

  const { server, sender } = await startAndEnter();
  const begun = envelopes.filter(({ acknowledged }) => acknowledged.id !== undefined);
  for (const envelope of begun) await expectKept(envelope, sender);
  // The server finishes documents that everyone has signed, even if the client never requested the finished file.
  const signedByAll = await Promise.all(
    begun
      .filter(({ done }) => !done)
      .map(async ({ acknowledged }) => ({
        id: acknowledged.id as Id<'document'>,
        status: await sender.api.status(acknowledged.id ?? ''),
      })),
  );
  await Promise.all(
    signedByAll
      // A draft has no signers yet, so no signer can be missing.
      .filter(({ status }) => status.totalSigners > 0 && status.signedCount === status.totalSigners)
      .map(({ id }) => sender.api.download(id)),
  );
  // Finishes all remaining envelopes, to check that none is stuck after a kill.
  await Promise.all(envelopes.filter(({ done }) => !done).map((envelope) => envelope.advance(sender)));
  for (const envelope of envelopes) await expectFinished(envelope, sender);
  await expectAllTrailsValid(sender);
  await vi.waitFor(
    async () => {
      const counts = await mailCounts(sender.owner);
      const wrong = envelopes.flatMap(({ signers }) =>
        signers.flatMap(({ email }) =>
          ['invitation', 'completed']
            .filter((kind) => counts.get(`${kind} ${email}`) !== 1)
            .map((kind) => `${kind} ${email}: ${counts.get(`${kind} ${email}`) ?? 0}`),
        ),
      );
      expect(wrong).toEqual([]);
    },
    { timeout: 60_000, interval: 100 },
  );
  // Certificates of completion are created in a separate queue, and no kill causes one to be lost.
  for (const { acknowledged } of envelopes) {
    const path = `/v1/api/documents/${acknowledged.id ?? ''}/download?type=audit`;
    // Many jobs are queued, and a single download request waits for only a few seconds.
    await vi.waitFor(() => sender.api.json('GET', path), { timeout: 60_000, interval: 100 });
  }
  await server.stop();

  expect(server.child.exitCode).toBe(0);
  await vi.waitFor(() => expect(postmasters.filter(isAlive)).toEqual([]), { timeout: 20_000 });
  await expectNothingLeft(dataDir);
  // The first start creates the database. The benchmark on an idle machine checks the duration of the other starts.
  const restarts = startTimes.slice(1).toSorted((a, b) => a - b);
  tell(
    `crash test: ${envelopes.length} envelopes over ${ROUNDS} kills; ready again in ${restarts[ROUNDS >> 1]} ms (median), ${restarts.at(-1)} ms (worst)`,
  );
}, 1_800_000);

/** Checks all trails, including those of documents whose upload was never acknowledged. */
async function expectAllTrailsValid({ api }: Sender): Promise<void> {
  let cursor: string | null = null;
  let seen = 0;
  do {
    const page: { documents: { id: string }[]; pagination: { nextCursor: string | null } } = await api.json(
      'GET',
      `/v1/api/documents/paginated?pageSize=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    const trails = await Promise.all(
      page.documents.map(({ id }) => api.json<Trail>('GET', `/v1/api/documents/${id}/audit`)),
    );
    expect(trails.filter(({ isValid }) => !isValid)).toEqual([]);
    seen += page.documents.length;
    cursor = page.pagination.nextCursor;
  } while (cursor !== null);
  expect(seen).toBeGreaterThan(0);
}
