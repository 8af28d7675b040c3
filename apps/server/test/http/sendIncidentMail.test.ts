import { expect, test } from 'vitest';
import { UNCONFIRMED } from '../../src/features/incidents/send-mails.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const report = { title: 'Wrong recipient', description: 'A contract went to a namesake.', severity: 'medium' };
const { body } = await app.owner.post<'reportIncident'>('/api/security/incidents', report);
const incident = `/api/security/incidents/${body.incident.id}`;
const path = `${incident}/mails`;
const mail = { subject: 'About your contract', text: 'It went to somebody else.' };
const mails = (email: string) =>
  app.sql(`select from mails where to_address = $1 and kind = 'incident-notice'`, [email]);
const ended = () =>
  until('the mailing to end', async () => {
    const { mailings } = (await app.owner.get<'listIncidentMails'>(path)).body;
    return mailings.every(({ waiting }) => waiting === 0) && mailings;
  });

test('sends the incident e-mail to each person once, and records it in the timeline and the audit log', async () => {
  const recipients = ['a@fabrikam.example', 'A@fabrikam.example', 'b@fabrikam.example'];
  const answer = await app.owner.post<'sendIncidentMail'>(path, { ...mail, recipients });
  expect(answer.status, answer.text).toBe(202);
  expect(answer.body.mailing).toMatchObject({ number: 1, subject: mail.subject, failed: 0 });
  expect(await ended()).toMatchObject([{ number: 1, sent: 2, failed: 0, failures: [] }]);
  expect(await mails('a@fabrikam.example')).toHaveLength(1);
  expect(await mails('b@fabrikam.example')).toHaveLength(1);
  const { incident: now } = (await app.owner.get<'getIncident'>(incident)).body;
  expect(now.people_notified_at).toBe(app.clock.now().toISOString());
  expect(now.timeline.at(-1)).toMatchObject({
    changes: ['mails'],
    note: 'Mail 1 to 2 people affected: About your contract',
  });
  const { text } = await app.owner.get('/api/audit?action=incident.mailed');
  expect(text).toContain('Mail about a security incident to 2 people affected');
  const preview = await app.owner.post<'previewIncidentMail'>(`${path}/preview`, { ...mail, recipients });
  expect(preview.body.preview.mailed_before).toHaveLength(2);
});

test('does not resend an incident e-mail that was being sent when the server stopped, and reports the e-mail as failed', async () => {
  await app.sql(
    `insert into incident_mailings (tenant_id, incident_id, n, subject, text, actor_kind, actor_id, created_at) values ($1, $2, 9, 's', 't', 'user', $3, now())`,
    [app.tenant.tenantId, body.incident.id, app.tenant.userId],
  );
  await app.sql(
    `insert into incident_mail_recipients (tenant_id, incident_id, mailing, email, email_key, status, changed_at)
     values ($1, $2, 9, 'c@fabrikam.example', 'c@fabrikam.example', 'handing-over', now())`,
    [app.tenant.tenantId, body.incident.id],
  );
  await app.sql(
    `insert into jobs (tenant_id, id, kind, unique_key, lane, payload, run_at, created_at) values ($1, 'job_' || repeat('0', 26), 'incident-mail', 'other', 'mail', $2, $3, $3)`,
    [
      app.tenant.tenantId,
      JSON.stringify({ incidentId: body.incident.id, mailing: 9, emailKey: 'c@fabrikam.example' }),
      app.clock.now(),
    ],
  );
  app.services.runner.wake('mail');
  expect((await ended())[0]).toMatchObject({
    number: 9,
    failed: 1,
    failures: [{ email: 'c@fabrikam.example', reason: UNCONFIRMED }],
  });
  expect(await mails('c@fabrikam.example')).toEqual([]);
});

test('rejects an incident of another organization with 404', async () => {
  const { owner } = await app.otherTenant();
  const answer = await owner.post(path, { ...mail, recipients: ['a@fabrikam.example'] });
  expectError(answer, 'INCIDENT_NOT_FOUND', { incidentId: body.incident.id });
});

administrative(app, { method: 'POST', path, body: { ...mail, recipients: ['x@fabrikam.example'] } });
