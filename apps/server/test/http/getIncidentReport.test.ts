import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { mailCount } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const report = {
  title: '契約書の誤送信 – Übergabe',
  description: 'A contract went to a namesake.\nThen back.',
  severity: 'high',
};
const { body } = await app.owner.post<'reportIncident'>('/api/security/incidents', report);
const one = `/api/security/incidents/${body.incident.id}`;
const path = `${one}/report`;

test('returns a PDF with the events, notifications and e-mails of the incident in any script', async () => {
  await app.owner.post(`${one}/mails`, {
    subject: 'Sorry',
    text: 'We wrote to you.',
    recipients: ['a@fabrikam.example'],
  });
  const told = app.clock.now().toISOString();
  await app.owner.send('PATCH', one, {
    body: { authorityNotifiedAt: told, note: 'Password changed.', status: 'closed' },
  });
  const answer = await app.owner.get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(/incident-\d{4}-\d\d-\d\d\.pdf/);
  const text = execFileSync(outsideTool('pdftotext'), ['-layout', '-', '-'], { input: answer.bytes, encoding: 'utf8' });
  for (const said of [
    '契約書の誤送信 – Übergabe',
    'Closed on',
    'Northwind Trading',
    'Then back.',
    'Password changed.',
    'within the 72 hours',
    'Mail 1 to the people affected',
    'We wrote to you.',
    'Page 1 of',
  ])
    expect(text).toContain(said);
  expect((await app.owner.get('/api/audit?action=incident.report-downloaded')).text).toContain(body.incident.id);
});

test('e-mails administrators when an incident is reported and at 24, 48, 68 and 72 hours, until the authority is notified', async () => {
  const due = async (kind: string) => mailCount(app, OWNER.email, kind);
  const session = await app.session();
  const { body: second } = await session.post<'reportIncident'>('/api/security/incidents', {
    ...report,
    title: 'Second',
  });
  const before = await due('incident-reported');
  expect(before).toBe(2);
  const pass = async (hours: number) => {
    app.clock.advance({ hours });
    app.services.runner.wake('timer');
    await until('what is due to run', async () => {
      const waiting = await app.sql(`select from jobs where kind = 'remind-incident' and run_at <= $1`, [
        app.clock.now(),
      ]);
      return waiting.length === 0;
    });
  };
  for (const [hours, mails, overdue] of [
    [23, 0, 0],
    [1, 1, 0],
    [24, 2, 0],
    [20, 3, 0],
    [4, 3, 1],
    [100, 3, 1],
  ] as const) {
    await pass(hours);
    expect(
      [await due('incident-due'), await due('incident-overdue')],
      `the number of e-mails after ${hours} hours`,
    ).toEqual([mails, overdue]);
  }
  const mail = await app.mail(OWNER.email, 'incident-due');
  expect(mail.text).toContain(`/incidents/${second.incident.id}`);
  expect(mail.subject).toContain('4 hours');
});

test('rejects an incident of another organization with 404', async () => {
  const { owner } = await app.otherTenant();
  expectError(await owner.get(path), 'INCIDENT_NOT_FOUND', { incidentId: body.incident.id });
});

administrative(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
