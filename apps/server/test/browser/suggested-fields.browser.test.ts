/** Tests suggested fields on contracts and forms in twelve languages, generated and printed by Chromium. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { suggestFields } from '../../src/platform/pdf/suggest/suggest-fields.ts';
import { drawForms, FORM_STYLE } from '../suggestions/forms.ts';
import { judge, type Truth } from '../suggestions/judge.ts';
import { launchBrowser } from './browser.ts';

const JAPANESE = pathToFileURL(
  path.resolve(import.meta.dirname, '../../../../node_modules/@fontsource-variable/noto-sans-jp/index.css'),
).href;
const POINTS_PER_PIXEL = 0.75;

test('suggests fields for at least 80% of the blanks in 50 forms, with less than 10% wrong suggestions', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-forms-'));
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 794, height: 1123 } });
  const totals = { found: 0, expected: 0, suggested: 0, wrong: 0 };
  const report: string[] = [];
  try {
    const page = await context.newPage();
    for (const { name, html } of drawForms(7)) {
      const file = path.join(folder, 'form.html');
      await writeFile(file, `${html}<link rel="stylesheet" href="${JAPANESE}"><style>${FORM_STYLE}</style>`);
      await page.goto(pathToFileURL(file).href);
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      const truths = (
        await page.evaluate<Truth[]>(`[...document.querySelectorAll('[data-kind]')].map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return { kind: one.dataset.kind, x, y, width, height };
        })`)
      ).map(({ kind, ...box }) => ({
        kind,
        x: box.x * POINTS_PER_PIXEL,
        y: box.y * POINTS_PER_PIXEL,
        width: box.width * POINTS_PER_PIXEL,
        height: box.height * POINTS_PER_PIXEL,
      }));
      const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      const { fields } = await suggestFields({ parts: [{ bytes }] });
      const { found, expected, wrong, missed } = judge(truths, fields);
      totals.found += found;
      totals.expected += expected;
      totals.suggested += fields.length;
      totals.wrong += wrong.length;
      if (wrong.length + missed.length > 0)
        report.push(`${name}: missed ${missed.join('; ')} | wrong ${wrong.join('; ')}`);
    }
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
  const told = `${JSON.stringify(totals)}\n${report.join('\n')}`;
  expect(totals.expected).toBeGreaterThan(250);
  expect(totals.found / totals.expected, told).toBeGreaterThanOrEqual(0.8);
  expect(totals.wrong / totals.suggested, told).toBeLessThan(0.1);
});
