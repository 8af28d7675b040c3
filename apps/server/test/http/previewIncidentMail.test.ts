import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const report = { title: 'Wrong recipient', description: 'A contract went to a namesake.', severity: 'medium' };
const { body } = await app.owner.post<'reportIncident'>('/api/security/incidents', report);
const path = `/api/security/incidents/${body.incident.id}/mails/preview`;
const mail = { subject: 'About your contract', text: 'It went to\nsomebody else.', recipients: ['a@fabrikam.example'] };

test('shows the e-mail as recipients would receive it, counts a repeated address once, and sends nothing', async () => {
  const recipients = ['a@fabrikam.example', 'A@Fabrikam.example', 'b@fabrikam.example'];
  const { status, body: answer } = await app.owner.post<'previewIncidentMail'>(path, { ...mail, recipients });
  expect(status).toBe(200);
  expect(answer.preview).toMatchObject({ subject: mail.subject, recipients: 2, mailed_before: [] });
  expect(answer.preview.text).toContain('It went to');
  expect(answer.preview.text).toContain('Northwind Trading');
  expect(answer.preview.html).toContain('somebody else.');
  expect(await app.sql('select from incident_mailings')).toEqual([]);
});

test('rejects an unfilled placeholder, an empty recipient list and a missing address with 422', async () => {
  expectInvalid(await app.owner.post(path, { ...mail, text: 'Write to [contact point].' }), 'text');
  expectInvalid(await app.owner.post(path, { ...mail, recipients: [] }), 'recipients');
  expectInvalid(await app.owner.post(path, { ...mail, recipients: ['nobody'] }), 'recipients[0]');
});

test('rejects an incident of another organization with 404', async () => {
  const { owner } = await app.otherTenant();
  expectError(await owner.post(path, mail), 'INCIDENT_NOT_FOUND', { incidentId: body.incident.id });
});

administrative(app, { method: 'POST', path, body: mail });
refusesOtherMethods(app, path, ['POST']);
