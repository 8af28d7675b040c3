/**
 * Tests the axe checks that all page tests use. axe must find each kind of fault in both color schemes, and in a frame.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { findFaults, judge } from './axe.ts';
import { startBrowser } from './browser.ts';

const app = await startTestApp();
const browser = await startBrowser(app);

const SOUND = `<h1>Agreement</h1><p class="text">A text of some length with <a href="/terms">a link</a> in it.</p>`;
const STYLES = `
  body { background: #fff; color: #111 } a { color: #00c }
  @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } a { color: #9cf } }`;

const inLight = (styles: string): string => `@media (prefers-color-scheme: light) { ${styles} }`;
const inDark = (styles: string): string => `@media (prefers-color-scheme: dark) { ${styles} }`;
const pale = '.text { color: #888; background: #999 }';
const hiddenLink = (colour: string): string => `a { color: ${colour}; text-decoration: none }`;
const pageOf = (content: string, styles = ''): string =>
  `<!doctype html><html lang="en"><title>Agreement</title><style>${STYLES}${styles}</style><main>${content}</main></html>`;

test.each(['light', 'dark'] as const)(
  'finds each kind of accessibility fault on a page that starts in %s colors',
  async (colorScheme) => {
    const page = await browser.visit();
    await page.emulateMedia({ colorScheme });
    const found = async (document: string): Promise<(string | undefined)[]> => {
      await page.route('**/judged', (route) => route.fulfill({ contentType: 'text/html', body: document }), {
        times: 1,
      });
      await page.goto('/judged');
      const rules = (await findFaults(page)).map((fault) => /^\w+: [\w-]+/.exec(fault)?.[0]);
      // Resets the color scheme, so that each document is checked in the same scheme first.
      await page.emulateMedia({ colorScheme });
      return rules;
    };
    const frame = (document: string): string => `${SOUND}<iframe title="Mail" srcdoc='${document}'></iframe>`;

    expect(await found(pageOf(SOUND))).toEqual([]);
    // axe has already been loaded into this document.
    await page.evaluate("document.querySelector('main').append(document.createElement('button'))");
    expect(await findFaults(page)).toEqual([expect.stringContaining(`${colorScheme}: button-name`)]);
    await page.emulateMedia({ colorScheme });
    expect(await found(pageOf(`${SOUND}<button type="button"></button>`))).toEqual([`${colorScheme}: button-name`]);
    expect(await found(pageOf(SOUND, inLight(pale)))).toContain('light: color-contrast');
    expect(await found(pageOf(SOUND, inDark(pale)))).toContain('dark: color-contrast');
    expect(await found(pageOf(SOUND, inLight(hiddenLink('#333'))))).toEqual(['light: link-in-text-block']);
    expect(await found(pageOf(SOUND, inDark(hiddenLink('#ccc'))))).toEqual(['dark: link-in-text-block']);
    expect(await found(pageOf(frame(pageOf(SOUND))))).toEqual([]);
    expect(await found(pageOf(frame(pageOf(`${SOUND}<button type="button"></button>`))))).toEqual([
      `${colorScheme}: button-name`,
    ]);
    expect(await found(pageOf(frame(pageOf(SOUND, inDark(pale)))))).toContain('dark: color-contrast');
  },
);

test.each([
  ['even', 'light', inLight(pale)],
  ['odd', 'dark', inDark(pale)],
])(
  'checks a page state whose name has an %s number of characters in %s colors, and reports its contrast fault',
  async (state, colorScheme, styles) => {
    const page = await browser.visit();
    await page.setContent(pageOf(SOUND, styles));
    await expect(judge(page, state)).rejects.toHaveProperty('actual', [
      expect.stringContaining(`${colorScheme}: color-contrast`),
    ]);
    await page.setContent(pageOf(SOUND));
    await judge(page, state);
  },
);

const BAR = `main { height: 3000px } button { display: block; width: 80px; height: 40px }
  button:first-of-type { position: sticky; top: 0; height: 100px }`;
const SMALL = 'button { width: 12px; height: 12px; padding: 0; border: 0; margin: 0 1px } h1 { margin-top: 2000px }';

test('reports buttons that are too small, but not a button that is scrolled halfway under a bar', async () => {
  const page = await browser.visit();
  const target = (name: string): string => `<button type="button" aria-label="${name}"></button>`;
  const open = (styles: string): Promise<void> =>
    page.setContent(pageOf(`<h1>Agreement</h1>${target('Menu')}${target('Sign')}`, styles));
  await open(BAR);
  await page.evaluate("scrollTo(0, document.querySelector('[aria-label=Sign]').offsetTop - 80)");
  expect(await findFaults(page)).toEqual([]);
  await open(SMALL);
  expect(await findFaults(page)).toEqual([expect.stringMatching(/target-size .*\n.*"Menu".*\n.*"Sign"/)]);
});
