/**
 * Tests the app for senders in all its languages: every visible sentence, the writing direction, and the choice of a
 * language before sign-in. `npm test` covers one language per writing direction, and the soak tests cover all of them.
 */
import { directionOf, type Language, LANGUAGES } from '@countersign/contract/languages';
import { APP_WORDS, type AppWords } from '@countersign/words/app';
import { common } from '@countersign/words/en/app/common';
import { documents } from '@countersign/words/en/app/documents';
import { frame } from '@countersign/words/en/app/frame';
import { frameMenus } from '@countersign/words/en/app/frame-menus';
import { labels } from '@countersign/words/en/app/labels';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { soak } from '../support/soak.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);
await app.sent();

type Words = { readonly [name: string]: unknown };
const ENGLISH = { common, documents, frame, frameMenus, labels } satisfies Partial<AppWords>;

/**
 * Returns the English sentences of a few areas that have no placeholders and whose translation differs from the
 * English.
 */
function untranslated(english: Words, translated: Words): string[] {
  return Object.entries(english).flatMap(([name, text]) => {
    const other = translated[name];
    if (typeof text === 'object' && text !== null) return untranslated(text as Words, other as Words);
    return typeof text === 'string' && text !== other ? [text] : [];
  });
}

const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`{
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
    texts;
  }`);

const TRANSLATED = Object.entries(APP_WORDS) as [Language, () => Promise<{ app: AppWords }>][];

/** A language with long words, and a language that is written from right to left. */
const FEW = TRANSLATED.filter(([language]) => ['de', 'ar'].includes(language));

test.each(soak({ test: FEW, full: TRANSLATED }))(
  'shows the document list and the settings in %s',
  async (language, load) => {
    const { app: words } = await load();
    const foreign = new Set(untranslated(ENGLISH, words));
    const page = await browser.visit({ asOwner: true });
    await page.addInitScript({ content: `localStorage.setItem('countersign.language', '${language}')` });
    for (const [path, heading] of [
      ['/documents', words.common.documents],
      ['/settings/members', words.labels.members],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir || "ltr"]')).toEqual([
        language,
        directionOf(language),
      ]);
      expect((await textsOf(page)).filter((text) => foreign.has(text))).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await judge(page, `settings in ${language}`);
  },
);

test('shows the timeline of a document in German', async () => {
  const { id } = await app.sent();
  const page = await browser.visit({ asOwner: true });
  await page.addInitScript({ content: `localStorage.setItem('countersign.language', 'de')` });
  await page.goto(`/documents/${id}`);
  const timeline = page.getByRole('region', { name: 'Verlauf' });
  await timeline.getByText('Zertifiziert und an 1 Empfänger gesendet').waitFor();
  expect(await timeline.textContent()).not.toMatch(/Uploaded|Certified|E-mail/);
});

test('shows the verification result of a document in German', async () => {
  const { id } = await app.sent();
  const page = await browser.visit({ asOwner: true });
  await page.addInitScript({ content: `localStorage.setItem('countersign.language', 'de')` });
  await page.goto(`/documents/${id}`);
  await page.getByRole('button', { name: 'Prüfen' }).click();
  const verification = page.getByRole('dialog', { name: 'Prüfung' });
  await verification.getByText('Unterschrieben hat es noch niemand.').waitFor();
  expect(await verification.textContent()).not.toMatch(/sealed by|Nobody/);
});

test('explains in German which value contradicts the audit trail and which value was expected', async () => {
  const { id } = await app.sent();
  await app.sql('update documents set title = $2 where id = $1', [id, 'Another title']);
  const page = await browser.visit({ asOwner: true });
  await page.addInitScript({ content: `localStorage.setItem('countersign.language', 'de')` });
  await page.goto(`/documents/${id}`);
  await page.getByRole('button', { name: 'Prüfen' }).click();
  const verification = page.getByRole('dialog', { name: 'Prüfung' });
  await verification.getByText('Der gespeicherte Titel oder Dateiname des Dokuments widerspricht').waitFor();
  await verification.getByText(/Gefunden: .Another title. · Erwartet: /).waitFor();
  expect(await verification.textContent()).not.toContain('The title of the document');
  await judge(page, 'a contradiction in German');
});

test('names the checks of the installation in German and marks their messages as English', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.addInitScript({ content: `localStorage.setItem('countersign.language', 'de')` });
  await page.goto('/settings/system');
  const ready = page.getByRole('region', { name: 'Bereit für den Produktivbetrieb' });
  const check = ready.getByRole('listitem').filter({ hasText: 'Öffentliche Adresse' });
  await check.getByText('Handlungsbedarf').waitFor();
  expect(await check.locator('[lang="en"]').count()).toBe(2);
  await judge(page, 'system in German');
});

test('explains a wrong password in German', async () => {
  const page = await browser.visit({ expected: /^401 \/api\/auth\// });
  await page.addInitScript({ content: `localStorage.setItem('countersign.language', 'de')` });
  await page.goto('/login');
  await page.getByLabel('E-Mail').fill('nobody@contoso.example');
  await page.getByRole('textbox', { name: 'Passwort' }).fill('not the password');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor();
});

test('marks sentences that the server provides only in English as English', async () => {
  const page = await browser.visit({ asOwner: true });
  await page.addInitScript({ content: `localStorage.setItem('countersign.language', 'ar')` });
  await page.goto('/settings/data-protection');
  const purpose = page.getByText('Giving members access to the service and protecting their accounts').first();
  await purpose.waitFor();
  expect([await purpose.getAttribute('lang'), await purpose.getAttribute('dir')]).toEqual(['en', 'ltr']);
  await page.getByText('قيود Countersign باللغة الإنجليزية.').waitFor();
});

test('truncates a long title according to its text direction, and aligns the title with the page', async () => {
  const titles = { ltr: 'Framework agreement', rtl: 'عقد إيجار' };
  for (const title of Object.values(titles)) await app.draft({ title });
  const page = await browser.visit({ asOwner: true });
  for (const [language, side] of [
    ['de', 'left'],
    ['ar', 'right'],
  ]) {
    await page.addInitScript({ content: `localStorage.setItem('countersign.language', '${language}')` });
    await page.goto('/documents');
    for (const [direction, title] of Object.entries(titles)) {
      await page.getByRole('link', { name: title }).waitFor();
      const style = `getComputedStyle([...document.links].find(({ textContent }) => textContent === '${title}'))`;
      expect(await page.evaluate(`[${style}.direction, ${style}.textAlign]`)).toEqual([direction, side]);
    }
  }
});

test('shows the beginning of a long Latin name in an Arabic line on a phone', async () => {
  const name = 'Anneliese Brandt-Hohenfels von Reichenstein';
  await app.sent({ signers: [{ ...app.person(), name }], expirationDays: 3 });
  const page = await browser.visit({ asOwner: true, phone: true });
  await page.addInitScript({ content: `localStorage.setItem('countersign.language', 'ar')` });
  for (const path of ['/', '/documents']) {
    await page.goto(path);
    await page.getByText(name).first().waitFor();
    // Compares the box of the first letters with the box of the line that contains them.
    const outside = await page.evaluate<number>(`{
      const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
      let outside = 0;
      while (walker.nextNode()) {
        const at = walker.currentNode.data.indexOf('Anneliese');
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + 1);
        const line = walker.currentNode.parentElement.getBoundingClientRect();
        if (range.getBoundingClientRect().left < line.left) outside += 1;
      }
      outside;
    }`);
    expect(outside, path).toBe(0);
  }
});

test('offers every language by its native name before sign-in, and remembers the chosen language', async () => {
  const page = await browser.visit();
  await page.goto('/login');
  const choice = page.getByRole('combobox', { name: 'Language' });
  await choice.waitFor();
  expect(await choice.locator('option').allTextContents()).toEqual(
    Object.entries(LANGUAGES).flatMap(([language, name]) =>
      language === 'en' || TRANSLATED.some(([code]) => code === language) ? [name] : [],
    ),
  );
  await choice.selectOption('de');
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
});
