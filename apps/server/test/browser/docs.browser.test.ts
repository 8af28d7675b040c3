/** Tests the documentation: reading it, searching it by keyboard, and opening it as files. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser, untilTrue } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const FILES = new URL('../../../docs/dist/', import.meta.url);

test.each([
  ['/docs/', 'Countersign documentation'],
  ['/docs/start/api', 'The API with curl'],
  ['/docs/operate/settings', 'Settings'],
  ['/docs/guides/first-document', 'Send your first document'],
  ['/docs/nothing', 'Page not found'],
])('%s fits on a phone and is usable with low vision or a screen reader', async (path, heading) => {
  const page = await browser.visit({ expected: /^404 \/docs\/nothing$/ });
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await judge(page, `docs${path.replaceAll('/', '-')}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await untilTrue(page, 'the width of a phone', 'document.documentElement.scrollWidth <= innerWidth');
});

test.each([
  ['on a server-rendered page', '/docs/start'],
  ['on a page opened as a file', new URL('start.html', FILES).href],
])('finds a setting in the docs using only the keyboard %s', async (_, address) => {
  const page = await browser.visit();
  await page.goto(address);
  await page.getByRole('button', { name: 'Search' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await field.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Search' }).press('Enter');
  await field.waitFor();
  await page.keyboard.type('zzqx nothing');
  await page.getByText('No results for “zzqx nothing”.').waitFor();
  await field.fill('rate limit address');
  await page.getByRole('option').first().waitFor();
  // Skips the check for pages opened as files, because axe requests the style sheet again and browsers refuse this
  // request.
  if (!address.startsWith('file:')) await judge(page, 'docs-search');
  await field.fill('SECURITY_CONTACT');
  await page.getByRole('option', { name: 'Settings › Vulnerability reports' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('SECURITY_CONTACT').first().waitFor();
});

test('opens the table of contents on a phone, and keeps the chosen colors on the next page', async () => {
  const page = await browser.visit({ phone: true });
  await page.goto('/docs/start');
  const link = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'The API with curl' });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Contents' }).click();
  await link.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Use dark colors' }).click();
  await page.getByRole('link', { name: 'Next From npm init to a signed file' }).click();
  await page.getByRole('heading', { level: 1, name: 'From npm init to a signed file' }).waitFor();
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
});

test('shows every request of a guide in the language that the user selects by keyboard', async () => {
  const page = await browser.visit();
  await page.goto('/docs/guides/first-document');
  const tabs = page.getByRole('tab', { name: 'curl' });
  await tabs.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('countersign.documents.waitUntilCompleted(document.id)').waitFor();
  expect(await page.getByRole('tab', { name: 'TypeScript', selected: true }).count()).toBe(await tabs.count());
  expect(await page.getByText('wait_until_completed').isVisible()).toBe(false);
});

test('shows every page of the docs folder without a server', async () => {
  const page = await browser.visit();
  await page.goto(new URL('index.html', FILES).href);
  await page.getByRole('link', { name: 'Getting started' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
  expect(fileURLToPath(page.url())).toContain('start.html');
});
