/**
 * Tests a signer who signs on a desktop and draws on a phone: the QR code, the page on the phone, and the signature
 * with the drawing.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { agreeAndSign, askForSignature, draw, finish, review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

/** Opens the dialog, selects drawing on a phone, and returns the URL in the QR code. */
async function askForPhone(page: Page, email: string): Promise<string> {
  await page.goto(`/sign#${await app.link(email)}`);
  await review(page);
  await askForSignature(page);
  const answered = page.waitForResponse((response) => response.url().endsWith('/drawing-link'));
  await page.getByRole('button', { name: 'Draw on your phone' }).click();
  const { url } = (await (await answered).json()) as { url: string };
  const { pathname, hash } = new URL(url);
  app.secret(hash.slice(1));
  await page.getByRole('img', { name: 'Scan this code with the camera of your phone.' }).waitFor();
  return pathname + hash;
}

test('signs on a desktop with a signature drawn on a phone that does not show the document', async () => {
  const { signers, id } = await app.sent();
  const desk = await browser.visit();
  const address = await askForPhone(desk, signers[0]?.email ?? '');
  await judge(desk, 'a code for the phone');

  const phone = await browser.visit({ phone: true });
  await phone.goto(address);
  await phone.getByRole('heading', { name: 'Your signature' }).waitFor();
  expect(phone.url()).not.toContain('#');
  expect(await phone.content()).not.toContain('contract.pdf');
  await judge(phone, 'the pad on the phone');
  await desk.getByText('Your phone is connected.').waitFor();
  expect(await phone.getByRole('button', { name: 'Send to the other screen' }).isDisabled()).toBe(true);
  await draw(phone);
  await phone.getByRole('button', { name: 'Send to the other screen' }).tap();
  await phone.getByRole('heading', { name: 'Sent' }).waitFor();
  await judge(phone, 'the drawing was sent');

  await desk.getByRole('img', { name: 'Drawing from your phone' }).waitFor();
  await desk.getByRole('button', { name: 'Use signature' }).click();
  await finish(desk);
  await agreeAndSign(desk);
  const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
  expect(body.document.signers.map(({ status }) => status)).toEqual(['signed']);
}, 90_000);

test('moves the focus into the dialog for drawing on a phone, and then back to the button that opened it', async () => {
  const { signers } = await app.sent();
  const desk = await browser.visit();
  await askForPhone(desk, signers[0]?.email ?? '');
  const inDialog = "document.activeElement.closest('dialog, [role=dialog]') !== null";
  expect(await desk.evaluate(inDialog), 'the focus is in the dialog with the code').toBe(true);
  await desk.getByRole('button', { name: 'Back' }).press('Enter');
  await desk.locator('button:focus', { hasText: 'Draw on your phone' }).waitFor();
  await draw(desk);
  expect(await desk.getByRole('button', { name: 'Use signature' }).isEnabled()).toBe(true);
}, 60_000);

test('explains that a drawing link was already opened', async () => {
  const { signers } = await app.sent();
  const address = await askForPhone(await browser.visit(), signers[0]?.email ?? '');
  const first = await browser.visit({ phone: true });
  await first.goto(address);
  await first.getByRole('heading', { name: 'Your signature' }).waitFor();
  const second = await browser.visit({ phone: true, expected: /^401 / });
  await second.goto(address);
  await second.getByRole('heading', { name: 'This code no longer works' }).waitFor();
  await judge(second, 'a used code');
}, 60_000);

test('does not offer drawing on a phone if the signer already uses a phone', async () => {
  const { signers } = await app.sent();
  const phone = await browser.visit({ phone: true });
  await phone.goto(`/sign#${await app.link(signers[0]?.email ?? '')}`);
  await review(phone);
  await askForSignature(phone);
  expect(await phone.getByRole('button', { name: 'Draw on your phone' }).count()).toBe(0);
}, 60_000);
