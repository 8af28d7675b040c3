import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, type Person } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { sandbox } from '../support/sandbox.ts';
import { logInWithCode, withApp } from '../support/second-factor.ts';

const app = await startTestApp();
const pathOf = (signerId = '') => `/api/inbox/${signerId}/link`;
const recipient = ({ email, name }: Pick<Person, 'email' | 'name'>) => ({ email, name });
const open = (by: Caller, signerId: string, prefix = '') =>
  by.post<'openInboxEntry'>(`${prefix}${pathOf(signerId)}`, {});
const session = (token: string, more: object = {}) =>
  app.anyone.post<'openSigningSession'>('/api/signing/session', { token, ...more });
const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };

async function linkFor(by: Caller, signerId: string): Promise<string> {
  const answer = await open(by, signerId);
  expect(answer.status, answer.text).toBe(201);
  return app.secret(answer.body.url.split('#')[1] ?? '');
}
const entriesOf = async (id: string, by: Caller = app.key) =>
  (await by.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body.entries;
/** Creates a document that this person has to sign. */
async function waiting(options: Omit<Parameters<typeof app.sent>[0] & object, 'signers'> & { more?: object } = {}) {
  const person = await join(app);
  const { more = {}, ...rest } = options;
  const sent = await app.sent({ ...rest, signers: [{ ...recipient(person), ...more }] });
  return { ...sent, person, signerId: sent.signers[0]?.id ?? '' };
}

describe('201', () => {
  test("opens another organization's document that was sent to the account's address, signs it, and records the account in the audit trail", async () => {
    const person = await join(app);
    const other = await app.otherTenant();
    const { id, signers } = await app.sent({ by: other.key, signers: [recipient(person)] });
    const signerId = signers[0]?.id ?? '';
    const answer = await open(person.caller, signerId);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      url: expect.stringMatching(/^http:\/\/[^/]+\/sign#[\w-]+$/),
      expiresAt: new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000 + 600_000).toISOString(),
    });
    const token = app.secret(answer.body.url.split('#')[1] ?? '');
    const opened = await session(token);
    expect(opened.body.view).toMatchObject({ signer: { id: signerId, email: person.email }, by_account: true });
    expectError(await session(token), 'INVALID_LINK');
    // After the session has been extended, the tab's session still records the account.
    const extended = await session(opened.body.bearer);
    expect(extended.body.view.by_account).toBe(true);
    expect((await app.sign(id, { token: extended.body.bearer })).status).toBe(200);
    const entries = await entriesOf(id, other.key);
    const of = (action: string) => entries.find((entry) => entry.action === action);
    expect(of('signer.own-link-issued')).toMatchObject({
      actor: { kind: 'signer', id: signerId },
      target: { kind: 'signer', id: signerId },
      context: { account: person.userId, login: 'password', second_factor: null },
    });
    expect(of('signer.link-used')?.context).toMatchObject({ account: person.userId });
    expect(of('document.signed')?.context).toMatchObject({ credential: 'account', account: person.userId });
    expect(JSON.stringify(entries)).not.toContain(token);
    expect((await person.caller.get<'listInbox'>('/api/inbox')).body.inbox).toEqual([]);
  });

  test('records that no account was used when the recipient opens an e-mailed link', async () => {
    const { person } = await waiting();
    expect((await app.recipient(person.email)).view.by_account).toBe(false);
  });

  test('creates a link that can only open a signing session', async () => {
    const { id, person, signerId } = await waiting();
    const token = await linkFor(person.caller, signerId);
    expectError(await app.sign(id, { token }), 'INVALID_LINK');
    expectError(await app.anyone.with({ bearer: token }).get(`/api/signing/${signerId}`), 'INVALID_LINK');
    expectError(await app.anyone.post(`/api/documents/${id}/decline`, { token, reason: 'No.' }), 'INVALID_LINK');
    expectError(await app.anyone.with({ bearer: token }).get('/api/user/profile'), 'UNAUTHORIZED');
    expectError(
      await app.anyone.with({ cookie: `countersign_session=${token}` }).get('/api/user/profile'),
      'UNAUTHORIZED',
    );
    const { bearer } = (await session(token)).body;
    // The signer's session gives no access to the account.
    expectError(await app.anyone.with({ bearer }).get('/api/user/profile'), 'UNAUTHORIZED');
    expectError(await app.anyone.with({ bearer }).post(pathOf(signerId), {}), 'UNAUTHORIZED');
  });

  test('opens one session if ten requests use the same link simultaneously', async () => {
    const { person, signerId } = await waiting();
    const token = await linkFor(person.caller, signerId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => session(token)));
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  });

  test('keeps each of two links valid for ten minutes and for one use, and invalidates links when the recipient is corrected', async () => {
    const { id, person, signerId } = await waiting();
    const first = await linkFor(person.caller, signerId);
    const second = await linkFor(person.caller, signerId);
    expect((await session(first)).status).toBe(200);
    expectError(await session(first), 'INVALID_LINK');
    app.clock.advance({ minutes: 10 });
    expectError(await session(second), 'INVALID_LINK');
    const third = await linkFor(person.caller, signerId);
    await app.key.send('PATCH', `/api/documents/${id}/signers/${signerId}`, { body: { email: app.person().email } });
    expectError(await session(third), 'INVALID_LINK');
    expectError(await open(person.caller, signerId), 'SIGNER_NOT_FOUND', { signerId });
  });

  test('requires the access code when the link is opened, and keeps the link valid after a wrong code', async () => {
    const { person, signerId } = await waiting({ more: { accessCode: 'blue-7' } });
    const token = await linkFor(person.caller, signerId);
    expectError(await session(token), 'ACCESS_CODE_REQUIRED', { sender });
    expect((await session(token, { accessCode: 'red-7' })).status).toBe(403);
    expect((await session(token, { accessCode: 'blue-7' })).status).toBe(200);
    expectError(await session(token, { accessCode: 'blue-7' }), 'INVALID_LINK');
  });

  test('requires the code sent to the second address, because signing in to the account does not replace it', async () => {
    const secondEmail = app.person().email;
    const { id, person, signerId } = await waiting({ more: { requireTwoFactor: 'email-code', secondEmail } });
    const token = await linkFor(person.caller, signerId);
    expect((await session(token)).body).toMatchObject({ error: 'SIGNER_STEP_REQUIRED' });
    expect((await app.anyone.post('/api/signing/session/code', { token })).status).toBe(200);
    const [mail] = await app.sql<{ text: string }>('select body_text as text from mails where id = $1', [
      await app.mailId(secondEmail, 'signing-code'),
    ]);
    const stepCode = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    const opened = await session(token, { stepCode });
    expect(opened.status, opened.text).toBe(200);
    expect((await app.sign(id, { token: opened.body.bearer })).status).toBe(200);
    const signed = (await entriesOf(id)).find(({ action }) => action === 'document.signed');
    expect(signed?.context).toMatchObject({ credential: 'account', factors: 'email-code' });
  });

  test("accepts a session with the account's second factor if the document requires one", async () => {
    const { id, person, signerId } = await waiting({ more: { requireTwoFactor: 'account' } });
    expectError(await open(person.caller, signerId), 'SIGNER_STEP_REQUIRED', {
      sender,
      step: 'account',
      documentId: id,
    });
    const caller = await logInWithCode(app, await withApp(app, person));
    const opened = await session(await linkFor(caller, signerId));
    expect(opened.status, opened.text).toBe(200);
    expect((await app.sign(id, { token: opened.body.bearer })).status).toBe(200);
    const entries = await entriesOf(id);
    expect(entries.filter(({ action }) => action === 'signer.step-passed')).toMatchObject([
      { context: { step: 'account', account: person.userId } },
    ]);
    expect(entries.find(({ action }) => action === 'signer.own-link-issued')?.context).toMatchObject({
      second_factor: 'totp',
    });
    expect(entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({
      factors: 'account-two-factor',
    });
  });
});

sessionOnly(app, { method: 'POST', path: pathOf(newId('signer')), body: {} });

describe('403', () => {
  test('rejects an account whose e-mail address is unconfirmed', async () => {
    const { person, signerId } = await waiting();
    await app.sql('update users set email_verified_at = null where id = $1', [person.userId]);
    expectError(await open(person.caller, signerId), 'EMAIL_NOT_VERIFIED');
  });

  test('rejects a recipient locked by five wrong access codes or five wrong e-mailed codes', async () => {
    const coded = await waiting({ more: { accessCode: 'blue-7' } });
    await app.sql('update signers set access_failures = 5 where id = $1', [coded.signerId]);
    expectError(await open(coded.person.caller, coded.signerId), 'ACCESS_CODE_LOCKED', { sender });
    const second = await waiting({ more: { requireTwoFactor: 'email-code', secondEmail: app.person().email } });
    await app.sql('update signers set step_failures = 5 where id = $1', [second.signerId]);
    expectError(await open(second.person.caller, second.signerId), 'SIGNER_STEP_LOCKED', { sender });
  });
});

describe('404', () => {
  test("rejects an unknown entry, and the entry of another recipient even for the caller's own document", async () => {
    const person = await join(app, { role: 'admin' });
    const { signers } = await app.sent({ by: person.caller });
    for (const signerId of [signers[0]?.id ?? '', newId('signer'), 'sgn_1'])
      expectError(await open(person.caller, signerId), 'SIGNER_NOT_FOUND', { signerId });
  });

  test('rejects a sandbox entry in the live environment and a live entry in the sandbox', async () => {
    const { person, signerId } = await waiting();
    expectError(await open(person.caller, signerId, '/sandbox'), 'SIGNER_NOT_FOUND', { signerId });
    const tried = await (await sandbox(app)).sent({ signers: [recipient(person)] });
    const testId = tried.signers[0]?.id ?? '';
    expectError(await open(person.caller, testId), 'SIGNER_NOT_FOUND', { signerId: testId });
    expect((await open(person.caller, testId, '/sandbox')).status).toBe(201);
  });

  test("accepts a session from an identity provider only for documents of the provider's organization", async () => {
    const { person, signerId } = await waiting();
    const other = await app.otherTenant();
    const far = await app.sent({ by: other.key, signers: [recipient(person)] });
    const farId = far.signers[0]?.id ?? '';
    await app.sql("update sessions set method = 'oidc' where user_id = $1", [person.userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await open(person.caller, farId), 'SIGNER_NOT_FOUND', { signerId: farId });
    expect((await open(person.caller, signerId)).status).toBe(201);
  });

  test('rejects an entry whose document is in the trash', async () => {
    const { id, person, signerId } = await waiting();
    await app.key.post(`/api/documents/${id}/void`, { reason: 'A mistake.' });
    await app.key.send('DELETE', `/api/documents/${id}`);
    expectError(await open(person.caller, signerId), 'SIGNER_NOT_FOUND', { signerId });
  });
});

describe('409', () => {
  test('rejects a recipient before their turn, a recipient who has signed and a recipient who only receives a copy', async () => {
    const person = await join(app);
    const later = await app.sent({ signers: [app.person(), recipient(person)], signingOrder: 'sequential' });
    expectError(await open(person.caller, later.signers[1]?.id ?? ''), 'NOT_YOUR_TURN', { documentId: later.id });
    await app.sign(later.id, { token: await app.link(later.signers[0]?.email ?? '') });
    const token = await linkFor(person.caller, later.signers[1]?.id ?? '');
    const { bearer } = (await session(token)).body;
    expect((await app.sign(later.id, { token: bearer })).status).toBe(200);
    expectError(await open(person.caller, later.signers[1]?.id ?? ''), 'ALREADY_SIGNED', { documentId: later.id });
    const copied = await app.sent({ signers: [app.person(), { ...recipient(person), role: 'cc' }] });
    expectError(await open(person.caller, copied.signers[1]?.id ?? ''), 'NOT_A_SIGNER', { documentId: copied.id });
  });

  test('rejects a document that other recipients have completed', async () => {
    const { id, person, signerId } = await waiting();
    await app.sql(`update documents set status = 'completed' where id = $1`, [id]);
    expect((await open(person.caller, signerId)).body).toMatchObject({ error: 'INVALID_STATE' });
  });
});

describe('410', () => {
  test('rejects a voided, declined or expired document', async () => {
    const voided = await waiting();
    await app.key.post(`/api/documents/${voided.id}/void`, { reason: 'A mistake.' });
    expectError(await open(voided.person.caller, voided.signerId), 'DOCUMENT_VOIDED', { documentId: voided.id });
    const declined = await waiting();
    const no = await declined.person.caller.post(`/api/documents/${declined.id}/decline`, { reason: 'No.' });
    expect(no.status, no.text).toBe(200);
    expectError(await open(declined.person.caller, declined.signerId), 'DOCUMENT_DECLINED', {
      documentId: declined.id,
    });
    const late = await waiting();
    await app.sql('update documents set expires_at = $2 where id = $1', [late.id, app.clock.now()]);
    expectError(await open(late.person.caller, late.signerId), 'DOCUMENT_EXPIRED', { documentId: late.id });
  });
});

test('rejects unknown request properties with 422', async () => {
  const { person, signerId } = await waiting();
  expectInvalid(await person.caller.post(pathOf(signerId), { userId: 'usr_1' }), 'userId');
});

refusesOtherMethods(app, pathOf(newId('signer')), ['POST']);
