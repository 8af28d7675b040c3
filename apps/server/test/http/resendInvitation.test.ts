import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { signerOfSenderRefusals } from '../support/out-refusals.ts';
import { countsRequests, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const pathOf = (id: string, signerId = ''): string => `/api/documents/${id}/signers/${signerId}/resend`;
const mailsTo = (email: string, kind: string) =>
  app.sql<{ text: string }>('select body_text as text from mails where to_address = $1 and kind = $2', [email, kind]);

describe('200', () => {
  test('resends the same link and delays the next reminder by an hour', async () => {
    const person = app.person();
    const { id, signers, token } = await app.sentToOne({ signers: [person] });
    const answer = await app.key.post<'resendInvitation'>(`/v1${pathOf(id, signers[0]?.id)}`, {});
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ success: true, signer: signers[0] });
    expect(answer.text).not.toContain('sign#');
    await until('the second e-mail', async () => (await mailsTo(person.email, 'invitation')).length === 2);
    for (const { text } of await mailsTo(person.email, 'invitation')) expect(text).toContain(token);
    const reminded = await app.key.post<'remindSigners'>(`/api/documents/${id}/remind`, {});
    expect(reminded.body.skipped).toEqual([{ email: person.email, reason: 'reminded-recently' }]);
  });

  test('sends a locked recipient a new link, resets the failed code attempts, and invalidates the old link', async () => {
    const person = { ...app.person(), accessCode: 'blue-7' };
    const { id, signers, token } = await app.sentToOne({ signers: [person] });
    for (let tries = 0; tries < 5; tries += 1)
      await app.anyone.post('/api/signing/session', { token, accessCode: 'red-7' });
    const locked = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(locked.body.document.signers[0]?.access_code).toBe('locked');
    // E-mails are found by their time, so the clock is advanced to make the next e-mail the newest.
    app.clock.advance({ minutes: 1 });
    const answer = await app.key.post<'resendInvitation'>(pathOf(id, signers[0]?.id), {});
    expect(answer.body.signer.access_code).toBe('required');
    expectError(await app.anyone.post('/api/signing/session', { token, accessCode: 'blue-7' }), 'INVALID_LINK');
    await until('the new link', async () => (await mailsTo(person.email, 'invitation')).length === 2);
    const fresh = await app.link(person.email);
    expect(fresh).not.toBe(token);
    expect((await app.anyone.post('/api/signing/session', { token: fresh, accessCode: 'blue-7' })).status).toBe(200);
  });

  test('resends the e-mail with the link to a viewer', async () => {
    const reader = app.person();
    const { id, signers } = await app.sent({ signers: [app.person(), { ...reader, role: 'viewer' }] });
    await app.mailId(reader.email, 'copy');
    expect((await app.key.post(pathOf(id, signers[1]?.id), {})).status).toBe(200);
    await until('the second copy', async () => (await mailsTo(reader.email, 'copy')).length === 2);
  });
});

test('sends a recipient at most one e-mail an hour, regardless of the caller and the operation, and returns 429 beyond that limit', async () => {
  const person = app.person();
  const { id, signers } = await app.sentToOne({ signers: [person] });
  const resend = () => app.key.post(pathOf(id, signers[0]?.id), {});
  expect((await resend()).status).toBe(200);
  const refused = await resend();
  const details = { signerId: signers[0]?.id, until: expect.stringMatching(/Z$/) };
  expectError(refused, 'RATE_LIMIT_EXCEEDED', details);
  expect(refused.headers.get('retry-after')).toBe('3600');
  app.clock.advance({ minutes: 60 });
  const reminded = await app.key.post<'remindSigners'>(`/api/documents/${id}/remind`, {});
  expect(reminded.body.reminded).toEqual([person.email]);
  expectError(await resend(), 'RATE_LIMIT_EXCEEDED', details);
  app.clock.advance({ minutes: 60 });
  expect((await resend()).status).toBe(200);
});

signerOfSenderRefusals(app, (id, signerId) => ({ method: 'POST', path: pathOf(id, signerId), body: {} }));
const { id: open, signers } = await app.sent();
needsScope(app, 'documents:write', { method: 'POST', path: pathOf(open, signers[0]?.id), body: {} });
refusesOtherMethods(app, pathOf(open, signers[0]?.id), ['POST']);

test("returns 409 if it is not the recipient's turn yet", async () => {
  const sent = await app.sent({ signers: [app.person(), app.person()], signingOrder: 'sequential' });
  expectError(await app.key.post(pathOf(sent.id, sent.signers[1]?.id), {}), 'SIGNER_NOT_INVITED');
});

test('422: rejects an unknown request property', async () => {
  expectInvalid(await app.key.post(pathOf(open, signers[0]?.id), { now: true }), 'now');
});

const counted = await app.sent();
countsRequests(app, { method: 'POST', path: pathOf(counted.id, counted.signers[0]?.id), body: {} });
