import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join, logIn } from '../support/people.ts';

const app = await startTestApp();
const pathOf = (userId: string) => `/api/admin/users/${userId}/reactivate`;

test('lets the reactivated user sign in again with the previous role', async () => {
  const owner = await app.session();
  const { userId, email } = await join(app, { role: 'admin' });
  await owner.post(`/api/admin/users/${userId}/deactivate`, {});
  const answer = await owner.post<'reactivateUser'>(pathOf(userId));
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.member).toMatchObject({ id: userId, role: 'admin', deactivated_at: null });
  expect((await logIn(app, email)).status).toBe(200);
  const other = await app.otherTenant();
  expectError(await other.owner.post(pathOf(userId)), 'MEMBER_NOT_FOUND', { userId });
});

administrative(app, { method: 'POST', path: pathOf('usr_00000000000000000000000000') });
