import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inspectPdf } from '@countersign/pdf-sign';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import { makePdf } from '../../../test/support/pdf.ts';
import { newDataKey } from '../crypto/sealed-file.ts';
import { createPdfPool } from './pdf-pool.ts';
import { type LocalSource, readSource } from './pdf-source.ts';

const pool = createPdfPool();
let folder = '';
const at = (name: string): string => join(folder, name);
/** What a worker writes is encrypted. */
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
const of = (bytes: Uint8Array): LocalSource => ({ parts: [{ bytes }] });
const active = makePdf({ catalog: '/OpenAction<</S/JavaScript/JS(1)>>' });

test('damage is told, not thrown; what is no PDF is thrown', async () => {
  expect(await pool.judge(of(healthy))).toMatchObject({ state: 'sound', inspection: { pageCount: 2 } });
  expect(await pool.judge(of(broken))).toMatchObject({ state: 'damaged' });
  await expect(pool.judge(of(Buffer.from('text')))).rejects.toMatchObject({ code: 'rejected', reason: 'not_a_pdf' });
});

test('an object that no inspection needs is read too', async () => {
  const hidden = Buffer.from(healthy.toString('latin1').replace('<</Type/Font', '<</Type/Font('), 'latin1');
  expect(inspectPdf(healthy).pageCount).toBe(2);
  expect(await pool.judge(of(hidden))).toMatchObject({ state: 'damaged' });
});

test('a candidate that is sound and whole is taken, and nothing else is written', async () => {
  await writeFile(at('candidate.pdf'), healthy);
  const files = { candidate: at('candidate.pdf'), target: sealed('target.pdf') };
  expect(await pool.repair(of(broken), files)).toMatchObject({ by: 'candidate', inspection: { pageCount: 2 } });
  expect(await readdir(folder)).toEqual(['candidate.pdf']);
});

test.each<[string, Uint8Array]>([
  ['has lost a page', makePdf({ pages: 1 })],
  ['is damaged itself', broken],
])('a candidate that %s is not: our own rebuild is written', async (_, candidate) => {
  await writeFile(at('candidate.pdf'), candidate);
  const files = { candidate: at('candidate.pdf'), target: sealed('target.pdf') };
  expect(await pool.repair(of(broken), files)).toMatchObject({ by: 'rebuild', inspection: { pageCount: 2 } });
  expect(inspectPdf(await written('target.pdf')).pageCount).toBe(2);
});

test('without a candidate the rebuild is written', async () => {
  const files = { candidate: null, target: sealed('target.pdf') };
  expect(await pool.repair(of(broken), files)).toMatchObject({ by: 'rebuild' });
});

test('a file that has lost a page is refused, however good the candidate looks', async () => {
  const lost = Buffer.from(broken.toString('latin1').replace(/6 0 obj[^]*?endobj/, ''), 'latin1');
  await writeFile(at('candidate.pdf'), makePdf({ pages: 1 }));
  const files = { candidate: at('candidate.pdf'), target: sealed('target.pdf') };
  await expect(pool.repair(of(lost), files)).rejects.toMatchObject({ code: 'rejected', reason: 'damaged' });
});

test('active content is taken out into a new file, never over one that is there', async () => {
  expect(await pool.strip(of(active), sealed('target.pdf'))).toMatchObject({ activeContent: [], pageCount: 1 });
  expect((await written('target.pdf')).toString('latin1')).not.toContain('JavaScript');
  await expect(pool.strip(of(active), sealed('target.pdf'))).rejects.toMatchObject({ code: 'crashed' });
});

test('a repair that takes too long is ended, and the next one is served', async () => {
  const files = { candidate: null, target: sealed('target.pdf') };
  await expect(pool.repair(of(broken), files, { timeoutMs: 0 })).rejects.toMatchObject({ code: 'timeout' });
  expect(await pool.repair(of(broken), { ...files, target: sealed('next.pdf') })).toMatchObject({ by: 'rebuild' });
});
