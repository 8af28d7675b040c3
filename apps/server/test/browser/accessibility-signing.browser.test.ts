/** axe finds nothing against WCAG 2.2 AA on the signing page, whatever it shows, in light and in dark. */
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { adopt, agreeAndSign, askForSignature, draw, finish, review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();

test('signing on a phone', async () => {
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
  await page.getByText('Choose a picture').waitFor();
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

test('fields to fill in, pages that stop, and the finished document', async () => {
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
    [token, 'This document was withdrawn'],
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
