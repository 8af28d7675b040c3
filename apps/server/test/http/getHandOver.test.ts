import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join } from '../support/people.ts';

const app = await startTestApp();
const pathOf = (userId: string) => `/api/admin/users/${userId}/hand-over`;

test('returns the progress of a handover only to its own organization', async () => {
  const owner = await app.session();
  const { userId } = await join(app);
  expectError(await owner.get(pathOf(userId)), 'HAND_OVER_NOT_FOUND', { userId });
  await owner.post(pathOf(userId), { to: app.tenant.userId });
  expect((await owner.get<'getHandOver'>(pathOf(userId))).body.handOver.to.id).toBe(app.tenant.userId);
  const other = await app.otherTenant();
  expectError(await other.owner.get(pathOf(userId)), 'HAND_OVER_NOT_FOUND', { userId });
});

administrative(app, { method: 'GET', path: pathOf('usr_00000000000000000000000000') });
