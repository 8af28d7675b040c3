import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/support/app.ts';
import { until } from '../../../test/support/until.ts';
import { startCountersign } from '../../main/start.ts';

const app = await startTestApp();
app.tolerate(/an entry of the audit log was not covered by a checkpoint in time/);
const { transparencyLog, timers } = app.services;
const { tenantId } = app.tenant;
// The server's timers are stopped, so that the test decides when to look for late entries.
await timers.stop();
await transparencyLog.sequencer.stop();

const problems = async () => (await app.anyone.get<'getHealth'>('/api/health')).body.problems ?? [];
const check = () => transparencyLog.coverage.check();

test('reports an entry that was not sequenced in time, queues it again, and stops reporting it once a checkpoint covers it', async () => {
  await transparencyLog.cover(tenantId);
  const { id } = await app.draft();
  await app.sql('delete from log_queue where tenant_id = $1', [tenantId]);
  await check();
  expect(await problems()).toEqual([]);
  app.clock.advance({ seconds: 61 });
  await check();
  // If the clock jumps, every entry looks late, so one check is not enough.
  expect(transparencyLog.coverage.late).toEqual([]);
  await check();
  await check();
  expect(transparencyLog.coverage.late).toMatchObject([{ tenantId, stream: id, n: 0 }]);
  expect(await problems()).toMatchObject([
    {
      code: 'audit-log-not-covered',
      message: expect.stringContaining('1 entry of the audit log was not included') as string,
    },
  ]);
  const { checks } = (await app.owner.get<'getProductionHealth'>('/api/health/production')).body;
  expect(checks?.find(({ name }) => name === 'audit-log')).toMatchObject({ status: 'unhealthy' });
  expect(app.lines.filter((line) => line.includes('was not covered by a checkpoint in time'))).toHaveLength(1);

  await transparencyLog.cover(tenantId);
  await check();
  expect(await problems()).toEqual([]);
  const { status } = await app.owner.get('/api/audit/proof?sequence=0&stream=' + id);
  expect(status).toBe(200);
});

test('reports an entry that is sequenced but not signed', async () => {
  await app.draft();
  await transparencyLog.sequencer.sequence(tenantId, { takeOver: true });
  app.clock.advance({ seconds: 61 });
  await check();
  await check();
  expect(transparencyLog.coverage.late).toHaveLength(1);
  await transparencyLog.checkpoints.signDue(new AbortController().signal);
  await check();
  expect(transparencyLog.coverage.late).toEqual([]);
});

test('reports an overdue log entry even in a process with the role "web"', async () => {
  const log = pino({ level: 'silent' });
  const web = await startCountersign({ ...app.config, role: 'web' }, log, { clock: app.clock });
  try {
    const codes = async () => {
      const { problems = [] } = (await app.anyone.at(web.listening).get<'getHealth'>('/api/health')).body;
      return problems.map(({ code }) => code);
    };
    const reports = async () => (await codes()).includes('audit-log-not-covered');
    await transparencyLog.cover(tenantId);
    expect(await reports()).toBe(false);
    await app.draft();
    app.clock.advance({ seconds: 61 });
    await check();
    await check();
    await until('the report', reports);
    await transparencyLog.cover(tenantId);
    await check();
    await until('the end of the report', async () => !(await reports()));
  } finally {
    await web.stop();
  }
});
