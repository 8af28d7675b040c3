import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { writeSession } from '../support/accounts.ts';
import { cookieNamed, join, logIn, mailCount, mailToken, PASSWORD } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { logInWithPasskey, withApp, withPasskey } from '../support/second-factor.ts';
import { addWebhook, LOOPBACK, WEBHOOKS } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);
const path = '/api/auth/change-email/undo';
const KEYS = '/api/settings/api-keys';
const url = 'http://127.0.0.1:9/hook';

/** An attacker in the person's session changes the account's address. */
async function changeAddress(caller: Caller, old: string, email: string = app.person().email) {
  expect((await caller.post('/api/auth/change-email', { email })).status).toBe(200);
  const token = await mailToken(app, email, 'change-email');
  const answer = await caller.post('/api/auth/change-email/confirm', { token });
  expect(answer.status, answer.text).toBe(200);
  const thief = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
  return { email, thief, token: await mailToken(app, old, 'email-changed') };
}
async function changed(role: 'admin' | 'member' = 'member') {
  const person = await join(app, { role });
  return { person, ...(await changeAddress(person.caller, person.email)) };
}
/** Creates another session of the same person that starts at the current time. */
const signedInAgain = async ({ userId }: { userId: string }): Promise<Caller> =>
  app.anyone.with({ cookie: await writeSession(app.services, userId, app.tenant.tenantId) });
const undo = async (token: string) => expect((await app.anyone.post(path, { token })).status).toBe(200);
const isOut = async (caller: Caller) => expectError(await caller.get('/api/auth/session'), 'UNAUTHORIZED');
const works = async (caller: Caller) => (await caller.get('/api/documents/paginated')).status === 200;

describe('200', () => {
  test('restores the previous e-mail address of the account, ends all sessions, and sends a password link', async () => {
    const { person, email, thief, token } = await changed();
    await undo(token);
    await isOut(thief);
    expect((await logIn(app, email)).status).toBe(401);
    expect(
      (await logIn(app, person.email, PASSWORD)).status,
      'the old password, which another person knew, is rejected',
    ).toBe(401);
    expect(await mailCount(app, person.email, 'reset-password')).toBe(1);
    const reset = {
      token: await mailToken(app, person.email, 'reset-password'),
      password: app.secret('brave violet 9'),
    };
    expect((await app.anyone.post('/api/auth/reset-password', reset)).status).toBe(200);
    expect((await logIn(app, person.email, 'brave violet 9')).status).toBe(200);
    expectError(await app.anyone.post(path, { token }), 'MAIL_LINK_INVALID');
  });

  test('notifies both e-mail addresses when an address change is undone', async () => {
    const { person, email, token } = await changed();
    await undo(token);
    expect(await mailCount(app, person.email, 'email-change-undone')).toBe(1);
    expect(await mailCount(app, email, 'email-change-undone')).toBe(1);
  });

  test('sends the password link even if another person has exhausted the limit on requested e-mails', async () => {
    const { person, token } = await changed();
    for (let n = 0; n < 8; n += 1) await app.anyone.post('/api/auth/forgot-password', { email: person.email });
    await undo(token);
    expect(await mailCount(app, person.email, 'reset-password')).toBe(1);
  });
});

describe('credentials and access added since the change', () => {
  test('removes a passkey added since the change, together with the recovery codes created with that passkey', async () => {
    const { person, thief, token } = await changed();
    const keyed = await withPasskey(app, { ...person, caller: thief });
    await undo(token);
    await isOut(keyed.caller);
    expectError(await logInWithPasskey(app, keyed.key), 'PASSKEY_REFUSED');
    const left = await app.sql(
      `select 1 from passkeys where user_id = $1 union all select 1 from recovery_codes where user_id = $1
       union all select 1 from users where id = $1 and two_factor_since is not null`,
      [person.userId],
    );
    expect(left).toEqual([]);
  });

  test('removes an authenticator app added since the change, but keeps an older app', async () => {
    const { person, thief, token } = await changed();
    const theirs = await withApp(app, { ...person, caller: thief });
    await undo(token);
    await isOut(theirs.caller);
    expect(await app.sql('select from totp_factors where user_id = $1', [person.userId])).toEqual([]);

    const guarded = await withApp(app);
    app.clock.advance({ seconds: 1 });
    await undo((await changeAddress(await signedInAgain(guarded), guarded.email)).token);
    expect(await app.sql('select from totp_factors where user_id = $1', [guarded.userId])).toHaveLength(1);
    expect(await app.sql('select from recovery_codes where user_id = $1', [guarded.userId])).toHaveLength(10);
  });

  test('immediately revokes API keys that were created or rotated since the change, in both environments, and keeps older keys', async () => {
    const person = await join(app, { role: 'admin' });
    const [before, rotated] = [await app.makeKey({ by: person.caller }), await app.makeKey({ by: person.caller })];
    const itself = await app.makeKey({ by: person.caller });
    app.clock.advance({ seconds: 1 });
    const { thief, token } = await changeAddress(await signedInAgain(person), person.email);
    const created = await app.makeKey({ by: thief });
    const test = await thief.post<'createApiKey'>(`/sandbox${KEYS}`, { name: 'test' });
    const value = await thief.post<'rotateApiKey'>(`${KEYS}/${rotated.id}/rotate`, {});
    const renewed = await itself.caller.post<'rotateApiKey'>(`${KEYS}/${itself.id}/rotate`, { graceHours: 0 });
    const stolen = app.anyone.with({ bearer: value.body.apiKey.key });
    const sandboxKey = app.anyone.with({ bearer: test.body.apiKey.key });
    expect([await works(created.caller), await works(stolen)]).toEqual([true, true]);
    expect((await sandboxKey.get('/sandbox/api/documents/paginated')).status).toBe(200);
    await undo(token);
    for (const caller of [created.caller, stolen, rotated.caller])
      expectError(await caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
    expectError(await sandboxKey.get('/sandbox/api/documents/paginated'), 'UNAUTHORIZED');
    expect(await works(before.caller)).toBe(true);
    expect(await works(app.anyone.with({ bearer: renewed.body.apiKey.key }))).toBe(true);
  });

  test('removes a passkey and an API key that the same session added before it changed the address', async () => {
    const person = await join(app, { role: 'admin' });
    app.clock.advance({ minutes: 1 });
    const keyed = await withPasskey(app, { ...person, caller: await signedInAgain(person) });
    const planned = await app.makeKey({ by: keyed.caller });
    app.clock.advance({ minutes: 1 });
    await undo((await changeAddress(keyed.caller, person.email)).token);
    expectError(await planned.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
    expectError(await logInWithPasskey(app, keyed.key), 'PASSKEY_REFUSED');
  });

  test('revokes an API key created between the request and the confirmation of the address change', async () => {
    const person = await join(app, { role: 'admin' });
    const email = app.person().email;
    await person.caller.post('/api/auth/change-email', { email });
    app.clock.advance({ minutes: 1 });
    const planned = await app.makeKey({ by: person.caller });
    app.clock.advance({ minutes: 1 });
    const token = await mailToken(app, email, 'change-email');
    await person.caller.post('/api/auth/change-email/confirm', { token });
    await undo(await mailToken(app, person.email, 'email-changed'));
    expectError(await planned.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
  });

  test('deletes webhooks created since the change, even by a revoked API key, and pauses older webhooks whose URL or secret was changed', async () => {
    const person = await join(app, { role: 'admin' });
    const [untouched, led] = [await addWebhook(app, { url }), await addWebhook(app, { url })];
    const secret = await addWebhook(app, { url });
    app.clock.advance({ seconds: 1 });
    const { thief, token } = await changeAddress(person.caller, person.email);
    const created = await addWebhook(app, { url }, { by: thief });
    const key = await app.makeKey({ by: thief });
    const byKey = await addWebhook(app, { url }, { by: key.caller });
    await thief.send('PATCH', `${WEBHOOKS}/${led.id}`, { body: { url: 'http://127.0.0.1:9/elsewhere' } });
    await thief.post(`${WEBHOOKS}/${secret.id}/rotate-secret`, {});
    await undo(token);
    const state = async (id: string) => {
      const answer = await app.key.get<'getWebhook'>(`${WEBHOOKS}/${id}`);
      return answer.status === 200 ? answer.body.webhook.active : 'gone';
    };
    const states = [];
    for (const { id } of [untouched, led, secret, created, byKey]) states.push(await state(id));
    expect(states).toEqual([true, false, false, 'gone', 'gone']);
  });

  test('revokes unaccepted invitations sent since the change', async () => {
    const { thief, token } = await changed('admin');
    const guest = app.person();
    await thief.post('/api/organization/invitations', { email: guest.email, role: 'admin' });
    const invitationToken = await mailToken(app, guest.email, 'invitation');
    await undo(token);
    const body = { ...guest, password: PASSWORD, invitationToken };
    expectError(await app.anyone.post('/api/auth/register', body), 'MAIL_LINK_INVALID');
  });

  test('ends in-person sessions and one-time links created since the change', async () => {
    const { thief, token } = await changed('admin');
    const signer = app.person();
    const { id, signers } = await app.sent({ signers: [signer] });
    const begun = await thief.post<'startInPersonSession'>('/api/signing/in-person', {
      documentId: id,
      signerEmail: signer.email,
    });
    expect(begun.status, begun.text).toBe(201);
    const key = await app.makeKey({ by: thief });
    const other = await app.sent({ signers: [app.person()] });
    const linked = await key.caller.post<'issueSigningLink'>(
      `/api/documents/${other.id}/signers/${other.signers[0]?.id}/link`,
    );
    const linkToken = linked.body.url.split('#')[1];
    expect(signers).toHaveLength(1);
    await undo(token);
    const session = { sessionId: begun.body.sessionId };
    expectError(await app.anyone.post('/api/signing/in-person/verify', session), 'IN_PERSON_ENDED', {
      status: 'ended',
    });
    expectError(await app.anyone.post('/api/signing/session', { token: linkToken }), 'INVALID_LINK');
  });

  test('ends signing visits that the account opened since the change, and revokes links that were not opened yet', async () => {
    const { person, email, thief, token } = await changed();
    const { id } = await app.sent({
      signers: [
        { name: 'Kept', email: person.email },
        { name: 'Thief', email },
      ],
    });
    const visit = await thief.post<'openOwnSigningSession'>(`/api/documents/${id}/signing-session`);
    expect(visit.status, visit.text).toBe(200);
    const own = await thief.post<'openInboxEntry'>(`/api/inbox/${visit.body.view.signer.id}/link`);
    expect(own.status, own.text).toBe(201);
    const bearer = app.anyone.with({ bearer: visit.body.bearer });
    expect((await bearer.get(`/api/signing/${visit.body.view.signer.id}`)).status).toBe(200);
    await undo(token);
    expectError(await bearer.get(`/api/signing/${visit.body.view.signer.id}`), 'INVALID_LINK');
    const linkToken = own.body.url.split('#')[1];
    expectError(await app.anyone.post('/api/signing/session', { token: linkToken }), 'INVALID_LINK');
  });

  test('revokes e-mailed links for setting a password or changing the address', async () => {
    const { email, thief, token } = await changed();
    await app.anyone.post('/api/auth/forgot-password', { email });
    const reset = await mailToken(app, email, 'reset-password');
    const next = app.person().email;
    await thief.post('/api/auth/change-email', { email: next });
    await mailToken(app, next, 'change-email');
    await undo(token);
    const open = await app.sql(
      `select purpose from email_tokens where used_at is null and expires_at > $1 and email in ($2, $3)`,
      [app.clock.now(), email, next],
    );
    expect(open).toEqual([]);
    const password = app.secret('another harbour candle');
    expectError(await app.anyone.post('/api/auth/reset-password', { token: reset, password }), 'MAIL_LINK_INVALID');
  });

  test('removes identities that an identity provider linked to the account since the change', async () => {
    const { person, token } = await changed();
    await app.sql(
      `insert into sso_links (tenant_id, user_id, provider, subject, created_at, last_login_at) values ($1, $2, 'p', 's', $3, $3)`,
      [app.tenant.tenantId, person.userId, app.clock.now()],
    );
    await undo(token);
    expect(await app.sql('select from sso_links where user_id = $1', [person.userId])).toEqual([]);
  });

  test("records the revoked credentials in the organization's audit log", async () => {
    const { person, thief, token } = await changed('admin');
    const key = await app.makeKey({ by: thief });
    await undo(token);
    const rows = await app.sql<{ bytes: Buffer }>(
      'select bytes from audit_entries where tenant_id = $1 and stream = $1 order by n desc limit 1',
      [app.tenant.tenantId],
    );
    const entry = rows[0]?.bytes.toString();
    for (const part of ['user.email-change-undone', person.userId, key.id]) expect(entry).toContain(part);
  });
});

test('prevents an attacker from locking out the first owner by changing the address again and undoing that change', async () => {
  const { person, email, thief, token } = await changed();
  app.clock.advance({ seconds: 1 });
  const second = await changeAddress(thief, email);
  await undo(second.token);
  await undo(token);
  const [user] = await app.sql<{ email: string }>('select email from users where id = $1', [person.userId]);
  expect(user?.email).toBe(person.email);
});

describe('409', () => {
  test('rejects undoing the change if another account has since taken the previous address', async () => {
    const { person, token } = await changed();
    const other = await join(app);
    await app.sql('update users set email = $2, email_key = $2 where id = $1', [other.userId, person.email]);
    expectError(await app.anyone.post(path, { token }), 'EMAIL_TAKEN');
  });
});

describe('410', () => {
  test('rejects an undo link after seven days, and an invalid undo link', async () => {
    const { token } = await changed();
    app.clock.advance({ days: 7, seconds: 1 });
    expectError(await app.anyone.both('POST', path, { body: { token } }), 'MAIL_LINK_INVALID');
    expectError(await app.anyone.post(path, { token: 'nonsense' }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  test('rejects an undo request without a token', async () => {
    expectInvalid(await app.anyone.post(path, {}), 'token');
  });
});

refusesOtherMethods(app, path, ['POST']);
