import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { hidesFromMembers } from '../support/guards.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';

const app = await startTestApp();
const base = '/api/legal/processing-activities';
const pathOf = (id: string) => `${base}/${id}`;
const content = {
  name: 'Payroll',
  purpose: 'Paying salaries',
  legalBasis: 'Contract',
  people: 'Employees',
  data: 'Names and bank accounts',
  retention: 'Ten years',
};
const { body: made } = await app.owner.post<'addProcessingActivity'>(base, content);
const { id } = made.activity;

test('returns the newest version of a processing activity, and returns 404 to the owner of another organization', async () => {
  await app.owner.send('PUT', pathOf(id), { body: { ...content, retention: 'Six years', version: 1 } });
  const { body } = await app.owner.get<'getProcessingActivity'>(pathOf(id));
  expect(body.activity).toMatchObject({ id, version: 2, retention: 'Six years' });
  const { owner } = await app.otherTenant();
  expectError(await owner.get(pathOf(id)), 'PROCESSING_ACTIVITY_NOT_FOUND', { activityId: id });
});

needsCredential(app, { method: 'GET', path: pathOf(id) });
needsScope(app, 'admin', { method: 'GET', path: pathOf(id) });
hidesFromMembers(app, pathOf, id);
