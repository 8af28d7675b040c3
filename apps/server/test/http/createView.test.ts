import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';
import { untilLocked } from '../support/until-locked.ts';

const PATH = '/api/views';
const app = await startTestApp();
const { caller: admin } = await app.member('admin');
const body = { name: 'Leases of last month', filters: { q: 'lease', created: 'last-month' } };

test('saves filters as a view with a name', async () => {
  const answer = await admin.post<'createView'>(PATH, body);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.view).toMatchObject({ ...body, shared: false, can_change: true });
});

test('lets admins share a view and returns 403 to members', async () => {
  expect((await admin.post<'createView'>(PATH, { ...body, shared: true })).body.view.shared).toBe(true);
  const { caller: member } = await app.member('member');
  expectError(await member.post(PATH, { ...body, shared: true }), 'FORBIDDEN', {});
});

test('returns 409 if a user already has 50 views', async () => {
  const { caller } = await app.member('member');
  for (let n = 0; n < 50; n += 1) expect((await caller.post(PATH, body)).status).toBe(201);
  expectError(await caller.post(PATH, body), 'TOO_MANY_VIEWS', { limit: 50 });
});

test('enforces the limit of 50 views when two views are saved simultaneously', async () => {
  const { caller, userId } = await app.member('member');
  await app.sql(
    `insert into saved_views (tenant_id, id, owner_id, name, filters, position, created_at, updated_at)
     select $1, 'vw_' || lpad(n::text, 26, '0'), $2, 'n', '{}', n, now(), now() from generate_series(1, 49) n`,
    [app.tenant.tenantId, userId],
  );
  await app.sql('begin');
  await app.sql('select from saved_views where owner_id = $1 for update', [userId]);
  const saving = Promise.all([caller.post(PATH, body), caller.post(PATH, body)]);
  await untilLocked(app, 2);
  await app.sql('commit');
  expect((await saving).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test('rejects an empty view name and unknown filters', async () => {
  expectInvalid(await admin.post(PATH, { ...body, name: ' ' }), 'name');
  expectInvalid(await admin.post(PATH, { ...body, filters: { size: '1' } }), 'filters.size');
});

const sample = { method: 'POST', path: PATH, body };
needsCredential(app, sample);
