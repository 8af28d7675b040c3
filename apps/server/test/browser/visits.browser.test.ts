/**
 * Visits in the same test file reuse browser profiles one after another, so no visit may find data from an earlier
 * visit.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startBrowser, untilTrue } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const STATE = `(async () => ({
  cookies: document.cookie,
  kept: { ...localStorage, ...sessionStorage },
  databases: (await indexedDB.databases()).length,
  caches: await caches.keys(),
  files: performance.getEntriesByType('resource').some(({ transferSize, decodedBodySize }) => transferSize === 0 && decodedBodySize > 0),
  window: [innerWidth, history.length, navigator.onLine],
  scripts: typeof left,
}))()`;
const LEAVE = `(async () => {
  document.cookie = 'left=1';
  localStorage.setItem('left', '1');
  sessionStorage.setItem('left', '1');
  await caches.open('left');
  await new Promise((done) => { indexedDB.open('left').onsuccess = done; });
})()`;

/** The page draws its logo after its texts have been loaded, which can be after the load event. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilTrue(page, 'the logo', '[...document.images].some(({ naturalWidth }) => naturalWidth > 0)');
}

test('does not show data from earlier visits in a new visit', async () => {
  const before = await browser.visit();
  await open(before, '/verify');
  const untouched = await before.evaluate(STATE);
  await before.addInitScript({ content: 'globalThis.left = true' });
  await before.setViewportSize({ width: 390, height: 844 });
  await open(before, '/verify?again');
  await before.evaluate(LEAVE);
  await before.context().addCookies([{ name: 'left', value: '1', url: 'https://elsewhere.example' }]);
  await before.context().setOffline(true);
  expect(await before.evaluate(STATE)).toEqual({
    cookies: 'left=1',
    kept: { left: '1' },
    databases: 1,
    caches: ['left'],
    files: true,
    window: [390, 3, false],
    scripts: 'boolean',
  });
  await browser.endVisits();

  const page = await browser.visit();
  expect(page.context(), 'the page opens in the same browser profile').toBe(before.context());
  expect(await page.context().cookies()).toEqual([]);
  await open(page, '/verify');
  expect(await page.evaluate(STATE)).toEqual(untouched);
});
