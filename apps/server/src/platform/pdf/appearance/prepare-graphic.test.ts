import { execFileSync } from 'node:child_process';
import { inflateSync } from 'node:zlib';

import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import { PdfTaskError } from '../pdf-task-error.ts';
import { decodeSignatureImage, SignatureImageError } from '../signature-image.ts';
import { pageWith } from '../test-page.ts';
import { AppearanceError } from './appearance-error.ts';
import { loadFonts } from './fonts.ts';
import { prepareGraphic } from './prepare-graphic.ts';
import type { GraphicInput, GraphicTools } from './prepare-graphic.ts';
import { signatureAppearance } from './signature-appearance.ts';

let tools: GraphicTools;

beforeAll(async () => {
  tools = {
    typesetter: await (await loadFonts()).typesetter([]),
    // Works like the pool, but in this thread.
    signatureImage: (bytes) =>
      decodeSignatureImage(bytes).catch((error: unknown) => {
        if (error instanceof SignatureImageError)
          throw new PdfTaskError('rejected', error.message, { reason: error.code });
        throw error;
      }),
  };
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0L9 9" stroke="black"/></svg>';

async function codeOf(input: GraphicInput): Promise<string> {
  const error: unknown = await prepareGraphic(tools, input).then(
    () => 'taken',
    (reason: unknown) => reason,
  );
  return error instanceof AppearanceError ? error.code : String(error);
}

/** A picture 60 wide and 40 high: a half-transparent red bar of 20 x 10 at (10, 20). */
function bar(background: { r: number; g: number; b: number; alpha: number }): Sharp {
  return sharp({ create: { width: 60, height: 40, channels: 4, background } }).composite([
    {
      input: { create: { width: 20, height: 10, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } },
      left: 10,
      top: 20,
    },
  ]);
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };

test('accepts a drawn SVG with and without a data: prefix', async () => {
  const base64 = Buffer.from(SVG).toString('base64');
  expect(await codeOf({ type: 'drawn', data: base64 })).toBe('taken');
  expect(await codeOf({ type: 'drawn', data: `data:image/svg+xml;base64,${base64}` })).toBe('taken');
  expect(await codeOf({ type: 'drawn', data: `data:image/svg+xml;charset=utf-8;base64,${base64}` })).toBe('taken');
});

test('crops a PNG to its ink and keeps its alpha channel', async () => {
  const data = (await bar(CLEAR).png().toBuffer()).toString('base64');
  const mark = await prepareGraphic(tools, { type: 'drawn', data });
  expect(mark.bounds).toEqual({ x: 0, y: 0, width: 20, height: 10 });
  const image = mark.images[0]?.image;
  expect([...inflateSync(image?.rgb ?? Buffer.alloc(0)).subarray(0, 3)]).toEqual([255, 0, 0]);
  const alpha = inflateSync(image?.alpha ?? Buffer.alloc(0));
  expect(alpha).toHaveLength(200);
  expect([...new Set(alpha)]).toEqual([128]);
});

test('shows the signature image at its position in the PDF, lighter where it is transparent', async () => {
  const mark = await prepareGraphic(tools, {
    type: 'uploaded',
    data: (await bar(CLEAR).png().toBuffer()).toString('base64'),
  });
  const appearance = signatureAppearance(tools.typesetter, {
    kind: 'initials',
    mark,
    signerName: '',
    identity: '',
    signedAt: '2026-11-20T10:45:12Z',
    documentId: '',
    width: 40,
    height: 20,
  });
  const pdf = pageWith([{ appearance, x: 30, y: 40 }], { width: 100, height: 100 });
  const png = execFileSync('pdftoppm', ['-r', '72', '-png', '-'], { input: pdf });
  const at = async (left: number, top: number): Promise<number[]> => [
    ...(await sharp(png).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
  ];
  const [red = 0, green = 0, blue = 0] = await at(50, 50);
  expect(red).toBeGreaterThan(250);
  expect(green).toBeGreaterThan(110);
  expect(green).toBeLessThan(145);
  expect(blue).toBe(green);
  expect(await at(10, 10)).toEqual([255, 255, 255]);
});

test('writes no soft mask for an opaque image, and accepts JPEG only for uploads', async () => {
  const data = (await bar(WHITE).flatten().jpeg().toBuffer()).toString('base64');
  const mark = await prepareGraphic(tools, { type: 'uploaded', data });
  expect(mark.images[0]?.image).not.toHaveProperty('alpha');
  expect(await codeOf({ type: 'drawn', data })).toBe('invalid_signature_data');
});

test('scales down large signature images', async () => {
  const wide = sharp({
    create: { width: 2600, height: 300, channels: 4, background: { r: 0, g: 0, b: 90, alpha: 1 } },
  });
  const mark = await prepareGraphic(tools, {
    type: 'uploaded',
    data: (await wide.png().toBuffer()).toString('base64'),
  });
  expect(mark.bounds.width).toBe(1200);
});

test.each([
  ['transparent', CLEAR],
  ['white', WHITE],
  ['nearly white', { r: 253, g: 253, b: 252, alpha: 1 }],
  ['nearly transparent black', { r: 0, g: 0, b: 0, alpha: 0.01 }],
])('treats a %s image as empty', async (_name, background) => {
  const blank = await sharp({ create: { width: 30, height: 30, channels: 4, background } })
    .png()
    .toBuffer();
  expect(await codeOf({ type: 'drawn', data: blank.toString('base64') })).toBe('empty_signature');
});

test('rejects an uploaded, drawn or typed signature that is too large', async () => {
  const huge = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  expect(await codeOf({ type: 'uploaded', data: huge.toString('base64') })).toBe('signature_too_large');
  expect(await codeOf({ type: 'drawn', data: 'A'.repeat(1_500_000) })).toBe('signature_too_large');
  expect(await codeOf({ type: 'typed', data: 'a'.repeat(201) })).toBe('signature_too_large');
});

test.each([
  ['data that is not base64', '%%%'],
  ['an image that is neither PNG nor JPEG nor SVG', Buffer.from('GIF89a......').toString('base64')],
  ['a PDF', Buffer.from('%PDF-1.7').toString('base64')],
  ['a truncated PNG', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1').toString('base64')],
  ['an SVG that is not valid UTF-8', Buffer.from('<svg \xff', 'latin1').toString('base64')],
])('rejects invalid signature data: %s', async (_name, data) => {
  expect(await codeOf({ type: 'drawn', data })).toBe('invalid_signature_data');
});

test('rejects SVG as an uploaded signature', async () => {
  expect(await codeOf({ type: 'uploaded', data: Buffer.from(SVG).toString('base64') })).toBe('invalid_signature_data');
});

test('treats missing text or missing data as an empty signature', async () => {
  expect(await codeOf({ type: 'typed', data: '  \n ' })).toBe('empty_signature');
  expect(await codeOf({ type: 'drawn', data: 'data:image/png;base64,' })).toBe('empty_signature');
});

test('draws replacement characters for a typed name that no font can draw', async () => {
  const { bounds } = await prepareGraphic(tools, { type: 'typed', data: '\u{13000}\u{13001}' });
  expect(bounds.width).toBeGreaterThan(1000);
});

test('draws a typed name in the chosen handwriting, and in the casual style by default', async () => {
  const hands = ['casual', 'lively', 'elegant', 'classic'] as const;
  const typesetter = await (await loadFonts()).typesetter(['Anna'], null, hands);
  const widths = await Promise.all(
    [undefined, ...hands].map(async (hand) => {
      const { bounds } = await prepareGraphic({ ...tools, typesetter }, { type: 'typed', data: 'Anna', hand });
      return Math.round(bounds.width);
    }),
  );
  expect(widths[0]).toBe(widths[1]);
  expect(new Set(widths).size).toBe(4);
});
