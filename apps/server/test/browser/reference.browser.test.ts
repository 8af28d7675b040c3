/** Tests the API reference: reading it, searching it, and trying operations in the sandbox. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sandbox } from '../support/sandbox.ts';
import { judge } from './axe.ts';
import { startBrowser, untilTrue } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const inSandbox = await sandbox(app);
const owner = await app.session();
const { body } = await owner.post<'createApiKey'>('/sandbox/api/settings/api-keys', {
  name: 'reference',
  rateLimit: 'unlimited',
  scopes: ['documents:read'],
});
const { key } = body.apiKey;

test('reads the document list of the sandbox with a typed API key, using only the keyboard', async () => {
  const { id } = await inSandbox.sent();
  // The owner's session gives access to the live environment, but the form must not use it.
  const page = await browser.visit({ asOwner: true, expected: /401/ });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto('/docs/reference/operations/listDocuments');
  await page.getByText('This calls the sandbox').waitFor();
  const field = page.getByLabel('Sandbox API key');
  expect(await field.inputValue()).toBe('');
  await page.getByRole('button', { name: 'Send to the sandbox' }).press('Enter');
  await page.locator('.status').filter({ hasText: '401 Unauthorized' }).waitFor();
  await field.fill('sk_live_0123456789');
  await field.press('Enter');
  await page.getByText('This is a live key.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await field.getAttribute('aria-describedby')).toBe('key-note fault');
  await field.fill(key);
  await field.press('Enter');
  await page.getByRole('status').getByText('200 OK: GET /sandbox/v1/api/documents/paginated').waitFor();
  expect(JSON.parse((await page.locator('.outcome pre').textContent()) ?? '')).toMatchObject({ documents: [{ id }] });
  expect(new Set(asked.filter((one) => one.includes('/api/')))).toEqual(
    new Set(['GET /sandbox/v1/api/documents/paginated']),
  );
  await judge(page, 'an operation, tried');
  expect(await page.evaluate('[document.cookie, localStorage.length, JSON.stringify(sessionStorage)]')).toEqual([
    expect.not.stringContaining(key),
    0,
    expect.not.stringContaining('sk_live_'),
  ]);
  const other = await page.context().newPage();
  await other.goto('/docs/reference/operations/listDocuments');
  await other.getByText('This calls the sandbox').waitFor();
  expect(await other.getByLabel('Sandbox API key').inputValue()).toBe('');
});

test('runs GraphQL requests like REST requests, and sends them only to the sandbox', async () => {
  const page = await browser.visit({ expected: /policy: connect-src|violates|Refused|Fetch API/ });
  await page.goto('/docs/reference/graphql');
  await page.getByLabel('Sandbox API key').fill(key);
  await page.getByRole('button', { name: 'Send to the sandbox' }).click();
  await page.getByText('200 OK: POST /sandbox/api/v1/graphql').waitFor();
  expect(await page.locator('.outcome pre').textContent()).toContain('"documents"');
  for (const address of ['/api/documents/paginated', '/v1/api/documents/paginated', 'https://example.com/'])
    expect(await page.evaluate(`fetch('${address}').then(() => 'sent', () => 'refused')`), address).toBe('refused');
});

test('finds operations, errors, events and fields with the search box', async () => {
  const page = await browser.visit({ phone: true });
  await page.goto('/docs/reference');
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
  await page.getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('combobox');
  for (const [words, name] of [
    ['send document', 'Send a document for signing'],
    ['DOCUMENT_NOT_FOUND', 'Errors › DOCUMENT_NOT_FOUND'],
    ['document.comp', 'Webhooks › document.completed'],
    ['documentsconn', 'GraphQL › documentsConnection'],
  ] as const) {
    await field.fill(words);
    await page.getByRole('option').filter({ hasText: name }).first().waitFor();
  }
  await field.fill('sendForSigning');
  await page.getByRole('option').filter({ hasText: 'Send a document for signing' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Send a document for signing' }).waitFor();
});

test('shows the reference in three columns on a desktop and remembers the chosen language', async () => {
  const page = await browser.visit();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/docs/reference/operations/sendForSigning');
  await page.getByRole('tab', { name: 'Python' }).click();
  const boxes = await Promise.all(
    ['#contents', '.beside > div', '.code-column'].map((part) => page.locator(part).first().boundingBox()),
  );
  const lefts = boxes.map((box) => box?.x ?? -1);
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
  expect(new Set(lefts).size).toBe(3);
  await page.goto('/docs/reference/operations/getDocument');
  await page.getByText('import requests').waitFor();
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Python');
});

test.each(['', '/errors', '/webhooks', '/graphql', '/graphql/Document', '/operations/uploadDocument'])(
  '/docs/reference%s fits on a phone and is usable with low vision or a screen reader',
  async (path) => {
    const page = await browser.visit();
    await page.goto(`/docs/reference${path}`);
    await page.locator('h1').waitFor();
    // The longest page is skipped, because other pages with the same components are checked.
    if (path !== '/graphql') await judge(page, `reference${path.replaceAll('/', '-')}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilTrue(page, 'the width of a phone', 'document.documentElement.scrollWidth <= innerWidth');
  },
);

test('supports keyboard-only use, dark mode and phones in the GraphQL playground', { timeout: 60_000 }, async () => {
  // Pre-request and post-request scripts would need eval, which the policy blocks.
  const page = await browser.visit({ asOwner: true, expected: /script-src refused eval/ });
  await page.goto('/api/v1/graphql');
  await page.getByRole('textbox', { name: 'Query' }).focus();
  await page.keyboard.press('Control+Enter');
  await page.getByText('200 OK').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  const left = `document.activeElement !== document.body && document.activeElement.getAttribute('aria-label') !== 'Query'`;
  await untilTrue(page, 'the keyboard to have left the editor', left);
  await judge(page, 'playground');
  await page.setViewportSize({ width: 390, height: 844 });
  const fits = `document.documentElement.scrollWidth <= innerWidth && document.querySelector('.send-request__button').getBoundingClientRect().right <= innerWidth`;
  await untilTrue(page, 'the width of a phone', fits);
});
