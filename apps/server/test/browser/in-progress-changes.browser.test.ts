/**
 * Tests declining, forwarding, the access code and read-only access, on a phone and on a desktop, by keyboard and with
 * axe.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { SIZES, startBrowser } from './browser.ts';
import { review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

test.each(SIZES)(
  'shows on the document page that a recipient declined %j',
  async ({ phone }) => {
    const { id, token } = await app.sentToOne();
    const page = await browser.visit({ phone, expected: /^410 / });
    await page.goto(`/sign#${token}`);
    await page.getByRole('button', { name: 'Not signing?' }).waitFor();
    await judge(page, 'letter');
    await review(page);
    await judge(page, 'pages');
    await page.getByRole('button', { name: 'Not signing?' }).click();
    await page.getByRole('dialog', { name: 'Not signing?' }).waitFor();
    await judge(page, 'otherwise');
    await page.getByRole('button', { name: 'Decline to sign' }).click();
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByText('Enter a reason').waitFor();
    await judge(page, 'decline');
    await page.getByLabel('Reason').fill('Clause 4 is not what we agreed.');
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await page.getByRole('heading', { name: 'You declined' }).waitFor();
    await judge(page, 'declined');
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
    expect(body.document.signers[0]).toMatchObject({
      status: 'declined',
      decline_reason: 'Clause 4 is not what we agreed.',
    });
  },
  60_000,
);

test.each(SIZES)(
  'forwards the document using only the keyboard %j',
  async ({ phone }) => {
    const [first, next] = [app.person(), app.person()];
    const { token } = await app.sentToOne({ signers: [first] });
    const page = await browser.visit({ phone, expected: /^(401|422) / });
    await page.goto(`/sign#${token}`);
    await page.getByRole('button', { name: 'Not signing?' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Not signing?' }).waitFor();
    await page.getByRole('button', { name: 'Someone else should sign' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Their name').focus();
    await page.keyboard.type(next.name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(first.email);
    await page.keyboard.press('Enter');
    await page.getByText('The document cannot be forwarded to this address.').waitFor();
    await judge(page, 'forward');
    await page.getByLabel('Their e-mail address').fill(next.email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You forwarded this document' }).waitFor();
    await judge(page, 'forwarded');
    await page.goto(`/sign?again#${token}`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    expect(await app.link(next.email)).not.toBe(token);
  },
  60_000,
);

test.each(SIZES)(
  'accepts the correct access code, rejects a wrong code, and locks the recipient after too many attempts %j',
  async ({ phone }) => {
    const { token, document } = await app.sentToOne({ signers: [{ ...app.person(), accessCode: 'blue-7' }] });
    const page = await browser.visit({ phone, expected: /^(403|423) \/api\/signing\/session/ });
    await page.goto(`/sign#${token}`);
    await page.getByRole('heading', { name: 'Enter your access code' }).waitFor();
    await judge(page, 'code');
    expect(await page.content()).not.toContain(document.title);
    await page.getByLabel('Access code').fill('red-7');
    await page.keyboard.press('Enter');
    await page.getByText('4 attempts left').waitFor();
    await judge(page, 'code-wrong');
    await page.getByLabel('Access code').fill('blue-7');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: document.title }).waitFor();
    await page.getByRole('button', { name: 'Not signing?' }).click();
    expect(await page.getByRole('button', { name: 'Someone else should sign' }).count()).toBe(0);
    for (let tries = 0; tries < 5; tries += 1)
      await app.anyone.post('/api/signing/session', { token, accessCode: 'red-7' });
    await page.goto(`/sign?again#${token}`);
    await page.getByRole('heading', { name: 'This document is locked' }).waitFor();
    await judge(page, 'locked');
  },
  60_000,
);

test.each(SIZES)(
  'shows the document to a recipient who only views it %j',
  async ({ phone }) => {
    const reader = app.person();
    await app.sent({ signers: [app.person(), { ...reader, role: 'viewer' }] });
    const mail = await app.mail(reader.email, 'copy');
    const page = await browser.visit({ phone });
    await page.goto(`/sign#${app.secret(/\/sign#([\w-]+)/.exec(mail.text)?.[1] ?? '')}`);
    await page.getByText('Your copy: you do not need to sign').waitFor();
    await page.locator('.picture').first().waitFor();
    await judge(page, 'reading');
    expect(await page.getByRole('button', { name: 'Not signing?' }).count()).toBe(0);
  },
  60_000,
);
