import { execFileSync } from 'node:child_process';

import { beforeAll, expect, test } from 'vitest';

import { pageWith } from '../test-page.ts';
import { fieldText } from './field-text.ts';
import { loadFonts } from './fonts.ts';
import type { FontBook } from './fonts.ts';
import { outlineText } from './text-outlines.ts';

let fonts: FontBook;

beforeAll(async () => {
  fonts = await loadFonts();
});

function extracted(value: string): string {
  const { appearance } = fieldText(fonts, { value, width: 400, height: 24 });
  const pdf = pageWith([{ appearance, x: 50, y: 700 }]);
  return execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' }).trim();
}

test.each([
  'Signed 2026-11-20 10:45:12 UTC',
  'naïve façade, Straße, Ærø (50 %) \\ [x]',
  'Świątek Łukasz Žižek Iğdır Szűcs',
  'Ελληνικά γράμματα',
  'Ольга Ковальчук їжак',
  'Olga Ольга Όλγα 12',
])('what is drawn can be extracted: %s', (value) => {
  expect(extracted(value)).toBe(value);
});

test('decomposed letters are drawn and found as composed ones', () => {
  expect(extracted('Zoe\u0308')).toBe('Zoë');
});

test.each([
  ['print', 'Ελλάδα Київ Łódź'],
  ['hand', 'Ελλάδα Київ Łódź'],
] as const)('%s covers Latin, Greek and Cyrillic', (style, text) => {
  const outline = outlineText(fonts, text, style);
  expect(outline.missing).toEqual([]);
  expect(outline.glyphs.filter((glyph) => glyph.shape !== undefined)).toHaveLength(
    [...text.replaceAll(' ', '')].length,
  );
});

test('characters without a font are named once and never drawn as boxes', () => {
  const outline = outlineText(fonts, '山田 Taro 山 🙂 שלום', 'print');
  expect(outline.missing).toEqual(['山', '田', '🙂', 'ש', 'ל', 'ו', 'ם']);
  expect(outline.glyphs.filter((glyph) => glyph.shape !== undefined)).toHaveLength('Taro'.length);
});

test('a word is set in one font: letters the hand lacks take the whole word with them', () => {
  const [caveat, noto] = fonts.hand;
  const mixed = outlineText(fonts, 'aαa', 'hand');
  expect(mixed.missing).toEqual([]);
  expect(mixed.width).toBeCloseTo(noto?.shape('aαa', false).reduce((sum, glyph) => sum + glyph.advance, 0) ?? 0, 5);
  expect(outlineText(fonts, 'aa', 'hand').width).toBeCloseTo(
    caveat.shape('aa', false).reduce((sum, glyph) => sum + glyph.advance, 0),
    5,
  );
});

test('kerning and marks follow the font: shaping, not single letters side by side', () => {
  const width = (text: string): number => outlineText(fonts, text, 'print').width;
  expect(width('AV')).toBeLessThan(width('A') + width('V'));
});

test('control characters and line ends become spaces, nothing else is lost', () => {
  expect(outlineText(fonts, 'a\u0000\r\nb\u00a0c\u200bd', 'print')).toMatchObject({
    text: 'a b c\u200bd',
    missing: [],
  });
});

test('a line with nothing in it has no ink and no width', () => {
  expect(outlineText(fonts, '', 'print')).toMatchObject({ width: 0, ink: null, glyphs: [] });
  expect(outlineText(fonts, '   ', 'hand').ink).toBeNull();
});

test('right-to-left text is ordered and named as missing, whatever surrounds it', () => {
  // No font of that script yet: order is seen on what remains.
  const outline = outlineText(fonts, 'ab שלום cd', 'print');
  expect(outline.missing).toHaveLength(4);
  expect(outline.glyphs.filter((glyph) => glyph.shape !== undefined)).toHaveLength(4);
});
