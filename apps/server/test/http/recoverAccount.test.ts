import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { cookieNamed, join, logIn, mailToken, PASSWORD } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { logInWithPasskey, withApp, withPasskey } from '../support/second-factor.ts';
import { addWebhook, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);
const REVIEW = '/api/auth/recovery';
const RECOVER = '/api/auth/recovery/confirm';
const FRESH = app.secret('brave violet harbour 9');

type Person = Awaited<ReturnType<typeof join>>;
const review = async (token: string) => {
  const answer = await app.anyone.post<'reviewAccount'>(REVIEW, { token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const recover = (
  token: string,
  confirmedSignInId: string | null,
  password = FRESH,
  more: { alsoEnd?: string[] } = {},
) => app.anyone.post<'recoverAccount'>(RECOVER, { token, password, confirmedSignInId, ...more });
const resetToken = async ({ email }: Person) => {
  await app.anyone.post('/api/auth/forgot-password', { email });
  return mailToken(app, email, 'reset-password');
};
const signInAgain = async ({ email }: Person) => {
  const answer = await logIn(app, email, FRESH);
  expect(answer.status, answer.text).toBe(200);
  return app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
};

async function signIn(person: Person, userAgent: string) {
  app.clock.advance({ minutes: 1 });
  const answer = await app.anyone.post(
    '/api/auth/login',
    { email: person.email, password: PASSWORD },
    { headers: { 'user-agent': userAgent } },
  );
  expect(answer.status, answer.text).toBe(200);
  app.clock.advance({ minutes: 1 });
  return app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
}

const OWN = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const THEIRS = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/**
 * Simulates an attacker who has the password. The attacker adds a passkey, a key and a webhook, invites an accomplice,
 * and only then changes the address.
 */
async function attacked() {
  const person = await join(app, { role: 'admin' });
  await signIn(person, OWN);
  const thief = await signIn(person, THEIRS);
  const keyed = await withPasskey(app, { ...person, caller: thief });
  const key = await app.makeKey({ by: keyed.caller });
  const webhook = await addWebhook(app, { url: 'http://127.0.0.1:9/hook' }, { by: keyed.caller });
  const guest = app.person();
  await keyed.caller.post('/api/organization/invitations', { email: guest.email, role: 'admin' });
  const invitationToken = await mailToken(app, guest.email, 'invitation');
  const joined = await app.anyone.post('/api/auth/register', { ...guest, password: PASSWORD, invitationToken });
  expect(joined.status, joined.text).toBe(201);
  const accomplice = app.anyone.with({ cookie: cookieNamed(joined, 'countersign_session') });
  app.clock.advance({ minutes: 1 });
  const email = app.person().email;
  expect((await keyed.caller.post('/api/auth/change-email', { email })).status).toBe(200);
  const confirm = await keyed.caller.post('/api/auth/change-email/confirm', {
    token: await mailToken(app, email, 'change-email'),
  });
  expect(confirm.status, confirm.text).toBe(200);
  const undo = await mailToken(app, person.email, 'email-changed');
  return { person, thief, keyed, key, webhook, accomplice, undo };
}

describe('200', () => {
  test('removes a passkey and an API key that an attacker added before changing the e-mail address', async () => {
    const { person, thief, keyed, key, webhook, accomplice, undo } = await attacked();
    const { email, sign_ins: signIns, changes } = await review(undo);
    expect(email).toBe(person.email);
    expect(signIns.map(({ device }) => device)).toEqual(
      expect.arrayContaining(['Chrome on Windows', 'Firefox on Linux']),
    );
    for (const action of [
      'user.passkey-added',
      'api-key.created',
      'webhook.created',
      'invitation.sent',
      'user.email-changed',
    ])
      expect(changes.map((one) => one.action)).toContain(action);
    expect(changes[0]).toMatchObject({ at: expect.stringMatching(/Z$/), address: expect.stringMatching(/^127|^::/) });
    // Opening the page does not change the account.
    expect((await key.caller.get('/api/documents/paginated')).status).toBe(200);

    const own = signIns.find(({ device }) => device === 'Firefox on Linux');
    const answer = await recover(undo, own?.id ?? '');
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.ended).toMatchObject({ passkeys: 1, api_keys: 1, webhooks_deleted: 1, members_deactivated: 1 });
    for (const caller of [thief, keyed.caller, accomplice])
      expectError(await caller.get('/api/auth/session'), 'UNAUTHORIZED');
    expectError(await key.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
    expectError(await logInWithPasskey(app, keyed.key), 'PASSKEY_REFUSED');
    expect((await app.key.get(`${WEBHOOKS}/${webhook.id}`)).status).toBe(404);
    // At this point, the owner is not locked out by a second factor that the attacker added.
    expect((await logIn(app, person.email, FRESH)).status).toBe(200);
    expectError(await recover(undo, null), 'MAIL_LINK_INVALID');
  });

  test('sends a password link that works even if an attacker added a passkey', async () => {
    const person = await join(app, { role: 'admin' });
    await signIn(person, OWN);
    const keyed = await withPasskey(app, { ...person, caller: await signIn(person, THEIRS) });
    app.clock.advance({ minutes: 1 });
    await app.anyone.post('/api/auth/forgot-password', { email: person.email });
    const token = await mailToken(app, person.email, 'reset-password');
    const { sign_ins: signIns } = await review(token);
    const own = signIns.find(({ device }) => device === 'Firefox on Linux');
    expect((await recover(token, own?.id ?? '')).status).toBe(200);
    expectError(await logInWithPasskey(app, keyed.key), 'PASSKEY_REFUSED');
    expect((await logIn(app, person.email, FRESH)).status).toBe(200);
  });

  test('recovers an account by password reset after the recovery link in the notice has expired, and keeps a second factor older than 90 days', async () => {
    const guarded = await withApp(app);
    app.clock.advance({ days: 1 });
    const token = await mailToken(app, guarded.email, 'two-factor-on');
    const { sign_ins: signIns } = await review(token);
    app.clock.advance({ days: 91 - 1 });
    expectError(await recover(token, signIns[0]?.id ?? null), 'MAIL_LINK_INVALID');
    await app.anyone.post('/api/auth/forgot-password', { email: guarded.email });
    const reset = await mailToken(app, guarded.email, 'reset-password');
    // The owner has not confirmed any sign-in in the last 90 days. The second factor is older than that, so access to
    // the mailbox alone does not remove it.
    expect((await recover(reset, null)).status).toBe(200);
    expect(await app.sql('select from totp_factors where user_id = $1', [guarded.userId])).toHaveLength(1);
    expect((await logIn(app, guarded.email, FRESH)).body).toMatchObject({ error: 'SECOND_STEP_REQUIRED' });
  });

  test('restores roles that the account changed, and records the revoked credentials in the audit log', async () => {
    const person = await join(app, { role: 'admin' });
    await signIn(person, OWN);
    const accomplice = await join(app, { role: 'member' });
    const thief = await signIn(person, THEIRS);
    const promoted = await thief.send('PATCH', `/api/organization/members/${accomplice.userId}`, {
      body: { role: 'admin' },
    });
    expect(promoted.status, promoted.text).toBe(200);
    await app.anyone.post('/api/auth/forgot-password', { email: person.email });
    const token = await mailToken(app, person.email, 'reset-password');
    const own = (await review(token)).sign_ins.find(({ device }) => device === 'Firefox on Linux');
    expect((await recover(token, own?.id ?? '')).status).toBe(200);
    const [row] = await app.sql<{ role: string }>(
      'select role from memberships where tenant_id = $1 and user_id = $2',
      [app.tenant.tenantId, accomplice.userId],
    );
    expect(row?.role).toBe('member');
    const log = await (await app.session()).get<'listAuditLog'>('/api/audit?action=user.account-recovered&pageSize=1');
    expect(log.body.entries[0]).toMatchObject({ target: { id: person.userId }, context: { since: own?.at } });
  });
});

describe('suspended credentials', () => {
  test('lists suspended credentials, and lets the owner restore or remove them', async () => {
    const person = await join(app, { role: 'admin' });
    await signIn(person, OWN);
    const first = await withPasskey(app, { ...person, caller: await signIn(person, THEIRS) });
    const kept = await app.makeKey({ by: first.caller });
    const stolen = await app.makeKey({ by: first.caller });
    const token = await resetToken(person);
    const own = (await review(token)).sign_ins.find(({ device }) => device === 'Firefox on Linux');
    expect((await recover(token, own?.id ?? '')).status).toBe(200);
    for (const { caller } of [kept, stolen]) expectError(await caller.get('/api/documents/paginated'), 'UNAUTHORIZED');

    const owner = await signInAgain(person);
    const list = async (by = owner) => (await by.get<'listSuspendedFactors'>('/api/auth/suspended')).body.suspended;
    const suspended = await list();
    expect(suspended.map(({ kind }) => kind)).toEqual(['passkey', 'api-key', 'api-key']);
    expect(suspended[1]).toMatchObject({ organization: expect.any(String), suspended_at: expect.stringMatching(/Z$/) });
    const [passkey] = suspended;
    const act = (method: 'POST' | 'DELETE', id: string, by = owner) =>
      by.send(method, `/api/auth/suspended/${id}${method === 'POST' ? '/restore' : ''}`);

    expect((await act('POST', kept.id)).status).toBe(200);
    expect((await kept.caller.get('/api/documents/paginated')).status).toBe(200);
    expect((await act('DELETE', stolen.id)).status).toBe(200);
    expectError(await act('POST', stolen.id), 'NOT_FOUND');
    expectError(await stolen.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');

    const restored = await act('POST', passkey?.id ?? '');
    expect(restored.status, restored.text).toBe(200);
    const again = app.anyone.with({ cookie: cookieNamed(restored, 'countersign_session') });
    expect(await list(again)).toEqual([]);
    expect((await logInWithPasskey(app, first.key)).status).toBe(200);
  });

  test('restores a suspended authenticator app with the same secret', async () => {
    const person = await join(app, { role: 'member' });
    await signIn(person, OWN);
    const guarded = await withApp(app, { ...person, caller: await signIn(person, THEIRS) });
    const token = await resetToken(person);
    const own = (await review(token)).sign_ins.find(({ device }) => device === 'Firefox on Linux');
    expect((await recover(token, own?.id ?? '')).status).toBe(200);
    const owner = await signInAgain(person);
    const restored = await owner.post<'restoreSuspendedFactor'>('/api/auth/suspended/totp/restore');
    expect(restored.status, restored.text).toBe(200);
    expect(restored.body.recoveryCodes).toHaveLength(10);
    expect((await logIn(app, person.email, FRESH)).body).toMatchObject({ error: 'SECOND_STEP_REQUIRED' });
    expect((await app.sql('select from totp_factors where user_id = $1', [guarded.userId])).length).toBe(1);
    expectError(await owner.post('/api/auth/suspended/totp/restore'), 'UNAUTHORIZED');
  });

  test('lets only the account owner see and restore suspended credentials', async () => {
    const person = await join(app, { role: 'admin' });
    await signIn(person, OWN);
    const thief = await signIn(person, THEIRS);
    const key = await app.makeKey({ by: thief });
    const token = await resetToken(person);
    const own = (await review(token)).sign_ins.find(({ device }) => device === 'Firefox on Linux');
    expect((await recover(token, own?.id ?? '')).status).toBe(200);
    const other = await join(app, { role: 'admin' });
    expectError(await other.caller.post(`/api/auth/suspended/${key.id}/restore`), 'NOT_FOUND');
    expectError(await other.caller.post('/api/auth/suspended/totp/restore'), 'NOT_FOUND');
    expectError(await key.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
  });
});

describe('single sign-on', () => {
  const oidc = { protocol: 'oidc', issuer: 'https://idp.example', client_id: 'countersign' };
  const provider = () => app.sql('select from single_sign_on where tenant_id = $1', [app.tenant.tenantId]);

  test('removes single sign-on settings added after the sign-in that the owner confirmed', async () => {
    const person = await join(app, { role: 'admin' });
    await signIn(person, OWN);
    const thief = await signIn(person, THEIRS);
    const set = await thief.send('PUT', '/api/organization/sso', { body: oidc });
    expect(set.status, set.text).toBe(200);
    const token = await resetToken(person);
    const { sign_ins: signIns, changes } = await review(token);
    expect(changes).toContainEqual(
      expect.objectContaining({
        action: 'sso.changed',
        device: expect.any(String),
        at: expect.stringMatching(/Z$/),
        can_be_ended: true,
      }),
    );
    const own = signIns.find(({ device }) => device === 'Firefox on Linux');
    expect((await recover(token, own?.id ?? '')).body.ended).toMatchObject({ single_sign_on_removed: 1 });
    expect(await provider()).toEqual([]);
  });

  test('keeps single sign-on settings from before the sign-in that the owner confirmed, unless the owner selects them for removal', async () => {
    const person = await join(app, { role: 'admin' });
    await (await signIn(person, THEIRS)).send('PUT', '/api/organization/sso', { body: oidc });
    await signIn(person, OWN);
    const first = await resetToken(person);
    const { sign_ins: signIns, changes } = await review(first);
    const own = signIns.find(({ device }) => device === 'Firefox on Linux')?.id ?? '';
    expect((await recover(first, own)).body.ended).not.toHaveProperty('single_sign_on_removed');
    expect(await provider()).toHaveLength(1);
    app.clock.advance({ minutes: 1 });
    const second = await resetToken(person);
    const change = changes.find(({ action }) => action === 'sso.changed')?.id ?? '';
    expect((await recover(second, own, FRESH, { alsoEnd: [change] })).body.ended).toMatchObject({
      single_sign_on_removed: 1,
    });
    expect(await provider()).toEqual([]);
  });
});

test('lets an owner who lost their authenticator app sign in with an e-mail and a recovery code', async () => {
  const guarded = await withApp(app);
  app.clock.advance({ days: 91 });
  const token = await resetToken(guarded);
  expect((await recover(token, null)).status).toBe(200);
  const asked = await logIn(app, guarded.email, FRESH);
  expect(asked.body).toMatchObject({ error: 'SECOND_STEP_REQUIRED' });
  const step = app.anyone.with({ cookie: cookieNamed(asked, 'countersign_login') });
  const [code] = guarded.recoveryCodes;
  expect((await step.post('/api/auth/2fa/verify', { code })).status).toBe(200);
});

describe('older changes', () => {
  test('reverts older changes that the owner selects, but rejects the removal of second factors', async () => {
    const person = await join(app, { role: 'admin' });
    const early = await signIn(person, THEIRS);
    const key = await app.makeKey({ by: early });
    const other = await app.makeKey({ by: early });
    const webhook = await addWebhook(app, { url: 'http://127.0.0.1:9/old' }, { by: early });
    await withPasskey(app, { ...person, caller: await signIn(person, OWN) });
    const token = await resetToken(person);
    const { sign_ins: signIns, changes } = await review(token);
    const own = signIns.find(({ device }) => device === 'Firefox on Linux')?.id ?? '';
    const idOf = (action: string, target: string) =>
      changes.find((one) => one.action === action && one.target.id === target)?.id ?? '';
    const passkeyAdded = changes.find(({ action }) => action === 'user.passkey-added');
    expect(passkeyAdded?.can_be_ended).toBe(false);
    expectInvalid(await recover(token, own, FRESH, { alsoEnd: [passkeyAdded?.id ?? ''] }), 'alsoEnd[0]');
    const answer = await recover(token, own, FRESH, {
      alsoEnd: [idOf('api-key.created', key.id), idOf('webhook.created', webhook.id)],
    });
    expect(answer.status, answer.text).toBe(200);
    expectError(await key.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
    expect((await other.caller.get('/api/documents/paginated')).status).toBe(200);
    expect((await app.key.get(`${WEBHOOKS}/${webhook.id}`)).status).toBe(404);
  });
});

describe('422', () => {
  test("rejects the confirmation of another account's sign-in", async () => {
    const person = await join(app, { role: 'member' });
    await app.anyone.post('/api/auth/forgot-password', { email: person.email });
    const token = await mailToken(app, person.email, 'reset-password');
    const foreign = 'adt_00000000000000000000000000';
    expectInvalid(await recover(token, foreign), 'confirmedSignInId');
    expectInvalid(await recover(token, null, 'short'), 'password');
    expect((await recover(token, null)).status, 'the link remains unused').toBe(200);
  });
});

test('returns 410 for a link of another type, in both the review and the recovery', async () => {
  const person = await join(app, { role: 'member' });
  const email = app.person().email;
  await person.caller.post('/api/auth/change-email', { email });
  const token = await mailToken(app, email, 'change-email');
  expectError(await recover(token, null), 'MAIL_LINK_INVALID');
  expectError(await app.anyone.post(REVIEW, { token }), 'MAIL_LINK_INVALID');
});

refusesOtherMethods(app, RECOVER, ['POST']);
