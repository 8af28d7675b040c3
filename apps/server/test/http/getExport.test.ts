import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { readyExport } from '../support/exports.ts';
import { sessionOnly } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const made = await readyExport(app.owner, 'organization');
const path = `/api/legal/exports/${made.id}`;

test('returns the progress of an export', async () => {
  const { status, body } = await app.owner.get<'getExport'>(path);
  expect(status).toBe(200);
  expect(body.export).toEqual({
    ...made,
    scope: 'organization',
    status: 'ready',
    documents_done: 0,
    documents_total: 0,
  });
});

test("returns the same 404 for an unknown export, another owner's export and another organization's export", async () => {
  const unknown = `exp_${'0'.repeat(26)}`;
  expectError(await app.owner.get(`/api/legal/exports/${unknown}`), 'EXPORT_NOT_FOUND', { exportId: unknown });
  for (const { caller } of [await app.member('owner'), { caller: (await app.otherTenant()).owner }])
    expectError(await caller.get(path), 'EXPORT_NOT_FOUND', { exportId: made.id });
});

sessionOnly(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET', 'DELETE']);
