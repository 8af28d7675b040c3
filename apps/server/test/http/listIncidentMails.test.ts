import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const report = { title: 'Wrong recipient', description: 'A contract went to a namesake.', severity: 'medium' };
const { body } = await app.owner.post<'reportIncident'>('/api/security/incidents', report);
const path = `/api/security/incidents/${body.incident.id}/mails`;

test("returns the incident's e-mails newest first, and an empty list before the first e-mail", async () => {
  expect((await app.owner.get<'listIncidentMails'>(path)).body).toMatchObject({ mailings: [] });
  for (const subject of ['First', 'Second'])
    await app.owner.post(path, { subject, text: 't', recipients: ['a@fabrikam.example'] });
  const { mailings } = (await app.owner.get<'listIncidentMails'>(path)).body;
  expect(mailings.map(({ number, subject }) => [number, subject])).toEqual([
    [2, 'Second'],
    [1, 'First'],
  ]);
});

test('rejects an incident of another organization with 404', async () => {
  const { owner } = await app.otherTenant();
  expectError(await owner.get(path), 'INCIDENT_NOT_FOUND', { incidentId: body.incident.id });
});

administrative(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET', 'POST']);
