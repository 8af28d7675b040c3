import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/legal/processing-activities';
const body = {
  name: 'Applications',
  purpose: 'Hiring people',
  legalBasis: 'Article 6 (1) (b) GDPR',
  people: 'Applicants',
  data: 'Names, addresses, curricula vitae',
  retention: 'Six months',
};

test('creates the first version of a processing activity with its author and time, and records it in the audit log', async () => {
  const { body: made, status } = await app.owner.post<'addProcessingActivity'>(path, body);
  expect(status).toBe(201);
  const { legalBasis, ...said } = body;
  expect(made.activity).toMatchObject({
    ...said,
    legal_basis: legalBasis,
    recipients: '',
    origin: 'organization',
    version: 1,
    state: 'active',
    changed_by: { kind: 'user', name: 'Grace Hopper' },
  });
  expect((await app.owner.get('/api/audit?action=processing-activity.added')).text).toContain(made.activity.id);
});

test('returns 422 for a processing activity without the information that GDPR Article 30 requires', async () => {
  expectInvalid(await app.owner.send('POST', path, { body: { ...body, purpose: ' ' }, mayFail: true }), 'purpose');
  const unsaid = { ...body, retention: undefined };
  expectInvalid(await app.owner.send('POST', path, { body: unsaid, mayFail: true }), 'retention');
});

administrative(app, { method: 'POST', path, body });
