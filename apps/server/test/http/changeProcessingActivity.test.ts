import { newId } from '../../src/platform/crypto/ids.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const base = '/api/legal/processing-activities';
const content = {
  name: 'Payroll',
  purpose: 'Paying people',
  legalBasis: 'Article 6 (1) (c) GDPR',
  people: 'Employees',
  data: 'Names, bank accounts',
  retention: 'Ten years',
};
const { body: made } = await app.owner.post<'addProcessingActivity'>(base, content);
const path = `${base}/${made.activity.id}`;
const change = (body: object) => app.owner.send<'changeProcessingActivity'>('PUT', path, { body, mayFail: true });

test('creates a new version of a processing activity, keeps all versions, and rejects a change based on an older version', async () => {
  const second = await change({ ...content, retention: 'Eleven years', version: 1 });
  expect(second.body.activity).toMatchObject({ version: 2, retention: 'Eleven years' });
  expectError(await change({ ...content, retention: 'Twelve years', version: 1 }), 'REGISTER_CHANGED', { version: 2 });
  expect((await change({ ...content, retention: 'Eleven years', version: 2 })).body.activity.version).toBe(2);
  const retired = await change({ ...content, state: 'retired', version: 2 });
  expect(retired.body.activity).toMatchObject({ version: 3, state: 'retired' });
  const log = (await app.owner.get('/api/audit?action=processing-activity')).text;
  expect(log).toContain('processing-activity.retired');
  expect(log).toContain('retention');
});

test('accepts only one of several concurrent changes to a processing activity', async () => {
  const { body } = await app.owner.post<'addProcessingActivity'>(base, content);
  const answers = await Promise.all(
    ['A', 'B', 'C'].map((name) =>
      app.owner.send('PUT', `${base}/${body.activity.id}`, { body: { ...content, name, version: 1 }, mayFail: true }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test("returns 404 for an unknown processing activity and for another organization's activity", async () => {
  const body = { ...content, version: 1 };
  const id = newId('processingActivity');
  const absent = await app.owner.send('PUT', `${base}/${id}`, { body, mayFail: true });
  expectError(absent, 'PROCESSING_ACTIVITY_NOT_FOUND', { activityId: id });
  const { owner } = await app.otherTenant();
  const foreign = await owner.send('PUT', path, { body, mayFail: true });
  expectError(foreign, 'PROCESSING_ACTIVITY_NOT_FOUND', { activityId: made.activity.id });
  // Nobody can change the entries about the service itself.
  expect((await app.owner.send('PUT', `${base}/accounts`, { body, mayFail: true })).status).toBe(404);
});

administrative(app, { method: 'PUT', path, body: { ...content, version: 1 } });
