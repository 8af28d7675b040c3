import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { signerOperationRefusals } from '../support/signer-refusals.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/forward`;

describe('200', () => {
  test('lets the new person sign, revokes the old link, ends its sessions, and records the forwarding in the audit trail', async () => {
    const [first, colleague, next] = [app.person(), app.person(), app.person()];
    const { id } = await app.sent({ signers: [first, colleague] });
    const { token, caller, view } = await app.recipient(first.email);
    await caller.post(`/api/signing/${view.signer.id}/view`, {});
    const answer = await app.anyone.post<'forwardDocument'>(`/v1${pathOf(id)}`, { token, ...next });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ success: true, forwardedTo: next });
    expect(answer.text, 'no response contains a signing link').not.toContain('sign#');

    expectError(await app.anyone.post('/api/signing/session', { token }), 'INVALID_LINK');
    expectError(await caller.get(`/api/signing/${view.signer.id}`), 'INVALID_LINK');
    expectError(await app.sign(id, { token }), 'INVALID_LINK');

    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.signers[0]).toMatchObject({
      id: view.signer.id,
      ...next,
      status: 'pending-signature',
      viewed_at: null,
    });
    expect(await app.mailId(OWNER.email, 'forwarded-on')).toBeDefined();
    const signed = await app.sign(id, { token: await app.link(next.email) });
    expect(signed.body.signer).toMatchObject({ email: next.email, status: 'signed' });
    await app.sign(id, { token: await app.link(colleague.email) });
    await app.sealed(id);
    const verified = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(verified.body).toMatchObject({
      isValid: true,
      signatures: [{ signerEmail: next.email }, { signerEmail: colleague.email }],
    });
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(trail.body.isValid).toBe(true);
    const [entry] = trail.body.entries.filter(({ action }) => action === 'signer.forwarded');
    expect(entry).toMatchObject({
      actor: { kind: 'signer', id: view.signer.id },
      context: { credential: 'link', generation: 2 },
    });
  });

  test("gives the new signer the previous signer's position in the signing order", async () => {
    const [first, second, next] = [app.person(), app.person(), app.person()];
    const { id } = await app.sent({ signers: [first, second], signingOrder: 'sequential' });
    await app.anyone.post(pathOf(id), { token: await app.link(first.email), ...next });
    expect((await app.sign(id, { token: await app.link(next.email) })).body.document.status).toBe('in-progress');
    expect((await app.sign(id, { token: await app.link(second.email) })).body.document.status).toBe('completed');
  });
});

signerOperationRefusals(app, (id, token) => ({ method: 'POST', path: pathOf(id), body: { token, ...app.person() } }));
refusesOtherMethods(app, pathOf((await app.draft()).id), ['POST']);

test('returns 403 when a document that requires an access code is forwarded', async () => {
  const { id, token } = await app.sentToOne({ signers: [{ ...app.person(), accessCode: 'blue-7' }] });
  const opened = await app.anyone.post<'openSigningSession'>('/api/signing/session', { token, accessCode: 'blue-7' });
  expect(opened.body.view).toMatchObject({ can_decline: true, can_forward: false });
  const answer = await app.anyone.post(pathOf(id), { token: opened.body.bearer, ...app.person() });
  expectError(answer, 'FORWARD_NOT_ALLOWED', { documentId: id });
});

describe('422', () => {
  type People = { own: string; other: string; reader: string };
  test.each<[string, object | ((people: People) => object), string]>([
    ['a missing address', { name: 'Ada' }, 'email'],
    ['an invalid address', { name: 'Ada', email: 'ada' }, 'email'],
    ['a missing name', { email: 'ada@contoso.example' }, 'name'],
    ['a name of 121 characters', { email: 'ada@contoso.example', name: 'x'.repeat(121) }, 'name'],
    ['a name with a line break', { email: 'ada@contoso.example', name: 'a\r\nBcc: b' }, 'name'],
    ['an unknown property', { ...app.person(), message: 'x' }, 'message'],
    ["the caller's own address", ({ own }) => ({ name: 'Ada', email: own.toUpperCase() }), 'email'],
    ['a person who is already a signer', ({ other }) => ({ name: 'Ada', email: other }), 'email'],
    ['a person who already receives a copy', ({ reader }) => ({ name: 'Ada', email: reader }), 'email'],
  ])('rejects an invalid forward request: %s', async (_, wrong, field) => {
    const [own, other, reader] = [app.person(), app.person(), app.person()];
    const people = { own: own.email, other: other.email, reader: reader.email };
    const body = typeof wrong === 'function' ? wrong(people) : wrong;
    const { id } = await app.sent({ signers: [own, other, { ...reader, role: 'cc' }] });
    const token = await app.link(own.email);
    expectInvalid(await app.anyone.post(pathOf(id), { token, ...body }), field);
    expect((await app.sign(id, { token })).status).toBe(200);
  });
});
