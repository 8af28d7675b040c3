/** Tests the command palette and the keyboard shortcuts of the app. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const box = (page: Page) => page.getByRole('combobox', { name: 'Search documents, pages and actions' });
const active = (page: Page) => page.locator('[role="option"][aria-selected="true"]');
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
/** Waits for the list shortcuts, which are loaded after the first paint, together with the palette. */
async function ready(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await box(page).waitFor();
  await page.keyboard.press('Escape');
  await box(page).waitFor({ state: 'detached' });
}

test('finds and opens a document by keyboard, and then lists it as recent', async () => {
  const { id } = await app.draft({ title: 'Pachtvertrag Überlingen' });
  await app.draft({ title: 'Unrelated' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/templates');
  await ready(page);
  await page.keyboard.press('Control+k');
  await box(page).waitFor();
  await judge(page, 'command palette');
  await page.keyboard.type('uberling');
  await page.getByRole('option', { name: 'Pachtvertrag Überlingen' }).waitFor();
  await judge(page, 'command palette, with results');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/documents/${id}`);
  await page.getByRole('heading', { name: 'Pachtvertrag Überlingen' }).waitFor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Search and commands' }).click();
  const recent = page.getByRole('group', { name: 'Recent documents' });
  await recent.getByRole('option', { name: 'Pachtvertrag Überlingen' }).waitFor();
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('Pacht');
}, 60_000);

test('runs an action on the current document from the command palette, and opens a settings page', async () => {
  const { document } = await app.sent();
  const page = await browser.visit({ asOwner: true });
  await page.goto(`/documents/${document.id}`);
  await page.getByRole('heading', { name: document.title }).waitFor();
  await ready(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('void');
  await page.getByRole('group', { name: 'This document' }).getByRole('option', { name: 'Void …' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Void this document?' });
  await dialog.getByRole('textbox').waitFor();
  await until('the focus to move into the dialog', () =>
    page.evaluate<boolean>("document.activeElement.closest('[role=dialog]') !== null"),
  );
  // While a dialog is open, key presses are handled by the dialog.
  await page.keyboard.press('Control+k');
  expect(await box(page).count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('settings api');
  await expect.poll(() => active(page).textContent()).toContain('API keys');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/api-keys');
}, 60_000);

test('moves through the document list and selects rows by keyboard, but not while the user is typing', async () => {
  for (const title of ['Kappa one', 'Kappa two', 'Kappa three']) await app.draft({ title });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=kappa&sort=title');
  await page.getByRole('link', { name: 'Kappa one' }).waitFor();
  await ready(page);
  await page.keyboard.press('j');
  expect(await focused(page)).toBe('Kappa one');
  await page.keyboard.press('Shift+ArrowDown');
  expect(await focused(page)).toBe('Kappa one');
  await page.keyboard.press('x');
  await page.getByText('1 document selected').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe('Kappa two');
  await page.keyboard.press('Shift+X');
  await page.getByText('3 documents selected').waitFor();
  // With Caps Lock, the browser reports a capital letter although Shift is not pressed.
  const capital = "new KeyboardEvent('keydown', { key: 'X', bubbles: true, cancelable: true })";
  await page.evaluate(`document.activeElement.dispatchEvent(${capital})`);
  await page.getByText('2 documents selected').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(' jx?n');
  const search = page.getByRole('searchbox', { name: 'Search titles and recipients' });
  expect(await search.inputValue()).toBe(' jx?n');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await search.fill('kappa');
  await page.getByRole('link', { name: 'Kappa one' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Kappa one' }).waitFor();
}, 60_000);

test('lists the keyboard shortcuts, which the user can turn off in the profile', async () => {
  await app.draft({ title: 'Iota' });
  const page = await browser.visit({ asOwner: true });
  await page.goto('/documents?q=iota');
  await page.getByRole('link', { name: 'Iota' }).waitFor();
  await ready(page);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.getByText('Next row in the document list').waitFor();
  await judge(page, 'keyboard shortcuts');
  await keys.getByRole('link', { name: 'profile' }).click();
  await page.getByLabel('Single-key shortcuts').uncheck();
  await page.getByRole('region', { name: 'Keyboard' }).getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Profile saved').waitFor();
  await page.goto('/documents?q=iota');
  await page.getByRole('link', { name: 'Iota' }).waitFor();
  await ready(page);
  expect(await page.locator('kbd').count()).toBe(0);
  for (const key of ['j', '?', 'n', '/']) await page.keyboard.press(key);
  expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Search and commands');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/documents');
  await page.keyboard.press('Control+k');
  await box(page).waitFor();
}, 60_000);

test('closes the command palette with the key that opened it, and keeps the focus inside the open palette', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/templates');
  await ready(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: 'Pages' }).getByText('Pages', { exact: true }).click();
  await page.keyboard.type('documents');
  expect(await box(page).inputValue()).toBe('documents');
  await page.keyboard.press('Control+k');
  await box(page).waitFor({ state: 'detached' });
  expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Search and commands');
  await page.keyboard.press('Control+k');
  await box(page).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await box(page).waitFor({ state: 'detached' });
}, 60_000);

test('opens the command palette with its button on a phone', async () => {
  const page = await browser.visit({ phone: true, asOwner: true });
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Search and commands' }).tap();
  await page.getByRole('option', { name: 'Templates' }).tap();
  await page.waitForURL('**/templates');
}, 60_000);
