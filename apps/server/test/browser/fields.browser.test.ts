/**
 * Tests every kind of field: placed by a sender, filled in by a signer with only the keyboard, and found in the
 * finished file.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { agreeAndSign, finish, review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const at = { page: 1, x: 72, width: 160, height: 20 };
const button = { page: 1, y: 500, width: 14, height: 14 };
const KINDS = [
  { ...at, kind: 'company', y: 60 },
  { ...at, kind: 'job-title', y: 90 },
  { ...at, kind: 'number', y: 120, label: 'Amount', validation: { min: 1, decimals: 2 } },
  { ...at, kind: 'dropdown', y: 150, label: 'City', options: ['Oslo', 'Zürich', 'Rome'] },
  { ...at, kind: 'radio' },
  { ...at, kind: 'text', y: 180, height: 60, label: 'Remarks', default: 'None', required: false },
  { ...at, kind: 'text', y: 250, label: 'Terms', default: 'Net 30', readOnly: true },
  { ...at, kind: 'checkbox', y: 280, width: 14, height: 14, label: 'I have read the annex' },
  { ...at, kind: 'date', y: 310 },
  { ...at, kind: 'initials', y: 340, width: 60 },
  { ...at, kind: 'initials', y: 370, width: 60 },
  { ...at, kind: 'signature', y: 400, height: 40 },
  { ...at, kind: 'signature', y: 450, height: 40 },
];

function fieldsFor(signer: string): object[] {
  return KINDS.map((field) => {
    if (field.kind !== 'radio') return { ...field, signer };
    const options = ['Post', 'Pick-up'].map((value, nth) => ({ value, ...button, x: 72 + 60 * nth }));
    return { kind: 'radio', label: 'Delivery', signer, options };
  });
}

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test('lets a signer fill in every kind of field with the keyboard on a phone screen', async () => {
  const signer = app.person();
  const sent = await app.sent({ signers: [signer], fields: fieldsFor(signer.email) });
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${await app.link(signer.email)}`);
  await review(page);
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');

  // At each step, the control has the focus, and Enter moves to the next field.
  await page.getByRole('textbox', { name: 'Company' }).waitFor();
  await page.keyboard.type('Contoso');
  await press(page, 'Enter');
  await page.getByRole('textbox', { name: 'Job title' }).waitFor();
  await page.keyboard.type('Buyer');
  await press(page, 'Enter');

  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.waitFor();
  await page.keyboard.type('12,5');
  await press(page, 'Enter');
  await page.getByText('Enter a number using only digits').waitFor();
  await judge(page, 'a number with a fault');
  expect(await amount.getAttribute('aria-invalid')).toBe('true');
  await amount.fill('12.50');
  await press(page, 'Enter');

  const city = page.getByRole('combobox', { name: 'City' });
  await city.waitFor();
  await city.selectOption('Zürich');
  await judge(page, 'a drop-down field');
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');

  await page.getByRole('checkbox', { name: 'I have read the annex' }).last().waitFor();
  await press(page, 'Space');
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');

  await page.getByRole('dialog', { name: 'Your initials' }).waitFor();
  await page.getByRole('tab', { name: 'Type' }).click();
  await judge(page, 'initials, typed');
  await page.getByRole('textbox', { name: 'Your initials' }).press('Enter');
  // Both initials fields have been filled in, and the signature field is next.
  await page.getByRole('dialog', { name: 'Your signature' }).waitFor();
  await page.getByRole('tab', { name: 'Type' }).click();
  await page.getByLabel('Your name').press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const post = page.getByRole('radio', { name: 'Post' });
  await post.waitFor();
  await judge(page, 'radio buttons');
  await post.press('Space');
  await press(page, 'ArrowRight');
  expect(await page.getByRole('radio', { name: 'Pick-up' }).isChecked()).toBe(true);

  await finish(page);
  await agreeAndSign(page);
  await app.sealed(sent.id);
  const { document } = (await app.key.get<'getDocument'>(`/api/documents/${sent.id}`)).body;
  expect(document.fields.map(({ kind, value }) => [kind, value])).toEqual([
    ['company', 'Contoso'],
    ['job-title', 'Buyer'],
    ['number', '12.50'],
    ['dropdown', 'Zürich'],
    ['radio', 'Pick-up'],
    ['text', 'None'],
    ['text', 'Net 30'],
    ['checkbox', 'true'],
    ['date', expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)],
    ['initials', null],
    ['initials', null],
    ['signature', null],
    ['signature', null],
  ]);
}, 60_000);

test('lets a sender place a radio group and a dropdown field with their options', async () => {
  const draft = await app.draft();
  const page = await browser.visit({ asOwner: true });
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(`/documents/${draft.id}/send`);
  await page.getByLabel('Name of recipient 1').fill('Ada Lovelace');
  await page.getByLabel('E-mail address of recipient 1').fill('ada@contoso.example');
  await page.getByLabel('In fields I place').check();

  await page.getByRole('button', { name: 'Radio', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Radio “Option 1” of Ada Lovelace' }).waitFor();
  await page.getByRole('button', { name: 'Options…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Radio field' });
  await dialog.getByLabel('Label').fill('Delivery');
  await dialog.getByLabel('Button value').fill('Post');
  await judge(page, 'the options of a radio button');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Radio “Post” of Ada Lovelace' }).focus();
  await page.getByRole('button', { name: 'Add a button' }).click();
  await page.getByRole('button', { name: 'Radio “Option 2” of Ada Lovelace' }).waitFor();

  await page.getByRole('button', { name: 'Dropdown', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByText('A dropdown field on page 1 has no options.').waitFor();
  await page.locator('[data-unfinished]:focus').waitFor();
  await judge(page, 'a drop-down field without options');
  await page.getByRole('button', { name: 'Options…' }).click();
  const options = page.getByRole('dialog', { name: 'Dropdown field' });
  await options.getByLabel('Options').fill('');
  await options.getByRole('button', { name: 'Save' }).click();
  await options.getByText('Enter at least one option.').waitFor();
  await judge(page, 'the options of a drop-down field, with a fault');
  await options.getByLabel('Options').fill('Oslo\nRome');
  await options.getByRole('button', { name: 'Save' }).click();
  await options.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send for signing' }).click();
  await page.getByText('0 of 1 signed').waitFor();
  const { document } = (await app.key.get<'getDocument'>(`/api/documents/${draft.id}`)).body;
  expect(document.fields).toMatchObject([
    { kind: 'radio', label: 'Delivery', options: [{ value: 'Post' }, { value: 'Option 2' }] },
    { kind: 'dropdown', options: ['Oslo', 'Rome'] },
    { kind: 'signature' },
  ]);
}, 60_000);
