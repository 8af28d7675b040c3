/** Tests the signing page in the reader's language, which is set by the sender, the browser or the reader. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { judge } from './axe.ts';
import { startBrowser, untilTrue } from './browser.ts';
import { draw } from './flows.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const written = (page: Page): Promise<{ lang: string; dir: string }> =>
  page.evaluate('(({ lang, dir }) => ({ lang, dir }))(document.documentElement)');
const speaks = (page: Page, languages: string[]): Promise<unknown> =>
  page.addInitScript({
    content: `Object.defineProperty(navigator, 'languages', { get: () => ${JSON.stringify(languages)} })`,
  });

/** Returns the bytes of scripts and styles that the browser has received, compressed as sent. */
const received = (page: Page): Promise<number> =>
  page.evaluate<number>(
    "performance.getEntriesByType('resource').filter(({ name }) => /\\.(js|css)$/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)",
  );

test("uses German from the e-mail to the receipt if the sender set the recipient's language to German", async () => {
  const signer = { ...app.person(), locale: 'de' };
  const sent = await app.sent({ signers: [signer, app.person()] });
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${await app.link(signer.email)}`);
  await page.getByText('bittet Sie um Ihre Unterschrift').waitFor();
  expect(await written(page)).toEqual({ lang: 'de', dir: 'ltr' });
  await page.getByText(/^noch \d+ Tage$/).waitFor();
  const bytes = await received(page);
  expect(bytes, 'the number of bytes of scripts and styles').toBeGreaterThan(20_000);
  expect(bytes, 'the number of bytes of scripts and styles').toBeLessThan(60_000);
  await judge(page, 'de letter');
  await press(page, 'Nicht unterschreiben?');
  await press(page, 'Unterschrift ablehnen');
  await press(page, 'Ablehnen');
  await page.getByRole('alert').waitFor();
  await judge(page, 'de decline');
  await press(page, 'Schließen');
  await press(page, 'Dokument ansehen');
  await page.locator('.picture').first().waitFor();
  await press(page, 'Beginnen');
  await judge(page, 'de pages');
  await draw(page);
  await judge(page, 'de signature');
  await press(page, 'Unterschrift verwenden');
  await press(page, 'Abschließen');
  await press(page, 'Dokument unterschreiben');
  await page.getByRole('alert').waitFor();
  await judge(page, 'de consent');
  // The consent text is exactly the text whose hash is recorded as evidence.
  const consent = page.locator('#consent-text');
  expect(await consent.getAttribute('lang')).toBe('de');
  expect(await consent.innerText()).toMatch(
    /^Ich bin damit einverstanden, dieses Dokument elektronisch zu unterschreiben/,
  );
  await page.getByLabel('Ich stimme zu').check();
  await press(page, 'Dokument unterschreiben');
  await page.getByText('Sie haben unterschrieben').waitFor();
  await judge(page, 'de receipt');
  expect(await page.title()).toBe(`✓ ${sent.document.title} · Countersign`);
}, 60_000);

test('shows the signing page from right to left in a Hebrew browser, and leaves the document unchanged', async () => {
  const signer = app.person();
  const sent = await app.sent({ signers: [signer, app.person()] });
  const page = await browser.visit({ phone: true });
  await speaks(page, ['he-IL', 'en']);
  await page.goto(`/sign#${await app.link(signer.email)}`);
  await page.getByRole('heading', { name: sent.document.title }).waitFor();
  expect(await written(page)).toEqual({ lang: 'he', dir: 'rtl' });
  await judge(page, 'he letter');
  await press(page, 'קריאת המסמך');
  await page.locator('.picture').first().waitFor();
  await press(page, 'התחלה');
  // In a right-to-left language, the next tab is to the left.
  await page.getByRole('tab', { selected: true }).press('ArrowLeft');
  await page.getByRole('tab', { name: 'הקלדה', selected: true }).waitFor();
  await judge(page, 'he signature');
  await press(page, 'שימוש בחתימה');
  await judge(page, 'he pages');
  expect(await page.evaluate("getComputedStyle(document.querySelector('.pages')).direction")).toBe('ltr');
  await press(page, 'סיום');
  await page.getByLabel('מוסכם עליי').check();
  // The signature is not cut off in either writing direction.
  await untilTrue(
    page,
    'the whole name in its hand',
    `(() => {
      const name = document.querySelector('dialog .signature-picture text');
      const { x, width } = name.getBBox();
      const box = name.ownerSVGElement.viewBox.baseVal;
      return width > 100 && x >= box.x && x + width <= box.x + box.width;
    })()`,
  );
  // The sender set no language for this recipient, so the English text is binding and marked as English.
  const consent = page.locator('#consent-text');
  expect(await consent.getAttribute('lang')).toBe('en');
  expect(await consent.getAttribute('dir')).toBe('ltr');
  await judge(page, 'he consent');
  await press(page, 'חתימה על המסמך');
  await page.getByText('חתמת', { exact: true }).waitFor();
  await judge(page, 'he receipt');
}, 60_000);

test('keeps a chosen language in the tab, regardless of the languages of the sender and the browser', async () => {
  const signer = { ...app.person(), locale: 'de' };
  await app.sent({ signers: [signer] });
  const page = await browser.visit({ phone: true });
  await speaks(page, ['nl-BE']);
  await page.goto(`/sign#${await app.link(signer.email)}`);
  await page.getByLabel('Sprache').selectOption({ label: 'Français' });
  await page.getByRole('button', { name: 'Lire le document' }).waitFor();
  expect(await written(page)).toEqual({ lang: 'fr', dir: 'ltr' });
  await page.reload();
  await page.getByRole('button', { name: 'Lire le document' }).waitFor();
  const other = await browser.visit({ phone: true, expected: /^401 / });
  await speaks(other, ['tlh', 'nl-BE']);
  await other.goto('/sign#not-a-link');
  await other.getByRole('heading', { name: 'Deze link werkt niet' }).waitFor();
  await judge(other, 'nl wrong link');
}, 60_000);

test('fits an e-mail to a phone screen in every language', async () => {
  const signer = app.person();
  await app.sent({ signers: [signer, app.person()] });
  const page = await browser.visit({ phone: true });
  await page.goto(`/sign#${await app.link(signer.email)}`);
  const choice = page.locator('.language select');
  await choice.waitFor();
  const languages = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.language option')].map(({ value }) => value)",
  );
  expect(languages).toHaveLength(12);
  for (const language of languages) {
    await choice.selectOption(language);
    await page.locator(`html[lang="${language}"]`).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth'), language).toBe(390);
  }
}, 60_000);
