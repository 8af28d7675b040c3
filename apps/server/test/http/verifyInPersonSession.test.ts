import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { actions, capture, handOver, verify } from '../support/in-person.ts';

const app = await startTestApp();
const sender = { name: OWNER.name, email: OWNER.email, organization: OWNER.organization };

describe('200', () => {
  test('opens the in-person session immediately if no code is required, and records that the signer began', async () => {
    const { id, signerId, sessionId, session, document } = await handOver(app, {
      identityCheck: { method: 'known' },
    });
    const answer = await verify(app, sessionId);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      success: true,
      verified: true,
      session: { id: session.id, status: 'verified' },
      document: { id, title: document.title, status: 'in-progress', page_count: 2, signerId },
    });
    expect((await verify(app, sessionId)).status).toBe(200);
    const entries = await actions(app, id);
    expect(entries.filter(({ action }) => action === 'in-person.verified')).toHaveLength(1);
    expect(entries.find(({ action }) => action === 'in-person.verified')?.context).toMatchObject({
      session: session.id,
      identified: 'in person, by host',
      identity_check: 'known',
    });
    const events = await app.sql('select 1 from outbox where document_id = $1 and kind = $2', [
      id,
      'recipient.started',
    ]);
    expect(events).toHaveLength(1);
  });

  test("opens only the signing page of the session's signer", async () => {
    const { id, signerId, sessionId, device } = await handOver(app);
    const view = await device.get<'getSigningView'>(`/api/signing/${signerId}`);
    expect(view.status, view.text).toBe(200);
    expect(view.body.view).toMatchObject({ document: { id }, can_forward: false, can_decline: true });
    expect((await device.get(`/api/signing/${signerId}/pages/1`)).status).toBe(200);
    expectError(await device.post('/api/signing/session', {}), 'INVALID_LINK', {});
    expectError(await device.post(`/api/documents/${id}/forward`, app.person()), 'FORWARD_NOT_ALLOWED', {});
    const other = await app.sent();
    expectError(await device.get(`/api/signing/${other.signers[0]?.id}`), 'INVALID_LINK', {});
    expectError(await app.sign(other.id, { token: sessionId }), 'DOCUMENT_NOT_FOUND', { documentId: other.id });
  });
});

describe('401', () => {
  test('rejects an invalid session, a random session token and a signing link', async () => {
    const { token } = await app.sentToOne();
    for (const sessionId of ['x', `inperson_${'A'.repeat(64)}`, token])
      expectError(await verify(app, sessionId), 'INVALID_LINK', {});
  });

  test('returns 422 instead if the request contains no session', async () => {
    expectInvalid(await app.anyone.post('/api/signing/in-person/verify', {}), 'sessionId');
  });
});

describe('403', () => {
  test('hides the document from every request until the code is entered', async () => {
    const { id, signerId, sessionId, device, document } = await handOver(app, { accessCode: 'Blue 7!' });
    for (const answer of [
      await verify(app, sessionId),
      await device.get(`/api/signing/${signerId}`),
      await device.get(`/api/signing/${signerId}/pdf`),
      await device.get(`/api/signing/${signerId}/pages/1`),
      await device.get(`/api/signing/${signerId}/pages/1/text`),
      await device.post(`/api/signing/${signerId}/view`, {}),
      await app.sign(id, { token: sessionId }),
      await capture(app, sessionId),
      await device.post(`/api/documents/${id}/decline`, { reason: 'No.' }),
    ]) {
      expectError(answer, 'ACCESS_CODE_REQUIRED', { sender });
      expect(answer.text).not.toContain(document.title);
    }
    expect((await verify(app, sessionId, ' Blue 7! ')).status).toBe(200);
    expect((await device.get(`/api/signing/${signerId}`)).status).toBe(200);
    // Once the code has been entered on a device, it is not requested there again.
    expect((await verify(app, sessionId)).status).toBe(200);
  });

  test('reports the number of remaining attempts after a wrong code', async () => {
    const { sessionId } = await handOver(app, { accessCode: 'Blue 7!' });
    expectError(await verify(app, sessionId, 'blue 7!'), 'ACCESS_CODE_WRONG', { sender, attemptsLeft: 4 });
  });
});

describe('423', () => {
  test('locks only the in-person session after five wrong codes, but allows five more attempts in a new session', async () => {
    const { id, signers, sessionId, session, token } = await guardedWithLink();
    for (const left of [4, 3, 2, 1])
      expectError(await verify(app, sessionId, 'wrong'), 'ACCESS_CODE_WRONG', { sender, attemptsLeft: left });
    expectError(await verify(app, sessionId, 'wrong'), 'ACCESS_CODE_LOCKED', { sender });
    expectError(await verify(app, sessionId, 'Blue 7!'), 'ACCESS_CODE_LOCKED', { sender });
    expectError(await capture(app, sessionId), 'ACCESS_CODE_LOCKED', { sender });
    const listed = await app.owner.get<'listInPersonSessions'>(`/api/signing/in-person?documentId=${id}`);
    expect(listed.body.sessions).toMatchObject([{ id: session.id, status: 'locked' }]);
    const entries = await actions(app, id);
    expect(entries.filter(({ action }) => action === 'in-person.code-refused')).toHaveLength(5);
    expect(entries.filter(({ action }) => action === 'in-person.locked')).toHaveLength(1);
    expect((await app.anyone.post('/api/signing/session', { token })).status).toBe(200);
    const body = { documentId: id, signerEmail: signers[0]?.email, accessCode: 'Green 8?' };
    const again = await app.owner.post<'startInPersonSession'>('/api/signing/in-person', body);
    expect((await verify(app, app.secret(again.body.sessionId), 'Green 8?')).status).toBe(200);
  });

  test('checks at most five of twenty concurrent code attempts', async () => {
    const { id, sessionId } = await handOver(app, { accessCode: 'Blue 7!' });
    await Promise.all(Array.from({ length: 20 }, (_, n) => verify(app, sessionId, `guess-${n}`)));
    const refused = (await actions(app, id)).filter(({ action }) => action === 'in-person.code-refused');
    expect(refused).toHaveLength(5);
  });

  async function guardedWithLink() {
    const session = await handOver(app, { accessCode: 'Blue 7!' });
    return { ...session, token: await app.link(session.signers[0]?.email ?? '') };
  }
});

describe('410', () => {
  test('expires an in-person session exactly 30 minutes after the start', async () => {
    const { sessionId, device, signerId } = await handOver(app);
    app.clock.advance({ minutes: 30, ms: -1 });
    expect((await verify(app, sessionId)).status).toBe(200);
    app.clock.advance({ ms: 1 });
    expectError(await verify(app, sessionId), 'IN_PERSON_ENDED', { status: 'expired' });
    expectError(await device.get(`/api/signing/${signerId}`), 'IN_PERSON_ENDED', { status: 'expired' });
  });

  test('ends the in-person session when the document is voided or the signer is corrected', async () => {
    const voided = await handOver(app);
    await app.key.post(`/api/documents/${voided.id}/void`, { reason: 'A slip' });
    expectError(await verify(app, voided.sessionId), 'DOCUMENT_VOIDED', { sender, title: voided.document.title });
    const corrected = await handOver(app);
    await app.key.send('PATCH', `/api/documents/${corrected.id}/signers/${corrected.signerId}`, {
      body: { email: app.person().email },
    });
    expectError(await verify(app, corrected.sessionId), 'IN_PERSON_ENDED', { status: 'ended' });
  });
});

describe('422', () => {
  test.each([
    ['empty', ' '],
    ['of 65 characters', 'x'.repeat(65)],
    ['not text', 1234],
  ])('rejects an access code that is %s', async (_, code) => {
    const { sessionId } = await handOver(app, { accessCode: 'Blue 7!' });
    expectInvalid(await verify(app, sessionId, code), 'verificationCode');
  });
});

test('limits each in-person session in a separate rate-limit bucket, and returns 429 beyond the limit', async () => {
  const { sessionId } = await handOver(app);
  const answer = await verify(app, sessionId);
  expect(answer.headers.get('x-ratelimit-limit')).toBe('1000');
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('999');
});
