/**
 * Tests one person with two roles in a document, who signs for both in one visit. A page opened before the document
 * changed reports the change.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { agreeAndSign, finish, review, signTyped } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };

test('lets a signer sign for two roles in one visit, and reuses the signature from the first role', async () => {
  const { id } = await app.sent({ signers: [ADA, { ...ADA, name: 'Contoso, by Ada' }], signingOrder: 'sequential' });
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${await app.link(ADA.email)}`);
  await page.getByRole('heading', { name: 'You are signing for 2 roles' }).waitFor();
  await judge(page, 'the letter for two roles');
  await signTyped(page);
  await page.getByRole('button', { name: 'Next: Contoso, by Ada' }).click();
  await page.getByText('Role 2 of 2').waitFor();
  await review(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Add signature here' }).click();
  await finish(page);
  await agreeAndSign(page);
  await page.getByText('That was the last of your 2 roles').waitFor();
  const { body } = await app.key.get<'getDocument'>(`/api/documents/${id}`);
  expect(body.document.signers.map(({ name, status }) => [name, status])).toEqual([
    ['Ada Lovelace', 'signed'],
    ['Contoso, by Ada', 'signed'],
  ]);
}, 60_000);

test('tells a visitor with an open page that the sender changed the document', async () => {
  const ben = app.person();
  const { id } = await app.sent({ signers: [ben] });
  const page = await browser.visit({ expected: /409/ });
  await page.goto(`/sign#${await app.link(ben.email)}`);
  await page.getByRole('button', { name: 'Review document' }).waitFor();
  const changed = await app.key.send('PUT', `/api/documents/${id}/recipients`, { body: { signers: [ben, ADA] } });
  expect(changed.status, changed.text).toBe(200);
  await page.reload();
  await page.getByRole('heading', { name: 'The sender changed this document' }).waitFor();
  await judge(page, 'a document that was changed');
}, 60_000);
