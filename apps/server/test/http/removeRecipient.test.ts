import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { signerOfSenderRefusals } from '../support/out-refusals.ts';
import { needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string, signerId = ''): string => `/api/documents/${id}/signers/${signerId}`;
const remove = (id: string, signerId: string | undefined) =>
  app.key.send<'removeRecipient'>('DELETE', pathOf(id, signerId));
const mailsTo = (email: string) => app.sql('select kind from mails where to_address = $1 order by kind', [email]);

const sender = { name: OWNER.name, email: OWNER.email, organization: 'Northwind Trading' };

describe('200', () => {
  test('invalidates the link of the removed recipient, e-mails the recipient, and leaves the other recipients unchanged', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [ada, ben] });
    const [adasLink, bensLink] = [await app.link(ada.email), await app.link(ben.email)];
    const answer = await remove(id, signers[1]?.id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.document.signers.map(({ email }) => email)).toEqual([ada.email]);
    await app.atRest(id);
    expect(await mailsTo(ben.email)).toEqual([{ kind: 'invitation' }, { kind: 'removed' }]);
    expect(await mailsTo(ada.email)).toEqual([{ kind: 'invitation' }]);
    expectError(await app.anyone.post('/api/signing/session', { token: bensLink }), 'RECIPIENT_REMOVED', { sender });
    expect((await app.sign(id, { token: adasLink })).body.document.status).toBe('completed');
    const verified = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(verified.body).toMatchObject({ isValid: true, auditTrail: { isValid: true, findings: [] } });
    const events = await app.sql(
      `select data->'removed'->0->>'email' as removed from outbox where kind = 'document.corrected'
      and document_id = $1`,
      [id],
    );
    expect(events).toEqual([{ removed: ben.email }]);
  });

  test('completes the document if all remaining signers have signed, and lists the removal in the certificate of completion', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [ada, ben] });
    await app.sign(id, { token: await app.link(ada.email) });
    const answer = await remove(id, signers[1]?.id);
    expect(answer.body.document).toMatchObject({
      status: 'completed',
      signers: [{ email: ada.email, status: 'signed' }],
    });
    const file = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=signed`);
    expect(file.status, file.text).toBe(200);
    const certificate = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`);
    expect(certificate.status, certificate.text).toBe(200);
    await app.atRest(id);
    const verified = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(verified.body).toMatchObject({ isValid: true, auditTrail: { isValid: true, findings: [] } });
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(trail.body.entries.find(({ action }) => action === 'signer.removed')?.context).toMatchObject({ last: true });
    expect(trail.text, 'the audit trail contains no personal data in plain text').not.toContain(ben.email);
  });

  test('invites the next recipient if the current recipient is removed', async () => {
    const [first, second, third] = [app.person(), app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [first, second, third], signingOrder: 'sequential' });
    await remove(id, signers[1]?.id);
    await app.atRest(id);
    expect(await mailsTo(second.email), 'a removed recipient who was never invited gets no e-mail').toEqual([]);
    expect(await mailsTo(third.email)).toEqual([]);
    const answer = await remove(id, signers[0]?.id);
    expect(answer.body.document.signers).toMatchObject([{ email: third.email, status: 'pending-signature' }]);
    expect((await app.sign(id, { token: await app.link(third.email) })).body.document.status).toBe('completed');
    const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
    expect(body.auditTrail).toMatchObject({ isValid: true, findings: [] });
  });

  test('removes a recipient who only receives a copy', async () => {
    const reader = { ...app.person(), role: 'cc' } as const;
    const { id, signers } = await app.sent({ signers: [app.person(), reader] });
    expect((await remove(id, signers[1]?.id)).body.document.signers).toHaveLength(1);
    await app.atRest(id);
    expect(await mailsTo(reader.email)).toEqual([{ kind: 'copy' }, { kind: 'removed' }]);
  });

  test('rejects a link of the removed recipient as invalid if the document was forwarded before the removal', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [ada, ben] });
    const token = await app.link(ada.email);
    const forwarded = await app.anyone.post(`/api/documents/${id}/forward`, { token, ...app.person() });
    expect(forwarded.status, forwarded.text).toBe(200);
    expect((await remove(id, signers[0]?.id)).status).toBe(200);
    expectError(await app.anyone.post('/api/signing/session', { token }), 'INVALID_LINK');
  });
});

const { id: open, signers: openSigners } = await app.sent();
signerOfSenderRefusals(app, (id, signerId) => ({ method: 'DELETE', path: pathOf(id, signerId) }));
needsScope(app, 'documents:write', { method: 'DELETE', path: pathOf(open, openSigners[0]?.id) });
refusesOtherMethods(app, pathOf(open, openSigners[0]?.id), ['PATCH', 'DELETE']);

describe('409', () => {
  test('rejects the removal of the only recipient who signs', async () => {
    const { id, signers } = await app.sent({ signers: [app.person(), { ...app.person(), role: 'cc' }] });
    expectError(await remove(id, signers[0]?.id), 'INVALID_STATE', { status: 'in-progress', reason: 'last_signer' });
  });

  test('rejects a document under a legal hold', async () => {
    const { id, signers } = await app.sent({ signers: [app.person(), app.person()] });
    const owner = await app.session();
    const placed = await owner.post('/api/legal/holds', { kind: 'document', target: id, reason: 'Case 1' });
    expect(placed.status, placed.text).toBe(201);
    expectError(await remove(id, signers[0]?.id), 'LEGAL_HOLD', { documentId: id });
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.signers).toHaveLength(2);
  });

  test('accepts either the signature or the removal of a recipient when both requests arrive at the same time', async () => {
    const [ada, ben] = [app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [ada, ben] });
    const token = await app.link(ada.email);
    const [signed, removed] = await Promise.all([app.sign(id, { token }), remove(id, signers[0]?.id)]);
    if (signed.status === 200) expectError(removed, 'SIGNER_HAS_SIGNED');
    else {
      expectError(signed, 'RECIPIENT_REMOVED', { sender });
      expect(removed.status).toBe(200);
    }
  });
});
