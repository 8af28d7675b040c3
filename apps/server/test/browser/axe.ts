import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { untilTrue } from './browser.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All that the colours of a page can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** What fits is neither looked at closer nor told. */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ['violations'] };

/** Where pictures of each state that is judged go, for people to look at: `PICTURES=FOLDER npx vitest run …`. */
const folder = process.env['PICTURES'];
/** A desk, the phone most people hold, and the narrowest one. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** Judges what the page shows now: everything in light, then what depends on colours in dark. `state` says what that is. */
export async function judge(page: Page, state: string): Promise<void> {
  await takePictures(page, state);
  await show(page, 'light');
  // Legacy: without a further window for each analysis; there is no foreign frame to look into.
  const axe = new AxeBuilder({ page }).options(ONLY_VIOLATIONS).setLegacyMode();
  const light = (await axe.withTags(RULES).analyze()).violations;
  await show(page, 'dark');
  // The builder has left axe in the page.
  const options: RunOptions = { ...ONLY_VIOLATIONS, runOnly: COLOUR_RULES };
  const dark = await page.evaluate<Result[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  expect([...light.map(inWords('light')), ...dark.map(inWords('dark'))], state).toEqual([]);
}

async function takePictures(page: Page, state: string): Promise<void> {
  const size = page.viewportSize();
  if (folder === undefined || size === null) return;
  for (const each of SIZES) {
    await page.setViewportSize(each);
    for (const colorScheme of ['light', 'dark'] as const) {
      await show(page, colorScheme);
      await page.screenshot({ path: path.join(folder, `${state}~${each.width}~${colorScheme}.png`) });
    }
  }
  await page.setViewportSize(size);
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The app's pages hear of it and mark the document; the signing page has style sheets alone.
  const marked = `(document.documentElement.dataset.mantineColorScheme ?? '${colorScheme}') === '${colorScheme}'`;
  await untilTrue(page, `${colorScheme} colours`, marked);
  await untilTrue(page, 'what moves to have arrived', STILL);
}

/** Spinners turn for good; everything else ends. */
const STILL =
  "document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity)";

const inWords =
  (colorScheme: string) =>
  ({ id, help, nodes }: Result): string => {
    const places = nodes.map(({ html, any, all }) => `${html.slice(0, 160)} ${(any[0] ?? all[0])?.message ?? ''}`);
    return `${colorScheme}: ${id} (${help})\n${places.join('\n')}`;
  };

type RunOptions = Parameters<AxeBuilder['options']>[0];
type Result = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];
