/** Tests documents whose signing links are delivered by the sender instead of by e-mail. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp();
const mailsTo = (email: string) =>
  app.sql<{ kind: string }>('select kind from mails where to_address = $1 order by id', [email]);
const linkOf = (id: string, signerId: string | undefined, body: object = { longLived: true }) =>
  app.key.post<'issueSigningLink'>(`/api/documents/${id}/signers/${signerId}/link`, body);
const tokenOf = (url: string): string => app.secret(url.split('#')[1] ?? '');
const session = (token: string) => app.anyone.post<'openSigningSession'>('/api/signing/session', { token });

test('sends no e-mails to a recipient with notify: false, and lets the recipient sign through a long-lived link', async () => {
  const [own, other] = [app.person(), app.person()];
  const { id, signers } = await app.sent({ signers: [{ ...own, notify: false }, other] });
  const issued = await linkOf(id, signers[0]?.id);
  expect(issued.status, issued.text).toBe(201);
  const { body: before } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
  expect(issued.body.expiresAt).toBe(before.document.expiration);
  const token = tokenOf(issued.body.url);
  expect(
    (await session(token)).body.view.can_forward,
    'the document cannot be forwarded if no e-mail can be sent',
  ).toBe(false);
  expect((await session(token)).status, 'the link opens the document again').toBe(200);
  expect((await app.sign(id, { token })).status).toBe(200);
  expect((await app.sign(id, { token: await app.link(other.email) })).status).toBe(200);
  await app.sealed(id);
  await app.atRest(id);
  expect(await mailsTo(own.email)).toEqual([]);
  // The test clock is frozen, so the order of e-mails is random.
  expect((await mailsTo(other.email)).map(({ kind }) => kind).toSorted()).toEqual(['completed', 'invitation']);
  const { entries } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
  expect(entries.find(({ action }) => action === 'signer.link-issued')?.summary).toContain('handed out by the sender');
  expect(entries.find(({ action }) => action === 'document.signed')?.context).toMatchObject({ credential: 'embedded' });
});

test("applies the document's notify: false to recipients without a setting of their own, but sends the completion e-mail if notifyCompletion is true", async () => {
  const [silent, told] = [app.person(), app.person()];
  const { id, signers } = await app.sent({
    signers: [silent, { ...told, notify: true }],
    notify: false,
    notifyCompletion: true,
  });
  expect((await app.sign(id, { token: await app.link(told.email) })).status).toBe(200);
  expect((await app.sign(id, { token: tokenOf((await linkOf(id, signers[0]?.id)).body.url) })).status).toBe(200);
  await app.sealed(id);
  await app.atRest(id);
  expect((await mailsTo(silent.email)).map(({ kind }) => kind)).toEqual(['completed']);
});

test('reports a recipient without notifications as skipped in a reminder, and rejects resending the invitation to that recipient', async () => {
  const own = app.person();
  const { id, signers } = await app.sent({ signers: [{ ...own, notify: false }] });
  const reminded = await app.key.post<'remindSigners'>(`/api/documents/${id}/remind`, {});
  expect(reminded.body).toMatchObject({ reminded: [], skipped: [{ email: own.email, reason: 'notifications-off' }] });
  const path = `/api/documents/${id}/signers/${signers[0]?.id}/resend`;
  expectError(await app.key.post(path, {}), 'NOTIFICATIONS_OFF', { signerId: signers[0]?.id });
  expect(await mailsTo(own.email)).toEqual([]);
});

test('ends a long-lived signing link when the recipient is corrected or the deadline passes', async () => {
  const { id, signers } = await app.sent({ signers: [{ ...app.person(), notify: false }] });
  const first = tokenOf((await linkOf(id, signers[0]?.id)).body.url);
  await app.key.send('PATCH', `/api/documents/${id}/signers/${signers[0]?.id}`, {
    body: { email: app.person().email },
  });
  expectError(await session(first), 'INVALID_LINK');
  const second = tokenOf((await linkOf(id, signers[0]?.id)).body.url);
  app.clock.advance({ days: 31 });
  expect((await session(second)).body).toMatchObject({ error: 'DOCUMENT_EXPIRED' });
});

test('accepts notify when a document is created from a template', async () => {
  const { id } = await app.draft();
  const roles = [{ name: 'Tenant' }];
  const made = await app.key.post<'createTemplate'>('/api/templates/create', { name: 'Lease', documentId: id, roles });
  expect(made.status, made.text).toBe(201);
  const own = app.person();
  const used = await app.key.post<'useTemplate'>(`/api/templates/${made.body.template.id}/use`, {
    signers: [{ role: 'Tenant', ...own }],
    notify: false,
    send: true,
  });
  expect(used.status, used.text).toBe(201);
  await app.atRest(used.body.document.id);
  expect(await mailsTo(own.email)).toEqual([]);
});
