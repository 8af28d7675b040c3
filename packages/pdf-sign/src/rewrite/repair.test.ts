import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstExtra, makePdf, pageObject, stream } from '../../test/support/pdf.ts';
import type { TestPdf } from '../../test/support/pdf.ts';
import { send, sendOptions, signFirst } from '../../test/support/sign.ts';
import { pixels, qpdfComplaint, throughQpdf } from '../../test/support/tools.ts';
import { PdfError } from '../errors.ts';
import { inspectPdf } from '../reader/inspect.ts';
import { prepareSend } from '../writer/send.ts';
import { findDamage, repairPdf } from './rewrite.ts';

const PAGES: NonNullable<TestPdf['pages']> = [{ text: 'First' }, { text: 'Second', rotate: 90 }, { text: 'Third' }];
const HEALTHY = makePdf({ pages: PAGES });
const text = (pdf: Buffer): string => pdf.toString('latin1');
const bytes = (source: string): Buffer => Buffer.from(source, 'latin1');
const replaced = (from: string | RegExp, to: string, pdf = HEALTHY): Buffer => {
  const result = text(pdf).replace(from, to);
  if (result === text(pdf)) throw new Error(`There is no text to replace: ${String(from)}`);
  return bytes(result);
};
function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
  return 'none';
}

describe('repairPdf', () => {
  const objectStreams = throughQpdf(HEALTHY, ['--object-streams=generate']);
  it.each<[string, Buffer]>([
    ['a wrong startxref', replaced(/startxref\n\d+/, 'startxref\n7')],
    ['no end marker', HEALTHY.subarray(0, HEALTHY.indexOf('xref\n'))],
    ['a truncated trailer', HEALTHY.subarray(0, HEALTHY.indexOf('/Root'))],
    ['cross-reference rows that point nowhere', replaced(/0000000\d\d\d 00000 n/g, '0000000009 00000 n')],
    ['lines that were converted to CR LF', replaced(/endobj\n/g, 'endobj\r\n')],
    ['a stream longer than its stated length', replaced(/\/Length (\d+)/, '/Length 4')],
    ['a stream shorter than its stated length', replaced(/\/Length (\d+)/, '/Length 99999')],
    ['a wrong page count', replaced('/Count 3', '/Count 4711')],
    ['no page count', replaced('/Count 3', '')],
    ['a page without the type Page', replaced('/Type/Page/', '/Type/Pgae/')],
    ['a missing trailer', replaced(/trailer[^]*$/, '')],
    ['a child that does not exist', replaced(`/Kids[${pageObject(1)} 0 R`, '/Kids[99 0 R')],
    ['a page tree with a cycle', replaced(`/Kids[${pageObject(1)} 0 R`, '/Kids[2 0 R')],
    ['a wrong parent entry', replaced('/Parent 2 0 R', '/Parent 1 0 R')],
    ['object streams without a cross-reference', replaced(/startxref\n\d+/, 'startxref\n5', objectStreams)],
    ['object streams without an end marker', objectStreams.subarray(0, objectStreams.lastIndexOf('startxref') - 40)],
    [
      'extra bytes before the header and offsets from the first byte',
      Buffer.concat([bytes('X'.repeat(300)), replaced(/startxref\n\d+/, 'startxref\n1')]),
    ],
    [
      'extra bytes before the header and offsets from the header',
      Buffer.concat([bytes('HTTP/1.1 200 OK\r\n\r\n'), HEALTHY]),
    ],
    ['a byte order mark before the header', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), HEALTHY])],
  ])('repairs a file with %s', (_, damaged) => {
    expect(findDamage(damaged)).not.toBeNull();
    const { bytes: clean, pageCount } = repairPdf(damaged);
    expect(pageCount).toBe(3);
    expect(inspectPdf(clean).pages.map(({ rotation }) => rotation)).toEqual([0, 90, 0]);
    expect(findDamage(clean)).toBeNull();
    expect(qpdfComplaint(clean)).toBeNull();
    expect(pixels(clean).equals(pixels(HEALTHY))).toBe(true);
    expect(repairPdf(damaged).bytes.equals(clean)).toBe(true);
  });

  it.each(['stream \r\n', 'stream\t\n', 'stream  \n', 'stream \t\r\n'])(
    'does not treat the white space in %j as data, because that would leave the page blank',
    (keyword) => {
      const compressed = throughQpdf(HEALTHY, ['--compress-streams=y', '--object-streams=disable']);
      const loose = replaced(/stream\n(?=x)/g, keyword, compressed);
      expect(findDamage(loose)).not.toBeNull();
      const { bytes: clean, repairs } = repairPdf(loose);
      expect(repairs).toEqual(['structure']);
      expect(findDamage(clean)).toBeNull();
      expect(pixels(clean).equals(pixels(HEALTHY))).toBe(true);
    },
  );

  describe('signed file with bytes before its header', () => {
    const signed = signFirst(send(HEALTHY)).file;
    it('removes bytes that were prepended to the file after signing, and keeps every byte from the header on', () => {
      const damaged = Buffer.concat([bytes('\r\n'), signed]);
      expect(inspectPdf(damaged).signedFrom).toBe('header');
      expect(repairPdf(damaged)).toMatchObject({ repairs: ['leading_bytes'], pageCount: 4 });
      expect(repairPdf(damaged).bytes.equals(signed)).toBe(true);
    });

    it('does not remove bytes before the header that were signed', () => {
      const whole = signFirst(send(makePdf({ pages: PAGES, junk: 'junk\n' }))).file;
      expect(inspectPdf(whole)).toMatchObject({ signatures: 2, signedFrom: 'file' });
      expect(codeOf(() => repairPdf(whole))).toBe('already_signed');
    });

    it('does not remove the bytes when a signature matches neither the complete file nor the file without them', () => {
      const cut = Buffer.concat([bytes('junk\n'), replaced(/(?<=\/ByteRange *\[)0/, '1', signed)]);
      expect(inspectPdf(cut).signedFrom).toBe('neither');
      expect(codeOf(() => repairPdf(cut))).toBe('already_signed');
    });
  });

  it('rejects a page whose compressed content is truncated or unreadable', () => {
    const compressed = throughQpdf(HEALTHY, ['--compress-streams=y', '--object-streams=disable']);
    const start = compressed.indexOf('stream\n') + 'stream\n'.length;
    const end = compressed.indexOf('endstream', start);
    const cut = Buffer.concat([compressed.subarray(0, end - 12), compressed.subarray(end)]);
    const filled = Buffer.from(compressed).fill('#', start, end);
    expect(codeOf(() => repairPdf(replaced(/startxref\n\d+/, 'startxref\n7', cut)))).toBe('damaged');
    expect(codeOf(() => repairPdf(replaced(/startxref\n\d+/, 'startxref\n7', filled)))).toBe('damaged');
  });

  describe('incomplete update', () => {
    const newer = `${pageObject(1)} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>\nendobj\n`;
    const row = `xref\n${pageObject(1)} 1\n${String(HEALTHY.length).padStart(10, '0')} 00000 n \n`;
    it.each<[string, string]>([
      ['within an object', newer.slice(0, 40)],
      ['after an object', newer],
      ['within its cross-reference table', `${newer}${row}`],
      ['after its trailer', `${newer}${row}trailer\n<</Size 20/Root 1 0 R/Prev 9>>\n`],
      ['within its offset', `${newer}${row}trailer\n<</Size 20/Root 1 0 R/Prev 9>>\nstartxref\n`],
      ['far from the end of the previous revision', newer + '%'.repeat(10_000)],
    ])('omits and reports an incomplete update that was truncated %s', (_, tail) => {
      const cut = Buffer.concat([HEALTHY, bytes(tail)]);
      expect(findDamage(cut)).not.toBeNull();
      const { bytes: clean, repairs } = repairPdf(cut);
      expect(repairs).toEqual(['unfinished_update']);
      expect(clean.equals(HEALTHY)).toBe(true);
    });

    it('does not confuse an incomplete update with a complete one or with other bytes after the end', () => {
      expect(inspectPdf(Buffer.concat([HEALTHY, bytes('\r\n<html>object</html>')])).unfinishedUpdate).toBe(false);
      expect(inspectPdf(HEALTHY).unfinishedUpdate).toBe(false);
      expect(inspectPdf(Buffer.concat([HEALTHY, bytes(newer)])).unfinishedUpdate).toBe(true);
    });

    it('omits an incomplete update and repairs the revision before the update', () => {
      const wrongCount = Buffer.concat([replaced('/Count 3', '/Count 4'), bytes(newer)]);
      const { bytes: clean, repairs, pageCount } = repairPdf(wrongCount);
      expect(repairs).toEqual(['unfinished_update', 'structure']);
      expect(pageCount).toBe(3);
      expect(text(clean)).not.toContain('300 200');
    });
  });

  it('creates pages for a page tree node that is listed twice', () => {
    const node = firstExtra(2);
    const apart = makePdf({
      pages: PAGES.slice(0, 2),
      objects: [`<</Type/Pages/Parent 2 0 R/Count 1/Kids[${pageObject(2)} 0 R]>>`],
    });
    const kids = `${pageObject(1)} 0 R ${pageObject(2)} 0 R]/Count 2`;
    const own = replaced(
      `/Type/Page/Parent 2 0 R/Contents ${pageObject(2) + 1}`,
      `/Type/Page/Parent ${node} 0 R/Contents ${pageObject(2) + 1}`,
      apart,
    );
    const file = replaced(kids, `${pageObject(1)} 0 R ${node} 0 R ${node} 0 R]/Count 3`, own);
    const { bytes: clean, repairs } = repairPdf(file);
    expect(repairs).toContain('repeated_page');
    expect(inspectPdf(clean)).toMatchObject({ pageCount: 3, repeatedPages: [] });
    expect(pixels(clean).equals(pixels(file))).toBe(true);
  });

  it('creates two pages for a page that is listed twice, but keeps the field on the first of them', () => {
    const field = firstExtra(2);
    const widget = `<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(Ada)/Rect[72 72 200 100]/AP<</N ${field + 1} 0 R>>>>`;
    const look = stream('/Type/XObject/Subtype/Form/BBox[0 0 128 28]', '1 0 0 rg 0 0 128 28 re f');
    const apart = makePdf({
      pages: [{ text: 'Only', extra: `/Annots[${field} 0 R]` }, {}],
      catalog: `/AcroForm<</Fields[${field} 0 R]>>`,
      objects: [widget, look],
    });
    const twice = replaced(`${pageObject(2)} 0 R]/Count`, `${pageObject(1)} 0 R]/Count`, apart);
    expect(inspectPdf(twice).repeatedPages).toEqual([2]);
    const { bytes: clean, repairs } = repairPdf(twice);
    expect(repairs).toEqual(['repeated_page']);
    expect(inspectPdf(clean)).toMatchObject({ pageCount: 2, repeatedPages: [], fieldNames: ['Name'] });
    expect(text(clean).match(/\/Widget/g)).toHaveLength(1);
    expect(pixels(clean).equals(pixels(twice))).toBe(true);
    expect(qpdfComplaint(clean)).toBeNull();
  });

  it.each<[string, Buffer, string]>([
    ['one of its pages', replaced(new RegExp(`${pageObject(2)} 0 obj[^]*?endobj`), ''), 'damaged'],
    ['the content of a page', HEALTHY.subarray(0, HEALTHY.lastIndexOf('endstream')), 'damaged'],
    ['the font', replaced(/3 0 obj[^]*?endobj/, ''), 'damaged'],
    ['the catalog', replaced(/1 0 obj[^]*?endobj/, ''), 'damaged'],
    ['everything except its header', bytes('%PDF-1.7\n'), 'damaged'],
    ['the header', HEALTHY.subarray(40), 'not_a_pdf'],
  ])('refuses a file that has lost %s', (_, damaged, code) => {
    expect(codeOf(() => repairPdf(damaged))).toBe(code);
  });

  it('refuses a page tree that has lost one of two pages', () => {
    const damaged = replaced(/\/Kids\[[^\]]*\]/, `/Kids[${pageObject(1)} 0 R]`);
    expect(codeOf(() => repairPdf(damaged))).toBe('damaged');
  });

  it('uses the newest definition of an object, and no definition from an attached file', () => {
    const extra = firstExtra(1);
    const newer = `${pageObject(1)} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>\nendobj\n`;
    const attached = stream('', newer.replace('300 200', '1 1'));
    const file = makePdf({ catalog: `/Names<</EmbeddedFiles<</Names[(a)${extra} 0 R]>>>>`, objects: [attached] });
    const updated = Buffer.concat([file, bytes(newer), bytes('startxref\n3\n%%EOF\n')]);
    expect(inspectPdf(repairPdf(updated).bytes).pages).toMatchObject([{ width: 300, height: 200 }]);
    expect(inspectPdf(repairPdf(replaced(/startxref\n\d+/, 'startxref\n3', file)).bytes).pages).toMatchObject([
      { width: 595, height: 842 },
    ]);
  });

  it('keeps the first part of the file ID and removes earlier revisions', () => {
    const { bytes: clean } = repairPdf(replaced(/startxref\n\d+/, 'startxref\n7'));
    expect(text(clean)).toContain('/ID[<00112233445566778899aabbccddeeff><');
    expect(text(clean).match(/startxref/g)).toHaveLength(1);
  });

  it('never changes a file with signatures or encryption', () => {
    const signed = signFirst(send(HEALTHY));
    expect(codeOf(() => repairPdf(signed.file))).toBe('already_signed');
    expect(codeOf(() => repairPdf(throughQpdf(HEALTHY, ['--encrypt', '', 'owner', '256'])))).toBe('encrypted');
    const lost = throughQpdf(HEALTHY, ['--allow-weak-crypto', '--encrypt', '', 'owner', '40']);
    expect(codeOf(() => repairPdf(lost.subarray(0, lost.lastIndexOf('trailer'))))).toBe('encrypted');
  });

  it('writes repaired files that can be sent for signing', () => {
    const { bytes: clean } = repairPdf(replaced(/startxref\n\d+/, 'startxref\n7'));
    const { revision } = prepareSend(clean, sendOptions());
    expect(inspectPdf(Buffer.concat([clean, revision.tail])).unsignedFields).toContain('Signer_1');
  });
});

/** One case of typical damage to a file: its kind, position and size. */
type Accident = readonly [kind: number, at: number, size: number];

function damage(pdf: Buffer, [kind, at, size]: Accident): Buffer {
  const from = at % pdf.length;
  const length = 1 + (size % 60);
  if (kind === 0) return pdf.subarray(0, from);
  if (kind === 1) {
    const flipped = Buffer.from(pdf);
    flipped[from] = (flipped[from] ?? 0) ^ (1 << (size % 8));
    return flipped;
  }
  if (kind === 2) return Buffer.concat([pdf.subarray(0, from), pdf.subarray(from + length)]);
  if (kind === 3) return Buffer.concat([pdf.subarray(0, from), Buffer.alloc(length, size), pdf.subarray(from)]);
  const number = new RegExp(kind === 4 ? String.raw`/Length \d+` : String.raw`startxref\s+\d+`, 'g');
  return bytes(text(pdf).replaceAll(number, (found) => `${found.replace(/\d+$/, '')}${size}`));
}

describe('damaged file', () => {
  const samples = (['table', 'stream', 'hybrid'] as const)
    .map((xref) => makePdf({ xref, pages: PAGES }))
    .concat(throughQpdf(HEALTHY, ['--object-streams=generate']));
  const accident = fc.tuple(fc.nat(5), fc.nat(100_000), fc.nat(10_000));

  it('rewrites a damaged file so that every reader agrees, or refuses it', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.array(accident, { minLength: 1, maxLength: 3 }), (which, accidents) => {
        const damaged = accidents.reduce(damage, samples[which] ?? HEALTHY);
        const code = codeOf(() => repairPdf(damaged));
        if (code !== 'none') {
          expect(['damaged', 'not_a_pdf', 'encrypted', 'too_complex']).toContain(code);
          return;
        }
        const { bytes: clean, pageCount } = repairPdf(damaged);
        expect(findDamage(clean)).toBeNull();
        expect(inspectPdf(clean).pageCount).toBe(pageCount);
        expect(pageCount).toBe(3);
      }),
      { seed: 20_261_120, numRuns: 800 },
    );
  });

  it('rewrites a damaged file so that it passes qpdf --check', () => {
    fc.assert(
      fc.property(fc.nat(3), accident, (which, one) => {
        const damaged = damage(samples[which] ?? HEALTHY, one);
        if (codeOf(() => repairPdf(damaged)) === 'none')
          expect(qpdfComplaint(repairPdf(damaged).bytes) ?? '').not.toMatch(/xref|trailer|object|page|stream length/);
      }),
      { seed: 20_261_120, numRuns: 40 },
    );
  });
});
