/**
 * Tests addresses with non-ASCII letters before the @ (RFC 6531). They are used if the mail server accepts them, and
 * otherwise rejected with a reason.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { PostOffice } from '../support/post-office.ts';
import { until } from '../support/until.ts';

const able = await new PostOffice().open();
const unable = await new PostOffice({ hideSMTPUTF8: true }).open();
const [app, old] = [await startTestApp({ smtpUrl: able.url }), await startTestApp({ smtpUrl: unable.url })];
const unicode = { name: 'Ünï', email: 'ünï@contoso.example' };

test('invites ünï@… if the mail server accepts such addresses, and shows the address in the signature and the certificate', async () => {
  const { id } = await app.sent({ signers: [unicode] });
  await until('the invitation', async () => able.to(unicode.email).length > 0);
  const token = /\/sign#([\w-]+)/.exec(able.to(unicode.email)[0]?.email.text ?? '')?.[1] ?? '';
  expect((await app.sign(id, { token: app.secret(token) })).status).toBe(200);
  const { body } = await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(body).toMatchObject({ isValid: true, signatures: [{ signerEmail: unicode.email }] });
});

test('rejects an internationalized address before sending if the mail server does not accept it, and accepts other addresses', async () => {
  const { id } = await old.draft();
  const path = `/api/documents/${id}/send-for-signing`;
  expectInvalid(
    await old.key.post(path, { signers: [old.person(), unicode] }),
    'signers[1].email',
    'unreachable_address',
  );
  expect((await old.key.post(path, { signers: [old.person()] })).status).toBe(200);
  const invitation = { email: unicode.email, role: 'member' };
  expectInvalid(
    await (await old.session()).post('/api/organization/invitations', invitation),
    'email',
    'unreachable_address',
  );
});

test('shows an internationalized domain in Unicode, and sends e-mails to its ASCII form if the mail server lacks SMTPUTF8', async () => {
  const anna = { name: 'Anna', email: 'anna@bücher.example' };
  const { id } = await old.sent({ signers: [anna] });
  await until('the invitation', async () => unable.to(anna.email).length > 0);
  const [mail] = unable.to(anna.email);
  expect(mail?.raw.toString()).toMatch(/^To: .*anna@xn--bcher-kva\.example/m);
  const token = /\/sign#([\w-]+)/.exec(mail?.email.text ?? '')?.[1] ?? '';
  expect((await old.sign(id, { token: old.secret(token) })).status).toBe(200);
  const { body } = await old.key.get<'getDocument'>(`/api/documents/${id}`);
  expect(body.document.signers[0]?.email).toBe(anna.email);
  const verified = await old.key.get<'verifyDocument'>(`/api/documents/${id}/verify`);
  expect(verified.body).toMatchObject({ isValid: true, signatures: [{ signerEmail: anna.email }] });
});

test('treats the Unicode and the ASCII spelling of a domain as one address', async () => {
  const { id } = await old.draft();
  const signers = [
    { name: 'Anna', email: 'anna@bücher.example' },
    { name: 'Anna', email: 'Anna@xn--bcher-kva.example' },
  ];
  expectInvalid(await old.key.post(`/api/documents/${id}/send-for-signing`, { signers }), 'signers[1].email');
});
