import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldSpec, FieldValue } from '../src/index.ts';
import { everyKind, fieldsOfEveryKind, valuesOfEveryKind } from './support/fields.ts';
import { makePdf } from './support/pdf.ts';
import type { TestPage } from './support/pdf.ts';
import { mark, seal, send, sendOptions, sign } from './support/sign.ts';

/** Checks that third-party programs can read and draw every kind of field. */

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pdf-fields-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { encoding: 'latin1', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 });

function write(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** Draws the first page as displayed, in gray at 72 dots per inch. */
function draw(renderer: 'mutool' | 'pdftoppm', file: Buffer): { width: number; pixels: Buffer } {
  const pdf = write('drawn.pdf', file);
  const out = path.join(folder, 'page.pgm');
  if (renderer === 'mutool') run('mutool', 'draw', '-q', '-r', '72', '-F', 'pgm', '-o', out, pdf, '1');
  else run('pdftoppm', '-r', '72', '-gray', '-cropbox', '-singlefile', pdf, out.replace('.pgm', ''));
  const image = readFileSync(out);
  const header = /^P5\s+(\d+)\s+\d+\s+255\s/.exec(image.toString('latin1', 0, 40));
  return { width: Number(header?.[1]), pixels: image.subarray(header?.[0].length ?? 0) };
}

type Box = { x: number; y: number; width: number; height: number };

function inkIn({ width, pixels }: ReturnType<typeof draw>, box: Box, margin = 0): number {
  let dark = 0;
  for (let y = Math.floor(box.y - margin); y < box.y + box.height + margin; y++)
    for (let x = Math.floor(box.x - margin); x < box.x + box.width + margin; x++)
      if ((pixels[y * width + x] ?? 255) < 160) dark += 1;
  return dark;
}

/** Returns the position of each field, or the position of the selected button for a radio group. */
const boxes = (fields: readonly FieldSpec[]) =>
  fields.map((field) => ({ name: field.name, box: field.buttons?.at(-1) ?? field }));

const PAGES: [string, TestPage][] = [
  ['upright', {}],
  ['rotated by 90 degrees', { rotate: 90 }],
  ['rotated by 180 degrees', { rotate: 180 }],
  ['rotated by 270 degrees', { rotate: 270 }],
  ['cropped', { cropBox: [50, 60, 500, 700] }],
  ['cropped and rotated by 270 degrees', { rotate: 270, cropBox: [50, 60, 500, 700] }],
];

/** The appearance is dark only in its upper left half, so rotating or mirroring it moves the ink. */
const corner = (width: number, height: number) => ({
  width,
  height,
  content: `0 g 0 ${height / 2} ${width / 2} ${height / 2} re f`,
});

describe.each(['mutool', 'pdftoppm'] as const)('%s', (renderer) => {
  it.each(PAGES)('draws each kind of field only at its position on a page that is %s', (_, page) => {
    const fields = fieldsOfEveryKind(1, { x: 30, y: 20 });
    const sent = send(
      makePdf({ pages: [{ ...page, text: '' }] }),
      sendOptions({
        signers: [{ key: 'S', signaturePlace: { page: 1, x: 200, y: 20, width: 80, height: 40 }, fields }],
      }),
    );
    const values = valuesOfEveryKind(1).map((value): FieldValue => {
      const { width, height } = fields.find(({ name }) => name === value.name) ?? { width: 1, height: 1 };
      return value.appearance === undefined ? value : { ...value, appearance: corner(width, height) };
    });
    const picture = draw(renderer, sign(sent, { field: 'S', values, appearance: corner(80, 40) }).file);
    for (const { name, box } of [...boxes(fields), { name: 'S', box: { x: 200, y: 20, width: 80, height: 40 } }]) {
      const inside = inkIn(picture, box);
      expect(inside, `the amount of ink in ${name}`).toBeGreaterThan(10);
      expect(inkIn(picture, box, 2), `the amount of ink beside ${name}`).toBeLessThanOrEqual(inside + 4);
      if (/^(checkbox|radio)/.test(name)) continue;
      const { x, y, width, height } = box;
      expect(
        inkIn(picture, { x: x + 1, y: y + 1, width: width / 2 - 2, height: height / 2 - 2 }),
        name,
      ).toBeGreaterThan(10);
      expect(
        inkIn(picture, { x: x + width / 2 + 2, y: y + height / 2 + 2, width: width / 2 - 4, height: height / 2 - 4 }),
        name,
      ).toBe(0);
    }
  });

  it('draws different appearances for the on and off states', () => {
    const fields = fieldsOfEveryKind(1);
    const sent = send(makePdf({ pages: [{ text: '' }] }), everyKind());
    const before = draw(renderer, sent.file);
    const after = draw(renderer, sign(sent, { field: 'Signer_1', values: valuesOfEveryKind(1) }).file);
    const tick = fields.find(({ kind }) => kind === 'checkbox');
    const [off, on] = fields.find(({ kind }) => kind === 'radio')?.buttons ?? [];
    if (!tick || !off || !on) throw new Error('Some fields are missing.');
    // Empty boxes and circles are visible. A button that is on has more ink, and a button that is off does not change.
    expect(inkIn(before, tick)).toBeGreaterThan(10);
    expect(inkIn(after, tick)).toBeGreaterThan(inkIn(before, tick) + 8);
    expect(inkIn(after, on)).toBeGreaterThan(inkIn(before, on) + 8);
    expect(inkIn(after, off)).toBe(inkIn(before, off));
  });

  it('blends an image by its alpha channel', () => {
    const image = {
      width: 2,
      height: 1,
      rgb: deflateSync(Buffer.from([0, 0, 0, 0, 0, 0])),
      // The left half is opaque, and the right half is transparent.
      alpha: deflateSync(Buffer.from([255, 0])),
    };
    const place = { page: 1, x: 60, y: 60, width: 100, height: 40 };
    const sent = send(
      makePdf({ pages: [{ text: '' }] }),
      sendOptions({ signers: [{ key: 'S', signaturePlace: place }] }),
    );
    const resources = { xobjects: [{ name: 'I', image }] };
    const appearance = { width: 100, height: 40, content: 'q 100 0 0 40 0 0 cm /I Do Q', resources };
    const picture = draw(renderer, sign(sent, { field: 'S', appearance }).file);
    expect(inkIn(picture, { x: 65, y: 65, width: 30, height: 30 })).toBe(30 * 30);
    expect(inkIn(picture, { x: 125, y: 65, width: 30, height: 30 })).toBe(0);
  });
});

/** The test uses mutool, because poppler ignores the page's unit and draws the page at the size of its box. */
it('draws a field at the correct position on a page in units of two points', () => {
  const fields = fieldsOfEveryKind(1, { x: 40, y: 40 });
  const sent = send(
    makePdf({ pages: [{ userUnit: 2, mediaBox: [0, 0, 300, 400], text: '' }] }),
    sendOptions({ signers: [{ key: 'S', fields }] }),
  );
  const picture = draw('mutool', sign(sent, { field: 'S', values: valuesOfEveryKind(1), appearance: mark('x') }).file);
  for (const { name, box } of boxes(fields)) expect(inkIn(picture, box), name).toBeGreaterThan(10);
});

describe('completed file', () => {
  const finished = () => {
    const sent = send(makePdf({ pages: [{ text: '' }] }), everyKind());
    const first = sign(sent, { field: 'Signer_1', values: valuesOfEveryKind(1) });
    return seal(sign(first, { field: 'Signer_2', values: valuesOfEveryKind(2) })).file;
  };

  it('has fields and values that qpdf reads without errors', () => {
    const file = write('finished.pdf', finished());
    expect(run('qpdf', '--check', file)).toContain('No syntax or stream encoding errors');
    const { acroform } = JSON.parse(
      execFileSync('qpdf', ['--json=1', '--json-key=acroform', file], { encoding: 'utf8' }),
    ) as {
      acroform: {
        fields: { fullname: string; value: unknown; ischeckbox: boolean; isradiobutton: boolean; choices: string[] }[];
      };
    };
    const found = (name: string) => acroform.fields.filter(({ fullname }) => fullname === name);
    expect(found('checkbox_1')).toMatchObject([{ value: '/Yes', ischeckbox: true }]);
    // Each button has its own position.
    expect(found('radio_1')).toMatchObject([
      { value: '/1', isradiobutton: true },
      { value: '/1', isradiobutton: true },
    ]);
    expect(found('dropdown_1')).toMatchObject([{ value: 'Zürich', choices: ['Oslo', 'Zürich', '北京'] }]);
    expect(found('number_2')).toMatchObject([{ value: '12.50' }]);
  });

  it('shows field values as text', () => {
    const text = run('pdftotext', write('finished.pdf', finished()), '-');
    for (const value of ['2026-11-20', 'ann@example.org', 'Acme Oy', '12.50']) expect(text).toContain(value);
  });
});
