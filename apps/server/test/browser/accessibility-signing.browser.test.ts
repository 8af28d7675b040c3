/** axe finds no WCAG 2.2 AA fault on the signing page in any state, in light and dark mode. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadFonts } from '../../src/platform/pdf/index.ts';
import { startTestApp } from '../support/app.ts';
import { until } from '../support/until.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { adopt, agreeAndSign, askForSignature, draw, finish, review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const HANDS = ['casual', 'lively', 'elegant', 'classic'] as const;

const widthOnPage = (page: Page, hand: string): Promise<number> =>
  page.evaluate(`document.querySelector('.hand [data-hand=${hand}] text')?.getComputedTextLength() ?? 0`);

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();

test('has no accessibility problems on the signing page on a phone', async () => {
  const sent = await app.sent({ signers: [app.person(), app.person()] });
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${await app.link(sent.signers[0]?.email ?? '')}`);
  await heading(page, sent.document.title);
  await judge(page, 'letter');
  await review(page);
  await judge(page, 'pages');
  await askForSignature(page);
  await draw(page);
  await judge(page, 'signature, drawn');
  await page.getByRole('tab', { name: 'Type' }).click();
  await page.getByLabel('Your name').waitFor();
  await judge(page, 'signature, typed');
  await page.getByRole('tab', { name: 'Upload' }).click();
  await page.getByText('Choose an image').waitFor();
  await judge(page, 'signature, uploaded');
  await page.getByRole('tab', { name: 'Draw' }).click();
  await adopt(page);
  await judge(page, 'pages, signed');
  await finish(page);
  await page.getByRole('button', { name: 'Sign document' }).click();
  await page.getByRole('alert').waitFor();
  await judge(page, 'consent, asked for');
  await agreeAndSign(page);
  await page.getByText('Not everyone has signed yet').waitFor();
  await judge(page, 'receipt');
}, 60_000);

test('opens the signature dialog from the flag, offers four handwriting fonts, and fills both fields with the adopted signature', async () => {
  const signer = app.person();
  const place = { signer: signer.email, kind: 'signature', page: 1, width: 180, height: 50 };
  // The fields are far from the flag, which is at the left edge of the page.
  const fields = [
    { ...place, x: 380, y: 200 },
    { ...place, x: 380, y: 500 },
  ];
  await app.sent({ signers: [signer], fields });
  const page = await browser.visit({ phone: true });
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) fonts.push(request.url());
  });
  await page.goto(`/sign#${await app.link(signer.email)}`);
  await review(page);
  await page.locator('.flag').tap();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.waitFor();
  expect(fonts, 'a visit with a drawn signature loads no handwriting fonts').toEqual([]);
  await dialog.getByRole('tab', { name: 'Type' }).tap();
  const hands = dialog.getByRole('radio');
  await expect.poll(() => hands.count()).toBe(4);
  await until('the fonts of four handwriting styles', () => Promise.resolve(fonts.length === 4));
  await judge(page, 'four hands');
  await dialog.getByLabel('Your name').fill('Łucja Waflová');
  const type = await (await loadFonts()).typesetter([], null, HANDS);
  for (const hand of HANDS) {
    const printed = type.set('Łucja Waflová', hand).width / 10;
    // The width is measured at a font size of 100. Kerning and ligatures must match the PDF.
    await expect.poll(() => widthOnPage(page, hand)).toBeCloseTo(printed, 0);
  }
  await dialog.getByLabel('Your name').fill('Анна');
  expect(await hands.count(), 'only three handwriting styles have Cyrillic letters').toBe(3);
  await dialog.getByLabel('Your name').fill('安娜');
  await dialog.getByText('No handwriting font supports these letters').waitFor();
  expect(await hands.count()).toBe(0);
  await judge(page, 'a name that no hand has');
  await dialog.getByLabel('Your name').fill('Anna');
  await dialog.getByRole('radio', { name: 'Style 2' }).check();
  await adopt(page);
  await expect.poll(() => page.locator('.spot [data-hand=lively]').count()).toBe(2);
  await finish(page);
  await agreeAndSign(page);
}, 60_000);

test('shows a declined symbol instead of a check mark to a signer who declined', async () => {
  const signer = app.person();
  await app.sent({ signers: [signer] });
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${await app.link(signer.email)}`);
  await page.getByRole('button', { name: 'Not signing?' }).click();
  await page.getByRole('button', { name: 'Decline to sign' }).click();
  await page.getByLabel('Reason').fill('The price has changed');
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await heading(page, 'You declined');
  expect(await page.locator('.seal svg').getAttribute('data-icon')).toBe('declined');
  await judge(page, 'declined');
}, 60_000);

test('has no accessibility problems on fillable fields, error pages or the finished document', async () => {
  const signer = app.person();
  const place = { signer: signer.email, page: 1, x: 72, width: 200, height: 20 };
  const fields = [
    { ...place, kind: 'text', label: 'Company', y: 200 },
    { ...place, kind: 'checkbox', label: 'I have read the annex', y: 240, width: 20 },
    { ...place, kind: 'signature', y: 300, height: 60 },
  ];
  const sent = await app.sent({ signers: [signer], fields });
  const token = await app.link(signer.email);
  const page = await browser.visit({ phone: true, expected: /^(401|410) \/api\/signing\/session$/ });
  await page.goto(`/sign#${token}`);
  await review(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByLabel('Company').first().waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await judge(page, 'a field with a fault');
  const { tokens } = await app.completed();
  await app.key.post(`/api/documents/${sent.id}/void`, { reason: 'The price has changed' });
  for (const [link, title] of [
    [token, 'This document was voided'],
    [token.slice(0, -5), 'This link does not work'],
    ['', 'Open the link in your e-mail'],
    [tokens[0], 'Everyone has signed'],
  ]) {
    const stopped = await browser.visit({ phone: true, expected: /^(401|410) \/api\/signing\/session$/ });
    await stopped.goto(`/sign#${link}`);
    await heading(stopped, title ?? '');
    await judge(stopped, title ?? '');
  }
}, 60_000);
