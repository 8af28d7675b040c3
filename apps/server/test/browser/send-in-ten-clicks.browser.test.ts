/** Tests shortcuts for sending: a document in ten clicks, recipients from a list, and several files at once. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { dropFile, toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

/** A document with two signature blocks, each of which has a signature and a date. */
const LEASE = makePdf({
  content: [
    'BT /F1 14 Tf 72 760 Td (Lease of flat 4) Tj ET',
    ...[560, 400].flatMap((y) => [
      `BT /F1 11 Tf 72 ${y} Td (Signature: ______________________________) Tj ET`,
      `BT /F1 11 Tf 72 ${y - 60} Td (Date: ____________________) Tj ET`,
    ]),
  ].join('\n'),
});
const PEOPLE = 'Ada Lovelace <ada@contoso.example>; Konrad Zuse <konrad@fabrikam.example>';

/** Counts the clicks of the pointer. A key press on a button has no `detail`. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    "globalThis.clicks = 0; addEventListener('click', ({ detail }) => { if (detail > 0) globalThis.clicks += 1; }, true)",
  );
  return () => page.evaluate<number>('globalThis.clicks');
}

const pasteInto = (page: Page, label: string, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('[aria-label="${label}"]')
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);

test('sends a document with two signers and four placed fields in ten clicks', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents');
  await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
  const clicks = await countClicks(page);
  await dropFile(page, 'lease.pdf', LEASE);
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(PEOPLE);
  await judge(page, 'send, a pasted list');
  await page.getByRole('button', { name: 'Add 2 recipients' }).click();
  await page.getByRole('button', { name: 'Place fields with suggestions' }).click();
  const suggested = page.locator('[data-suggestion]');
  await suggested.nth(3).waitFor();
  await suggested.first().click();
  await suggested.first().click();
  await page.getByRole('combobox', { name: 'Filled in by' }).click();
  await page.getByRole('option', { name: 'Konrad Zuse' }).click();
  await page.getByRole('button', { name: 'Add all 2 fields' }).click();
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send for signing' }).click();
  await toast(page, 'Sent for signing');
  expect(await clicks()).toBeLessThanOrEqual(10);
  const { body } = await app.key.get<'listDocuments'>('/api/documents/paginated');
  const { document } = (await app.key.get<'getDocument'>(`/api/documents/${body.documents[0]?.id}`)).body;
  const ofSigner = new Map(document.signers.map(({ id, name }) => [id, name]));
  const placed = document.fields.map(({ kind, signer_id: id }) => `${kind} of ${ofSigner.get(id ?? '')}`);
  expect(placed.toSorted()).toEqual([
    'date of Ada Lovelace',
    'date of Konrad Zuse',
    'signature of Ada Lovelace',
    'signature of Konrad Zuse',
  ]);
}, 90_000);

test('reads a pasted list of recipients, names each line that it cannot read, and keeps those lines for correction', async () => {
  const { id } = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${id}/send`);
  await page.getByLabel('Name of recipient 1').waitFor();
  await pasteInto(page, 'Name of recipient 1', `${PEOPLE}\nCarl\ndora@x`);
  const dialog = page.getByRole('dialog', { name: 'Paste a list of recipients' });
  await dialog.getByText('Line 2: “Carl” has no e-mail address.').waitFor();
  await dialog.getByText('Line 3: “dora@x” is not a valid e-mail address.').waitFor();
  await judge(page, 'send, a pasted list with errors');
  await dialog.getByRole('button', { name: 'Add 2 recipients' }).click();
  await dialog.getByText('2 recipients added').waitFor();
  await dialog.locator('textarea:focus').waitFor();
  await dialog.getByText('Line 1: “Carl” has no e-mail address.').waitFor();
  await dialog.getByRole('textbox').fill('Carl <carl@x.example>');
  await dialog.getByRole('button', { name: 'Add 1 recipient' }).click();
  await dialog.waitFor({ state: 'detached' });
  const names = () =>
    page
      .getByLabel(/^Name of recipient/)
      .evaluateAll((boxes) => boxes.map((box) => (box as unknown as { value: string }).value));
  expect(await names()).toEqual(['Ada Lovelace', 'Konrad Zuse', 'Carl']);

  await page.getByRole('switch', { name: 'Set signing order' }).press('Space');
  const carl = page.getByRole('listitem').filter({ has: page.getByLabel('Name of recipient 3') });
  const handle = carl.locator('[aria-hidden][tabindex="-1"]');
  await handle.hover();
  await page.mouse.down();
  await page.locator('[data-dragging]').waitFor();
  const to = await page.getByLabel('Name of recipient 1').boundingBox();
  if (to === null) throw new Error('The recipients are not displayed.');
  await page.mouse.move(to.x, to.y + 60, { steps: 6 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await page.getByText('Carl, 1 of 3', { exact: true }).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Move Carl down' }).press('Enter');
  await page.getByText('Carl, 2 of 3', { exact: true }).waitFor({ state: 'attached' });
  expect(await names()).toEqual(['Ada Lovelace', 'Carl', 'Konrad Zuse']);
}, 90_000);

test('uploads several files, reports a file that is not a PDF, and sends the other files together', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents/new');
  const pdf = (name: string, buffer = makePdf()) => ({ name, mimeType: 'application/pdf', buffer });
  const files = [pdf('first.pdf'), pdf('picture.pdf', Buffer.from('no PDF')), pdf('second.pdf')];
  await page.locator('input[type=file]').setInputFiles(files);
  const dialog = page.getByRole('dialog', { name: '2 files uploaded' });
  await dialog.getByText('picture.pdf: This is not a PDF.').waitFor();
  await judge(page, 'several files, uploaded');
  await dialog.getByRole('button', { name: 'Send together' }).click();
  await page.getByLabel('Package title').fill('Move to Bern');
  await page.getByRole('button', { name: 'Create package' }).click();
  await page.getByRole('heading', { name: 'Move to Bern' }).waitFor();
  await page.getByRole('link', { name: 'first', exact: true }).waitFor();
  await page.getByRole('link', { name: 'second', exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
}, 60_000);

test('distinguishes a canceled upload from files whose upload never started', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents/new');
  const upload = '**/documents/upload';
  await page.route(upload, () => undefined);
  const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: makePdf() });
  await page.locator('input[type=file]').setInputFiles([pdf('first.pdf'), pdf('second.pdf')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('first.pdf: Canceled.').waitFor();
  await page.getByText('second.pdf: Not attempted.').waitFor();
  await page.unroute(upload);
}, 60_000);
