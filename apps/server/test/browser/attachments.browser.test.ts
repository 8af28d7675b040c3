/**
 * Tests a signer who answers a question that reveals a file field, and attaches a file. The sender then finds the file
 * with the document.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { agreeAndSign, bytesOf, finish, review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const at = { page: 1, x: 72, width: 160, height: 20 };
const passport = makePdf({ text: 'Passport' });

test('lets a signer on a phone fill in a conditional field and add an attachment using only the keyboard', async () => {
  const signer = app.person();
  const field = { ...at, signer: signer.email };
  const sent = await app.sent({
    signers: [signer],
    fields: [
      { ...field, kind: 'checkbox', y: 100, width: 20, label: 'I live abroad', key: 'abroad', required: false },
      { ...field, kind: 'attachment', y: 140, label: 'Passport', condition: { field: 'abroad', equals: true } },
      { ...field, kind: 'signature', y: 200, height: 50 },
    ],
  });
  const page = await browser.visit({ phone: true, expected: /^422 \/api\/signing\// });
  await page.goto(`/sign#${await app.link(signer.email)}`);
  await review(page);
  const place = page.getByRole('button', { name: /^Passport, required/ });
  expect(await place.count(), 'the place is not required yet').toBe(0);
  await page.getByRole('checkbox', { name: 'I live abroad' }).first().press('Space');
  await place.waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');

  const file = page.locator('input[aria-labelledby="attach-label attach-choose"]');
  await file.waitFor({ state: 'attached' });
  expect(await file.evaluate('document.activeElement.id')).toBe('attach-file');
  await judge(page, 'a field for a file');
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');
  await page.getByRole('alert').filter({ hasText: 'is required' }).waitFor();
  await file.setInputFiles({ name: 'passport.txt', mimeType: 'text/plain', buffer: Buffer.from('me') });
  await page.getByRole('alert').filter({ hasText: 'Choose an undamaged PDF, PNG or JPEG' }).waitFor();
  await judge(page, 'a file that is refused');
  await file.setInputFiles({ name: 'passport.pdf', mimeType: 'application/pdf', buffer: passport });
  await page.getByRole('button', { name: 'Remove' }).waitFor();
  await judge(page, 'a file that is attached');

  // After a reload, the page has the data that the server stored.
  await page.reload();
  await review(page);
  await page.getByRole('button', { name: /^Passport, required, done: passport\.pdf/ }).waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await page.getByRole('tab', { name: 'Type' }).click();
  await page.getByLabel('Your name').press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await finish(page);
  await agreeAndSign(page);
  await app.sealed(sent.id);

  const owner = await browser.visit({ asOwner: true });
  await owner.goto(`/documents/${sent.id}`);
  const link = owner.getByRole('link', { name: 'passport.pdf' });
  await link.waitFor();
  await judge(owner, 'a document with an attachment');
  // The hash of a file contains no spaces. It must still wrap within its list item.
  await owner.getByRole('listitem').filter({ hasText: 'A file was attached' }).waitFor();
  const entries =
    "[...document.querySelectorAll('li')].filter(({ textContent }) => textContent.includes('A file was attached'))";
  expect(await owner.evaluate(`${entries}.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)`)).toBe(
    true,
  );
  const [download] = await Promise.all([owner.waitForEvent('download'), link.click()]);
  expect(await bytesOf(download)).toEqual(passport);
}, 120_000);

test('lets a sender make one field depend on another, and creates fields from the tags in the document', async () => {
  const upload = await app.key.upload(pdfUpload(makePdf({ text: 'Sign {{signature:1}} and {{date:2}} on page' })));
  const { id } = upload.body.document;
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${id}/send`);
  await page.getByLabel('Name of recipient 1').fill('Ada Lovelace');
  await page.getByLabel('E-mail address of recipient 1').fill('ada@contoso.example');
  const tags = page.getByLabel('Create fields from the 2 tags in this document');
  await tags.check();
  await page.getByText('A tag refers to recipient 2').waitFor();
  await judge(page, 'tags that were found');
  await page.getByRole('button', { name: 'Add recipient' }).click();
  await page.getByLabel('Name of recipient 2').fill('Ben Ortiz');
  await page.getByLabel('E-mail address of recipient 2').fill('ben@contoso.example');
  await page.getByLabel('In fields I place').check();

  await page.getByRole('button', { name: 'Checkbox', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Options…' }).click();
  await page.getByRole('dialog', { name: 'Checkbox field' }).getByLabel('Label').fill('I live abroad');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'File', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Options…' }).click();
  const dialog = page.getByRole('dialog', { name: 'File field' });
  await dialog.getByLabel('Label').fill('Passport');
  await dialog.getByRole('combobox', { name: 'Depends on field' }).click();
  await page.getByRole('option', { name: 'I live abroad' }).click();
  await dialog.getByRole('combobox', { name: 'Checkbox state' }).waitFor();
  await judge(page, 'when a field is asked for');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send for signing' }).click();
  await page.getByText('0 of 2 signed').waitFor();
  const { fields } = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
  expect(fields.map(({ kind, page: on }) => [kind, on])).toEqual([
    ['checkbox', 1],
    ['attachment', 1],
    ['signature', 1],
    ['date', 1],
    ['signature', 2],
  ]);
  expect(fields[1]?.condition).toMatchObject({ field: fields[0]?.id, effect: 'show', equals: true });
}, 120_000);
