/**
 * Tests a machine with a wrong clock. No action is based on an implausible time, and no signature is created that
 * cannot be verified later.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ClockGuard } from '../../src/features/clock/index.ts';
import { runConsole } from '../../src/main/console.ts';
import { LANES } from '../../src/platform/jobs/queue.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { MachineClock } from '../support/clock.ts';
import { expectError } from '../support/expect-answer.ts';
import { startTestAuthority } from '../support/timestamp-authority.ts';
import { until } from '../support/until.ts';

const clock = new MachineClock();
const app = await startTestApp({ clock });
app.tolerate(/This server's clock shows/);
app.tolerate(/SERVICE_UNAVAILABLE/);

const said: string[] = [];
const io = { out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) };
const run = (...args: string[]) => runConsole(app.config, ['clock', ...args], io, clock);
const statusOf = async (id: string) =>
  (await app.sql<{ status: string }>('select status from documents where id = $1', [id]))[0]?.status;
const problems = async () => (await app.anyone.get<'getHealth'>('/api/health')).body.problems;
const wakeAll = () => LANES.forEach((lane) => app.services.runner.wake(lane));
/** Waits until all due jobs have run, including an e-mail that was queued when the document was sent. */
const settled = async (): Promise<void> => {
  wakeAll();
  await until('the e-mails to be sent', async () => {
    const rows = await app.sql(
      "select 1 from jobs where lane in ('invitation', 'mail') and state in ('ready', 'running') and run_at <= $1",
      [clock.now()],
    );
    return rows.length === 0;
  });
};
const guard = (startsAt: MachineClock) =>
  new ClockGuard({ clock: startsAt, database: app.services.database, log: { info: () => {}, error: () => {} } });

test('expires and deletes nothing after the clock jumps ahead by 400 days, reports the jump, and resumes after the correction', async () => {
  const open = await app.sent({ expirationDays: 30 });
  const trashed = await app.draft();
  await app.key.send('DELETE', `/api/documents/${trashed.id}`, {});
  await settled();
  clock.jump({ days: 400 });
  const retention = await app.cron.post('/api/cron/data-retention', {}, { mayFail: true });
  expectError(retention, 'SERVICE_UNAVAILABLE', { check: 'clock' });
  expect(retention.text).toContain('npm start -- clock confirm');
  await app.services.timers.run();
  await until('the e-mail', async () =>
    app.sql("select 1 from mails where kind = 'clock-jumped'").then((rows) => rows.length > 0),
  );
  await settled();
  expect(await statusOf(open.id)).toBe('in-progress');
  expect(await statusOf(trashed.id)).toBe('draft');
  expect(await app.sql("select 1 from jobs where lane = 'timer' and state = 'ready'")).not.toEqual([]);
  expect(await problems()).toMatchObject([
    { code: 'clock-jumped', message: expect.stringContaining('forward by 400 days') },
  ]);
  expect((await app.anyone.get<'getSigningHealth'>('/api/health/signing')).body.problems).toHaveLength(1);
  const mails = await app.sql<{ to_address: string }>("select to_address from mails where kind = 'clock-jumped'");
  expect(mails).toEqual([{ to_address: OWNER.email }]);

  clock.jump({ days: -400 });
  expect(await problems()).toBeUndefined();
  expect((await app.cron.post('/api/cron/data-retention')).status).toBe(200);
  expect(await statusOf(open.id)).toBe('in-progress');
});

test('expires a document after thirty days of real time, even if the server was suspended for part of that time', async () => {
  const { id } = await app.sent({ expirationDays: 30 });
  clock.advance({ days: 31 });
  app.services.runner.wake('timer');
  await until('the document to expire', async () => (await statusOf(id)) === 'expired');
  expect(await problems()).toBeUndefined();
});

test('accepts a clock shift of one hour, and treats a larger shift, forward or back, as a jump', async () => {
  clock.jump({ hours: 1 });
  expect(await problems()).toBeUndefined();
  clock.jump({ ms: 1 });
  expect(await problems()).toMatchObject([{ code: 'clock-jumped' }]);
  clock.jump({ hours: -2, ms: -2 });
  expect(await problems()).toMatchObject([{ message: expect.stringContaining('back by more than an hour') }]);
  clock.jump({ hours: 1, ms: 1 });
  expect(await problems()).toBeUndefined();
});

test('resumes postponed work when the operator confirms the time while the server runs', async () => {
  const { id } = await app.sent({ expirationDays: 30 });
  clock.jump({ days: 60 });
  app.services.runner.wake('timer');
  expect(await problems()).toHaveLength(1);
  expect(await run()).toBe(0);
  expect(said.join('\n')).toMatch(/This machine's clock shows .*\nThe server last ran at/);
  expect(await run('confirm')).toBe(0);
  await until('it to be believed', async () => (await problems()) === undefined);
  await until('the document to expire', async () => (await statusOf(id)) === 'expired');
  expect(await run('nonsense')).toBe(64);
});

test('accepts a clock at startup that is at most one hour behind or 45 days ahead of the last recorded time', async () => {
  // The most recent time that the server recorded.
  const [row] = await app.sql<{ seen_at: Date }>('select seen_at from clock_state');
  const recorded = row?.seen_at.getTime() ?? 0;
  const at = async (ms: number): Promise<string | undefined> => {
    const started = guard(new MachineClock(new Date(recorded + ms).toISOString()));
    await started.open();
    // The recorded time must not affect the next test.
    await app.sql('update clock_state set seen_at = $1', [new Date(recorded)]);
    return started.doubt?.message;
  };
  const [hour, day] = [3_600_000, 86_400_000];
  expect(await at(-hour)).toBeUndefined();
  expect(await at(-hour - 1000)).toContain('behind the newest recorded time');
  expect(await at(45 * day)).toBeUndefined();
  expect(await at(45 * day + hour)).toContain('ahead of the last time that the server ran');
  expect(await at(45 * day + hour)).toContain('npm start -- clock confirm');
});

test('rejects send requests and signatures with 503 while the clock is behind the time-stamping authority, and records nothing', async () => {
  const sent = await app.sentToOne();
  const draft = await app.draft();
  const years = { days: -3 * 365 };
  const trail = (id: string) => app.sql('select 1 from audit_entries where stream = $1', [id]);
  await app.atRest(sent.id);
  const before = [await trail(sent.id), await trail(draft.id)];
  clock.jump(years);
  const health = await app.anyone.get('/api/health/signing', { mayFail: true });
  expectError(health, 'SERVICE_UNAVAILABLE', { check: 'signing' });
  const send = await app.key.post(
    `/api/documents/${draft.id}/send-for-signing`,
    { signers: [app.person()] },
    { mayFail: true },
  );
  expectError(send, 'SERVICE_UNAVAILABLE');
  const sign = await app.sign(sent.id, { token: sent.token }, { mayFail: true });
  expectError(sign, 'SERVICE_UNAVAILABLE');
  const stamp = await app.anyone.send('POST', '/pki/timestamp', { mayFail: true, body: Buffer.alloc(0) });
  expect(stamp.status).not.toBe(200);
  clock.jump({ days: 3 * 365 });
  expect([await trail(sent.id), await trail(draft.id)]).toEqual(before);
  expect(await statusOf(draft.id)).toBe('draft');
  expect(await app.sql('select 1 from certificates where document_id = $1', [sent.id])).toEqual([]);
  expect((await app.sign(sent.id, { token: sent.token })).status).toBe(200);
  await app.sealed(sent.id);
  expect((await app.key.get<'verifyDocument'>(`/api/documents/${sent.id}/verify`)).body.isValid).toBe(true);
});

test.each([
  ['three days ahead', { days: 3 }, { days: -3 }],
  ['three days behind', { days: -3 }, { days: 3 }],
])(
  'rejects sends and signatures with 503 while the clock is %s, and accepts them after the correction',
  async (_name, wrong, right) => {
    const sent = await app.sentToOne();
    const draft = await app.draft();
    await app.atRest(sent.id);
    clock.jump(wrong);
    const send = await app.key.post(
      `/api/documents/${draft.id}/send-for-signing`,
      { signers: [app.person()] },
      { mayFail: true },
    );
    expectError(send, 'SERVICE_UNAVAILABLE');
    expect(send.text).toContain('clock is not trusted');
    expect(send.headers.get('retry-after')).toBe('60');
    const sign = await app.sign(sent.id, { token: sent.token }, { mayFail: true });
    expectError(sign, 'SERVICE_UNAVAILABLE');
    const stamp = () =>
      fetch(`${app.url}/pki/live/tsa`, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query' },
        body: Buffer.alloc(8),
      });
    expect((await stamp()).status).toBe(503);
    clock.jump(right);
    expect((await stamp()).status).toBe(200);
    expect(await app.sql('select 1 from certificates where document_id = $1', [sent.id])).toEqual([]);
    expect(await statusOf(draft.id)).toBe('draft');
    expect((await app.sign(sent.id, { token: sent.token })).status).toBe(200);
  },
);

test('postpones the renewal of archive time-stamps after a clock jump, unless an external authority supplies the time', async () => {
  const renews = async (timestamps?: { urls: string; trust: string }): Promise<boolean> => {
    const machine = new MachineClock();
    const own = await startTestApp({ clock: machine, renewalDays: 3650, ...(timestamps && { timestamps }) });
    own.tolerate(/This server's clock shows/);
    const { id } = await own.completed();
    await own.sealed(id);
    machine.jump({ days: 3 });
    // The runner is stopped so that the job stays queued. If the job ran, its time-stamp would be rejected because of
    // the wrong clock.
    await own.services.runner.stop();
    await own.services.timers.run('archive renewal');
    return (await own.sql("select 1 from jobs where kind = 'renew-archive'")).length > 0;
  };
  expect(await renews()).toBe(false);
  const outside = await startTestAuthority('Outside Clock', () => new MachineClock().now(), { years: 3 });
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'roots.pem'), outside.rootPem);
  expect(await renews({ urls: outside.url, trust: path.join(folder, 'roots.pem') })).toBe(true);
});

test('returns 503, not 410, for a document that expired only because of a wrong clock', async () => {
  const sent = await app.sentToOne({ expirationDays: 30 });
  clock.jump({ days: 31 });
  const sign = await app.sign(sent.id, { token: sent.token }, { mayFail: true });
  clock.jump({ days: -31 });
  expectError(sign, 'SERVICE_UNAVAILABLE');
});
