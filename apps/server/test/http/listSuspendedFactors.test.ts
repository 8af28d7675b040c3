import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';
import { withSuspended } from '../support/suspended.ts';

const app = await startTestApp();
const PATH = '/api/auth/suspended';

test('lists suspended factors only for the account owner', async () => {
  const { owner, key } = await withSuspended(app);
  const { body } = await owner.get<'listSuspendedFactors'>(PATH);
  expect(body.suspended.map(({ kind }) => kind).toSorted()).toEqual(['api-key', 'passkey']);
  expect(body.suspended.find(({ kind }) => kind === 'api-key')).toMatchObject({
    id: key.id,
    suspended_at: expect.stringMatching(/Z$/),
  });
  const other = await (await app.session()).get<'listSuspendedFactors'>(PATH);
  expect(other.body.suspended).toEqual([]);
});

sessionOnly(app, { method: 'GET', path: PATH });
