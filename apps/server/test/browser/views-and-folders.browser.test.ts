/** Tests saved views and folders beside the list of documents. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const places = (page: Page) => page.getByRole('navigation', { name: 'Views and folders' });
const wide = async () => {
  const page = await browser.visit({ asOwner: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  return page;
};

test('saves the current filters as a view, opens the view again, and restores the view after it is deleted', async () => {
  await app.draft({ title: 'Lambda draft' });
  const page = await wide();
  await page.goto('/documents?q=lambda&status=draft');
  await places(page).getByRole('button', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name').fill('Lambda drafts');
  await dialog.getByLabel('Share with the organization').check();
  await judge(page, 'list, saving a view');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const view = places(page).getByRole('link', { name: 'Lambda drafts' });
  await view.waitFor();
  expect(await view.getAttribute('aria-current')).toBe('page');
  await places(page).getByRole('link', { name: 'All documents' }).click();
  await page.waitForURL((url) => url.search === '');
  await view.click();
  await page.waitForURL(/q=lambda/);
  expect(new URL(page.url()).searchParams.get('status')).toBe('draft');
  await places(page).getByRole('button', { name: 'Actions for Lambda drafts' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await view.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await view.waitFor();
}, 60_000);

test('puts documents into a folder, moves them to another, and keeps them when the folder is deleted', async () => {
  await app.draft({ title: 'Omega one' });
  await app.draft({ title: 'Omega two' });
  const page = await wide();
  await page.goto('/documents?q=omega');
  for (const name of ['Leases', 'x'.repeat(100)]) {
    await places(page).getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await places(page).getByRole('link', { name }).waitFor();
  }
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Add to a folder …' }).click();
  const picker = page.getByRole('dialog', { name: 'Add 2 documents to a folder' });
  await picker.getByLabel('Leases').check();
  await judge(page, 'list, choosing a folder');
  await picker.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('status').filter({ hasText: '2 documents are now in “Leases”' }).waitFor();
  await places(page).getByRole('link', { name: 'Leases' }).click();
  await page.waitForURL(/folder=fdr_/);
  await page.getByRole('link', { name: 'Omega one' }).waitFor();
  await page.getByRole('button', { name: 'Remove the filter “Leases”' }).waitFor();
  expect(await places(page).locator('[aria-current]').allTextContents()).toEqual(['Leases']);
  await judge(page, 'list, of a folder');
  await page.getByLabel('Select Omega one').check();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Remove from this folder' }).click();
  await page.getByRole('link', { name: 'Omega one' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Omega one' }).waitFor();
  await places(page).getByRole('button', { name: 'Actions for Leases' }).click();
  await page.getByRole('menuitem', { name: 'Delete …' }).click();
  await page.getByRole('button', { name: 'Delete folder' }).click();
  await page.waitForURL((url) => url.search === '');
  await page.getByRole('link', { name: 'Omega one' }).waitFor();
}, 60_000);

test('shows views and folders in a drawer on a phone', async () => {
  await app.key.post('/api/folders', { name: 'On a phone' });
  const page = await browser.visit({ phone: true, asOwner: true });
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Views and folders' }).tap();
  const drawer = page.getByRole('dialog', { name: 'Views and folders' });
  await drawer.getByRole('link', { name: 'On a phone' }).waitFor();
  await judge(page, 'views and folders on a phone');
  await drawer.getByRole('link', { name: 'On a phone' }).tap();
  await page.waitForURL(/folder=fdr_/);
  await drawer.waitFor({ state: 'detached' });
}, 60_000);
