import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { signerOfSenderRefusals } from '../support/out-refusals.ts';
import { countsRequests, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string, signerId = ''): string => `/api/documents/${id}/signers/${signerId}/link`;
const session = (token: string, accessCode?: string) =>
  app.anyone.post<'openSigningSession'>('/api/signing/session', { token, accessCode });

async function issued(options: Parameters<typeof app.sent>[0] = {}) {
  const sent = await app.sent(options);
  const answer = await app.key.post<'issueSigningLink'>(pathOf(sent.id, sent.signers[0]?.id), {});
  expect(answer.status, answer.text).toBe(201);
  const token = app.secret(answer.body.url.split('#')[1] ?? '');
  return { ...sent, signerId: sent.signers[0]?.id ?? '', answer, token };
}

describe('201', () => {
  test('returns a single-use link that is valid for ten minutes, and records the link and its use in the audit trail', async () => {
    const { id, answer, token, signerId } = await issued();
    expect(answer.body).toEqual({
      success: true,
      url: expect.stringMatching(/^http:\/\/[^/]+\/sign#[\w-]+$/),
      expiresAt: new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000 + 600_000).toISOString(),
    });
    const opened = await session(token);
    expect(opened.body.view.signer.id).toBe(signerId);
    expectError(await session(token), 'INVALID_LINK');
    const extended = await session(opened.body.bearer);
    expect((await app.sign(id, { token: extended.body.bearer })).status).toBe(200);
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    const of = (action: string) => body.entries.find((entry) => entry.action === action);
    expect(of('signer.link-issued')).toMatchObject({
      actor: { kind: 'api-key' },
      target: { kind: 'signer', id: signerId },
    });
    expect(of('signer.link-used')?.actor).toEqual({ kind: 'signer', id: signerId });
    expect(of('document.signed')?.context).toMatchObject({ credential: 'embedded' });
    expect(body.isValid).toBe(true);
  });

  test('accepts the token of an issued link wherever a signing link works, until the recipient has signed', async () => {
    const { id, token, signerId } = await issued();
    const by = app.anyone.with({ bearer: token });
    const view = await by.get<'getSigningView'>(`/api/signing/${signerId}`);
    expect(view.body.view.signer.id).toBe(signerId);
    expect((await by.get(`/api/signing/${signerId}/pdf`)).status).toBe(200);
    expect((await by.get(`/api/signing/${signerId}/pages/1`)).status).toBe(200);
    expect((await by.post(`/api/signing/${signerId}/view`, {})).status).toBe(200);
    expect((await by.post(`/api/signing/${signerId}/start`, {})).status).toBe(200);
    const answers = await Promise.all([app.sign(id, { token }), app.sign(id, { token })]);
    expect(statusesOf(answers)).toEqual([200, 401]);
    expectError(await session(token), 'INVALID_LINK');
    expectError(await by.get(`/api/signing/${signerId}`), 'INVALID_LINK');
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    const actions = body.entries.map(({ action }) => action);
    expect(actions.filter((action) => action === 'signer.link-used')).toHaveLength(1);
    expect(body.entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({
      credential: 'embedded',
    });
    expect(body.isValid).toBe(true);
  });

  test('declines and forwards the document with the token of an issued link, and then invalidates the token', async () => {
    const declined = await issued();
    const decline = (token: string) =>
      app.anyone.post(`/api/documents/${declined.id}/decline`, { token, reason: 'No.' });
    expect((await decline(declined.token)).status).toBe(200);
    expectError(await decline(declined.token), 'INVALID_LINK');
    const forwarded = await issued();
    const forward = (token: string) =>
      app.anyone.post(`/api/documents/${forwarded.id}/forward`, { token, ...app.person() });
    expect((await forward(forwarded.token)).status).toBe(200);
    expectError(await forward(forwarded.token), 'INVALID_LINK');
  });

  test('rejects the token of an issued link after a session was opened with it', async () => {
    const { id, token, signerId } = await issued();
    expect((await session(token)).status).toBe(200);
    expectError(await app.sign(id, { token }), 'INVALID_LINK');
    expectError(await app.anyone.with({ bearer: token }).get(`/api/signing/${signerId}`), 'INVALID_LINK');
    expectError(await app.anyone.post(`/api/documents/${id}/decline`, { token, reason: 'No.' }), 'INVALID_LINK');
  });

  test('requires the access code for the token of an issued link in the same way as for an e-mailed link', async () => {
    const { id, token } = await issued({ signers: [{ ...app.person(), accessCode: 'blue-7' }] });
    expectError(await app.sign(id, { token }), 'ACCESS_CODE_REQUIRED', expect.anything());
    expect((await session(token, 'blue-7')).status).toBe(200);
  });

  test('opens one session if ten requests use the same link simultaneously', async () => {
    const { token } = await issued();
    const answers = await Promise.all(Array.from({ length: 10 }, () => session(token)));
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  });

  test('keeps the first issued link valid after a second link is issued', async () => {
    const { id, signerId, token } = await issued();
    const next = await app.key.post<'issueSigningLink'>(pathOf(id, signerId), {});
    const second = app.secret(next.body.url.split('#')[1] ?? '');
    expect((await session(token)).status).toBe(200);
    expect((await session(second)).status).toBe(200);
    expectError(await session(token), 'INVALID_LINK');
    expectError(await session(second), 'INVALID_LINK');
  });

  test('rejects an issued link after ten minutes', async () => {
    const { token } = await issued();
    app.clock.advance({ minutes: 10 });
    expectError(await session(token), 'INVALID_LINK');
  });

  test('requires the access code to open an issued link, and keeps the link valid after a wrong code', async () => {
    const { token } = await issued({ signers: [{ ...app.person(), accessCode: 'blue-7' }] });
    expect((await session(token)).status).toBe(403);
    expect((await session(token, 'red-7')).status).toBe(403);
    expect((await session(token, 'blue-7')).status).toBe(200);
    expectError(await session(token, 'blue-7'), 'INVALID_LINK');
  });

  test('invalidates the issued link when the recipient is corrected', async () => {
    const { id, signerId, token } = await issued();
    await app.key.send('PATCH', `/api/documents/${id}/signers/${signerId}`, { body: { email: app.person().email } });
    expectError(await session(token), 'INVALID_LINK');
  });
});

signerOfSenderRefusals(app, (id, signerId) => ({ method: 'POST', path: pathOf(id, signerId), body: {} }), {
  keysOnly: true,
});
const { id: open, signers } = await app.sent();
const sample = { method: 'POST', path: pathOf(open, signers[0]?.id), body: {} };
needsScope(app, 'documents:write', sample);
refusesOtherMethods(app, pathOf(open, signers[0]?.id), ['POST']);

test('rejects a session with 403, because a sender must not sign on behalf of recipients', async () => {
  const answer = await app.owner.post(sample.path, {});
  expectError(answer, 'FORBIDDEN');
  expect(answer.body).toMatchObject({ message: 'This operation requires an API key.' });
});

describe('409', () => {
  test('rejects a link for a recipient before their turn', async () => {
    const sent = await app.sent({ signers: [app.person(), app.person()], signingOrder: 'sequential' });
    expectError(await app.key.post(pathOf(sent.id, sent.signers[1]?.id), {}), 'SIGNER_NOT_INVITED');
  });
  test('rejects a recipient who only receives a copy', async () => {
    const sent = await app.sent({ signers: [app.person(), { ...app.person(), role: 'cc' }] });
    expectError(await app.key.post(pathOf(sent.id, sent.signers[1]?.id), {}), 'NOT_A_SIGNER');
  });
});

test('422: rejects an unknown property', async () => {
  expectInvalid(await app.key.post(sample.path, { minutes: 60 }), 'minutes');
});

const counted = await app.sent();
countsRequests(app, { method: 'POST', path: pathOf(counted.id, counted.signers[0]?.id), body: {} });
