import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

/** test/sso/switch-account.test.ts tests the response for a pending sign-in. */
const app = await startTestApp();
const path = '/api/auth/sso/pending';

test('reports no pending sign-in if the browser did not come from an identity provider, even if the user is signed in', async () => {
  for (const caller of [app.anyone, app.owner])
    expect((await caller.both<'getPendingLogin'>('GET', path)).body).toEqual({ pending: null });
});

refusesOtherMethods(app, path, ['GET', 'POST']);
