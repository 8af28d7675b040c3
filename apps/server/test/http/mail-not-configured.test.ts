import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

/** Tests an installation without a mail server, with an organization that cannot read the built-in mailbox. */
const app = await startTestApp({ isMailOwnersOnly: true });
const other = await app.otherTenant();
const now = app.clock.now();
const [document, signer, pkg, template, bulk] = [
  newId('document', now),
  newId('signer', now),
  newId('package', now),
  newId('template', now),
  newId('bulkSend', now),
];

test.each([
  [`/api/documents/${document}/send-for-signing`, { signers: [app.person()] }],
  [`/api/documents/${document}/remind`, {}],
  [`/api/documents/${document}/signers/${signer}/resend`, {}],
  [`/api/packages/${pkg}/send`, { signers: [app.person()] }],
  [`/api/templates/${template}/use`, { signers: [{ role: 'tenant', ...app.person() }], send: true }],
  [`/api/templates/${template}/bulk-send`, { rows: [{ Email: 'ada@contoso.example' }], mapping: { email: 'Email' } }],
  [`/api/bulk-sends/${bulk}/retry`, undefined],
])("returns 503 MAIL_NOT_CONFIGURED for organizations other than the operator's: %s", async (path, body) => {
  for (const caller of [other.owner, other.key]) {
    expectError(await caller.post(path, body, { mayFail: true }), 'MAIL_NOT_CONFIGURED');
  }
});

test('keeps the draft unchanged when sending is rejected because no mail server is configured, and still sends in the sandbox', async () => {
  const draft = await app.draft({ by: other.key });
  const send = `/api/documents/${draft.id}/send-for-signing`;
  expectError(await other.key.post(send, { signers: [app.person()] }, { mayFail: true }), 'MAIL_NOT_CONFIGURED');
  expect((await other.key.get(`/api/documents/${draft.id}/status`)).body).toMatchObject({ status: 'draft' });
  const inSandbox = await other.owner.send<'uploadDocument'>('POST', '/sandbox/api/documents/upload', {
    body: pdfUpload(makePdf()),
    headers: MULTIPART,
  });
  const path = `/sandbox/api/documents/${inSandbox.body.document.id}/send-for-signing`;
  expect((await other.owner.post(path, { signers: [app.person()] })).status).toBe(200);
});

describe('a document sent before the mail server was removed', () => {
  /** Creates an e-mail that was sent before SMTP_URL was removed from the settings. */
  async function sentEarlier(more: object = {}) {
    const draft = await app.draft({ by: other.key });
    const person = { ...app.person(), ...more };
    Object.assign(app.services, { isMailOwnersOnly: false });
    const sent = await other.key
      .post<'sendForSigning'>(`/api/documents/${draft.id}/send-for-signing`, { signers: [person] })
      .finally(() => Object.assign(app.services, { isMailOwnersOnly: true }));
    expect(sent.status, sent.text).toBe(200);
    const [row] = await app.sql<{ id: string }>('select id from signers where document_id = $1', [draft.id]);
    return { id: draft.id, person, signerId: row?.id ?? '', token: await app.link(person.email) };
  }
  const signer = (id: string, signerId: string) => `/api/documents/${id}/signers/${signerId}`;

  test('rejects a correction that would e-mail a link, and accepts a correction of the name', async () => {
    const { id, signerId, person } = await sentEarlier();
    const path = signer(id, signerId);
    const correct = (body: object) => other.key.send('PATCH', path, { body, mayFail: true });
    expectError(await correct({ email: app.person().email }), 'MAIL_NOT_CONFIGURED');
    expectError(await correct({ accessCode: '4711' }), 'MAIL_NOT_CONFIGURED');
    const [row] = await app.sql('select email, access_code_hash, link_generation from signers where id = $1', [
      signerId,
    ]);
    expect(row).toEqual({ email: person.email, access_code_hash: null, link_generation: 1 });
    expect((await correct({ name: 'Ada Byron' })).status).toBe(200);
  });

  test('rejects forwarding and keeps the signing link working', async () => {
    const { id, token } = await sentEarlier();
    const to = { ...app.person(), token };
    expectError(await app.anyone.post(`/api/documents/${id}/forward`, to, { mayFail: true }), 'MAIL_NOT_CONFIGURED');
    expect((await app.anyone.post('/api/signing/session', { token })).status).toBe(200);
  });

  test('rejects the extension of an expired document, but extends a document that has not expired', async () => {
    const { id } = await sentEarlier();
    const extend = (days: number) =>
      other.key.post(`/api/documents/${id}/extend`, { expirationDays: days }, { mayFail: true });
    expect((await extend(60)).status).toBe(200);
    await app.sql("update documents set status = 'expired' where id = $1", [id]);
    expectError(await extend(90), 'MAIL_NOT_CONFIGURED');
  });

  test('returns an error instead of e-mailing a code to the second address', async () => {
    const { token } = await sentEarlier({ requireTwoFactor: 'email-code', secondEmail: app.person().email });
    expectError(
      await app.anyone.post('/api/signing/session/code', { token }, { mayFail: true }),
      'MAIL_NOT_CONFIGURED',
    );
  });
});

test('signs a document in person without sending any e-mail', async () => {
  const draft = await app.draft({ by: other.key });
  const answer = await other.owner.post<'startInPersonSession'>('/api/signing/in-person', {
    documentId: draft.id,
    signerEmail: app.person().email,
  });
  expect(answer.status, answer.text).toBe(201);
  app.secret(answer.body.sessionId);
});

test("sends documents for the operator's organization, shows the mailbox only to that organization's owner, and reports the missing mail server in the health check", async () => {
  const { id } = await app.sent();
  expect((await app.key.get(`/api/documents/${id}/status`)).body).toMatchObject({ status: 'in-progress' });
  const address = '/api/mailbox';
  const { caller: admin } = await app.member('admin');
  for (const who of [admin, other.owner]) expectError(await who.get(address), 'FORBIDDEN');
  expect((await app.owner.get(address)).status).toBe(200);
  expect((await app.anyone.get('/api/health/email')).body).toMatchObject({
    status: 'degraded',
    via: 'mailbox',
    problems: [{ code: 'mail-not-configured' }],
  });
});
