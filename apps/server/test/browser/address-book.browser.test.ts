/** Tests the address book. It is off by default, suggests recipients during typing, and can be cleared. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

test("suggests a member's past recipients after the organization opts in, and removes them on request", async () => {
  const ada = { name: 'Ada Lovelace', email: 'ada@analytical.example' };
  const by = await app.session();
  await app.sent({ by, signers: [ada, { name: 'Bo Adams', email: 'bo@contoso.example' }] });
  const { id } = await app.draft({ by });
  const page = await browser.visit({ asOwner: true });

  await page.goto(`/documents/${id}/send`);
  await page.getByLabel('E-mail address of recipient 1').fill('ana');
  expect(
    await page.getByRole('combobox', { name: 'E-mail address of recipient 1' }).count(),
    'suggestions are off by default',
  ).toBe(0);
  await page.goto('/settings/organization');
  const sending = page.getByRole('region', { name: 'Sending' });
  await sending.getByLabel('Suggest recipients').check({ force: true });
  await sending.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Settings saved');

  await page.goto(`/documents/${id}/send`);
  const email = page.getByRole('combobox', { name: 'E-mail address of recipient 1' });
  const name = page.getByRole('combobox', { name: 'Name of recipient 1' });
  await email.fill('');
  await email.pressSequentially('analy');
  await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
  expect(await page.getByRole('option').count()).toBe(1);
  await judge(page, 'suggested recipients');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect([await name.inputValue(), await email.inputValue()]).toEqual([ada.name, ada.email]);
  await name.fill('ad');
  await page.getByRole('option').nth(1).waitFor();
  await page.keyboard.press('Escape');

  const { id: blank } = await app.draft({ by });
  await page.goto(`/in-person?document=${blank}`);
  await page.getByRole('combobox', { name: 'E-mail' }).pressSequentially('analy');
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  expect(await page.getByRole('combobox', { name: 'Name' }).inputValue()).toBe(ada.name);

  const other = await app.sent({ by, signers: [app.person()] });
  await page.goto(`/documents/${other.id}`);
  await page.getByRole('button', { name: 'More actions for this document' }).click();
  await page.getByRole('menuitem', { name: 'Change recipients' }).click();
  await page.getByRole('combobox', { name: 'Name of recipient 1' }).fill('lovel');
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  expect(await page.getByLabel('E-mail address of recipient 1').inputValue()).toBe(ada.email);
  await judge(page, 'suggested recipients in a dialog');

  await page.goto('/settings/profile');
  const book = page.getByRole('region', { name: 'Address book' });
  await book.getByText('3 people').waitFor();
  await judge(page, 'address book');
  await book.getByRole('button', { name: 'Clear …' }).click();
  const question = page.getByRole('dialog', { name: 'Clear your address book?' });
  await question.getByRole('button', { name: 'Clear address book' }).press('Enter');
  await toast(page, 'Address book cleared');
  await book.getByText('None yet.').waitFor();
}, 90_000);
