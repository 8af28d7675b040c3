/** Tests the owner's plan page with axe in light and dark mode, and a plan change by keyboard. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { toast } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

test('lets an owner compare plans, see which limits a plan would exceed, and change to that plan', async () => {
  await app.sent();
  const page = await browser.visit({ asOwner: true });
  await page.goto('/settings/billing');
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  await judge(page, 'plan and billing');
  await page.getByRole('button', { name: 'Choose Small Team' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change to Small Team' });
  await dialog
    .getByText('API keys: not included. 1 API key will be rejected until the plan includes API keys again.')
    .waitFor();
  await dialog.getByText('Seats: 5 (currently unlimited). You are using 1.').waitFor();
  await dialog.getByText('Requests per hour: 1,000 (currently unlimited).').waitFor();
  const change = dialog.getByRole('button', { name: 'Change to Small Team' });
  // The dialog opens before its content is loaded.
  expect(await change.evaluate((button) => button === button.ownerDocument.activeElement), 'focus').toBe(true);
  await judge(page, 'change of plan');
  await change.click();
  await toast(page, 'You are now on Small Team');
  await page.getByRole('link', { name: 'Download PDF for invoice 2026-0001' }).waitFor();
  await page.getByLabel('Company or name').fill('Northwind Trading Ltd');
  await page.getByLabel('Address').fill('1 High Street, Dublin');
  await page.getByLabel('VAT number').fill('IE6388047V');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Billing details saved');
  await judge(page, 'billing details');
  await page.goto('/settings/api-keys');
  await page.getByText('On the Medium Team plan and above').waitFor();
  await judge(page, 'API keys without the right');
}, 120_000);
