import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const keyed = await withPasskey(app);
const path = `/api/auth/passkeys/${keyed.passkeyId}`;
const sample = { method: 'PATCH', path, body: { name: 'Key ring' } };

describe('200', () => {
  test('changes the name of a passkey', async () => {
    const { body } = await keyed.caller.send<'renamePasskey'>('PATCH', path, { body: { name: ' Key ring ' } });
    expect(body.passkey).toMatchObject({ id: keyed.passkeyId, name: 'Key ring' });
    expect((await trailOf(app)).at(-1)).toBe('user.passkey-renamed');
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects a session that was opened through an identity provider', async () => {
    const other = await withPasskey(app);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [other.userId]);
    app.clock.advance({ seconds: 2 });
    const own = `/api/auth/passkeys/${other.passkeyId}`;
    expectError(await other.caller.send('PATCH', own, { body: { name: 'x' } }), 'FORBIDDEN');
  });
});

describe('404', () => {
  test("rejects another account's passkey, an unknown passkey and an invalid ID", async () => {
    const other = await withPasskey(app);
    for (const passkeyId of [keyed.passkeyId, newId('passkey'), 'nonsense'])
      expectError(
        await other.caller.send('PATCH', `/api/auth/passkeys/${passkeyId}`, { body: { name: 'x' } }),
        'PASSKEY_NOT_FOUND',
        { passkeyId },
      );
  });
});

describe('422', () => {
  test.each(['', ' ', 'x'.repeat(81), 'two\nlines'])('rejects the passkey name %j', async (name) => {
    expectInvalid(await keyed.caller.send('PATCH', path, { body: { name } }), 'name');
  });
});

refusesOtherMethods(app, path, ['PATCH', 'DELETE']);
