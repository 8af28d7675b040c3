import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';
import { join } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { requireTwoFactor, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/2fa';
const sample = { method: 'GET', path };

describe('200', () => {
  test("returns the user's second factors, from no factors to every kind", async () => {
    const person = await join(app);
    expect((await person.caller.both<'getTwoFactor'>('GET', path)).body).toEqual({
      twoFactor: {
        enabled: false,
        totp: { enabled: false, confirmed_at: null },
        passkeys: 0,
        recoveryCodesLeft: 0,
        requiredBy: [],
      },
    });
    const confirmed = app.clock.now().toISOString();
    const guarded = await withApp(app, person);
    const both = await withPasskey(app, guarded);
    expect((await both.caller.get<'getTwoFactor'>(path)).body.twoFactor).toEqual({
      enabled: true,
      totp: { enabled: true, confirmed_at: confirmed },
      passkeys: 1,
      recoveryCodesLeft: 10,
      requiredBy: [],
    });
    expect(both.recoveryCodes, 'recovery codes are only issued with the first factor').toEqual([]);
  });

  test('lists the organizations that require a second factor, even for a member who has no access to them yet', async () => {
    const { owner, organizationId } = await app.otherTenant();
    const { caller } = await join(app, { by: owner });
    await requireTwoFactor(app, true, {}, organizationId);
    expect((await caller.get<'getTwoFactor'>(path)).body.twoFactor.requiredBy).toEqual(['Contoso Research']);
  });
});

sessionOnly(app, sample);
refusesOtherMethods(app, path, ['GET']);
