import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { signerOfSenderRefusals } from '../support/out-refusals.ts';
import { countsRequests, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string, signerId = ''): string => `/api/documents/${id}/signers/${signerId}`;
const patch = (id: string, signerId: string | undefined, body: object) =>
  app.key.send<'correctSigner'>('PATCH', pathOf(id, signerId), { body });

describe('200', () => {
  test('sends a new link only to the corrected address and invalidates the old link', async () => {
    const [wrong, right] = [app.person(), app.person()];
    const { id, signers, token } = await app.sentToOne({ signers: [wrong] });
    const answer = await app.key.send<'correctSigner'>('PATCH', `/v1${pathOf(id, signers[0]?.id)}`, {
      body: { email: right.email, name: right.name },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ success: true, signer: { ...signers[0], ...right } });
    expectError(await app.anyone.post('/api/signing/session', { token }), 'INVALID_LINK');
    const signed = await app.sign(id, { token: await app.link(right.email) });
    expect(signed.body.signer).toMatchObject({ ...right, status: 'signed' });
    const toWrong = await app.sql('select kind from mails where to_address = $1', [wrong.email]);
    expect(toWrong, 'the wrong address only has the earlier invitation').toEqual([{ kind: 'invitation' }]);
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(trail.body.isValid).toBe(true);
    expect(trail.text, 'the audit trail contains no personal data in plain text').not.toContain(wrong.email);
  });

  test('keeps the signing link if only the name changes, and shows the new name in the signature', async () => {
    const person = app.person();
    const { id, signers, token } = await app.sentToOne({ signers: [person] });
    const answer = await patch(id, signers[0]?.id, { name: 'Ada King' });
    expect(answer.body.signer).toMatchObject({ email: person.email, name: 'Ada King' });
    const signed = await app.sign(id, { token });
    expect(signed.body.signer.name).toBe('Ada King');
    const mails = await app.sql('select 1 from mails where to_address = $1', [person.email]);
    expect(mails).toHaveLength(1);
  });

  test('sends no e-mail to a corrected signer before their turn', async () => {
    const [first, wrong, right] = [app.person(), app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [first, wrong], signingOrder: 'sequential' });
    await patch(id, signers[1]?.id, { email: right.email });
    expect(await app.sql('select 1 from mails where to_address = $1', [right.email])).toEqual([]);
    await app.sign(id, { token: await app.link(first.email) });
    expect((await app.sign(id, { token: await app.link(right.email) })).body.document.status).toBe('completed');
  });

  test('sends a new link to the signer and e-mails codes to the corrected second address', async () => {
    const signer = { ...app.person(), requireTwoFactor: 'email-code', secondEmail: 'wrong@contoso.example' } as const;
    const { id, signers, token } = await app.sentToOne({ signers: [signer] });
    await app.atRest(id);
    await app.sql('delete from mails where to_address = $1', [signer.email]);
    const answer = await patch(id, signers[0]?.id, { secondEmail: 'right@contoso.example' });
    expect(answer.body.signer.two_factor).toEqual({
      kind: 'email-code',
      second_email: 'right@contoso.example',
      locked: false,
    });
    expectError(await app.anyone.post('/api/signing/session', { token }), 'INVALID_LINK');
    const fresh = await app.link(signer.email);
    const sent = await app.anyone.post<'sendSigningCode'>('/api/signing/session/code', { token: fresh });
    expect(sent.body.sentTo).toBe('r***@contoso.example');
    const mail = await app.mail('right@contoso.example', 'signing-code');
    const stepCode = /\b\d{6}\b/.exec(mail.text)?.[0];
    expect((await app.anyone.post('/api/signing/session', { token: fresh, stepCode })).status).toBe(200);
    expectInvalid(await patch(id, signers[0]?.id, { secondEmail: signer.email }), 'secondEmail');
    expectInvalid(await patch(id, signers[0]?.id, { email: 'right@contoso.example' }), 'email');
    const plain = await app.sent();
    expectInvalid(await patch(plain.id, plain.signers[0]?.id, { secondEmail: 'x@contoso.example' }), 'secondEmail');
  });

  test('sets, changes and removes the access code of a signer', async () => {
    const person = app.person();
    const { id, signers, token } = await app.sentToOne({ signers: [person] });
    const open = async (accessCode?: string) => {
      const signer = { tenantId: app.tenant.tenantId, signerId: signers[0]?.id ?? '' };
      const [row] = await app.sql<{ n: number }>('select link_generation as n from signers where id = $1', [
        signer.signerId,
      ]);
      const link = app.services.links.url('', { ...signer, generation: row?.n ?? 0 }).split('#')[1] ?? '';
      return app.anyone.post('/api/signing/session', { token: app.secret(link), accessCode });
    };
    expect((await patch(id, signers[0]?.id, { accessCode: 'blue-7' })).body.signer.access_code).toBe('required');
    expectError(await app.anyone.post('/api/signing/session', { token }), 'INVALID_LINK');
    expect((await open()).status).toBe(403);
    expect((await open('blue-7')).status).toBe(200);
    await patch(id, signers[0]?.id, { accessCode: 'green-8' });
    expect((await open('blue-7')).status).toBe(403);
    expect((await open('green-8')).status).toBe(200);
    expect((await patch(id, signers[0]?.id, { accessCode: null })).body.signer.access_code).toBe('none');
    expect((await open()).status).toBe(200);
  });

  test('leaves the signer and the link unchanged if the correction contains no change', async () => {
    const { id, signers, token } = await app.sentToOne();
    expect((await patch(id, signers[0]?.id, { email: signers[0]?.email.toUpperCase() })).body.signer).toEqual(
      signers[0],
    );
    expect((await app.sign(id, { token })).status).toBe(200);
  });
});

signerOfSenderRefusals(app, (id, signerId) => ({ method: 'PATCH', path: pathOf(id, signerId), body: { name: 'Ada' } }));
const { id: open, signers: openSigners } = await app.sent();
needsScope(app, 'documents:write', { method: 'PATCH', path: pathOf(open, openSigners[0]?.id), body: { name: 'Ada' } });
refusesOtherMethods(app, pathOf(open, openSigners[0]?.id), ['PATCH', 'DELETE']);

describe('409', () => {
  test("accepts either the previous signer's signature or the correction of the address if both arrive simultaneously", async () => {
    const [old, next] = [app.person(), app.person()];
    const { id, signers, token } = await app.sentToOne({ signers: [old] });
    const [signed, corrected] = await Promise.all([
      app.sign(id, { token }),
      patch(id, signers[0]?.id, { email: next.email }),
    ]);
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    if (signed.status === 200) {
      expectError(
        corrected,
        corrected.status === 409 && body.document.status === 'completed' ? 'INVALID_STATE' : 'SIGNER_HAS_SIGNED',
        {
          status: 'completed',
          allowed: ['in-progress'],
        },
      );
      expect(body.document.signers[0]).toMatchObject({ email: old.email, status: 'signed' });
    } else {
      expectError(signed, 'INVALID_LINK');
      expect(body.document.signers[0]).toMatchObject({ email: next.email, status: 'pending-signature' });
      expect((await app.sign(id, { token: await app.link(next.email) })).status).toBe(200);
    }
  });
});

describe('422', () => {
  const other = app.person();
  test.each([
    ['no changes', {}, 'body'],
    ['an invalid e-mail address', { email: 'ada' }, 'email'],
    ['the address of another signer', { email: other.email }, 'email'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a code of three characters', { accessCode: 'abc' }, 'accessCode'],
    ['an access code with characters outside ASCII', { accessCode: 'grün' }, 'accessCode'],
    ['a change of the role', { role: 'cc' }, 'role'],
  ])('rejects an invalid correction: %s', async (_, body, field) => {
    const { id, signers } = await app.sent({ signers: [app.person(), other] });
    expectInvalid(await patch(id, signers[0]?.id, body), field);
  });
});

const counted = await app.sent();
countsRequests(app, { method: 'PATCH', path: pathOf(counted.id, counted.signers[0]?.id), body: { name: 'Ada' } });
