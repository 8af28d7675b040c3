import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const PATH = '/api/folders';
const app = await startTestApp();
const make = async (by: Caller, body: object) => (await by.post<'createFolder'>(PATH, body)).body.folder;

test('creates a folder and a subfolder that is shared like its parent', async () => {
  const top = await make(app.key, { name: 'Leases', shared: true });
  expect(top).toMatchObject({ name: 'Leases', parent_id: null, shared: true, can_change: true });
  const inner = await make((await app.member('member')).caller, { name: '2026', parentId: top.id });
  expect(inner).toMatchObject({ parent_id: top.id, shared: true });
});

test('returns 404 for a parent folder that the caller cannot see, and 409 for a folder below the fifth level', async () => {
  const { caller } = await app.member('member');
  const hidden = await make(app.key, { name: 'Private' });
  expectError(await caller.post(PATH, { name: 'x', parentId: hidden.id }), 'FOLDER_NOT_FOUND', { folderId: hidden.id });
  let parentId: string | null = null;
  for (let depth = 1; depth <= 5; depth += 1) parentId = (await make(caller, { name: `Level ${depth}`, parentId })).id;
  expectError(await caller.post(PATH, { name: 'Level 6', parentId }), 'FOLDER_NESTING', { limit: 5 });
});

test('returns 409 if a user already has 200 folders', async () => {
  const { caller, userId } = await app.member('member');
  await app.sql(
    `insert into folders (tenant_id, id, owner_id, name, created_at, updated_at)
     select $1, 'fdr_' || lpad(n::text, 26, '0'), $2, 'n', now(), now() from generate_series(1, 200) n`,
    [app.tenant.tenantId, userId],
  );
  expectError(await caller.post(PATH, { name: 'One more' }), 'TOO_MANY_FOLDERS', { limit: 200 });
});

test('returns 409 if an organization already has 2,000 shared folders', async () => {
  const { key, tenantId } = await app.otherTenant();
  const own = await make(key, { name: 'Private' });
  await app.sql(
    `insert into folders (tenant_id, id, owner_id, name, shared, created_at, updated_at)
     select $1, 'fdr_' || lpad(n::text, 26, '0'), 'usr_other', 'n', true, now(), now() from generate_series(1, 2000) n`,
    [tenantId],
  );
  expectError(await key.post(PATH, { name: 'One more', shared: true }), 'TOO_MANY_FOLDERS', { limit: 2000 });
  const sharing = await key.send('PATCH', `${PATH}/${own.id}`, { body: { shared: true } });
  expectError(sharing, 'TOO_MANY_FOLDERS', { limit: 2000 });
  expect((await make(key, { name: 'Private' })).shared).toBe(false);
});

test('rejects an empty folder name', async () => {
  expectInvalid(await app.key.post(PATH, { name: ' ' }), 'name');
});

const sample = { method: 'POST', path: PATH, body: { name: 'Leases' } };
needsCredential(app, sample);
needsScope(app, 'documents:write', sample);
countsRequests(app, sample);
