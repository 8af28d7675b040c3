/** If an organization requires a second factor (ADR 22, ADR 46), people without one have no access by any route. */
import { type Operation, operations } from '@countersign/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { cookiesOf, join, logIn, mailToken, steppedUp } from '../support/people.ts';
import { logInWithCode, logInWithPasskey, requireTwoFactor, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const SETUP = { setup: ['/api/auth/2fa/setup', '/api/auth/passkeys/options'] };
// All sessions in this file were opened before the requirement was introduced.
const plain = await join(app);
const admin = await join(app, { role: 'admin' });
const guarded = await withApp(app);
const keyed = await withPasskey(app);
const oldKey = await app.makeKey({ scopes: ['documents:read', 'admin'] });
beforeAll(() => requireTwoFactor(app));
/** Creates an organization for one test, which changes its settings. */
async function elsewhere() {
  const { organizationId, owner } = await app.otherTenant();
  return {
    organizationId,
    owner,
    require: (required: boolean, more?: object) => requireTwoFactor(app, required, more, organizationId),
  };
}

const refused = async (caller: Caller): Promise<void> => {
  expectError(await caller.get('/api/documents/paginated'), 'TWO_FACTOR_REQUIRED', SETUP);
};
const letIn = async (caller: Caller): Promise<void> => {
  expect((await caller.get('/api/documents/paginated')).status).toBe(200);
};

describe('access to the organization', () => {
  test('grants access to users whose second factor is an app, a recovery code or only a passkey', async () => {
    await letIn(guarded.caller);
    await letIn(keyed.caller);
    await letIn(await logInWithCode(app, guarded));
    await letIn(app.anyone.with({ cookie: cookiesOf(await logInWithPasskey(app, keyed.key)) }));
  });

  test('keeps existing API keys and signing links working', async () => {
    await letIn(oldKey.caller);
    const { id, token } = await app.sentToOne({ by: app.key });
    expect((await app.sign(id, { token })).status).toBe(200);
  });

  test('grants access from the next request after the user sets up a second factor in the same session', async () => {
    const person = await join(app, { by: oldKey.caller });
    await refused(person.caller);
    const session = (await person.caller.get<'getSession'>('/api/auth/session')).body.session;
    expect(session.two_factor_required).toBe(true);
    const after = await withApp(app, person);
    await letIn(after.caller);
    expect((await after.caller.get<'getSession'>('/api/auth/session')).body.session.two_factor_required).toBe(false);
  });
});

describe('attempts to bypass the two-factor requirement', () => {
  const sessionOperations = Object.values(operations as Readonly<Record<string, Operation>>).filter(
    (operation) => operation.credentials.includes('session') && !operation.credentials.includes('public'),
  );
  const open = sessionOperations.filter(({ withoutSecondFactor }) => withoutSecondFactor === true).map(({ id }) => id);

  test('rejects every operation in an existing session except setting up a second factor and leaving the organization', async () => {
    expect(open.toSorted()).toEqual(
      [
        'addPasskey',
        'cancelAccountDeletion',
        'challengePasskey',
        'deleteAccount',
        'disableTwoFactor',
        'getAccountDeletion',
        'getSession',
        'getTwoFactor',
        'listOrganizations',
        'listPasskeys',
        'logout',
        'passkeyRegistrationOptions',
        'provePasskey',
        'removePasskey',
        'listSuspendedFactors',
        'removeSuspendedFactor',
        'restoreSuspendedFactor',
        'renamePasskey',
        'renewRecoveryCodes',
        'setUpTwoFactor',
        'stepUp',
        'switchOrganization',
        'verifyTwoFactor',
      ].toSorted(),
    );
    for (const { id, method, path, role, environment } of sessionOperations) {
      if (open.includes(id) || role === 'owner') continue;
      const target = (environment === 'sandbox' ? '/sandbox' : '') + path.replaceAll(/:(\w+)/g, 'x');
      const answer = await admin.caller.send(method, target, method === 'GET' ? {} : { body: {} });
      expect({ id, status: answer.status, text: answer.text }).toMatchObject({
        id,
        status: 403,
        text: expect.stringContaining('TWO_FACTOR_REQUIRED') as unknown,
      });
    }
  });

  test('enforces the second factor in the sandbox, under /v1, and for e-mails shown as web pages', async () => {
    for (const prefix of ['/v1', '/sandbox', '/sandbox/v1'])
      expectError(await plain.caller.get(`${prefix}/api/documents/paginated`), 'TWO_FACTOR_REQUIRED', SETUP);
    expectError(await plain.caller.get('/mailbox/html/eml_0'), 'TWO_FACTOR_REQUIRED', SETUP);
  });

  test('rejects a new sign-in that uses only a password', async () => {
    const answer = await logIn(app, plain.email);
    expect(answer.body.session.two_factor_required).toBe(true);
    await refused(app.anyone.with({ cookie: cookiesOf(answer) }));
  });

  test('still requires the second factor after a password reset by e-mail', async () => {
    await app.anyone.post('/api/auth/forgot-password', { email: guarded.email });
    const token = await mailToken(app, guarded.email, 'reset-password');
    const answer = await app.anyone.post('/api/auth/reset-password', {
      token,
      password: app.secret('a quiet river stone'),
    });
    expect(cookiesOf(answer)).not.toContain('session');
    const login = await logIn(app, guarded.email, 'a quiet river stone');
    expect(login.status).toBe(403);
    expect(login.text).toContain('SECOND_STEP_REQUIRED');
    expect(cookiesOf(login)).not.toContain('countersign_session');
  });

  test('rejects the creation of an API key, because the key would need no second factor later', async () => {
    const body = { name: 'Back door', scopes: ['admin'], expiresInDays: null };
    expectError(await admin.caller.post('/api/settings/api-keys', body), 'TWO_FACTOR_REQUIRED', SETUP);
    const rotate = `/api/settings/api-keys/${oldKey.id}/rotate`;
    expectError(await admin.caller.post(rotate, {}), 'TWO_FACTOR_REQUIRED', SETUP);
  });

  test('enforces the second factor when a user switches from an organization without this requirement', async () => {
    const body = { name: 'Elsewhere' };
    const strict = await elsewhere();
    const person = await join(app, { by: strict.owner });
    const own = (await person.caller.post<'createOrganization'>('/api/organizations', body)).body.organization;
    const away = await person.caller.post('/api/auth/switch-organization', { organizationId: own.id });
    const there = app.anyone.with({ cookie: cookiesOf(away) });
    await strict.require(true);
    await letIn(there);
    const back = await there.post<'switchOrganization'>('/api/auth/switch-organization', {
      organizationId: strict.organizationId,
    });
    expect(back.body.session.two_factor_required).toBe(true);
    const here = app.anyone.with({ cookie: cookiesOf(back) });
    await refused(here);
    const again = await here.post('/api/auth/switch-organization', { organizationId: own.id });
    await letIn(app.anyone.with({ cookie: cookiesOf(again) }));
  });

  test('applies the requirement to a person who registers with an invitation or accepts one', async () => {
    const fresh = await join(app, { by: oldKey.caller });
    await refused(fresh.caller);
    const other = await elsewhere();
    const guest = await join(app, { by: other.owner });
    await oldKey.caller.post('/api/organization/invitations', { email: guest.email, role: 'admin' });
    const token = await mailToken(app, guest.email, 'invitation');
    const accepted = await guest.caller.post<'acceptInvitation'>('/api/auth/accept-invitation', { token });
    expect(accepted.status, accepted.text).toBe(200);
    expect(accepted.body.session.two_factor_required).toBe(true);
    await refused(app.anyone.with({ cookie: cookiesOf(accepted) }));
  });

  test('enforces the requirement again after a user removes the second factor', async () => {
    const lost = await withApp(app, await join(app, { by: oldKey.caller }));
    await letIn(lost.caller);
    expect((await lost.caller.post('/api/auth/2fa/disable')).status).toBe(200);
    await refused(lost.caller);
  });

  test('does not accept a step-up by password as a second factor', async () => {
    const person = await join(app, { by: oldKey.caller });
    await refused(await steppedUp(app, person.caller));
  });
});

describe('single sign-on', () => {
  const foreign = async (factor: 'identity-provider' | null, by: Caller = oldKey.caller) => {
    const person = await join(app, { by });
    await app.sql(`update sessions set method = 'saml', second_factor = $2 where user_id = $1`, [
      person.userId,
      factor,
    ]);
    app.clock.advance({ seconds: 2 });
    return person.caller;
  };

  test('exempts users of single sign-on, because the organization relies on its identity provider for authentication', async () => {
    await letIn(await foreign(null));
  });

  test('does not exempt users of single sign-on if the organization requires the provider to report a second factor', async () => {
    const strict = await elsewhere();
    const [proved, unproved] = [await foreign('identity-provider', strict.owner), await foreign(null, strict.owner)];
    await strict.require(true, { sso_requires_mfa: true });
    await letIn(proved);
    expectError(await unproved.get('/api/documents/paginated'), 'TWO_FACTOR_REQUIRED', { method: 'saml' });
  });
});

test('lets users continue with the next request after the organization turns off the two-factor requirement', async () => {
  const strict = await elsewhere();
  const person = await join(app, { by: strict.owner });
  await strict.require(true);
  await refused(person.caller);
  await strict.require(false);
  await letIn(person.caller);
});
