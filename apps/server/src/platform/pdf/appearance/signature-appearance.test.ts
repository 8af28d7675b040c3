import { execFileSync } from 'node:child_process';

import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import type { Appearance } from '@countersign/pdf-sign';

import { pageWith } from '../test-page.ts';
import { fieldText } from './field-text.ts';
import { loadFonts } from './fonts.ts';
import { typedGraphic } from './signature-graphic.ts';
import { signatureAppearance } from './signature-appearance.ts';
import type { SignatureAppearanceOptions } from './signature-appearance.ts';
import type { Typesetter } from './typesetter.ts';

let type: Typesetter;

beforeAll(async () => {
  type = await (await loadFonts()).typesetter(['山本']);
});

function mark(options: Partial<SignatureAppearanceOptions> & { width: number; height: number }): Appearance {
  return signatureAppearance(type, {
    kind: 'signature',
    mark: typedGraphic(type, 'Anna Świątek'),
    signerName: 'Anna Świątek',
    identity: 'anna@example.org',
    signedAt: '2026-11-20T10:45:12.345Z',
    documentId: 'doc_1',
    ...options,
  });
}

/**
 * Returns the text of the appearance, and whether all ink is inside its box (drawn on a page with 20 points around it).
 */
async function contentOf(drawn: Appearance): Promise<{ text: string; isInside: boolean }> {
  const { width, height } = drawn;
  const page = { width: width + 40, height: height + 40 };
  // The /BBox of the form would clip ink outside it, so the test enlarges it to make that ink visible.
  const open = {
    ...drawn,
    width: width + 40,
    height: height + 40,
    content: `1 0 0 1 20 20 cm\n${String(drawn.content)}`,
  };
  const pdf = pageWith([{ appearance: open, x: 0, y: 0 }], page);
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  const png = execFileSync('pdftoppm', ['-r', '72', '-png', '-'], { input: pdf });
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  let isInside = true;
  data.forEach((value, index) => {
    const [x, y] = [index % info.width, Math.floor(index / info.width)];
    if (value < 200 && (x < 19 || y < 19 || x > width + 21 || y > height + 21)) isInside = false;
  });
  return { text, isInside };
}

test.each([
  ['a box on the signature page', 480, 64],
  ['a wide field', 200, 40],
  ['a tall field', 150, 80],
  ['a square', 120, 120],
])('shows the signer and the time within the bounds of %s', async (_name, width, height) => {
  const { text, isInside } = await contentOf(mark({ width, height }));
  expect(text.match(/Anna Świątek/g)).toHaveLength(2);
  expect(text).toContain('anna@example.org');
  expect(text).toContain('Signed 2026-11-20 10:45:12 UTC');
  expect(isInside).toBe(true);
});

test('shows one caption line in a tiny signature box', async () => {
  const { text, isInside } = await contentOf(mark({ width: 100, height: 30 }));
  expect(text).toContain('Anna Świątek, 2026-11-20 10:45:12 UTC');
  expect(text).not.toContain('anna@example.org');
  expect(isInside).toBe(true);
});

test('keeps a name and an address of any length within the signature box', async () => {
  const signerName = 'Maximilian '.repeat(20).trim();
  const identity = `${'a'.repeat(64)}@${'b'.repeat(180)}.example`;
  for (const [width, height] of [
    [480, 64],
    [100, 30],
    [150, 80],
    [30, 200],
    [12, 12],
  ] as const) {
    const drawn = mark({ width, height, signerName, identity, mark: typedGraphic(type, signerName) });
    expect((await contentOf(drawn)).isInside, `${width} x ${height}`).toBe(true);
  }
});

test('shows only the initials in an initials field, without a name or time', async () => {
  const { text, isInside } = await contentOf(
    mark({ kind: 'initials', width: 40, height: 28, mark: typedGraphic(type, 'AŚ') }),
  );
  expect(text.trim()).toBe('AŚ');
  expect(isInside).toBe(true);
});

test('keeps a letter without a glyph as text in the caption', async () => {
  const { text } = await contentOf(mark({ width: 480, height: 64, signerName: 'Ann \u{13000}' }));
  expect(text).toContain('Ann \u{13000}');
});

test('reduces the font size of a long field value until the value fits', async () => {
  const value = 'a value that is far too long for its box';
  const { text, isInside } = await contentOf(fieldText(type, { value, width: 150, height: 16 }).appearance);
  expect(text.trim()).toBe(value);
  expect(isInside).toBe(true);
});

/** Returns the font size of each line, in points. */
const sizesOf = ({ appearance }: ReturnType<typeof fieldText>): number[] =>
  [...appearance.content.toString().matchAll(/ ([\d.]+) Tf /g)].map(([, size]) => Number(size));

test('wraps a field value that does not fit on one 7-point line, if the box has space', async () => {
  const value = 'a value that is far too long for one line of its box';
  const drawn = fieldText(type, { value, width: 90, height: 34 });
  const { text, isInside } = await contentOf(drawn.appearance);
  expect(text.replaceAll(/\s+/g, ' ').trim()).toBe(value);
  expect(isInside).toBe(true);
  expect(drawn.fits).toBe(true);
  expect(Math.min(...sizesOf(drawn))).toBeGreaterThanOrEqual(7);
});

test('draws line breaks even in a single-line field', async () => {
  const drawn = fieldText(type, { value: 'Unit 7\nHarbour Road', width: 90, height: 26 });
  const { text } = await contentOf(drawn.appearance);
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['Unit 7', 'Harbour Road']);
  expect(drawn.fits).toBe(true);
});

test.each([
  ['a long value in a small box', { value: 'x'.repeat(60), width: 90, height: 14 }],
  ['a long value in a block', { value: 'word '.repeat(200), width: 90, height: 50, multiline: true }],
  ['two lines in a small box', { value: 'a\nb', width: 90, height: 14 }],
])('never sets the text smaller than 7 points, and reports that %s does not fit', (_, options) => {
  const drawn = fieldText(type, options);
  expect(drawn.fits).toBe(false);
  expect(Math.min(...sizesOf(drawn))).toBeGreaterThanOrEqual(7);
});

test('breaks text at spaces, in long words and at line breaks', async () => {
  const value = 'Several words in a narrow field\nand Donaudampfschifffahrtsgesellschaftskapitän';
  const { text, isInside } = await contentOf(
    fieldText(type, { value, width: 90, height: 80, multiline: true }).appearance,
  );
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join(' ')).toContain('narrow field and');
  expect(isInside).toBe(true);
});
