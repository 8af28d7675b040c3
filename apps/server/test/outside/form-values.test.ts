import { writeFile } from 'node:fs/promises';
import { findDamage } from '@countersign/pdf-sign';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawForm } from '../../src/platform/pdf/form-appearances/draw-form.ts';
import { withPage } from '../../src/platform/pdf/pdfium/index.ts';
import { BLANK, fieldBox, makeForm, STALE, text } from '../support/form-pdf.ts';
import type { TestField } from '../support/form-pdf.ts';
import { inFolder, runTool } from './folder.ts';
import type { Box, Picture } from './render.ts';
import { render } from './render.ts';

/** Returns the file with its fields drawn, as in an upload. */
async function drawn(pdf: Buffer): Promise<Buffer> {
  const form = await drawForm(pdf);
  if (form.state !== 'drawn') throw new Error(`The form was not drawn: ${JSON.stringify(form)}`);
  const file = Buffer.concat([pdf, form.tail]);
  expect(findDamage(file)).toBeNull();
  return file;
}

/** Renders a page in PDFium, which draws fields from their values if the form requests it. */
async function renderPdfium(pdf: Buffer): Promise<Picture> {
  return withPage({ parts: [{ bytes: pdf }] }, 1, (page) => {
    const [width, height] = [Math.round(page.size.width * 1.5), Math.round(page.size.height * 1.5)];
    const rgba = page.picture(width, height);
    const pixels = Buffer.alloc(width * height);
    for (let at = 0; at < pixels.length; at += 1)
      pixels[at] = Math.round(((rgba[4 * at] ?? 0) + (rgba[4 * at + 1] ?? 0) + (rgba[4 * at + 2] ?? 0)) / 3);
    return { width, height, pixels };
  });
}

const CELL = 8;

/**
 * Returns the darkness of each small square in the box. The values are similar for the same text, even if a PDF reader
 * substitutes fonts.
 */
function shades({ width, pixels }: Picture, box: Box): number[] {
  const shade: number[] = [];
  const [left, top] = [Math.round(box.x * 1.5), Math.round(box.y * 1.5)];
  const [right, bottom] = [Math.round((box.x + box.width) * 1.5), Math.round((box.y + box.height) * 1.5)];
  for (let y = top; y < bottom; y += CELL)
    for (let x = left; x < right; x += CELL) {
      let [sum, count] = [0, 0];
      for (let row = y; row < Math.min(y + CELL, bottom); row += 1)
        for (let column = x; column < Math.min(x + CELL, right); column += 1, count += 1)
          sum += 255 - (pixels[row * width + column] ?? 255);
      shade.push(sum / count / 255);
    }
  return shade;
}

/** Returns the difference between two pictures of a box, as a share of their ink. */
function difference(one: Picture, other: Picture, box: Box): number {
  const [a, b] = [shades(one, box), shades(other, box)];
  const total = a.reduce((sum, value, index) => sum + Math.max(value, b[index] ?? 0), 0);
  const apart = a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0);
  return total < 0.05 ? 0 : apart / total;
}

async function textOf(pdf: Buffer): Promise<string> {
  return inFolder(async (file) => {
    await writeFile(file('form.pdf'), pdf);
    return (await runTool('pdftotext', ['-layout', file('form.pdf'), '-'])).stdout.toString();
  });
}

/**
 * PDF readers start text up to two points apart, and draw the marks in check boxes and radio buttons in different
 * sizes.
 */
const ALIKE = 0.4;
const SAME = 0.3;
const DA = '/DA(/Helv 12 Tf 0 g)';
const CASES: readonly (readonly [what: string, field: TestField, shown: string])[] = [
  ['stale text', { entries: `/FT/Tx/V(1,200.00)${DA}/AP<</N ${STALE}>>` }, '1,200.00'],
  ['blank text', { entries: `/FT/Tx/V(Ada Lovelace)${DA}/AP<</N ${BLANK}>>` }, 'Ada Lovelace'],
  ['text without an appearance', { entries: `/FT/Tx/V(Born 1815)${DA}` }, 'Born 1815'],
  ['right', { entries: `/FT/Tx/Q 2/V(To the right)${DA}/AP<</N ${STALE}>>` }, 'To the right'],
  ['center', { entries: `/FT/Tx/Q 1/V(In the middle)${DA}/AP<</N ${STALE}>>` }, 'In the middle'],
  ['several lines', { entries: `/FT/Tx/Ff 4096/V(First\\rSecond)/DA(/Helv 8 Tf 0 g)`, height: 30 }, 'Second'],
  ['a comb', { entries: `/FT/Tx/Ff 16777216/MaxLen 6/V(AB12)/MK<</BC[0 0 0]>>${DA}` }, '2'],
  ['accents of PDFDocEncoding', { entries: `/FT/Tx/V(\\215Caf\\351\\216 \\240 5)${DA}` }, '“Café” € 5'],
  [
    'a drop-down with another text for its value',
    { entries: `/FT/Ch/Ff 131072/V(b)/Opt[[(a)(Alpha)][(b)(Beta)]]${DA}/AP<</N ${BLANK}>>` },
    'Beta',
  ],
  ['upside down', { entries: `/FT/Tx/V(Turned)/MK<</R 180/BC[0 0 0]>>${DA}` }, ''],
  ['a quarter turn', { entries: `/FT/Tx/V(Up)/MK<</R 90/BC[0 0 0]>>${DA}`, width: 34, height: 30 }, ''],
  ['a quarter turn back', { entries: `/FT/Tx/V(Up)/MK<</R 270/BC[0 0 0]>>${DA}`, width: 34, height: 30 }, ''],
  ['a password', { entries: `/FT/Tx/Ff 8192/V(geheim)${DA}/AP<</N ${STALE}>>` }, '******'],
  ['no value', { entries: `/FT/Tx/MK<</BG[0.8]/BC[0 0 0]>>${DA}/AP<</N ${STALE}>>` }, ''],
  ['a ticked box', { entries: '/FT/Btn/V/Yes/AS/Yes/MK<</CA(4)/BC[0 0 0]>>/DA(/ZaDb 0 Tf 0 g)', width: 20 }, ''],
  [
    'a box that is not ticked',
    { entries: '/FT/Btn/V/Off/AS/Off/MK<</CA(4)/BC[0 0 0]>>/DA(/ZaDb 0 Tf 0 g)', width: 20 },
    '',
  ],
  ['a radio button', { entries: '/FT/Btn/Ff 32768/V/A/AS/A/MK<</CA(l)/BC[0 0 0]>>/DA(/ZaDb 0 Tf 0 g)', width: 20 }, ''],
];

describe('a form with /NeedAppearances', () => {
  const fields = CASES.map(([, field]) => field);
  const asked = makeForm(fields, { needAppearances: true });
  let file: Buffer;
  let before: Picture[];
  let after: Picture[];
  beforeAll(async () => {
    file = await drawn(asked);
    before = [await renderPdfium(asked), await render('pdftoppm', asked, 1)];
    after = [await renderPdfium(file), await render('pdftoppm', file, 1), await render('mutool', file, 1)];
  });

  test.each(CASES.map(([what], index) => [what, index] as const))(
    '%s: shows the same field values in every PDF reader, whether or not the reader draws the fields itself',
    (_, index) => {
      const box = fieldBox(fields, index);
      for (const picture of after) {
        // Each PDF reader has limitations: Poppler draws no borders, and PDFium supports only the state /Yes.
        expect(Math.min(...before.map((other) => difference(other, picture, box)))).toBeLessThan(ALIKE);
        for (const other of after) expect(difference(other, picture, box)).toBeLessThan(SAME);
      }
    },
  );

  test('contains each value as text, and no outdated text', async () => {
    const found = await textOf(file);
    for (const [, , shown] of CASES) expect(found).toContain(shown);
    expect(found).not.toContain('800.00');
    expect(found).not.toContain('geheim');
  });
});

describe('a form without /NeedAppearances', () => {
  const kept: readonly TestField[] = [
    { entries: `/FT/Tx/V(1,200.00)${DA}/AP<</N ${STALE}>>` },
    { entries: `/FT/Btn/V/Yes/AS/Off/AP<</N<</Yes ${STALE}/Off ${BLANK}>>>>` },
    { entries: `/FT/Tx/F 2/V(hidden)${DA}` },
    { entries: '/FT/Btn/Ff 65536/MK<</CA(Press)>>' },
    { entries: `/FT/Tx${DA}` },
  ];

  test('keeps the appearances that readers show', async () => {
    expect(await drawForm(makeForm(kept))).toEqual({ state: 'shown' });
  });

  test('adds missing appearances', async () => {
    const file = await drawn(makeForm([...kept, { entries: `/FT/Tx/V(Charles Babbage)${DA}` }]));
    expect(await textOf(file)).toContain('Charles Babbage');
    expect(await textOf(file)).toContain('800.00');
  });
});

test.each([
  ['Greek', 'Ελένη'],
  ['Hebrew', 'שלום'],
  ['Arabic', 'مرحبا'],
  ['Chinese', '合同金额'],
  ['Devanagari', 'नमस्ते'],
])("draws a value in %s even if the form's font does not cover it", async (_, value) => {
  const asked = makeForm([{ entries: `/FT/Tx/V${text(value)}${DA}/AP<</N ${STALE}>>` }], { needAppearances: true });
  const file = await drawn(asked);
  expect((await textOf(file)).replaceAll(/[\u200e\u200f\u202a-\u202e\s]/g, '').normalize('NFC')).toContain(value);
});

test.each([
  ['a character that no font has', `/FT/Tx/T(Amount)/V${text('5 \u{10fffd}')}`, /Amount/],
  ['a value that is not text', '/FT/Tx/T(Amount)/V<</Type/Odd>>', /Amount/],
])('rejects a field with %s, and names the field', async (_, entries, named) => {
  const form = await drawForm(makeForm([{ entries: `${entries}${DA}` }], { needAppearances: true }));
  expect(form.state === 'refused' ? form.field : form.state).toMatch(named);
});
