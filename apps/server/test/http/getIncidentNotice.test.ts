import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const { caller: admin } = await app.makeKey({ scopes: ['admin'] });
const report = { title: 'Mailbox taken over', description: 'Of one of our clerks.', severity: 'high' };
const { body } = await admin.post<'reportIncident'>('/api/security/incidents', report);
const path = `/api/security/incidents/${body.incident.id}`;
const notice = async (kind: string) => {
  const answer = await admin.get<'getIncidentNotice'>(`${path}/notices/${kind}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.notice;
};

test('returns the incident notice for the authority with the content that GDPR Article 33 requires, and lists missing information', async () => {
  const { subject, text, missing } = await notice('authority');
  expect(subject).toBe('Personal data breach: Mailbox taken over');
  expect(text).toContain('Controller: Northwind Trading');
  expect(text).toContain('Of one of our clerks.');
  expect(missing).toEqual([
    'name and contact details of the data protection officer or another contact point',
    'number of people affected',
    'kinds of data and number of records',
    'likely consequences of the breach',
    'measures taken or proposed',
  ]);
  for (const what of missing) expect(text).toContain(`[${what}]`);
});

test('adds new facts to the incident notice, and lists the reasons for the delay as missing if the notice is late', async () => {
  app.clock.advance({ hours: 73 });
  const told = app.clock.now().toISOString();
  const known = {
    affectedPeople: 40,
    affectedData: '200 letters',
    note: 'Password changed.',
    authorityNotifiedAt: told,
  };
  await admin.send('PATCH', path, { body: known });
  const { text, missing } = await notice('authority');
  expect(text).toContain('about 40');
  expect(text).toContain('Password changed.');
  expect(missing).toContain('reasons for the delay');
  expect(missing).not.toContain('kinds of data and number of records');
});

test('returns the incident notice for the affected people in plain language', async () => {
  const { subject, text } = await notice('people');
  expect(subject).toBe('About a security incident at Northwind Trading');
  expect(text).toContain('What happened: Mailbox taken over');
  expect(text).not.toContain('Article');
});

test('rejects an incident notice for an unknown audience with 404', async () => {
  expectError(await admin.get(`${path}/notices/press`), 'NOT_FOUND');
});

needsCredential(app, { method: 'GET', path: `${path}/notices/people` });
refusesOtherMethods(app, `${path}/notices/people`, ['GET']);
