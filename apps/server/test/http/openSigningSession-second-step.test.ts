/**
 * Tests recipient authentication that the sender may require: a code sent to a second address, or the signer's own
 * account with its second factor.
 */
import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { join, PASSWORD, steppedUp } from '../support/people.ts';
import { codeOf, logInWithCode, withApp } from '../support/second-factor.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };
let people = 0;

/** Sends a document to a signer whose codes are sent to a second address. */
async function guarded(accessCode?: string) {
  people += 1;
  const secondEmail = `second-${people}@contoso.example`;
  const signer = { ...app.person(), requireTwoFactor: 'email-code', secondEmail } as const;
  const sent = await app.sentToOne({ signers: [{ ...signer, ...(accessCode !== undefined && { accessCode }) }] });
  const sentTo = 's***@contoso.example';
  const due = { sender, step: 'email-code', documentId: sent.id, sentTo };
  return { ...sent, signerId: sent.signers[0]?.id ?? '', secondEmail, sentTo, due };
}
const open = (token: string, body: object = {}) =>
  app.anyone.post<'openSigningSession'>('/api/signing/session', { token, ...body });
const send = (token: string, body: object = {}) =>
  app.anyone.post<'sendSigningCode'>('/api/signing/session/code', { token, ...body });

/** Returns the newest code that was sent by e-mail. */
async function mailed(email: string): Promise<string> {
  const [row] = await app.sql<{ text: string }>('select body_text as text from mails where id = $1', [
    await app.mailId(email, 'signing-code'),
  ]);
  const code = /\b\d{6}\b/.exec(row?.text ?? '')?.[0];
  if (code === undefined) throw new Error('The e-mail contains no code.');
  return code;
}
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
async function entriesOf(id: string) {
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  return body.entries;
}

describe('a code e-mailed to a second address', () => {
  test('hides the document until the e-mailed code is entered', async () => {
    const { id, token, signerId, document, due } = await guarded();
    const caller = app.anyone.with({ bearer: token });
    for (const answer of [
      await open(token),
      await caller.get(`/api/signing/${signerId}`),
      await caller.get(`/api/signing/${signerId}/pdf`),
      await caller.get(`/api/signing/${signerId}/pages/1`),
      await caller.get(`/api/signing/${signerId}/pages/1/text`),
      await caller.post(`/api/signing/${signerId}/view`, {}),
      await caller.post(`/api/documents/${id}/decline`, { reason: 'No.' }),
      await caller.post(`/api/documents/${id}/forward`, app.person()),
      await app.sign(id, { token }),
    ]) {
      expectError(answer, 'SIGNER_STEP_REQUIRED', due);
      expect(answer.text).not.toContain(document.title);
    }
  });

  test('opens the document in the same tab after the e-mailed code is entered, and records the check as evidence', async () => {
    const { id, token, signerId, secondEmail, sentTo, document } = await guarded();
    const sent = await send(token);
    expect(sent.status, sent.text).toBe(200);
    const expiresAt = new Date(app.clock.now().getTime() + 600_000).toISOString();
    expect(sent.body).toEqual({ success: true, sentTo, expiresAt });
    const code = await mailed(secondEmail);
    const mail = await app.mail(secondEmail, 'signing-code');
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain(document.title);
    expect(mail.text).toContain(OWNER.name);
    const opened = await open(token, { stepCode: `${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(opened.status, opened.text).toBe(200);
    expect(opened.body.view.can_forward).toBe(false);
    const extended = await open(opened.body.bearer);
    const caller = app.anyone.with({ bearer: extended.body.bearer });
    expect((await caller.get(`/api/signing/${signerId}`)).status).toBe(200);
    expectError(await caller.post(`/api/documents/${id}/forward`, app.person()), 'FORWARD_NOT_ALLOWED', {
      documentId: id,
    });
    expect((await app.sign(id, { token: extended.body.bearer })).status).toBe(200);
    const entries = await entriesOf(id);
    expect(entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({
      factors: 'email-code',
    });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['signer.step-code-sent', 'signer.step-passed']),
    );
    expect(JSON.stringify(entries)).not.toContain(code);
  });

  test('accepts only the newest e-mailed code, and only once', async () => {
    const { token, secondEmail, due } = await guarded();
    await send(token);
    const first = await mailed(secondEmail);
    app.clock.advance({ seconds: 1 });
    await send(token);
    await app.sql('delete from mails where to_address = $1 and body_text like $2', [secondEmail, `%${first}%`]);
    const second = await mailed(secondEmail);
    expectError(await open(token, { stepCode: first }), 'SIGNER_STEP_WRONG', { ...due, attemptsLeft: 4 });
    expect((await open(token, { stepCode: second })).status).toBe(200);
    expectError(await open(token, { stepCode: second }), 'SIGNER_STEP_WRONG', { ...due, attemptsLeft: 4 });
  });

  test('accepts one of two concurrent requests with the same e-mailed code', async () => {
    const { id, token, signerId, secondEmail } = await guarded();
    await send(token);
    const stepCode = await mailed(secondEmail);
    await app.atRest(id);
    const { uow } = app.services;
    const opening: ReturnType<typeof open>[] = [];
    // Both attempts are counted and then wait for the audit trail, which this test has locked. After that, only one of
    // them can use the code.
    await uow.run(app.tenant.tenantId, async (tx) => {
      await uow.recorder.open(tx, app.tenant.tenantId, id);
      opening.push(open(token, { stepCode }), open(token, { stepCode }));
      await until('both attempts to be counted', async () => {
        const [row] = await app.sql<{ n: number }>('select step_failures as n from signers where id = $1', [signerId]);
        return row?.n === 2;
      });
    });
    const answers = await Promise.all(opening);
    expect(statusesOf(answers)).toEqual([200, 403]);
  });

  test('rejects an e-mailed code exactly ten minutes after it was sent', async () => {
    const { token, secondEmail, due } = await guarded();
    await send(token);
    const stepCode = await mailed(secondEmail);
    app.clock.advance({ minutes: 10 });
    expectError(await open(token, { stepCode }), 'SIGNER_STEP_WRONG', { ...due, attemptsLeft: 4 });
    const again = await guarded();
    await send(again.token);
    const code = await mailed(again.secondEmail);
    app.clock.advance({ minutes: 10, ms: -1 });
    expect((await open(again.token, { stepCode: code })).status).toBe(200);
  });

  test('locks the signer after five wrong e-mailed codes, notifies the sender, and allows new attempts with a new link', async () => {
    const { id, token, signers, signerId, secondEmail, due } = await guarded();
    await send(token);
    const code = await mailed(secondEmail);
    const wrong = wrongOf(code);
    for (const attemptsLeft of [4, 3, 2, 1])
      expectError(await open(token, { stepCode: wrong }), 'SIGNER_STEP_WRONG', { ...due, attemptsLeft });
    expectError(await open(token, { stepCode: wrong }), 'SIGNER_STEP_LOCKED', { sender });
    expectError(await open(token, { stepCode: code }), 'SIGNER_STEP_LOCKED', { sender });
    expectError(await send(token), 'SIGNER_STEP_LOCKED', { sender });
    const told = await app.mail(OWNER.email, 'access-locked');
    expect(told.text).toContain('verification codes');
    const view = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(view.body.document.signers[0]?.two_factor).toEqual({
      kind: 'email-code',
      second_email: secondEmail,
      locked: true,
    });
    const listed = await app.key.get<'listDocuments'>('/api/documents/paginated');
    expect(listed.body.documents.find((one) => one.id === id)?.signers).toEqual(view.body.document.signers);
    const actions = (await entriesOf(id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'signer.step-refused')).toHaveLength(5);
    expect(actions.filter((action) => action === 'signer.step-locked')).toHaveLength(1);
    // The clock is frozen, so two e-mails have the same time and none is the newest.
    await app.atRest(id);
    await app.sql('delete from mails where to_address = $1', [signers[0]?.email]);
    await app.key.post(`/api/documents/${id}/signers/${signerId}/resend`, {});
    expectError(await open(token), 'INVALID_LINK');
    await app.atRest(id);
    const fresh = await app.link(signers[0]?.email ?? '');
    await app.sql('delete from mails where to_address = $1', [secondEmail]);
    expect((await send(fresh)).status).toBe(200);
    expect((await open(fresh, { stepCode: await mailed(secondEmail) })).status).toBe(200);
  });

  test('checks at most five of twenty concurrent attempts to enter an e-mailed code', async () => {
    const { id, token, secondEmail } = await guarded();
    await send(token);
    const wrong = wrongOf(await mailed(secondEmail));
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(token, { stepCode: wrong })));
    expect(answers.filter(({ body }) => 'error' in body && body.error === 'SIGNER_STEP_WRONG')).toHaveLength(4);
    const tried = (await entriesOf(id)).filter(({ action }) => action === 'signer.step-refused');
    expect(tried).toHaveLength(5);
  });

  test('asks for the access code first if the recipient also needs an e-mailed code', async () => {
    const { id, token, secondEmail, due } = await guarded('Blue 7!');
    expectError(await open(token), 'ACCESS_CODE_REQUIRED', { sender });
    expectError(await send(token), 'ACCESS_CODE_REQUIRED', { sender });
    expectError(await open(token, { accessCode: 'Blue 7!' }), 'SIGNER_STEP_REQUIRED', due);
    expect((await send(token, { accessCode: 'Blue 7!' })).status).toBe(200);
    const stepCode = await mailed(secondEmail);
    expectError(await open(token, { stepCode }), 'ACCESS_CODE_REQUIRED', { sender });
    const opened = await open(token, { accessCode: 'Blue 7!', stepCode });
    expect(opened.status, opened.text).toBe(200);
    expect((await app.sign(id, { token: opened.body.bearer })).status).toBe(200);
    const signed = (await entriesOf(id)).find(({ action }) => action === 'document.signed');
    expect(signed?.context).toMatchObject({ factors: 'access-code email-code' });
  });

  test('does not ask for the e-mailed code in an in-person session', async () => {
    const { id, signers } = await guarded();
    const body = { documentId: id, signerEmail: signers[0]?.email };
    const answer = await (await app.session()).post('/api/signing/in-person', body);
    expectError(answer, 'IN_PERSON_NOT_ALLOWED', { step: 'email-code' });
  });
});

describe('the signer’s own account', () => {
  test("opens the document only for a session of the signer's account with a second factor", async () => {
    const person = await join(app);
    const { id, token, signers } = await app.sentToOne({
      signers: [{ email: person.email, name: person.name, requireTwoFactor: 'account' }],
    });
    const due = { sender, step: 'account', documentId: id };
    expectError(await open(token), 'SIGNER_STEP_REQUIRED', due);
    expectError(await open(token, { stepCode: '123456' }), 'SIGNER_STEP_REQUIRED', due);
    expectError(await send(token), 'SIGNER_STEP_REQUIRED', due);
    const own = (by: typeof person.caller) => by.post<'openOwnSigningSession'>(`/api/documents/${id}/signing-session`);
    expectError(await own(person.caller), 'SIGNER_STEP_REQUIRED', due);
    const caller = await logInWithCode(app, await withApp(app, person));
    const opened = await own(caller);
    expect(opened.status, opened.text).toBe(200);
    // The page can use this bearer token like any other.
    const extended = await open(opened.body.bearer);
    expect(extended.status, extended.text).toBe(200);
    expect((await app.sign(id, { token: extended.body.bearer })).status).toBe(200);
    const entries = await entriesOf(id);
    expect(entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({
      credential: 'account',
      factors: 'account-two-factor',
    });
    expect(entries.find(({ action }) => action === 'signer.step-passed')).toMatchObject({
      target: { id: signers[0]?.id },
      context: { step: 'account', account: person.userId },
    });
  });

  test('rejects a recovery code as the second factor for opening the document', async () => {
    const person = await withApp(app);
    const { id } = await app.sent({
      signers: [{ email: person.email, name: person.name, requireTwoFactor: 'account' }],
    });
    const ask = async (by = person.caller) => (await by.post(`/api/documents/${id}/signing-session`)).status;
    await app.sql(`update sessions set second_factor = 'recovery-code' where user_id = $1`, [person.userId]);
    app.clock.advance({ seconds: 2 });
    expect(await ask()).toBe(403);
    const proof = { password: PASSWORD, code: codeOf(app, person.secret, 1) };
    const again = await steppedUp(app, person.caller, proof);
    expect(await ask(again)).toBe(200);
  });

  test('rejects an account with a different e-mail address', async () => {
    const person = await withApp(app);
    const { id } = await app.sent({ signers: [{ ...app.person(), requireTwoFactor: 'account' }] });
    expectError(await person.caller.post(`/api/documents/${id}/signing-session`), 'DOCUMENT_NOT_FOUND', {
      documentId: id,
    });
  });
});

describe('422', () => {
  test.each([
    ['secondEmail', { requireTwoFactor: 'email-code' }],
    ['secondEmail', { secondEmail: 'second@contoso.example' }],
    ['secondEmail', { requireTwoFactor: 'account', secondEmail: 'second@contoso.example' }],
    ['secondEmail', { requireTwoFactor: 'email-code', secondEmail: 'Same@contoso.example' }],
    ['requireTwoFactor', { requireTwoFactor: 'sms' }],
  ])('rejects an invalid %s in the recipient %j', async (field, signer) => {
    const { id } = await app.draft();
    const body = { signers: [{ email: 'same@contoso.example', name: 'Same', ...signer }] };
    expectInvalid(await app.key.post(`/api/documents/${id}/send-for-signing`, body), `signers[0].${field}`);
  });

  test('rejects an e-mailed code with an invalid format', async () => {
    const { token } = await guarded();
    expectInvalid(await open(token, { stepCode: '' }), 'stepCode');
    expectInvalid(await open(token, { stepCode: 123456 }), 'stepCode');
  });
});
