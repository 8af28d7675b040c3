import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

import { resumeHasher } from '@countersign/pdf-sign';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fieldText } from './appearance/field-text.ts';
import { loadFonts } from './appearance/fonts.ts';
import { tryPages } from './page-view.ts';
import { testPool } from './test-pool.fixture.ts';
import type { PdfPool } from './pdf-pool.ts';
import type { LocalSource, PdfSource } from './pdf-source.ts';
import { FileSealer, newDataKey } from '../crypto/sealed-file.ts';
import { sha256Hex } from '../crypto/tokens.ts';
import { memoryBlobs } from '../ports/fakes/memory-blobs.ts';
import { pdfiumHeapBytes } from './pdfium/index.ts';
import { PdfTaskError } from './pdf-task-error.ts';
import { largePdf } from '../../../../../bench/pdf.ts';
import { makeForm, STALE } from '../../../test/support/form-pdf.ts';
import { makeBomb } from '../../../test/support/pdf.ts';
import { pageWith } from './test-page.ts';

let pool: PdfPool;
let page: Buffer;

beforeAll(async () => {
  pool = testPool();
  const type = await (await loadFonts()).typesetter([]);
  const line = (value: string): ReturnType<typeof fieldText>['appearance'] =>
    fieldText(type, { value, width: 200, height: 20 }).appearance;
  page = pageWith(
    [
      { appearance: line('Lease agreement'), x: 72, y: 700 },
      { appearance: line('Between the parties'), x: 72, y: 660 },
      { appearance: line('second column'), x: 330, y: 660 },
    ],
    { width: 595, height: 842 },
  );
});

afterAll(() => pool.close());

const of = (...parts: Uint8Array[]): LocalSource => ({ parts: parts.map((bytes) => ({ bytes })) });

async function failure(task: Promise<unknown>): Promise<PdfTaskError> {
  const error: unknown = await task.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PdfTaskError)) throw new Error(`expected a PdfTaskError, got ${String(error)}`);
  return error;
}

test('reads a file on disk and the revisions appended to it as one file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pdf-'));
  try {
    const path = join(folder, 'upload');
    await writeFile(path, page.subarray(0, 500));
    const source = { parts: [{ path }, { bytes: page.subarray(500, 900) }, { bytes: page.subarray(900) }] };
    expect(await pool.inspect(source)).toMatchObject({ pageCount: 1, encrypted: false, signatures: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('computes the resumable hash of a file piece by piece, even if it is encrypted, and rejects a damaged file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pdf-'));
  try {
    const bytes = Buffer.alloc(300_000, 'Lease agreement ');
    const [plain, path, key] = [join(folder, 'plain'), join(folder, 'sealed'), newDataKey()];
    const sealer = new FileSealer(key);
    const sealed = Buffer.concat([...sealer.update(bytes), ...sealer.final()]);
    await Promise.all([writeFile(plain, bytes), writeFile(path, sealed)]);
    const sha256 = sha256Hex(Buffer.concat([bytes, page]));
    const more = Buffer.from('what a signature appends');
    for (const part of [{ path: plain }, { path, sealedWith: key }]) {
      const made = await pool.hashState({ parts: [part, { bytes: page }] });
      expect(made.sha256).toBe(sha256);
      const resumed = (await resumeHasher(made.state)).update(more);
      expect(resumed.digest().toString('hex')).toBe(sha256Hex(Buffer.concat([bytes, page, more])));
    }
    sealed[200_000] = ~(sealed[200_000] ?? 0);
    await writeFile(path, sealed);
    const error = await failure(pool.hashState({ parts: [{ path, sealedWith: key }] }));
    expect(error).toMatchObject({ code: 'rejected', reason: 'source_damaged' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('reads a stored file again if its local copy is damaged, and rejects the file only if it is still damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pdf-'));
  try {
    const [intact, wrong, key] = [join(folder, 'intact'), join(folder, 'wrong'), newDataKey()];
    const sealer = new FileSealer(key);
    const sealed = Buffer.concat([...sealer.update(page), ...sealer.final()]);
    await writeFile(intact, sealed);
    sealed[100] = ~(sealed[100] ?? 0);
    await writeFile(wrong, sealed);
    const opened: string[] = [];
    const stored = (first: string, fresh: string): PdfSource => ({
      parts: [
        {
          open: async ({ isFresh = false } = {}) => {
            const path = isFresh ? fresh : first;
            opened.push(path);
            return { path, release: () => undefined };
          },
          sealedWith: key,
        },
      ],
    });
    expect((await pool.hashState(stored(wrong, intact))).sha256).toBe(sha256Hex(page));
    expect(opened).toEqual([wrong, intact]);
    const error = await failure(pool.hashState(stored(wrong, wrong)));
    expect(error).toMatchObject({ code: 'rejected', reason: 'source_damaged' });
    expect(opened).toEqual([wrong, intact, wrong, wrong]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('rejects a missing file and does not crash', async () => {
  const error = await failure(pool.inspect({ parts: [{ path: join(tmpdir(), 'no-such-upload') }] }));
  expect(error).toMatchObject({ code: 'rejected', reason: 'source_missing' });
});

test('makes a stored file available locally for a task, and releases the file regardless of how the task ends', async () => {
  const blobs = memoryBlobs();
  const [key, unreadable] = ['ten_01k9zzzzzzzzzzzzzzzzzzzzzz/page', 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz/noise'];
  await blobs.put(key, page);
  await blobs.put(unreadable, Buffer.from('not a PDF'));
  const lent: string[] = [];
  const stored = (name: string): PdfSource => ({
    parts: [
      {
        open: async () => {
          const file = await blobs.localFile(name);
          lent.push(file.path);
          return file;
        },
      },
    ],
  });
  expect(await pool.inspect(stored(key))).toMatchObject({ pageCount: 1 });
  expect(await failure(pool.inspect(stored(unreadable)))).toMatchObject({ code: 'rejected' });
  expect(lent).toHaveLength(2);
  expect(lent.filter((path) => existsSync(path))).toEqual([]);
  const gone = await failure(pool.inspect(stored(`${key}_gone`)));
  expect(gone).toMatchObject({ code: 'rejected', reason: 'source_missing' });
});

test('finds a stored file that was moved after the lookup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pdf-'));
  try {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    await writeFile(after, page);
    let asked = 0;
    const moved = { open: async () => ({ path: (asked += 1) === 1 ? before : after, release: () => undefined }) };
    expect(await pool.inspect({ parts: [moved] })).toMatchObject({ pageCount: 1 });
    await rm(after);
    expect(await failure(pool.inspect({ parts: [moved] }))).toMatchObject({ reason: 'source_missing' });
    expect(asked).toBe(4);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('prepares a revision with space for the seal and returns its bytes as Buffers', async () => {
  const prepared = await pool.prepareSend(of(page), {
    signers: [{ key: 'Signer_1' }],
    fileId: new Uint8Array(16),
    date: new Date('2026-11-20T10:00:00Z'),
    certify: { name: 'Example' },
  });
  expect(Buffer.isBuffer(prepared.revision.tail)).toBe(true);
  expect(prepared.certified).toBe(true);
  expect(prepared.places).toMatchObject([{ field: 'Signer_1', place: { page: 2 } }]);
  expect(await pool.inspect(of(page, prepared.revision.tail))).toMatchObject({ pageCount: 2 });
});

test('draws the form fields on sending if the draft was uploaded to an earlier server version', async () => {
  const form = makeForm([{ entries: `/FT/Tx/V(1,200.00)/DA(/Helv 12 Tf 0 g)/AP<</N ${STALE}>>` }], {
    needAppearances: true,
  });
  const prepared = await pool.prepareSend(of(form), {
    signers: [{ key: 'Signer_1' }],
    fileId: new Uint8Array(16),
    date: new Date('2026-11-20T10:00:00Z'),
    certify: {},
  });
  if (!prepared.certified) throw new Error('the form is not certified');
  const { tail, contents, byteRange } = prepared.revision;
  expect(tail.toString('latin1')).toContain('(1,200.00) Tj');
  // The signature's offsets are relative to the end of the upload.
  expect(tail.toString('latin1', contents.offset - 10, contents.offset + 2)).toBe('/Contents <0');
  expect(form.length + contents.offset).toBe(byteRange[1]);
  expect(byteRange[2] + byteRange[3]).toBe(form.length + tail.length);
  expect(await pool.inspect(of(form, tail))).toMatchObject({ pageCount: 2 });
});

test('renders a page with the requested width and the aspect ratio of the page', async () => {
  const picture = await pool.render(of(page), { page: 1, width: 600, format: 'webp' });
  expect(picture).toMatchObject({ width: 600, height: 849, contentType: 'image/webp' });
  const { data, info } = await sharp(picture.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 600, height: 849 });
  // There is ink at the first line, and white paper at the foot of the page.
  const darkest = (fromRow: number, toRow: number): number => Math.min(...data.subarray(fromRow * 600, toRow * 600));
  expect(darkest(120, 145)).toBeLessThan(80);
  expect(darkest(700, 840)).toBe(255);
});

test('never renders a page wider than 2,400 pixels or larger than 16 megapixels', async () => {
  const picture = await pool.render(of(page), { page: 1, width: 1e6, format: 'webp' });
  expect(picture.width).toBe(2400);
  const long = await pool.render(of(pageWith([], { width: 10, height: 14_000 })), {
    page: 1,
    width: 2400,
    format: 'webp',
  });
  expect(long.width * long.height).toBeLessThanOrEqual(16_000_000);
});

test('shows the value of a form field in the page image', async () => {
  const type = await (await loadFonts()).typesetter([]);
  const appearance = fieldText(type, { value: 'filled in', width: 100, height: 20 }).appearance;
  const { revision } = await pool.prepareSend(of(page), {
    signers: [],
    senderFields: [
      { name: 'Rent', kind: 'text', page: 1, x: 100, y: 400, width: 100, height: 20, value: 'filled in', appearance },
    ],
    fileId: new Uint8Array(16),
    date: new Date('2026-11-20T10:00:00Z'),
    certify: {},
  });
  const darkest = async (source: PdfSource): Promise<number> => {
    const picture = await pool.render(source, { page: 1, width: 595, format: 'webp' });
    const part = sharp(picture.bytes).extract({ left: 100, top: 400, width: 100, height: 20 });
    return Math.min(...(await part.greyscale().raw().toBuffer()));
  };
  expect(await darkest(of(page))).toBe(255);
  expect(await darkest(of(page, revision.tail))).toBeLessThan(120);
});

test('returns the text of a page line by line with positions, and separates columns', async () => {
  const text = await pool.pageText(of(page), 1);
  expect(text).toMatchObject({ width: 595, height: 842 });
  expect(text.lines.map((line) => line.text)).toEqual(['Lease agreement', 'Between the parties', 'second column']);
  const [first, , column] = text.lines;
  expect(first?.x).toBeCloseTo(74, 0);
  expect(first?.y).toBeGreaterThan(842 - 725);
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(842 - 695);
  expect(column?.x).toBeCloseTo(332, 0);
});

test('rejects a page number that does not exist in the document', async () => {
  for (const number of [0, 2, -1]) {
    const error = await failure(pool.render(of(page), { page: number, width: 100, format: 'webp' }));
    expect(error).toMatchObject({ code: 'rejected', reason: 'page_out_of_range' });
  }
});

test('rejects data that is not a PDF and states the reason', async () => {
  expect(await failure(pool.inspect(of(Buffer.alloc(0))))).toMatchObject({ code: 'rejected', reason: 'not_a_pdf' });
  expect(await failure(pool.inspect(of(Buffer.alloc(5000, 1))))).toMatchObject({
    code: 'rejected',
    reason: 'not_a_pdf',
  });
  expect(await failure(pool.pageText(of(Buffer.from('hello')), 1))).toMatchObject({
    code: 'rejected',
    reason: 'damaged',
  });
});

/** Each file is hostile in one way. None of them may hang, crash the process or make the pool unusable. */
function hostileFiles(): Record<string, Buffer> {
  const head = Buffer.from('%PDF-1.7\n');
  const withRoot = (body: string): Buffer => {
    const objects = `1 0 obj\n${body}\nendobj\n`;
    const xref = head.length + objects.length;
    const table = `xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n<</Size 2/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`;
    return Buffer.concat([head, Buffer.from(objects + table)]);
  };
  const bomb = deflateSync(Buffer.alloc(96 * 2 ** 20), { level: 9 });
  const stream = Buffer.concat([
    Buffer.from(
      `1 0 obj\n<</Type/XRef/Size 99999999/W[1 4 2]/Root 2 0 R/Filter/FlateDecode/Length ${bomb.length}>>\nstream\n`,
    ),
    bomb,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  return {
    'arrays nested without end': withRoot(`<</Type/Catalog/Pages ${'['.repeat(200_000)}`),
    'dictionaries nested without end': withRoot(`<</Type/Catalog${'/A<<'.repeat(100_000)}`),
    'a page tree that contains itself': withRoot('<</Type/Pages/Kids[1 0 R 1 0 R]/Count 2/Pages 1 0 R>>'),
    'a cross-reference stream that inflates a thousandfold': Buffer.concat([
      head,
      stream,
      Buffer.from('startxref\n9\n%%EOF\n'),
    ]),
    'cross-reference sections in a circle': Buffer.from(
      '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1/Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF\n',
    ),
    'a cut file': page.subarray(0, Math.floor(page.length * 0.7)),
  };
}

test('returns a clear error for each hostile file, and then runs the next task', async () => {
  for (const [name, bytes] of Object.entries(hostileFiles())) {
    for (const task of [() => pool.inspect(of(bytes)), () => pool.pageText(of(bytes), 1)]) {
      const outcome = await task().then(
        () => 'answered',
        (error: unknown) => (error instanceof PdfTaskError ? error.code : error),
      );
      expect(['answered', 'rejected', 'timeout', 'out_of_memory'], name).toContain(outcome);
    }
  }
  expect(await pool.inspect(of(page))).toMatchObject({ pageCount: 1 });
});

test('processes or rejects a file after any byte is changed, without crashing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(page.length - 1), fc.integer({ min: 0, max: 255 }), async (at, value) => {
      const bytes = Buffer.from(page);
      bytes[at] = value;
      const outcome = await pool.inspect(of(bytes)).then(
        () => 'answered',
        (error: unknown) => (error instanceof PdfTaskError ? error.code : error),
      );
      expect(['answered', 'rejected']).toContain(outcome);
    }),
    { numRuns: 150 },
  );
});

test('does not retry a page that exceeds the memory limit, and renders the other pages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pdf-'));
  try {
    const path = join(folder, 'upload');
    await writeFile(path, makeBomb());
    const source = { parts: [{ path }] };
    expect(await pool.tryPages(source)).toEqual([2]);
    const draw = (number: number) => pool.render(source, { page: number, width: 300, format: 'webp' });
    expect(await failure(draw(2))).toMatchObject({ code: 'out_of_memory', retryAfterSeconds: 600 });
    const again = await failure(draw(2));
    expect(again).toMatchObject({
      code: 'out_of_memory',
      message: 'Page 2 could not be rendered. Try again later.',
    });
    expect(await draw(1)).toMatchObject({ width: 300 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('reports no problem if the test rendering of an upload fails, and logs the failure', async () => {
  const lines: unknown[][] = [];
  const logged = testPool({ log: { warn: (...line: unknown[]) => void lines.push(line) } });
  try {
    // PDFium takes longer than this limit to load.
    expect(await logged.tryPages(of(page), { timeoutMs: 1 })).toEqual([]);
    expect(lines).toEqual([
      [expect.objectContaining({ err: expect.any(PdfTaskError) }), 'could not render the pages of an upload'],
    ]);
    expect(await logged.tryPages(of(page))).toEqual([]);
    expect(lines).toHaveLength(1);
  } finally {
    await logged.close();
  }
});

test('renders all pages of a large file with little memory', async () => {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  expect(await tryPages(of(largePdf(40 * 2 ** 20)), { progress, budgetMs: 60_000 })).toEqual({ failed: [] });
  expect(progress[0]).toBe(39);
  expect(await pdfiumHeapBytes()).toBeLessThan(40 * 2 ** 20);
});

test('stops a task that exceeds its limit', async () => {
  const error = await failure(pool.render(of(page), { page: 1, width: 2400, format: 'webp' }, { timeoutMs: 1 }));
  expect(error.code).toBe('timeout');
  expect(await pool.inspect(of(page))).toMatchObject({ pageCount: 1 });
});
