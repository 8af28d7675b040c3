/**
 * Uses kill -9 on the worker that serves the endpoints while a second worker is running. Deliveries that were sent but
 * not recorded are sent again with the same ID, and none is missing. `npm run soak` sends 10,000 events and kills 20
 * workers, which takes several minutes.
 */
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { type MainProcess, runMain } from '../start/run-main.ts';
import { startTestApp } from '../support/app.ts';
import { openReceiver } from '../support/receiver.ts';
import { soak } from '../support/soak.ts';
import { tell } from '../../../../scripts/soak-summary.ts';
import { addWebhook, LOOPBACK } from '../support/webhooks.ts';
import { until } from '../support/until.ts';

const { EVENTS, KILLS } = soak({ test: { EVENTS: 500, KILLS: 1 }, full: { EVENTS: 10_000, KILLS: 20 } });
const ENDPOINTS = 2;
/** The endpoints of a killed worker are not available to other workers until its lease expires. */
const ROUND_MS = 20_000;
/** The remaining deliveries are sent at the end. */
const LAST_MS = 120_000;

const receiver = await openReceiver();
const app = await startTestApp(LOOPBACK);

test(`loses none of ${EVENTS} events over ${KILLS} kills, and redelivers fewer than one percent, each with the same ID`, async () => {
  // The deliveries are sent only by the separate processes.
  await app.services.webhooks.stop();
  const paths = Array.from({ length: ENDPOINTS }, (_, i) => `/hooks/${i}`);
  for (const i of paths.keys()) await addWebhook(app, { url: `${receiver.url}/${i}`, events: ['user.created'] });
  let workers: MainProcess[] = await Promise.all([startWorker(), startWorker()]);
  const events: string[] = [];
  const seen = new Set<string>();
  receiver.respond = ({ path, headers }, response) => {
    seen.add(`${path} ${String(headers['webhook-id'])}`);
    response.end();
  };
  for (let round = 0; round <= KILLS; round += 1) {
    const before = receiver.received.length;
    const portion = Math.floor(EVENTS / (KILLS + 1)) + (round === KILLS ? EVENTS % (KILLS + 1) : 0);
    events.push(...(await addEvents(portion)));
    if (round === KILLS) break;
    // The kill happens during the work, at a different point each time.
    const share = 0.1 + (0.7 * ((round * 7) % 10)) / 10;
    await until('deliveries', () => receiver.received.length >= before + portion * ENDPOINTS * share, ROUND_MS);
    const busy = await until('a worker that sends a delivery', () => serving(workers), ROUND_MS);
    busy.child.kill('SIGKILL');
    await busy.exited;
    workers = [...workers.filter((worker) => worker !== busy), await startWorker()];
  }
  const expected = new Set(paths.flatMap((path) => events.map((id) => `${path} ${id}`)));
  await until('all deliveries', () => seen.size >= expected.size, LAST_MS);
  await until('the last delivery to be recorded', noneWaits, ROUND_MS);
  expect(seen).toEqual(expected);
  const repeats = receiver.received.length - expected.size;
  tell(
    `webhook workers: ${EVENTS} events to ${ENDPOINTS} endpoints over ${KILLS} kills, ${repeats} repeats (${((100 * repeats) / expected.size).toFixed(2)} %)`,
  );
  expect(repeats / expected.size).toBeLessThan(0.01);
  // A repeated delivery contains the same event as the first one, so there is only one body for each event.
  const bodies = new Set(receiver.received.map(({ body }) => body));
  expect(bodies.size).toBe(events.length);
  for (const { child, exited } of workers) {
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
  }
}, 600_000);

async function startWorker(): Promise<MainProcess> {
  const { config } = app;
  const worker = runMain({
    ROLE: 'worker',
    DATA_DIR: app.dataDir,
    DATABASE_URL: config.database.kind === 'external' ? config.database.url.reveal() : '',
    PUBLIC_URL: 'http://localhost:1',
    WEBHOOK_ALLOW: LOOPBACK.webhookAllow.join(','),
    WEBHOOK_ALLOW_PRIVATE: 'yes',
    LOG_LEVEL: 'error',
  });
  await worker.listening();
  return worker;
}

/** Returns the process that currently serves an endpoint. */
async function serving(workers: readonly MainProcess[]): Promise<MainProcess | undefined> {
  const rows = await app.sql<{ worker: string }>('select worker from webhook_lanes where worker is not null');
  return workers.find(({ child }) => rows.some(({ worker }) => worker.startsWith(`${child.pid}-`)));
}

const noneWaits = async (): Promise<boolean> =>
  (await app.sql(`select from webhook_deliveries where state = 'pending' limit 1`)).length === 0;

/** Adds events with their pointers in one transaction, as use cases do. */
async function addEvents(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('event'));
  const userId = newId('user');
  await app.sql(
    `with written as (insert into outbox (tenant_id, id, kind, data, created_at)
       select $1, id, 'user.created', $3, now() from unnest($2::text[]) id returning tenant_id, id)
     insert into webhook_pending (tenant_id, event_id) select tenant_id, id from written`,
    [app.tenant.tenantId, ids, JSON.stringify({ userId, user: { id: userId, email: 'ada@example.com', name: 'Ada' } })],
  );
  return ids;
}
