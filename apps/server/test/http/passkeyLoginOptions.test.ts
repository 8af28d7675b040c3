import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp();
const path = '/api/auth/passkeys/login/options';

describe('200', () => {
  test('returns a new challenge to anyone, without naming a person or passkey', async () => {
    const ask = async () => (await app.anyone.post<'passkeyLoginOptions'>(path)).body.options;
    const [one, two] = [await ask(), await ask()];
    expect(one).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    });
    expect(two.challenge).not.toBe(one.challenge);
  });

  test('deletes unanswered challenges when the next challenge is requested', async () => {
    app.clock.advance({ minutes: 6 });
    await app.anyone.post(path);
    expect(await app.sql('select from webauthn_challenges')).toHaveLength(1);
  });
});

describe('409', () => {
  test("rejects passkeys if the installation's URL contains an IP address instead of a host name", async () => {
    const bare = await startTestApp({ publicUrl: 'https://192.0.2.7' });
    expectError(await bare.anyone.post(path), 'PASSKEYS_UNAVAILABLE');
  });
});

refusesOtherMethods(app, path, ['POST']);
