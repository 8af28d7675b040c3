/**
 * Tests the pages under bad conditions: without a connection, before their files have loaded, with long documents and
 * on narrow phones.
 */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser, untilTrue } from './browser.ts';
import { adopt, askForSignature, review } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
const OFFLINE =
  /ERR_INTERNET_DISCONNECTED|^console: (ApiError: The server cannot be reached|TypeError: Failed to fetch)/;

test('hides outdated rows while there is no connection, states the reason, and recovers automatically', async () => {
  const draft = await app.draft();
  const sent = await app.sent();
  const page = await browser.visit({ asOwner: true, expected: OFFLINE });
  await page.goto('/documents');
  const rows = page.getByRole('row').filter({ hasText: draft.title });
  await rows.first().waitFor();
  await page.context().setOffline(true);
  await page.getByText('No connection.').waitFor();
  await page.getByRole('tab', { name: 'Completed' }).click();
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  expect(await rows.count()).toBe(0);
  expect(await page.getByRole('row').filter({ hasText: sent.document.title }).count()).toBe(0);
  await judge(page, 'documents, offline');
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByText('No connection.').waitFor({ state: 'detached' });
});

test('reports that a document cannot load without a connection, and shows the document when the connection returns', async () => {
  const sent = await app.sent();
  const page = await browser.visit({ asOwner: true, expected: OFFLINE });
  await page.goto('/documents');
  const link = page.getByRole('link', { name: sent.document.title }).first();
  await link.waitFor();
  await page.context().setOffline(true);
  await link.click();
  await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: sent.document.title, level: 1 }).waitFor();
});

test('keeps the page frame around the error message if a signed-in user opens an unknown address', async () => {
  const page = await browser.visit({ asOwner: true, expected: /^404 \/no\/such\/page$/ });
  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  expect(await page.getByRole('main').count()).toBe(1);
});

test.each([
  ['/documents', 'rgb(14, 17, 21)', 'rgb(236, 238, 241)'],
  ['/sign', 'rgb(14, 17, 21)', 'rgb(236, 238, 241)'],
])('shows %s with its colors and layout before any file is loaded', async (address, dark, light) => {
  const page = await browser.visit({ expected: /ERR_FAILED/ });
  await page.route('**/assets/**', (route) => route.abort());
  const colour = 'getComputedStyle(document.documentElement).backgroundColor';
  for (const [colorScheme, expected] of [
    ['dark', dark],
    ['light', light],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(address);
    expect(await page.evaluate(colour)).toBe(expected);
    expect(await page.locator('#first').isVisible()).toBe(true);
  }
});

test('shows readable main content before any file is loaded, and causes no layout shift when the page replaces the content', async () => {
  const { token, document } = await app.sentToOne();
  for (const [address, asOwner, words, end] of [
    [`/sign#${token}`, false, 'You can read the whole document', document.title],
    ['/documents', true, 'Documents', document.title],
  ] as const) {
    const page = await browser.visit({ asOwner, phone: !asOwner });
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(address, { waitUntil: 'commit' });
    const first = page.locator('#first').getByText(words);
    await first.waitFor();
    const before = await first.boundingBox();
    held.resolve();
    if (asOwner) {
      await page.getByRole('link', { name: end }).first().waitFor();
      const after = await page.getByRole('heading', { name: words, exact: true }).boundingBox();
      expect([after?.x, after?.y]).toEqual([before?.x, before?.y]);
    } else await page.getByRole('heading', { name: end, exact: true }).waitFor();
    expect(await page.locator('#first').count()).toBe(0);
  }
});

test('keeps the button of the signature dialog in place while the handwriting fonts load, so that no click is lost', async () => {
  const { token } = await app.sentToOne();
  const page = await browser.visit();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/hand-choice-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(`/sign#${token}`);
  await review(page);
  await askForSignature(page);
  await page.getByRole('tab', { name: 'Type' }).click();
  await page.getByLabel('Your name').waitFor();
  const use = page.getByRole('button', { name: 'Use signature' });
  const before = await use.boundingBox();
  expect(await page.getByRole('radio').count(), 'the fonts are not loaded yet').toBe(0);
  held.resolve();
  await page.getByRole('radio').first().waitFor();
  expect(await use.boundingBox()).toEqual(before);
  await adopt(page);
});

test('includes a chosen color scheme that differs from the system setting in the initial HTML', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/documents');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  const html = await (await page.request.get('/documents')).text();
  expect(html).toContain('<html data-mantine-color-scheme="dark"');
});

/** Simulates a phone that is too busy to report visibility. All reports arrive together when `tell()` is called. */
const BUSY = `{
  const late = [];
  const Observer = IntersectionObserver;
  globalThis.IntersectionObserver = class extends Observer {
    constructor(tell, options) {
      const held = { tell, changes: [] };
      super((changes) => (held.isTold ? tell(changes) : held.changes.push(...changes)), options);
      late.push(held);
    }
  };
  globalThis.tell = () => late.forEach((held) => {
    held.isTold = true;
    if (held.changes.length > 0) held.tell(held.changes);
  });
  globalThis.heardOf = (page, isNear) => late.some(({ changes }) =>
    changes.some(({ target, isIntersecting }) => isIntersecting === isNear && target.querySelector('[data-page="' + page + '"]') !== null));
}`;

test('shows the last of a hundred pages on a phone even if the browser reports late that the page is visible', async () => {
  const { token } = await app.sentToOne({ pages: 100 });
  const page = await browser.visit({ phone: true });
  await page.addInitScript({ content: BUSY });
  await page.goto(`/sign#${token}`);
  await page.getByRole('button', { name: 'Review document' }).click();
  await untilTrue(page, 'the last page to be far', 'heardOf(101, false)');
  await page.evaluate('scrollTo({ top: document.documentElement.scrollHeight })');
  await untilTrue(page, 'the last page to be near', 'heardOf(101, true)');
  await page.evaluate('tell()');
  await page.locator('[data-page="101"] .picture').waitFor();
});

test('reloads page images for signers and senders automatically when the server is available again', async () => {
  const { id, token } = await app.sentToOne({ pages: 12 });
  const isGone = /ERR_FAILED|ERR_CONNECTION_REFUSED/;
  for (const address of [`/sign#${token}`, `/documents/${id}`]) {
    const page = await browser.visit({ asOwner: address.startsWith('/documents'), expected: isGone });
    await page.goto(address);
    if (address.startsWith('/sign')) await review(page);
    const sheet = page.locator('[data-page="12"]');
    await sheet.waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await sheet.scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Try again' }).last().waitFor();
    if (address.startsWith('/sign')) {
      // The signer cannot sign while a page is not displayed.
      await page.getByRole('alert').filter({ hasText: 'You can sign as soon as it is displayed' }).waitFor();
      expect(await page.locator('.bar .primary').innerText()).toBe('Try again');
    }
    await page.unroute('**/api/**');
    if (address.startsWith('/sign')) await page.locator('.bar .primary').click();
    await untilTrue(page, 'the picture of page 12', `document.querySelector('[data-page="12"] img')?.naturalWidth > 0`);
    if (address.startsWith('/sign')) await page.getByRole('button', { name: 'Start' }).waitFor();
  }
}, 60_000);

test('keeps the header and the toolbar of the signing page to one line each on the narrowest phone', async () => {
  const { token } = await app.sentToOne();
  const page = await browser.visit({ phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/sign#${token}`);
  await review(page);
  for (const part of ['.bar-status strong', '.bar-status .muted', '.bar .primary'])
    await untilTrue(
      page,
      `${part} on one line`,
      // Text and an icon on one line can start at different heights. Text counts as being on a second line only if it
      // starts below the end of the first line.
      `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('${part}'));
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        return Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom))
          || document.querySelector('${part}').clientHeight < 32; })()`,
    );
  // Noto Sans is 1.36 times as tall as its font size. A box that is less tall and clips its text cuts off descenders.
  for (const part of ['.desk-head h1', '.bar-status strong', '.bar-status .muted'])
    await untilTrue(
      page,
      `${part} tall enough`,
      `(() => { const style = getComputedStyle(document.querySelector('${part}'));
        return parseFloat(style.lineHeight) >= 1.4 * parseFloat(style.fontSize); })()`,
    );
  const { height } = (await page.locator('.bar').boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThan(90);
  const head = await page.locator('.desk-head').boundingBox();
  expect(head?.height).toBeLessThan(60);
});

test('keeps the buttons of a long dialog visible on the narrowest phone, and shows the first error of a rejected form', async () => {
  const page = await browser.visit({ asOwner: true, phone: true });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/settings/webhooks');
  await page.getByRole('button', { name: 'Add your first webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  const add = dialog.getByRole('button', { name: 'Add webhook' });
  await dialog.getByLabel('Selected events').check();
  const bottomOf = async (element: typeof add): Promise<number> => {
    const box = await element.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await bottomOf(add)).toBeLessThanOrEqual(568);
  await dialog.getByLabel('C: camelCase').scrollIntoViewIfNeeded();
  await add.click();
  const address = dialog.getByLabel('Address');
  await address.and(page.locator('[aria-invalid=true]:focus')).waitFor();
  const title = dialog.getByRole('heading', { name: 'New webhook' });
  expect((await address.boundingBox())?.y).toBeGreaterThan(await bottomOf(title));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
});

test('shows the beginning of a long dialog, even though the focus is on a button at its end', async () => {
  const page = await browser.visit({ asOwner: true, phone: true });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Choose Small Team' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change to Small Team' }).and(page.locator(':focus')).waitFor();
  await dialog.getByText(/^Nothing is deleted/).waitFor();
  const scrolled = await page.evaluate<number[]>(
    "(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight - clientHeight])(document.querySelector('.mantine-Modal-content'))",
  );
  expect(scrolled[1], 'the text is longer than the dialog').toBeGreaterThan(0);
  expect(scrolled[0]).toBe(0);
});

test('shows the download button of the receipt on a single line on the narrowest phone', async () => {
  const { tokens } = await app.completed({ signers: [app.person()] });
  for (const language of ['en', 'de', 'fr', 'ar']) {
    const page = await browser.visit({ phone: true });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addInitScript({
      content: `sessionStorage.setItem('countersign.language', JSON.stringify({ chosen: '${language}' }))`,
    });
    await page.goto(`/sign#${tokens[0]}`);
    const download = page.locator('.panel.done button');
    await download.waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe(language);
    expect((await download.boundingBox())?.height, language).toBeLessThan(50);
  }
});

test('keeps recipients and times from overlapping in the document list on phones, even in German', async () => {
  await app.sent({ signers: [app.person(), app.person(), app.person(), app.person()] });
  const page = await browser.visit({ asOwner: true, phone: true });
  await page.addInitScript("localStorage.setItem('countersign.language', 'de')");
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/documents');
    await page.getByRole('row').getByText('0 von 4').first().waitFor();
    await untilTrue(
      page,
      'people and times apart',
      // Wide content may extend beyond its cell.
      `[...document.querySelectorAll('tbody tr')].every((row) => {
        const [people, time] = [row.cells[3], row.cells[5]].map((cell) => {
          const range = document.createRange(); range.selectNodeContents(cell); return range.getBoundingClientRect(); });
        return people.width === 0 || people.right <= time.left || people.bottom <= time.top || time.bottom <= people.top; })`,
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
});

test('wraps long names in lists and in dialog titles instead of widening the page', async () => {
  const name = 'Rechtsschutzversicherung'.repeat(4);
  await (await app.session()).post('/api/settings/api-keys', { name });
  const page = await browser.visit({ asOwner: true });
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/settings/api-keys');
    await page.getByRole('button', { name: `Manage ${name}` }).click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    const right = async (element: Locator): Promise<number> => {
      const box = await element.boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    };
    expect(await right(page.getByText(name))).toBeLessThanOrEqual(width);
    await page.getByRole('menuitem', { name: 'Requests' }).click();
    const dialog = page.getByRole('dialog', { name: `Requests made with ${name}` });
    const close = dialog.getByRole('button', { name: 'Close' });
    await close.waitFor();
    expect(await right(close)).toBeLessThan(await right(dialog));
    await close.click();
    await dialog.waitFor({ state: 'detached' });
  }
});

test('offers all settings on phones in a menu that closes when the user chooses a page or presses Escape', async () => {
  const page = await browser.visit({ asOwner: true, phone: true });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/settings/api-keys');
  const settings = page.getByRole('navigation', { name: 'Settings' });
  const current = settings.getByRole('button', { name: 'API keys' });
  const backups = settings.getByRole('link', { name: 'Backups' });
  expect(await backups.isVisible()).toBe(false);
  await current.click();
  await backups.waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await judge(page, 'settings, menu on a phone');
  await page.keyboard.press('Escape');
  await backups.waitFor({ state: 'hidden' });
  await current.and(page.locator(':focus')).waitFor();
  await current.click();
  await backups.click();
  await page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor();
  await settings.getByRole('button', { name: 'Backups', expanded: false }).waitFor();
  expect(await backups.isVisible()).toBe(false);
});

const PROBE = '<noscript>No script runs here</noscript><script>document.body.textContent = "A script ran"</script>';

test("blocks scripts in an e-mail through both the frame and the e-mail's content security policy", async () => {
  await app.sent();
  const page = await browser.visit({ asOwner: true, expected: /^console: Blocked script execution in/ });
  await page.goto('/mailbox');
  await page.frameLocator('iframe').locator('body').waitFor();
  await judge(page, 'mailbox, a mail');
  const address = (await page.locator('iframe').getAttribute('src')) ?? '';
  const mail = await page.request.get(address);
  const alone = await browser.visit();
  await alone.setContent(await mail.text());
  await judge(alone, 'a mail by itself');

  await page.route(`**${address}`, (route) => route.fulfill({ contentType: 'text/html', body: PROBE }));
  await page.reload();
  await page.frameLocator('iframe').getByText('No script runs here').waitFor();
  await page.unroute(`**${address}`);
  await page.route(`**${address}`, (route) =>
    route.fulfill({ contentType: 'text/html', headers: mail.headers(), body: PROBE }),
  );
  await page.goto(address);
  await page.getByText('No script runs here').waitFor();
}, 60_000);
