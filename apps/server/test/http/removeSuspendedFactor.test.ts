import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { withSuspended } from '../support/suspended.ts';

const app = await startTestApp();
const pathOf = (id: string) => `/api/auth/suspended/${id}`;

test('permanently deletes an API key that was suspended during account recovery', async () => {
  const { owner, key } = await withSuspended(app);
  expect((await owner.send('DELETE', pathOf(key.id))).status).toBe(200);
  expectError(await owner.post(`${pathOf(key.id)}/restore`), 'NOT_FOUND');
  expectError(await key.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
});

test("returns 404 for another person's suspended second factor", async () => {
  const { key } = await withSuspended(app);
  expectError(await (await app.session()).send('DELETE', pathOf(key.id)), 'NOT_FOUND');
});

sessionOnly(app, { method: 'DELETE', path: pathOf('totp') });
