/** Tests the signing order and the roles: groups in order, approvers, and copy recipients. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp();

test('lets groups sign one after another, and lets the members of a group sign in parallel', async () => {
  const [a, b, c, d] = [app.person(), app.person(), app.person(), app.person()];
  const { id } = await app.sent({
    signers: [
      { ...a, order: 1 },
      { ...b, order: 1, role: 'approver' },
      { ...c, order: 5 },
      { ...d, order: 5 },
    ],
    signingOrder: 'sequential',
  });
  const states = async () =>
    (await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`)).body.signers.map(({ status }) => status);
  expect(await states()).toEqual(['pending-signature', 'pending-signature', 'waiting', 'waiting']);
  await app.sign(id, { token: await app.link(b.email), signature: undefined });
  expect(await states(), 'the first group has not finished').toEqual([
    'pending-signature',
    'signed',
    'waiting',
    'waiting',
  ]);
  await app.sign(id, { token: await app.link(a.email) });
  expect(await states()).toEqual(['signed', 'signed', 'pending-signature', 'pending-signature']);
  await Promise.all([c, d].map(async ({ email }) => app.sign(id, { token: await app.link(email) })));
  await app.sealed(id);
  expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body).toMatchObject({ isValid: true });
});

test.each(['cc', 'viewer'] as const)(
  'notifies a %s recipient immediately, lets them read but never sign, and sends them the finished document',
  async (role) => {
    const [signer, reader] = [app.person(), app.person()];
    const { id, signers } = await app.sent({ signers: [signer, { ...reader, role }] });
    expect(signers[1]?.status).toBe('notified');
    const mail = await app.mail(reader.email, 'copy');
    const token = app.secret(/\/sign#([\w-]+)/.exec(mail.text)?.[1] ?? '');
    const opened = await app.anyone.post<'openSigningSession'>('/api/signing/session', { token });
    expect(opened.body.view).toMatchObject({
      signer: { role, status: 'notified' },
      fields: [],
      blocked: null,
      can_decline: false,
      can_forward: false,
    });
    const caller = app.anyone.with({ bearer: opened.body.bearer });
    expect((await caller.get(`/api/signing/${signers[1]?.id}/pages/1`)).status).toBe(200);
    expectError(await app.sign(id, { token }), 'NOT_A_SIGNER', { documentId: id });
    const { body } = await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`);
    expect(body).toMatchObject({ signedCount: 0, totalSigners: 1 });
    expect((await app.sign(id, { token: await app.link(signer.email) })).body.document.status).toBe('completed');
    expect(await app.mailId(reader.email, 'completed')).toBeDefined();
    expect((await caller.get(`/api/signing/${signers[1]?.id}/pdf`)).status).toBe(200);
  },
);
