/** Tests the redirect after signing. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';

const app = await startTestApp();
const setHosts = (hosts: readonly string[]) =>
  app.owner.send('PATCH', '/api/organization', { body: { settings: { redirect_hosts: hosts } } });
await setHosts(['app.example.com', 'localhost:3000']);

const viewOf = async (token: string) =>
  (await app.anyone.post<'openSigningSession'>('/api/signing/session', { token })).body.view;
const send = async (more: object) => {
  const { id } = await app.draft();
  const signer = app.person();
  return {
    id,
    answer: await app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, {
      signers: [signer],
      ...more,
    }),
  };
};

test('redirects the recipient with the ID and the outcome of the document', async () => {
  const { id, answer } = await send({
    redirectUrl: 'https://app.example.com/done?order=7',
    declineRedirectUrl: 'http://localhost:3000/declined',
  });
  expect(answer.status, answer.text).toBe(200);
  const view = await viewOf(await app.link(answer.body.signers[0]?.email ?? ''));
  expect(view.redirects).toEqual({
    signed: `https://app.example.com/done?order=7&documentId=${id}&status=signed`,
    declined: `http://localhost:3000/declined?documentId=${id}&status=declined`,
    expired: null,
  });
});

test("prefers a signing link's redirect URL to the document's redirect URL", async () => {
  const { id, answer } = await send({ redirectUrl: 'https://app.example.com/document' });
  const path = `/api/documents/${id}/signers/${answer.body.signers[0]?.id}/link`;
  const { body } = await app.key.post<'issueSigningLink'>(path, { redirectUrl: 'https://app.example.com/link' });
  const view = await viewOf(app.secret(body.url.split('#')[1] ?? ''));
  expect(view.redirects.signed).toBe(`https://app.example.com/link?documentId=${id}&status=signed`);
});

test('includes the redirect URL in the error when the link of an expired document is opened', async () => {
  const { id, answer } = await send({ expiredRedirectUrl: 'https://app.example.com/late', expirationDays: 1 });
  const token = await app.link(answer.body.signers[0]?.email ?? '');
  app.clock.advance({ days: 2 });
  const late = await app.anyone.post('/api/signing/session', { token });
  expect(late.body).toMatchObject({
    error: 'DOCUMENT_EXPIRED',
    details: { expiredRedirectUrl: `https://app.example.com/late?documentId=${id}&status=expired` },
  });
});

test('rejects a redirect URL that is not allowed, names the property, and leaves the document a draft', async () => {
  const { id, answer } = await send({ declineRedirectUrl: 'https://evil.example.com/' });
  expectInvalid(answer, 'declineRedirectUrl');
  expect((await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.status).toBe('draft');
  for (const redirectUrl of ['http://app.example.com/', 'javascript:alert(1)', 'https://app.example.com@evil.example/'])
    expectInvalid((await send({ redirectUrl })).answer, 'redirectUrl');
});

test('stops redirecting to a host that was removed from the allowed list', async () => {
  const { answer } = await send({ redirectUrl: 'https://app.example.com/' });
  const session = await app.session();
  const body = { settings: { redirect_hosts: [] } };
  expect((await session.send('PATCH', '/api/organization', { body })).status).toBe(200);
  const view = await viewOf(await app.link(answer.body.signers[0]?.email ?? ''));
  expect(view.redirects.signed).toBeNull();
});
