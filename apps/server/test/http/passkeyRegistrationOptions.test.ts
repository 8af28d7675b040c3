import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/passkeys/options';
const sample = { method: 'POST', path };

describe('200', () => {
  test('requests a discoverable passkey with user verification and excludes existing passkeys', async () => {
    const keyed = await withPasskey(app);
    const { options } = (await keyed.caller.post<'passkeyRegistrationOptions'>(path)).body;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Countersign' },
      user: { name: keyed.email, displayName: keyed.name },
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [{ id: keyed.key.id.toString('base64url'), type: 'public-key' }],
      attestation: 'none',
      timeout: 300_000,
    });
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toContain(-7);
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    const handle = Buffer.from(options.user.id, 'base64url').toString('latin1');
    for (const known of [keyed.email, keyed.userId])
      expect(handle, 'the user handle reveals nothing about the person').not.toContain(known);
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects a session without a recent step-up', async () => {
    const { caller } = await join(app);
    app.clock.advance({ minutes: 11 });
    expectError(await caller.post(path), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  });
  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await join(app);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects an account that has twenty passkeys', async () => {
    const { caller, userId } = await withPasskey(app);
    await app.sql(
      `insert into passkeys select 'psk_copy' || n, user_id, credential_id || n::text::bytea, public_key, 0, '{}', false, 'n', created_at
       from passkeys, generate_series(1, 19) n where user_id = $1`,
      [userId],
    );
    expectError(await caller.post(path), 'TOO_MANY_PASSKEYS');
  });
});

refusesOtherMethods(app, path, ['POST']);
