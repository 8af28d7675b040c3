import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { withSuspended } from '../support/suspended.ts';

const app = await startTestApp();
const pathOf = (id: string) => `/api/auth/suspended/${id}/restore`;

test('restores a suspended API key but rejects a second restore of the same key', async () => {
  const { owner, key } = await withSuspended(app);
  expectError(await key.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
  expect((await owner.post(pathOf(key.id))).status).toBe(200);
  expect((await key.caller.get('/api/documents/paginated')).status).toBe(200);
  expectError(await owner.post(pathOf(key.id)), 'NOT_FOUND');
});

test("returns 404 for another person's suspended second factor", async () => {
  const { key } = await withSuspended(app);
  expectError(await (await app.session()).post(pathOf(key.id)), 'NOT_FOUND');
});

test('returns 409 for a suspended passkey that has since been added again', async () => {
  const { owner, suspendedPasskey } = await withSuspended(app);
  const columns = (
    await app.sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'passkeys' and column_name <> 'id'`,
    )
  ).map(({ name }) => name);
  await app.sql(
    `insert into passkeys (id, ${columns.join()}) select id || 'b', ${columns.join()} from suspended_passkeys where id = $1`,
    [suspendedPasskey],
  );
  expectError(await owner.post(pathOf(suspendedPasskey)), 'PASSKEY_EXISTS');
});

sessionOnly(app, { method: 'POST', path: pathOf('totp') });
