import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

/** The response for a pending sign-in is tested in test/sso/switch-account.test.ts. */
const app = await startTestApp();
const path = '/api/auth/sso/pending';

test('reports no pending sign-in in a browser that comes from no provider, signed in or not', async () => {
  for (const caller of [app.anyone, app.owner])
    expect((await caller.both<'getPendingLogin'>('GET', path)).body).toEqual({ pending: null });
});

refusesOtherMethods(app, path, ['GET', 'POST']);
