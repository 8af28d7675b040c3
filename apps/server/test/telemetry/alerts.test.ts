/**
 * Tests that the handbook's alerts fire only when their condition occurs, and that the runbook's steps resolve them.
 */
import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { alerts, fires, type Scrape } from '../support/alert-rules.ts';
import { DrillMachine } from '../support/drill-machine.ts';
import { drillOf } from '../support/drills.ts';
import { readOpenMetrics } from '../support/open-metrics.ts';
import { PostOffice } from '../support/post-office.ts';
import { openReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { addWebhook, deadLetters, deliveriesOf } from '../support/webhooks.ts';

const office = await new PostOffice().open();
const receiver = await openReceiver();
const app = await startTestApp({
  smtpUrl: office.url,
  webhookAllow: ['127.0.0.1'],
  metrics: { listen: { host: '127.0.0.1', port: 0 }, token: undefined },
  otlp: {
    // No server listens at this endpoint.
    endpoint: 'http://127.0.0.1:1',
    headers: {},
    protocol: 'http/protobuf',
    serviceName: 'countersign',
    attributes: {},
    sampling: { ratio: 1, isParentBased: true },
  },
});
app.tolerate(/a job failed after its last attempt|a stored file is damaged|FILE_DAMAGED/);

/**
 * Alerts that are not triggered here, with the reason. monitoring.test.ts checks that their metrics and runbooks exist.
 */
const NOT_DRIVEN: Readonly<Record<string, string>> = {
  CountersignDown: 'is about scrapes that nobody answers',
  CountersignDatabaseDown: 'takes the database away from the other tests of this file',
  CountersignErrors: 'needs minutes of failing requests',
  CountersignSlow: 'needs minutes of slow requests',
  CountersignOverloaded: 'needs a process that is overloaded: overload.test.ts',
  CountersignSealingLate: 'needs workers that stand still',
  CountersignJobsLate: 'needs workers that stand still',
  CountersignTimestampsFailing: 'needs an outside authority: timestamp-failover.test.ts',
  CountersignDiskFilling: 'needs a disk of its own',
  CountersignArchiveLate: 'belongs to the archive of point-in-time recovery',
  CountersignArchiveBaseOld: 'belongs to the archive of point-in-time recovery',
  CountersignClockInDoubt: 'needs a machine whose clock jumps',
  CountersignEventLoopBlocked: 'needs a process of its own to block',
  CountersignConnectionsShort: 'needs all connections to be held',
  CountersignPdfWorkersDying: 'needs more than ten hostile files',
};
const DRIVEN = [
  'CountersignWebhooksDead',
  'CountersignJobsDead',
  'CountersignMailDown',
  'CountersignFilesDamaged',
  'CountersignBackupOld',
  'CountersignTelemetryDropped',
  'CountersignCertificateExpiring',
];

async function scrape(): Promise<Scrape> {
  const text = await (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).text();
  return { families: readOpenMetrics(text), at: app.clock.now() };
}

test('has a test for each alert, or states why there is none', () => {
  expect([...DRIVEN, ...Object.keys(NOT_DRIVEN)].toSorted()).toEqual(alerts.toSorted());
});

/** Expects no alert between two scrapes of an idle service, and an alert after `what` has run. */
async function expectFires(alert: string, what: () => Promise<unknown>): Promise<void> {
  const before = await scrape();
  expect(fires(alert, before, await scrape()), `${alert} before`).toBe(false);
  await what();
  await until(`the alert ${alert} to fire`, async () => fires(alert, before, await scrape()));
}

test("fires CountersignWebhooksDead and resends the dead letters in the alert's drill", async () => {
  receiver.answer(500, {}, 'broken');
  const { id } = await addWebhook(app, { url: receiver.url, events: ['document.created'] });
  let dead: string[] = [];
  await expectFires('CountersignWebhooksDead', async () => (dead = await deadLetters(app, id, 2)));
  receiver.answer(200);
  const { key } = await app.makeKey({ scopes: ['webhooks'] });
  const machine = new DrillMachine(onTestFinished);
  const said = await machine.perform(drillOf('runbooks.md', 'Dead letters'), {
    'https://sign.example.com': app.url,
    $API_KEY: key,
  });
  for (const one of dead) expect(said).toContain(one);
  expect(said).toContain('"processed":2');
  await until('both deliveries to succeed', async () =>
    (await deliveriesOf(app, id)).every(({ state }) => state === 'delivered'),
  );
  const before = await scrape();
  expect(fires('CountersignWebhooksDead', before, await scrape())).toBe(false);
});

test('fires CountersignJobsDead for the first dead job', () =>
  expectFires('CountersignJobsDead', async () => {
    // No retry can complete this job, because its object does not exist.
    const at = app.clock.now();
    await app.sql(
      `insert into jobs (tenant_id, id, kind, unique_key, lane, payload, run_at, created_at, state, attempt)
       values ($1, 'job_0000000000000000000000dead', 'seal-document', 'doc_none', 'seal', '{"documentId":"doc_none"}', $2, $2, 'ready', 1000)`,
      [app.tenant.tenantId, at],
    );
  }));

test('fires CountersignMailDown even if no e-mail has been sent since startup', async () => {
  const refused = 'nobody@contoso.example';
  office.refusals.set(refused, { code: 451, text: 'try later' });
  const send = () => app.sent({ signers: [{ email: refused, name: 'Nobody' }] });
  await send();
  await until('the first attempt', async () => {
    const { samples = [] } = (await scrape()).families.get('countersign_mail_duration_seconds') ?? {};
    return samples.some(({ labels }) => labels['outcome'] === 'temporary');
  });
  await expectFires('CountersignMailDown', send);
  // The series for sent e-mails does not exist until the server has sent its first e-mail after startup.
  const told = (count: number) => ({
    families: readOpenMetrics(
      `# TYPE countersign_mail_duration_seconds histogram\n${['bucket', 'count', 'sum']
        .map(
          (one) =>
            `countersign_mail_duration_seconds_${one}{outcome="timeout"${one === 'bucket' ? ',le="+Inf"' : ''}} ${count}\n`,
        )
        .join('')}# EOF\n`,
    ),
    at: app.clock.now(),
  });
  expect(fires('CountersignMailDown', told(1), told(2))).toBe(true);
});

test('fires CountersignFilesDamaged if a stored file is damaged', () =>
  expectFires('CountersignFilesDamaged', async () => {
    const { id } = await app.draft();
    const folder = path.join(app.config.dataDir, 'blobs');
    for (const name of await readdir(folder, { recursive: true }))
      if (name.includes('blb_')) await appendFile(path.join(folder, name), 'more');
    await app.key.get(`/api/documents/${id}/pages/1`, { mayFail: true });
    await app.services.damage.settle();
  }));

test('fires CountersignBackupOld even if no backup has ever been made', async () => {
  const now = await scrape();
  expect(fires('CountersignBackupOld', now, now)).toBe(true);
});

test('fires CountersignTelemetryDropped if telemetry is dropped', () =>
  expectFires('CountersignTelemetryDropped', () => app.flushTelemetry()));

test('fires CountersignCertificateExpiring if a certificate expires soon', () =>
  expectFires('CountersignCertificateExpiring', async () => {
    const left = (await scrape()).families.get('countersign_certificate_expiry_timestamp_seconds')?.samples ?? [];
    const first = Math.min(...left.map(({ value }) => value));
    app.clock.advance({ ms: first * 1000 - app.clock.now().getTime() - 29 * 86_400_000 });
  }));
