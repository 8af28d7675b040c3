import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

/** What it says of a login that waits is in test/sso/switch-account.test.ts. */
const app = await startTestApp();
const path = '/api/auth/sso/pending';

test('200: nothing waits in a browser that comes from no provider, logged in or not', async () => {
  for (const caller of [app.anyone, app.owner])
    expect((await caller.both<'getPendingLogin'>('GET', path)).body).toEqual({ pending: null });
});

refusesOtherMethods(app, path, ['GET', 'POST']);
