/**
 * Measures the cost of rate limiting per request. It tests the mechanism alone on a separate database. It also compares
 * the same small request with a limited key and with an unlimited key, whose requests are not counted.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as api from '@countersign/client/operations';
import { Database } from '../apps/server/src/platform/db/database.ts';
import { Limits } from '../apps/server/src/platform/limits/limits.ts';
import { databaseLedger } from '../apps/server/src/platform/limits/store.ts';
import { apiPath } from './api-path.ts';
import { Connection } from './http-client.ts';
import { atMost, median, quantile, report } from './report.ts';
import { startSubject, type Subject } from './subject.ts';

const LIMIT = 1_000_000;

export async function measureLimits(quick: boolean): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-limits-'));
  const subject = await startSubject(dataDir);
  try {
    for (const limit of [1000, 5000, 20_000]) await measureCounting(subject, limit, quick ? 5 : 20);
    await measureRequests(subject, quick ? 2000 : 10_000);
  } finally {
    await subject.server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Uses up the limit in one rate-limit bucket after another. */
async function measureCounting({ database: connection }: Subject, limit: number, buckets: number): Promise<void> {
  const database = new Database({ ...(connection as object), maxConnections: 4, onError: () => {} });
  const now = () => new Date();
  const log = { warn: (_: object, message: string) => console.error(message) };
  const limits = new Limits({ ledger: databaseLedger(database, now), now, addressLimit: 100, log });
  const times: number[] = [];
  for (let bucket = 0; bucket < buckets; bucket += 1)
    for (let n = 0; n < limit; n += 1) {
      const before = performance.now();
      await limits.take({ policy: 'credential', key: `bench ${limit} ${bucket}`, limit }, 1);
      times.push(performance.now() - before);
    }
  await limits.settle();
  await database.close();
  report(`counting a request, ${limit} an hour, p50`, median(times), 'ms', { target: atMost(0.05) });
  report(`counting a request, ${limit} an hour, p99`, quantile(times, 0.99), 'ms');
}

/** The requests with the two keys alternate on one connection, so that noise affects both equally. */
async function measureRequests({ owner, server }: Subject, count: number): Promise<void> {
  const bearers = await Promise.all(
    ([LIMIT, 'unlimited'] as const).map(async (rateLimit) => {
      const { apiKey } = await owner.call(api.createApiKey, { body: { name: `bench ${rateLimit}`, rateLimit } });
      return { authorization: `Bearer ${apiKey.key}` };
    }),
  );
  const connection = await Connection.open(server.url);
  const times: number[][] = [[], []];
  for (let n = 0; n < count; n += 1)
    for (const [which, headers] of bearers.entries()) {
      const before = performance.now();
      const { status } = await connection.request('GET', apiPath(api.listDocuments, {}), headers);
      if (status !== 200) throw new Error(`list: ${status}`);
      times[which]?.push(performance.now() - before);
    }
  connection.close();
  const [counted = [], uncounted = []] = times;
  report('request that is counted, p50', median(counted), 'ms');
  report('the same, not counted, p50', median(uncounted), 'ms');
  report('counted - not counted', median(counted) - median(uncounted), 'ms', { target: atMost(0.05) });
}
