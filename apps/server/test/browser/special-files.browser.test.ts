/** Tests files that need input from the sender: a password, or a decision about an incomplete update. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { encryptedPdf } from '../support/encrypted-pdf.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { dropFile } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

test('asks for the password of an encrypted PDF until it is correct', async () => {
  const file = await encryptedPdf(makePdf(), { user: 'open sesame' });
  const page = await browser.visit({ asOwner: true, expected: /422 .*documents\/upload/ });
  await page.goto('/documents');
  await page.getByLabel('Search titles and recipients').waitFor();
  await dropFile(page, 'payroll.pdf', file);
  const dialog = page.getByRole('dialog', { name: 'Enter the password for this PDF' });
  await dialog.getByText('The file is protected with a password.').waitFor();
  await judge(page, 'the password of a PDF');
  await dialog.getByLabel('Password', { exact: true }).fill('shut');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('The file cannot be opened with this password.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill('open sesame');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('heading', { name: 'Prepare for sending' }).waitFor();
  await page.getByText('This file was encrypted.').waitFor();
});

test('sends a file that ends with an incomplete update only after the sender confirms it', async () => {
  const unfinished = Buffer.concat([makePdf(), Buffer.from('5 0 obj\n<</Length 9>>\nstream\n')]);
  const { body } = await app.key.upload(pdfUpload(unfinished));
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${body.document.id}/send`);
  await page.getByText('This file ends with an incomplete update.').first().waitFor();
  await page.getByLabel('Name of recipient 1').fill('Ada Lovelace');
  await page.getByLabel('E-mail address of recipient 1').fill('ada@contoso.example');
  await page.getByRole('button', { name: 'Review and send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send for signing' });
  const send = dialog.getByRole('button', { name: 'Send for signing' });
  await send.waitFor();
  expect(await send.isDisabled()).toBe(true);
  await dialog.getByLabel('I have checked the pages and want to send this version').check();
  await judge(page, 'a warning to confirm');
  await send.click();
  await page.getByText('0 of 1 signed').waitFor();
});
