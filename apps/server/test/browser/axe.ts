import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { soak } from '../support/soak.ts';
import { untilTrue } from './browser.ts';

/** All rules, which are checked once in one of the color schemes. */
const ALL_RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
/** The rules that depend on colors, which are also checked in the other color scheme. */
const COLOUR_RULES: RunOnly = ['color-contrast', 'link-in-text-block'];

const TARGET_SIZE = 'target-size';

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The folder in which screenshots of each checked state are saved for visual review: `PICTURES=FOLDER npx vitest run
 * …`.
 */
const folder = process.env['PICTURES'];
/** The sizes of a desktop, the most common phone, and the narrowest phone. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/**
 * Checks the current page. `state` names the state of the page. `npm test` checks each state in one color scheme, and
 * about half of them in dark mode. This is enough because the pages share their colors. The soak tests check both
 * schemes.
 */
export async function judge(page: Page, state: string): Promise<void> {
  await takePictures(page, state);
  const colorScheme = state.length % 2 === 0 ? 'light' : 'dark';
  const faults = soak({ test: () => findFaultsIn(page, colorScheme), full: () => findFaults(page) });
  expect(await faults(), state).toEqual([]);
}

/** Checks all rules in this color scheme. The page then stays in this color scheme. */
async function findFaultsIn(page: Page, colorScheme: ColorScheme): Promise<string[]> {
  await provideAxe(page);
  await show(page, colorScheme);
  return (await run(page, ALL_RULES)).map(inWords(colorScheme));
}

/**
 * Checks all rules in the current color scheme, then the color rules in the other scheme. The page then keeps the other
 * scheme, so that its colors change only once per state.
 */
export async function findFaults(page: Page): Promise<string[]> {
  await provideAxe(page);
  const first = await page.evaluate<ColorScheme>(
    "matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'",
  );
  const second = first === 'light' ? 'dark' : 'light';
  await settled(page, first);
  const faults = await run(page, ALL_RULES);
  await show(page, second);
  const faultsOfColours = await run(page, COLOUR_RULES);
  return [...faults.map(inWords(first)), ...faultsOfColours.map(inWords(second))];
}

/** Loads axe once per document, because parsing it takes longer than running it. */
async function provideAxe(page: Page): Promise<void> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate<boolean>("typeof axe === 'object'"))) await frame.evaluate(await AXE);
    }),
  );
}

async function run(page: Page, runOnly: RunOnly): Promise<Result[]> {
  const violations = await violationsIn(page, 'document', runOnly);
  const targets = violations.find(({ id }) => id === TARGET_SIZE);
  if (targets === undefined) return violations;
  targets.nodes = await smallEverywhere(page, targets.nodes);
  return violations.filter(({ nodes }) => nodes.length > 0);
}

/**
 * Runs axe and returns the violations. Rules that pass are neither analyzed nor reported. `context` is an expression in
 * the page.
 */
function violationsIn(page: Page, context: string, runOnly: RunOnly): Promise<Result[]> {
  const options: RunOptions = { runOnly, resultTypes: ['violations'] };
  return page.evaluate<Result[]>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/**
 * Returns the targets that are too small even in the middle of the window. A target that is partly under a bar can be
 * scrolled out from under it, so the result must not depend on the scroll position.
 */
async function smallEverywhere(page: Page, nodes: Result['nodes']): Promise<Result['nodes']> {
  const small: Result['nodes'] = [];
  for (const node of nodes) {
    const [selector, ...inFrames] = node.target;
    // A target in a frame or shadow tree has one selector for each level.
    if (typeof selector !== 'string' || inFrames.length > 0) small.push(node);
    else {
      const element = `document.querySelector(${JSON.stringify(selector)})`;
      await page.evaluate(`${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
      const again = await violationsIn(page, element, [TARGET_SIZE]);
      small.push(...again.flatMap((violation) => violation.nodes));
    }
  }
  return small;
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

async function show(page: Page, colorScheme: ColorScheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await settled(page, colorScheme);
}

async function settled(page: Page, colorScheme: ColorScheme): Promise<void> {
  // In the app, a script reacts to the change and marks the document. The signing page only needs its style sheets.
  const marked = `(document.documentElement.dataset.mantineColorScheme ?? '${colorScheme}') === '${colorScheme}'`;
  await untilTrue(page, `${colorScheme} colours, and what moves to have arrived`, `${marked} && ${STILL}`);
}

/** Spinners never stop, but every other animation ends. */
const STILL =
  "document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity)";

const inWords =
  (colorScheme: string) =>
  ({ id, help, nodes }: Result): string => {
    const places = nodes.map(({ html, any, all }) => `${html.slice(0, 160)} ${(any[0] ?? all[0])?.message ?? ''}`);
    return `${colorScheme}: ${id} (${help})\n${places.join('\n')}`;
  };

type ColorScheme = 'light' | 'dark';
type RunOnly = NonNullable<RunOptions['runOnly']>;
