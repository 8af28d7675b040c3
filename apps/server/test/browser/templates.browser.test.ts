/**
 * Tests a template that is created from a PDF, with its roles and fields, used for one document, and sent in bulk from
 * a CSV file.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import {
  bulkSend,
  bulkTemplates,
  finished,
  makeTemplate as templateFrom,
  rowsFor,
  templateKey,
} from '../support/templates.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { dropFile } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const csv = (lines: readonly string[]) => ({
  name: 'list.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

async function makeTemplate(page: Page): Promise<void> {
  await page.goto('/templates');
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await judge(page, 'no templates');
  await button(page, 'New template').first().click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: makePdf() });
  await judge(page, 'a new template');
  await button(page, 'Create template').click();
  await page.getByRole('heading', { name: 'Lease', level: 1 }).waitFor();
}

/** Renames a role, and places a signature field and a text field with the keyboard. */
async function edit(page: Page): Promise<void> {
  await box(page, 'Name of role 1').fill('Tenant');
  await button(page, 'Add a role').click();
  await button(page, /^Save$/).click();
  await page.getByText('Enter a name for the role.').waitFor();
  await box(page, 'Name of role 2').fill('Agent');
  await page.getByRole('combobox', { name: 'Authentication for Tenant' }).click();
  await page.getByRole('option', { name: 'Link plus a code sent to a second address' }).click();
  await page.getByRole('combobox', { name: 'Action for Agent' }).click();
  await page.getByRole('option', { name: 'Gets a copy' }).click();
  for (const kind of ['Signature', 'Text']) {
    await button(page, kind).focus();
    await page.keyboard.press('Enter');
    for (let step = 0; step < (kind === 'Text' ? 20 : 0); step += 1) await page.keyboard.press('ArrowDown');
  }
  await button(page, 'Options…').click();
  await box(page, 'Label').fill('Town');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await judge(page, 'the editor');
  await button(page, /^Save$/).click();
  await page.getByText('This is version 2.').waitFor();
}

test('creates and edits a template, and sends it to one person and in bulk', { timeout: 180_000 }, async () => {
  const page = await browser.visit({ asOwner: true });
  await makeTemplate(page);
  await edit(page);
  await page.reload();
  await button(page, /^Text “Town” of Tenant/).waitFor();
  expect(await box(page, 'Name of role 2').inputValue()).toBe('Agent');

  await page.goto('/templates');
  await button(page, 'Use Lease').click();
  await button(page, 'Send now').click();
  await page.getByText('Enter a name.').first().waitFor();
  await judge(page, 'who has which role');
  const tenant = app.person();
  await box(page, 'Name for Tenant').fill(tenant.name);
  await box(page, 'E-mail address for Tenant').fill(tenant.email);
  await page.getByText('Enter the address for codes.').waitFor();
  await box(page, 'Second e-mail address for Tenant').fill(`codes-${tenant.email}`);
  await button(page, 'Send now').click();
  await page.getByRole('heading', { name: 'Lease', level: 1 }).waitFor();
  expect(page.url()).toMatch(/\/documents\/doc_/);

  const [ada, bob] = [app.person(), app.person()];
  await page.goto('/templates');
  await button(page, 'More actions for Lease').click();
  await judge(page, 'what can be done with a template');
  await page.getByRole('menuitem', { name: 'Send in bulk' }).click();
  const file = page.locator('input[type=file]');
  await file.setInputFiles(csv(['Who,Town', 'nobody']));
  await page.getByText('Choose the column with the e-mail addresses for Tenant.').waitFor();
  await judge(page, 'columns that are not known');
  const codes = 'codes@contoso.example';
  const rows = ['Who,Town,Codes', `${ada.email},Bern,${codes}`, `nobody,Basel,${codes}`];
  await file.setInputFiles(csv([...rows, `${bob.email},"Zürich, West",${codes}`]));
  await page.getByRole('combobox', { name: 'Content of “Who”' }).click();
  await page.getByRole('option', { name: 'E-mail address for Tenant', exact: true }).click();
  await page.getByText('Choose the column with the second e-mail addresses for Tenant').waitFor();
  await page.getByRole('combobox', { name: 'Content of “Codes”' }).click();
  await page.getByRole('option', { name: 'Second e-mail address for Tenant' }).click();
  await judge(page, 'columns');
  await box(page, 'Title of each document').fill('Notice for {{Town}}');
  // All rows are checked before the first one is sent, and one invalid row stops the whole bulk send.
  await button(page, 'Check 3 rows').click();
  const wrong = page.getByRole('row').filter({ hasText: 'must be an e-mail address such as name@example.com' });
  await wrong.waitFor();
  expect(await wrong.getByRole('cell').allTextContents()).toEqual([
    '2',
    'Who',
    'must be an e-mail address such as name@example.com',
  ]);
  expect(await button(page, 'Send 0 documents').isDisabled()).toBe(true);
  expect(await app.sql('select from bulk_sends')).toEqual([]);
  await judge(page, 'rows that are wrong');
  await page.getByLabel('Skip this row and send the others').check();
  await button(page, 'Send 2 documents').click();
  const dialog = page.getByRole('dialog', { name: 'Send 2 documents?' });
  await dialog.getByText('“Notice for Bern”, “Notice for Zürich, West”').waitFor();
  await judge(page, 'a last question');
  expect(await app.sql('select from bulk_sends')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send 2 documents' }).click();
  await page.getByText('All rows have been processed.').waitFor();
  await page.getByText('Who: must be an e-mail address such as name@example.com').waitFor();
  await judge(page, 'a bulk send with a row that failed');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Lease - failed rows.csv');
  await page.goto('/bulk-sends');
  await page.getByText('2 of 3').waitFor();
  await judge(page, 'bulk sends');

  const found = await app.sql<{ default: string }>(
    `select f.settings->>'default' as default from fields f join signers s on s.id = f.signer_id where s.email = $1 and f.label = 'Town'`,
    [bob.email],
  );
  expect(found).toEqual([{ default: 'Zürich, West' }]);

  // Moves the bulk send three months into the past.
  await app.sql(`update bulk_sends set finished_at = now() - interval '91 days'`);
  await app.cron.post('/api/cron/data-retention');
  await page.getByRole('link', { name: 'Notice for {{Town}}' }).click();
  await page.getByText('The rows were deleted').waitFor();
  await page.getByLabel('2 of 3 sent').waitFor();
  expect(await page.getByText('Failed rows').count()).toBe(0);
  await judge(page, 'a bulk send whose rows are erased');
});

test(
  "lists the fields that do not fit before replacing a template's PDF, and removes those fields on request",
  { timeout: 60_000 },
  async () => {
    const page = await browser.visit({ asOwner: true, expected: /^422 .*\/file$/ });
    await page.goto('/templates');
    await page.getByRole('link', { name: 'Lease' }).click();
    await button(page, /^Text “Town” of Tenant/).waitFor();
    const picture = () => page.locator('main img').first().getAttribute('src');
    const before = await picture();
    await box(page, 'Subject').fill('Another');
    await page.getByText('To replace the PDF, save your changes first.').waitFor();
    expect(await button(page, 'Replace …').isDisabled()).toBe(true);
    await box(page, 'Subject').fill('');
    await button(page, 'Replace …').click();
    const small = makePdf({ text: 'Small' }).toString('latin1').replace('[0 0 595 842]', '[0 0 300 120]');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Small.pdf', mimeType: 'application/pdf', buffer: Buffer.from(small, 'latin1') });
    await button(page, 'Replace').last().click();
    await page.getByText('The PDF has not been replaced yet.').waitFor();
    await page.getByText(/^Signature of Tenant: does not fit on its page/).waitFor();
    await judge(page, 'an exchange that would lose fields');
    await button(page, /^Replace and remove \d field/).click();
    await page.getByText(/Existing documents do not change/).waitFor();
    await page.getByText('Small.pdf, 1 page').waitFor();
    expect(await picture()).not.toBe(before);
    expect(await button(page, /^Signature/).count(), 'only the palette shows the button').toBe(1);
    expect(await page.getByText('No changes').count(), 'the editor itself was not saved').toBe(0);
    await judge(page, 'the editor with another file');
    const phone = await browser.visit({ asOwner: true, phone: true });
    await phone.goto(page.url());
    await phone.getByText('Small.pdf, 1 page').waitFor();
    await judge(phone, 'the editor on a phone');
  },
);

test('shares, deletes and restores a template, and shows a message if a search finds no template', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/templates');
  await button(page, 'More actions for Lease').click();
  await page.getByRole('menuitem', { name: 'Share with everyone' }).click();
  await page.getByText('Everyone', { exact: true }).waitFor();
  await button(page, 'More actions for Lease').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await button(page, 'Undo').click();
  await page.getByRole('link', { name: 'Lease' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing like it');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await judge(page, 'a search that found nothing');
});

test('asks for confirmation before unsaved changes to a template are lost, and uses the saved template from the editor', async () => {
  const by = await templateKey(app);
  const roles = [{ name: 'Tenant', role: 'signer' }];
  const { id } = await templateFrom(by, { name: 'Guarded', roles, emailSubject: 'The lease of flat 4' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/templates');
  await page.getByRole('link', { name: 'Guarded' }).click();
  await box(page, 'Name').fill('Guarded, second');
  await page.getByRole('link', { name: 'Templates' }).first().click();
  const guard = page.getByRole('dialog', { name: 'Leave without saving?' });
  await judge(page, 'a template with unsaved changes');
  await guard.getByRole('button', { name: 'Keep editing' }).click();
  await guard.waitFor({ state: 'detached' });
  expect(await box(page, 'Name').inputValue()).toBe('Guarded, second');
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.dismiss();
  });
  await page.reload({ timeout: 2000 }).catch(() => undefined);
  expect(asked).toBe('beforeunload');

  await button(page, 'Save and use').click();
  const dialog = page.getByRole('dialog', { name: 'Use this template' });
  expect(await box(page, 'Title').inputValue()).toBe('Guarded, second');
  await dialog.getByRole('button', { name: 'Add me as Tenant' }).click();
  expect(await dialog.getByLabel('E-mail address for Tenant').inputValue()).toBe(OWNER.email);
  expect(await dialog.getByLabel('Subject').inputValue()).toBe('The lease of flat 4');
  await dialog.getByLabel('Subject').fill('');
  await dialog.getByLabel('Message').fill('See you on Monday.');
  await judge(page, 'a template in use');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await page.waitForURL(/documents\/doc_/);
  const [row] = await app.sql<{ subject: string; message: string }>(
    `select email_subject as subject, email_message as message from documents where template_id = $1`,
    [id],
  );
  expect(row).toMatchObject({ message: 'See you on Monday.' });
  expect(row?.subject).not.toBe('The lease of flat 4');

  await page.goto(`/templates/${id}`);
  await box(page, 'Name').fill('Never saved');
  await page.getByRole('link', { name: 'Templates' }).first().click();
  await guard.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('link', { name: 'Guarded, second' }).waitFor();
}, 90_000);

test(
  'cancels the upload of a dropped PDF if the user chooses to keep the unsaved changes',
  { timeout: 90_000 },
  async () => {
    const template = await templateFrom(await templateKey(app), { name: 'Notice', roles: [{ name: 'Client' }] });
    const page = await browser.visit({ asOwner: true });
    await page.goto(`/templates/${template.id}`);
    await box(page, 'Name of role 1').fill('Tenant');
    for (const file of ['first.pdf', 'second.pdf']) {
      await dropFile(page, file, Buffer.from(makePdf()));
      await button(page, 'Keep editing').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await box(page, 'Name of role 1').inputValue()).toBe('Tenant');
  },
);

test('shows the number of unsent rows on the page of a canceled bulk send', async () => {
  const { key, notice } = await bulkTemplates(app);
  const { id } = await bulkSend(key, notice.id, { rows: rowsFor(app, 3) });
  await finished(key, id);
  await app.sql(
    `update bulk_send_rows set status = 'cancelled', document_id = null where bulk_send_id = $1 and n > 1`,
    [id],
  );
  await app.sql(`update bulk_sends set status = 'cancelled' where id = $1`, [id]);
  const page = await browser.visit({ asOwner: true, phone: true });
  await page.goto(`/bulk-sends/${id}`);
  await page.getByText('No documents will be sent for the remaining rows.').waitFor();
  const counts = await page.getByRole('region', { name: 'Progress' }).locator('dl > div').allInnerTexts();
  expect(counts.map((each) => each.replaceAll(/\s+/g, ' '))).toEqual(['Rows 3', 'Sent 1', 'Failed 0', 'Canceled 2']);
  await judge(page, 'a canceled bulk send');
});
