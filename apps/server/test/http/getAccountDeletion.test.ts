import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, PASSWORD } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/legal/delete-account';

test("returns only the deletion scheduled for the caller's own account, or null if there is none", async () => {
  const [one, other] = [await join(app), await join(app)];
  const read = async ({ caller }: typeof one) => (await caller.get<'getAccountDeletion'>(path)).body.deletion;
  expect(await read(one)).toBeNull();
  const { body } = await one.caller.post<'deleteAccount'>(path, { password: PASSWORD });
  expect(await read(one)).toEqual(body.deletion);
  expect(await read(other)).toBeNull();
});

sessionOnly(app, { method: 'GET', path });
