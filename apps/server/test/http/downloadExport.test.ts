import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { readyExport, unpack } from '../support/exports.ts';
import { sessionOnly } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
await app.draft();
const made = await readyExport(app.owner, 'organization');
const path = `/api/legal/exports/${made.id}/download`;

test('returns the same bytes of an export in full (200) and in ranges (206), and audits each download', async () => {
  const whole = await app.owner.get(path);
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-type')).toBe('application/zip');
  expect(whole.headers.get('content-disposition')).toMatch(/countersign-organization-\d{4}-\d\d-\d\d\.zip/);
  expect(unpack(whole.bytes).files).toContain('README.md');
  const size = whole.bytes.length;
  const pieces: Buffer[] = [];
  for (let at = 0; at < size; at += Math.ceil(size / 7)) {
    const end = Math.min(at + Math.ceil(size / 7), size) - 1;
    const piece = await app.owner.get(path, { headers: { range: `bytes=${at}-${end}` } });
    expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes ${at}-${end}/${size}`]);
    pieces.push(piece.bytes);
  }
  expect(Buffer.concat(pieces).equals(whole.bytes)).toBe(true);
  const { text } = await app.owner.get('/api/audit?action=export.downloaded&pageSize=1');
  expect(text).toContain(made.id);
});

test('returns 416 for a range beyond the end of the export', async () => {
  const size = (await app.owner.get(path)).bytes.length;
  expectError(await app.owner.get(path, { headers: { range: 'bytes=99999999-' } }), 'RANGE_NOT_SATISFIABLE', { size });
});

test('returns 404 to another owner of the organization and to another organization', async () => {
  for (const { caller } of [await app.member('owner'), { caller: (await app.otherTenant()).owner }])
    expectError(await caller.get(path), 'EXPORT_NOT_FOUND', { exportId: made.id });
});

test("rejects a former owner's download of the organization export with 404, and keeps their personal export available", async () => {
  const { caller, userId } = await app.member('owner');
  const [whole, own] = [await readyExport(caller, 'organization'), await readyExport(caller, 'own')];
  const steps = await caller.send('PATCH', `/api/organization/members/${userId}`, { body: { role: 'admin' } });
  expect(steps.status).toBe(200);
  expectError(await caller.get(`/api/legal/exports/${whole.id}/download`), 'EXPORT_NOT_FOUND', { exportId: whole.id });
  expect((await caller.get(`/api/legal/exports/${own.id}/download`)).status).toBe(200);
  expect((await caller.get('/api/legal/exports')).text).not.toContain(whole.id);
});

test('returns 403 to a session without a recent step-up', async () => {
  const owner = await app.session();
  app.clock.advance({ minutes: 11 });
  expectError(await owner.get(path), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
});

sessionOnly(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
