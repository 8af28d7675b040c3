/** Tests a public link on a phone up to the signature, and the page on which a member creates the link. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { logoUpload } from '../support/logo.ts';
import { codeFor, documentsOf, publicLink } from '../support/public-links.ts';
import { makeTemplate, NOTICE, templateKey } from '../support/templates.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { agreeAndSign, askForSignature, draw, finish, review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

test('lets a visitor open a public link and sign the document on a phone', async () => {
  const set = await (await app.session()).send('PUT', '/api/organization/logo', logoUpload());
  expect(set.status, set.text).toBe(200);
  const { token, template } = await publicLink(app);
  const { email, name } = app.person();
  const phone = await browser.visit({ phone: true, expected: /^403 / });
  await phone.goto(`/start#${token}`);
  await phone.getByRole('heading', { name: 'Sign “Notice”' }).waitFor();
  await phone.getByRole('img', { name: 'Northwind Trading' }).waitFor();
  await judge(phone, 'the page of a public link');

  await phone.getByRole('button', { name: 'Send the code' }).tap();
  await phone.getByText('Enter your name.').waitFor();
  expect(await phone.locator('input:focus').getAttribute('name')).toBe('name');
  await judge(phone, 'a missing name and address');
  await phone.getByLabel('Your name').fill(name);
  await phone.getByLabel('Your e-mail address').fill(email);
  await phone.getByRole('button', { name: 'Send the code' }).tap();

  await phone.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  await judge(phone, 'the code');
  const code = await codeFor(app, email);
  await phone.getByLabel('Six-digit code').fill(wrong(code));
  await phone.getByRole('button', { name: 'Continue to the document' }).tap();
  await phone.getByText('Attempts left: 4.').waitFor();
  await judge(phone, 'a wrong code');
  expect(await documentsOf(app, template.id)).toEqual([]);
  await phone.getByLabel('Six-digit code').fill(code);
  await phone.getByRole('button', { name: 'Continue to the document' }).tap();

  await review(phone);
  await askForSignature(phone);
  await draw(phone);
  await phone.getByRole('button', { name: 'Use signature' }).tap();
  await finish(phone);
  await agreeAndSign(phone);
  const [made] = await documentsOf(app, template.id);
  const { document } = (await app.key.get<'getDocument'>(`/api/documents/${made?.id}`)).body;
  expect(document.signers).toMatchObject([{ email, name, status: 'signed' }]);
}, 120_000);

test.each([
  ['paused', 'This page is paused'],
  ['deleted', 'This link does not work'],
])(
  'explains that a public link is %s',
  async (state, heading) => {
    const by = await templateKey(app);
    const { token, path } = await publicLink(app, {}, { by });
    const ended = await (state === 'deleted'
      ? by.send('DELETE', path)
      : by.send('PATCH', path, { body: { paused: true } }));
    expect(ended.status, ended.text).toBe(200);
    const page = await browser.visit({ phone: true, expected: /^401 / });
    await page.goto(`/start#${token}`);
    await page.getByRole('heading', { name: heading }).waitFor();
    await judge(page, `a link that is ${state}`);
  },
  60_000,
);

test('lets a member create, pause, change and delete a public link', async () => {
  const template = await makeTemplate(await templateKey(app), NOTICE);
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/templates/${template.id}`);
  await page.getByRole('link', { name: 'Public links' }).click();
  await page.getByRole('heading', { name: 'No public links yet' }).waitFor();
  await judge(page, 'no public links');
  await page.getByRole('button', { name: 'Create public link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Documents per 24 hours').fill('7');
  await judge(page, 'the dialog of a public link');
  await dialog.getByRole('button', { name: 'Create public link' }).click();
  await page.getByText('0 of 7 within 24 hours').waitFor();
  await page.getByRole('img', { name: 'QR code for the public link' }).waitFor();
  await judge(page, 'a public link');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Last day the link works').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Expires on').waitFor();
  await page.getByRole('button', { name: 'Delete …' }).click();
  await dialog.getByRole('heading', { name: 'Delete this public link?' }).waitFor();
  await dialog.getByRole('button', { name: 'Delete link' }).click();
  await page.getByRole('heading', { name: 'No public links yet' }).waitFor();
}, 90_000);
