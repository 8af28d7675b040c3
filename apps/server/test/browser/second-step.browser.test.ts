/**
 * Tests recipient authentication, which is chosen when sending and passed on the signing page, on a phone and on a
 * desktop.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { join, PASSWORD } from '../support/people.ts';
import { codeOf, withApp } from '../support/second-factor.ts';
import { judge } from './axe.ts';
import { SIZES, startBrowser } from './browser.ts';
import { logInAs } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

test.each(SIZES)(
  'sends a code to a second address that the sender chose, and accepts the code from the signer %j',
  async ({ phone }) => {
    const draft = await app.draft({ by: await app.session() });
    const signer = app.person();
    const codes = app.person().email;
    const desk = await browser.visit({ phone, asOwner: true });
    await desk.goto(`/documents/${draft.id}/send`);
    await desk.getByLabel('Name of recipient 1').fill(signer.name);
    await desk.getByLabel('E-mail address of recipient 1', { exact: true }).fill(signer.email);
    await desk.getByRole('button', { name: `Options for ${signer.name}` }).click();
    await desk.getByRole('combobox', { name: `Authentication for ${signer.name}` }).click();
    await desk.getByRole('option', { name: 'Link plus a code sent to a second address' }).click();
    await desk.getByLabel('Second e-mail address of recipient 1').fill(codes);
    await judge(desk, 'send');
    await desk.getByRole('button', { name: 'Review and send' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
    const token = await app.link(signer.email);

    const page = await browser.visit({ phone, expected: /^403 \/api\/signing\/session/ });
    await page.goto(`/sign#${token}`);
    await page.getByRole('heading', { name: 'Verify your identity' }).waitFor();
    await judge(page, 'step');
    expect(await page.content()).not.toContain(draft.title);
    await page.getByRole('button', { name: 'Send the code' }).click();
    await page.getByText('We sent a code to').waitFor();
    await judge(page, 'sent');
    const code = /\b\d{6}\b/.exec((await app.mail(codes, 'signing-code')).text)?.[0] ?? '';
    await page.getByLabel('Six-digit code').fill('000000' === code ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await page.getByText('Attempts left: 4').waitFor();
    await judge(page, 'wrong');
    await page.getByLabel('Six-digit code').fill(code);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: draft.title }).waitFor();
    expect(await page.evaluate('location.hash')).toBe('');
  },
  60_000,
);

test('lets the signer sign in with a second factor and return to the document', async () => {
  const person = await withApp(app, await join(app));
  const { token, document } = await app.sentToOne({
    signers: [{ email: person.email, name: person.name, requireTwoFactor: 'account' }],
  });
  const page = await browser.visit({ phone: true, expected: /^(401|403) \// });
  await page.goto(`/sign#${token}`);
  await page.getByRole('heading', { name: 'Verify your identity' }).waitFor();
  await judge(page, 'account');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await logInAs(page, person.email, PASSWORD);
  await page.getByLabel('Code from your app').fill(codeOf(app, person.secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
  await judge(page, 'confirm');
  await page.getByRole('button', { name: 'Open the document' }).click();
  await page.getByRole('heading', { name: document.title }).waitFor();
}, 60_000);
