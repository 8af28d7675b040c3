/** axe finds no WCAG 2.2 AA fault on any page of the app in any reachable state, in light and dark mode. */
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { dropFile } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor();

test('has no accessibility problems on the sign-in page or the not-found page', async () => {
  const page = await browser.visit({ expected: /^(401 \/api\/auth\/(session|login)|404 \/nothing\/here)$/ });
  await page.goto('/login');
  await heading(page, 'Sign in');
  await judge(page, 'login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Enter your password.').waitFor();
  await judge(page, 'login with faults');
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await judge(page, 'login refused');
  await page.goto('/nothing/here');
  await heading(page, 'There is nothing at this address');
  await judge(page, '404');
  await page.goto('/setup#anything');
  await heading(page, 'Already set up');
  await judge(page, 'already set up');
}, 60_000);

test('has no accessibility problems on the document list, whether it is empty or lists a sent document', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await heading(page, 'Send your first document');
  await judge(page, 'documents, empty');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await judge(page, 'menu');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Mailbox' }).click();
  // The setup has already sent the e-mail with which the owner confirms their address.
  await page.getByText('grace@northwind.example').first().waitFor();
  await judge(page, 'mailbox');
  await page.goto('/documents/new');
  await heading(page, 'Drop PDFs here');
  await judge(page, 'new document');

  await dropFile(page, 'agreement.pdf', samplePdf());
  await heading(page, 'Prepare for sending');
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByText('Some entries need to be corrected.').waitFor();
  await judge(page, 'send, with faults');
  await page.getByLabel('Name of recipient 1').fill('Ada Lovelace');
  await page.getByLabel('E-mail address of recipient 1').fill('ada@contoso.example');
  await page.getByRole('button', { name: 'Add me' }).click();
  await page.getByLabel('Set signing order').check();
  await page.getByLabel('In fields I place').check();
  await page.getByRole('button', { name: 'Signature', exact: true }).click();
  await page.locator('[data-page="1"]').click();
  await page.getByRole('button', { name: 'Signature of Ada Lovelace, page 1' }).waitFor();
  await judge(page, 'send, with a field');
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('dialog', { name: 'Send for signing' }).waitFor();
  await judge(page, 'send, review');
  await page.getByRole('dialog').getByRole('button', { name: 'Send for signing' }).click();
  await page.getByText('0 of 2 signed').waitFor();
  await judge(page, 'document, sent');
  await page.getByRole('button', { name: 'More actions for this document' }).click();
  await page.getByRole('menuitem', { name: 'Void' }).click();
  await page.getByRole('dialog', { name: 'Void this document?' }).waitFor();
  await judge(page, 'document, void dialog');
}, 120_000);

test('has no accessibility problems on draft, voided and completed documents, in the mailbox or on the API keys page', async () => {
  const { id } = await app.completed();
  const draft = await app.draft();
  const voided = await app.sent();
  await app.key.post(`/api/documents/${voided.id}/void`, { reason: 'The price has changed' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByText('Voided', { exact: true }).last().waitFor();
  await judge(page, 'documents, filled');
  await page.goto('/documents?q=nothing-like-this');
  await heading(page, 'Nothing found');
  await judge(page, 'documents, nothing found');
  await page.goto(`/documents/${draft.id}`);
  await page.getByRole('heading', { name: 'Not sent yet' }).waitFor();
  await judge(page, 'document, draft');
  await page.goto(`/documents/${voided.id}`);
  await page.getByText('The price has changed').first().waitFor();
  await judge(page, 'document, voided');
  await page.goto(`/documents/${id}`);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Signed PDF' }).waitFor();
  await judge(page, 'document, completed, with the menu of downloads');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verify' }).click();
  const panel = page.getByRole('dialog', { name: 'Verification' });
  await panel.getByText('The document has not been changed since.').waitFor();
  await panel
    .getByRole('button', { name: /Valid ·/ })
    .first()
    .click();
  await panel.getByText('Serial number').first().waitFor();
  await judge(page, 'document, verified');

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Mailbox' }).click();
  await page.locator('iframe').waitFor();
  await judge(page, 'mailbox, filled');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await heading(page, 'API keys');
  await page
    .getByRole('button', { name: /^Revoke / })
    .first()
    .waitFor();
  await judge(page, 'API keys, filled');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog', { name: 'New API key' }).waitFor();
  await judge(page, 'API keys, a new one');
  await page.getByLabel('Name', { exact: true }).fill('Accounting export');
  await page.getByRole('button', { name: 'Create key' }).click();
  const value = page.getByLabel('API key', { exact: true });
  app.secret((await value.textContent()) ?? '');
  await judge(page, 'API keys, the value');
}, 120_000);
