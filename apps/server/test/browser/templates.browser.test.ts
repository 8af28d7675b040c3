/** A template made of a PDF, its roles and fields set, used for one document, and sent in bulk from a CSV file. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { makePdf } from '../support/pdf.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';

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
  await button(page, 'Make template').click();
  await page.getByRole('heading', { name: 'Lease', level: 1 }).waitFor();
}

/** A role of its own name, a place to sign and a text, both put down with the keyboard. */
async function edit(page: Page): Promise<void> {
  await box(page, 'Name of role 1').fill('Tenant');
  await button(page, 'Add a role').click();
  await button(page, 'Save').click();
  await page.getByText('Name the role.').waitFor();
  await box(page, 'Name of role 2').fill('Agent');
  await page.getByRole('combobox', { name: 'What Agent does' }).click();
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
  await button(page, 'Save').click();
  await page.getByText('This is version 2.').waitFor();
}

test('made, edited, used and sent in bulk', { timeout: 120_000 }, async () => {
  const page = await browser.visit({ asOwner: true });
  await makeTemplate(page);
  await edit(page);
  await page.reload();
  await button(page, /^Text “Town” of Tenant/).waitFor();
  expect(await box(page, 'Name of role 2').inputValue()).toBe('Agent');

  await page.goto('/templates');
  await button(page, 'Use Lease').click();
  await button(page, 'Send now').click();
  await page.getByText('Enter a name.').waitFor();
  await judge(page, 'who has which role');
  const tenant = app.person();
  await box(page, 'Name of Tenant').fill(tenant.name);
  await box(page, 'E-mail of Tenant').fill(tenant.email);
  await button(page, 'Send now').click();
  await page.getByRole('heading', { name: 'Lease', level: 1 }).waitFor();
  expect(page.url()).toMatch(/\/documents\/doc_/);

  const [ada, bob] = [app.person(), app.person()];
  await page.goto('/templates');
  await button(page, 'More for Lease').click();
  await judge(page, 'what can be done with a template');
  await page.getByRole('menuitem', { name: 'Send in bulk' }).click();
  const file = page.locator('input[type=file]');
  await file.setInputFiles(csv(['Who,Town', 'nobody']));
  await page.getByText('Say which column holds the e-mail addresses of Tenant.').waitFor();
  await judge(page, 'columns that are not known');
  const rows = ['Who,Town,Note', `${ada.email},Bern,x`, 'nobody,Basel,y', `${bob.email},"Zürich, West",z`];
  await file.setInputFiles(csv(rows));
  await page.getByRole('combobox', { name: 'What “Who” holds' }).click();
  await page.getByRole('option', { name: 'E-mail of Tenant' }).click();
  await judge(page, 'columns');
  await button(page, 'Send 3 documents').click();
  await page.getByText('All rows are done.').waitFor();
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
});

test('shared, deleted and taken back; the empty search', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.goto('/templates');
  await button(page, 'More for Lease').click();
  await page.getByRole('menuitem', { name: 'Share with everybody' }).click();
  await page.getByText('Everybody', { exact: true }).waitFor();
  await button(page, 'More for Lease').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await button(page, 'Undo').click();
  await page.getByRole('link', { name: 'Lease' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing like it');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await judge(page, 'a search that found nothing');
});
