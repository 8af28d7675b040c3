import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { pageWith } from '../test-page.ts';
import { fieldText } from './field-text.ts';
import { loadFonts } from './fonts.ts';
import type { FontBook } from './fonts.ts';
import { wrapLines } from './line-breaks.ts';
import { NAMES } from './names.fixture.ts';
import type { SetLine } from './typesetter.ts';

let fonts: FontBook;

beforeAll(async () => {
  fonts = await loadFonts();
});

async function set(text: string, style: 'print' | 'casual' = 'print', locale?: string): Promise<SetLine> {
  return (await fonts.typesetter([text], locale)).set(text, style);
}

/** Returns the text that a person would copy from a page that shows `value`. */
async function extracted(value: string, tool: 'pdftotext' | 'mutool' = 'pdftotext'): Promise<string> {
  const type = await fonts.typesetter([value]);
  const pdf = pageWith([{ appearance: fieldText(type, { value, width: 400, height: 24 }).appearance, x: 50, y: 700 }]);
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-text-'));
  const file = path.join(folder, 'page.pdf');
  writeFileSync(file, pdf);
  const args = tool === 'pdftotext' ? [file, '-'] : ['draw', '-q', '-F', 'text', file];
  const text = execFileSync(tool, args, { encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  rmSync(folder, { recursive: true });
  // Poppler adds marks that embed a right-to-left text in a left-to-right page.
  return text.replaceAll(/[\u202a-\u202e\f]/g, '').trim();
}

const looks = (line: SetLine): string[] => line.clusters.map(({ key }) => key);

test.each([
  'Signed 2026-11-20 10:45:12 UTC',
  'naïve façade, Straße, Ærø (50 %) \\ [x]',
  'Świątek Łukasz Žižek Iğdır Szűcs',
  'Ελληνικά γράμματα',
  'Ольга Ковальчук їжак',
  'Olga Ольга Όλγα 12',
  'محمد عبد الله القحطاني',
  'שרה כהן לוי',
  'श्री कृष्ण द्विवेदी क्षत्रिय',
  'สมชาย ปั้นแต่งกิ่งน้ำ',
  '张伟明，合同',
  '陳國華臺灣',
  '山田太郎さくら',
  '김민수 뷁',
])('draws text that can be extracted: %s', async (value) => {
  expect(await extracted(value)).toBe(value);
});

test.each(['Ольга 12', 'क्षत्रिय', 'น้ำ', '张伟明', '山田さくら'])(
  'writes text that another PDF program extracts unchanged: %s',
  async (value) => {
    expect(await extracted(value, 'mutool')).toBe(value);
  },
);

test('draws decomposed letters as composed ones', async () => {
  expect(await extracted('Zoe\u0308')).toBe('Zoë');
});

test('has glyphs for every script that the interface uses', async () => {
  for (const text of [
    'Ελλάδα Київ Łódź',
    'العربية',
    'עברית',
    'हिन्दी',
    'ไทย',
    '简体中文',
    '繁體中文',
    '日本語',
    '한국어',
  ])
    for (const style of ['print', 'casual'] as const) {
      const line = await set(text, style);
      expect(line.missing, text).toEqual([]);
      expect(line.clusters.every((cluster) => cluster.text === ' ' || cluster.outline.data.length > 0)).toBe(true);
      const texts = line.clusters.map((cluster) => cluster.text);
      expect((line.isRightToLeft ? texts.reverse() : texts).join('')).toBe(text);
    }
});

test('draws Arabic letters in their positional form and from right to left', async () => {
  const line = await set('ببب');
  expect(line.isRightToLeft).toBe(true);
  // The final, medial and initial shapes of one letter, all different from the isolated letter.
  const forms = new Set([...looks(line), ...looks(await set('ب'))]);
  expect(forms.size).toBe(4);
  const [left, right] = [await set('ب ا'), await set('ا ب')];
  expect(left.clusters[0]?.text).toBe('ا');
  expect(right.clusters[0]?.text).toBe('ب');
});

test('draws a Devanagari syllable as one cluster: conjuncts join, and the vowel sign comes first', async () => {
  const joined = await set('क्षि');
  expect(joined.clusters.map(({ text }) => text)).toEqual(['क्षि']);
  const apart = await set('क\u094d\u200cष');
  expect(joined.width).toBeLessThan(apart.width + 300);
  expect(looks(await set('क्ष'))).not.toEqual(looks(apart));
});

test('stacks Thai marks above their letter without adding width', async () => {
  const [bare, marked] = [await set('ป'), await set('ปั้')];
  expect(marked.width).toBeCloseTo(bare.width, 0);
  expect(marked.ink?.top ?? 0).toBeGreaterThan((bare.ink?.top ?? 0) + 150);
});

test('keeps the direction of numbers and Latin names in a right-to-left line', async () => {
  const line = await set('חוזה 42 Acme');
  expect(line.clusters.map(({ text }) => text).join('')).toBe('Acme 42 הזוח');
});

test.each([
  ['直さ', undefined, 'jp'],
  ['直 직', undefined, 'kr'],
  ['直', 'ja-JP', 'jp'],
  ['直', 'ko', 'kr'],
  ['直', 'de', 'sc'],
  ['直', undefined, 'sc'],
])(
  'draws a character shared by Chinese and Japanese as the text or the locale requires: %s %s',
  async (text, locale, language) => {
    expect((await set(text, 'print', locale)).clusters[0]?.font.name).toContain(`noto-sans-${language}-`);
  },
);

test('loads fonts on demand and caches only some of them', async () => {
  const book = await loadFonts();
  expect(book.kept).toEqual([]);
  await book.typesetter(['Anna Świątek, Ольга, 1.000 €']);
  expect(book.kept).toEqual([]);
  await book.typesetter(['שרה 山']);
  expect(book.kept.map((name) => /hebrew|sc-\d+/.exec(name)?.[0])).toEqual(['hebrew', expect.stringMatching(/^sc/)]);
  const han = Array.from({ length: 120 }, (_, index) => String.fromCodePoint(0x4e00 + index * 170)).join('');
  const line = (await book.typesetter([han])).set(han, 'print');
  // The fonts lack some of these letters, because the letters are very rare.
  expect(line.clusters.length).toBeGreaterThan(80);
  expect(book.kept.length).toBeLessThanOrEqual(40);
});

test.each([
  ['ţ', 'ro', 'tr'],
  ['б', 'sr', 'ru'],
  ['ल', 'mr', 'hi'],
  ['۴', 'ur', 'fa'],
])('draws %s differently in two languages: %s, %s', async (letter, language, other) => {
  expect(looks(await set(letter, 'print', language))).not.toEqual(looks(await set(letter, 'print', other)));
});

test('draws a letter without a glyph as a replacement character, and keeps the letter as text', async () => {
  const value = 'Taro \u{13000} \u{13000}';
  const line = await set(value);
  expect(line.missing).toEqual(['\u{13000}']);
  const drawn = line.clusters.filter(({ isMissing }) => isMissing === true);
  expect(drawn.map(({ text }) => text)).toEqual(['\u{13000}', '\u{13000}']);
  expect(drawn.map(({ key }) => key)).toEqual(Array(2).fill(looks(await set('\ufffd'))[0]));
  expect(await extracted(value)).toBe(value);
  const type = await fonts.typesetter([value]);
  const content = type.draw(type.set(value, 'print'), { x: 0, y: 0, size: 10, colour: [0, 0, 0] });
  expect(content.match(/\/Span <<\/ActualText <FEFFD80CDC00>>> BDC/g)).toHaveLength(2);
});

test("uses another font for a combining mark if the letter's font does not contain the mark", async () => {
  const line = await set('ა\u0301');
  expect(line.missing).toEqual([]);
  expect(line.clusters.map(({ text }) => text).join('')).toBe('ა\u0301');
});

describe('names in every script', () => {
  /** Poppler reverses marks on right-to-left letters, and treats words that are far apart as columns. */
  const REORDERED = /Thaana|Syriac|N’Ko|Adlam|Emoji|Symbols/;
  const rowHeight = 30;
  let text: string;
  let rows: boolean[];

  beforeAll(async () => {
    const names = Object.values(NAMES);
    const type = await fonts.typesetter(names);
    const size = { width: 500, height: names.length * rowHeight };
    const placed = names.map((value, index) => ({
      appearance: fieldText(type, { value, width: 460, height: 24 }).appearance,
      x: 20,
      y: size.height - (index + 1) * rowHeight + 3,
    }));
    const pdf = pageWith(placed, size);
    const run = (tool: string, ...args: string[]): Buffer =>
      execFileSync(tool, args, { input: pdf, stdio: ['pipe', 'pipe', 'ignore'] });
    text = run('pdftotext', '-', '-').toString();
    // A PGM file: three lines of text, then one byte per pixel.
    const picture = run('pdftoppm', '-gray', '-r', '72', '-singlefile', '-');
    const pixels = picture.subarray(picture.length - size.width * size.height);
    rows = names.map((_, index) =>
      pixels
        .subarray(index * rowHeight * size.width, (index + 1) * rowHeight * size.width)
        .some((shade) => shade < 128),
    );
  });

  test.each(Object.entries(NAMES))('%s: has a glyph for every letter', async (_, name) => {
    for (const style of ['print', 'casual'] as const) {
      const line = await set(name, style);
      expect(line.missing).toEqual([]);
      for (const { text: letter, outline } of line.clusters)
        if (letter !== ' ') expect(outline.data.length, letter).toBeGreaterThan(0);
    }
  });

  test.each(Object.entries(NAMES))('%s: extracts the text that the image shows', (script, name) => {
    expect(rows[Object.keys(NAMES).indexOf(script)]).toBe(true);
    if (!REORDERED.test(script)) expect(text).toContain(name);
    else for (const letter of name) expect(text).toContain(letter);
  });

  test.each([
    ['Bengali', 'ক্ষ'],
    ['Tamil', 'ஸ்ரீ'],
    ['Telugu', 'శ్రీ'],
    ['Gujarati', 'ક્ષ'],
    ['Gurmukhi', 'ਪ੍ਰ'],
    ['Kannada', 'ಷ್ಣ'],
    ['Malayalam', 'ക്ഷ'],
    ['Odia', 'କ୍ଷ'],
    ['Sinhala', 'ක්\u200dෂ'],
    ['Khmer', 'ស្រ'],
    ['Myanmar', 'မြ'],
    ['Tibetan', 'རྒྱ'],
    ['Javanese', 'ꦏ꧀ꦱ'],
    ['Balinese', 'ᬓ᭄ᬱ'],
    ['Emoji', '👩\u200d💻'],
  ])('%s: joins letters', async (_, joined) => {
    const letters = await Promise.all([...joined].map((letter) => set(letter)));
    const line = await set(joined);
    expect(line.clusters.map(({ text: letter }) => letter)).toEqual([joined]);
    expect(line.width).toBeLessThan(letters.reduce((sum, letter) => sum + letter.width, 0) * 0.95);
  });
});

test('uses one font per word: if the handwriting font lacks a letter, the whole word uses another font', async () => {
  const fontsOf = async (text: string): Promise<string[]> =>
    (await set(text, 'casual')).clusters.map(({ font }) => /\w+(?=_400)/.exec(font.name)?.[0] ?? '');
  expect(await fontsOf('aαa')).toEqual(['NotoSans', 'NotoSans', 'NotoSans']);
  expect(await fontsOf('aa')).toEqual(['Caveat', 'Caveat']);
});

test("applies the font's kerning and mark positions", async () => {
  const width = async (text: string): Promise<number> => (await set(text)).width;
  expect(await width('AV')).toBeLessThan((await width('A')) + (await width('V')));
});

test('replaces only control characters and line breaks with spaces', async () => {
  expect(await set('a\u0000\r\nb\u00a0c\u200bd')).toMatchObject({ text: 'a b c\u200bd', missing: [] });
});

test('draws nothing for an empty line', async () => {
  expect(await set('')).toMatchObject({ width: 0, ink: null, clusters: [] });
  expect((await set('   ', 'casual')).ink).toBeNull();
});

test('embeds only the used glyphs, in a font that other programs accept', async () => {
  const type = await fonts.typesetter([]);
  type.draw(type.set('abba', 'print'), { x: 0, y: 0, size: 10, colour: [0, 0, 0] });
  const font = type.resources[0]?.font;
  if (font?.kind !== 'embedded') throw new Error('no embedded font');
  expect(font.widths).toHaveLength(3);
  expect(font.unicode.map(([, text]) => text)).toEqual(['a', 'b']);
  const file = Buffer.from(font.file);
  expect(file).toHaveLength(font.fileLength);
  expect(font.fileLength).toBeLessThan(800);
  // The checksum of a whole TrueType file is this number (OpenType 1.9, head.checksumAdjustment).
  let total = 0;
  for (let at = 0; at < file.length; at += 4) total = (total + file.readUInt32BE(at)) >>> 0;
  expect(total).toBe(0xb1b0_afba);
});

test('breaks lines between words, even without spaces, and never inside a syllable', async () => {
  const wrapped = async (text: string, limit: number): Promise<string[]> => {
    const type = await fonts.typesetter([text]);
    return wrapLines(type, text, { style: 'print', limit, maxLines: 99 }).map((line) => line.text);
  };
  expect(await wrapped('one two three', 4000)).toEqual(['one two', 'three']);
  expect(await wrapped('我们同意。合同', 4200)).toEqual(['我们', '同意。', '合同']);
  const thai = await wrapped('สัญญาฉบับนี้ทำขึ้น', 4000);
  expect(thai.length).toBeGreaterThan(1);
  expect(thai.join('')).toBe('สัญญาฉบับนี้ทำขึ้น');
  for (const line of await wrapped('क्षत्रिय'.repeat(8), 3000)) expect(line).not.toMatch(/^\p{M}/u);
});
