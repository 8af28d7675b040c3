import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';
import { logInWithPasskey, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/passkeys';

describe('200', () => {
  test("returns the user's passkeys with the time of their last use, but not the keys themselves", async () => {
    const [keyed, other] = [await withPasskey(app), await withPasskey(app)];
    app.clock.advance({ minutes: 1 });
    await logInWithPasskey(app, keyed.key);
    const answer = await keyed.caller.both<'listPasskeys'>('GET', path);
    expect(answer.body.passkeys).toEqual([
      {
        id: keyed.passkeyId,
        name: 'Passkey 1',
        backed_up: false,
        created_at: expect.any(String) as unknown,
        last_used_at: app.clock.now().toISOString(),
      },
    ]);
    expect(answer.text).not.toContain(other.passkeyId);
    expect(answer.text).not.toContain(keyed.key.id.toString('base64url'));
  });
});

sessionOnly(app, { method: 'GET', path });
