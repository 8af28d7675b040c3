import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inspectPdf } from '@countersign/pdf-sign';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';

import { makePdf } from '../../../test/support/pdf.ts';
import { newDataKey } from '../crypto/sealed-file.ts';
import { testPool } from './test-pool.fixture.ts';
import type { UploadedFile } from './page-comparison.ts';
import { readSource } from './pdf-source.ts';

const pool = testPool();
let folder = '';
const at = (name: string): string => join(folder, name);
const KEY = newDataKey();
const sealed = (name: string) => ({ path: at(name), sealedWith: KEY });
const written = async (name: string): Promise<Buffer> => {
  expect((await readFile(at(name))).includes('endobj')).toBe(false);
  return readSource({ parts: [sealed(name)] });
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-rewrite-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => pool.close());

const healthy = makePdf({ pages: 2 });
const broken = Buffer.from(healthy.toString('latin1').replace(/startxref\n\d+/, 'startxref\n9'), 'latin1');
const of = (bytes: Uint8Array): UploadedFile => ({ source: { parts: [{ bytes }] } });
const active = makePdf({ catalog: '/OpenAction<</S/JavaScript/JS(1)>>' });

test('reports damage in its result, but throws an error for data that is not a PDF', async () => {
  expect(await pool.judge(of(healthy))).toMatchObject({ state: 'sound', inspection: { pageCount: 2 } });
  expect(await pool.judge(of(broken))).toMatchObject({ state: 'damaged' });
  await expect(pool.judge(of(Buffer.from('text')))).rejects.toMatchObject({ code: 'rejected', reason: 'not_a_pdf' });
});

test('detects a damaged PDF object that the inspection of an upload does not read', async () => {
  const hidden = Buffer.from(healthy.toString('latin1').replace('<</Type/Font', '<</Type/Font('), 'latin1');
  expect(inspectPdf(healthy).pageCount).toBe(2);
  expect(await pool.judge(of(hidden))).toMatchObject({ state: 'damaged' });
});

test('writes a repaired file to a new encrypted file and lists the repairs', async () => {
  expect(await pool.repair(of(broken), sealed('target.pdf'))).toMatchObject({
    repairs: ['structure'],
    encryption: null,
    inspection: { pageCount: 2 },
  });
  expect(inspectPdf(await written('target.pdf')).pageCount).toBe(2);
});

test('rejects a repaired file that has lost a page', async () => {
  const lost = Buffer.from(broken.toString('latin1').replace(/6 0 obj[^]*?endobj/, ''), 'latin1');
  await expect(pool.repair(of(lost), sealed('target.pdf'))).rejects.toMatchObject({
    code: 'rejected',
    reason: 'damaged',
  });
});

test('writes the file without active content to a new path, and never overwrites an existing file', async () => {
  expect(await pool.strip(of(active).source, sealed('target.pdf'))).toMatchObject({ activeContent: [], pageCount: 1 });
  expect((await written('target.pdf')).toString('latin1')).not.toContain('JavaScript');
  await expect(pool.strip(of(active).source, sealed('target.pdf'))).rejects.toMatchObject({ code: 'crashed' });
});

test('stops a repair that takes too long, and runs the next one', async () => {
  const limits = { timeoutMs: 0 };
  await expect(pool.repair(of(broken), sealed('target.pdf'), limits)).rejects.toMatchObject({ code: 'timeout' });
  expect(await pool.repair(of(broken), sealed('next.pdf'))).toMatchObject({ repairs: ['structure'] });
});

describe('comparison of the pages of a rewritten file', () => {
  const compare = (before: Uint8Array, after: Uint8Array) => pool.compare(of(before), of(after));
  const page = (content: string): Buffer => makePdf({ content });
  const text = (words: string, place = '20 40') => `BT /F1 14 Tf ${place} Td (${words}) Tj ET`;

  test('treats pages as equal if only the structure of the file changes', async () => {
    expect(await compare(healthy, healthy)).toEqual({ outcome: 'same' });
    expect(await compare(broken, healthy)).toEqual({ outcome: 'same' });
  });

  test.each([
    ['one digit', text('The rent is 1,200 EUR'), text('The rent is 1,300 EUR')],
    ['the position of a line', text('Rent'), text('Rent', '20 42')],
    ['a hairline', text('Rent'), `${text('Rent')} 0.2 w 0 10 m 200 10 l S`],
    ['invisible text', text('Rent'), `${text('Rent')} 3 Tr ${text('Hidden')}`],
    ['everything', text('Rent'), ''],
  ])('reports pages that differ by %s', async (_, before, after) => {
    expect(await compare(page(before), page(after))).toEqual({ outcome: 'different', page: 1 });
  });

  test('reports a page that exists in only one of the files', async () => {
    const longer = makePdf({ pages: 3 });
    expect(await compare(longer, healthy)).toEqual({ outcome: 'different', page: 3 });
    expect(await compare(healthy, longer)).toEqual({ outcome: 'different', page: 3 });
  });

  test.each([
    ['text without a font', page('BT 20 40 Td (Rent) Tj ET')],
    ['an image that does not exist', page('q 100 0 0 50 0 0 cm /Lost Do Q')],
  ])('reports a blank page that has content: %s', async (_, blank) => {
    expect(await compare(blank, blank)).toEqual({ outcome: 'undrawn', page: 1 });
  });

  test.each([
    ['no content', page('')],
    ['pages filled with white', page('1 g 0 0 200 100 re f')],
    ['spaces', page(text('   '))],
  ])('treats empty pages as equal: %s', async (_, blank) => {
    expect(await compare(blank, blank)).toEqual({ outcome: 'same' });
  });

  test('reports pages as unreadable if PDFium cannot read them', async () => {
    expect(await compare(Buffer.from('%PDF-1.7 nothing'), healthy)).toEqual({ outcome: 'unreadable' });
  });
});
