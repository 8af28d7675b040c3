import { describe, expect, it } from 'vitest';
import { appendUpdate, contentObject, makePdf, pageObject, stream } from '../../test/support/pdf.ts';
import { PdfFile } from './file.ts';
import { PdfDict, PdfStream } from './objects.ts';
import { walkPages } from './pages.ts';

function contentOf(file: PdfFile, page: number): string {
  const value = file.object(contentObject(page));
  return value instanceof PdfStream ? file.decode(value).toString('latin1') : '';
}

const replaced = (from: string, to: string) => Buffer.from(makePdf().toString('latin1').replace(from, to), 'latin1');

describe('PdfFile', () => {
  it.each(['table', 'stream', 'hybrid'] as const)('reads a file with a cross-reference %s', (xref) => {
    const file = new PdfFile(makePdf({ xref, pages: [{ text: 'One' }, { text: 'Two' }] }));
    expect([...walkPages(file)]).toHaveLength(2);
    expect(contentOf(file, 2)).toContain('(Two)');
    // In a hybrid file, the font is free in the table and present in the stream.
    expect(file.object(3)).toBeInstanceOf(PdfDict);
  });

  it('counts offsets from the header, or from the first byte as some PDF producers do', () => {
    expect(contentOf(new PdfFile(makePdf({ junk: 'HTTP/1.1 200 OK\r\n\r\n' })), 1)).toContain('Page 1');
    const header = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
    const shifted = makePdf().toString('latin1').replace(header, 'junk\n%PDF-1.7\n\n');
    expect(contentOf(new PdfFile(Buffer.from(shifted, 'latin1')), 1)).toContain('Page 1');
  });

  it('reads the latest version of an object, and the earlier version from the file before the update', () => {
    const old = makePdf();
    const updated = appendUpdate(old, { [contentObject(1)]: stream('', 'newer') });
    expect(contentOf(new PdfFile(updated), 1)).toBe('newer');
    expect(contentOf(new PdfFile(updated.subarray(0, old.length)), 1)).toContain('Page 1');
    expect(new PdfFile(updated).sections).toHaveLength(2);
  });

  it('reads a cross-reference table whose rows are too short', () => {
    const short = Buffer.from(
      makePdf()
        .toString('latin1')
        .replaceAll(/ ([nf])\r\n/g, ' $1\n'),
      'latin1',
    );
    expect(contentOf(new PdfFile(short), 1)).toContain('Page 1');
  });

  it('finds the end of a stream whose declared length is wrong', () => {
    expect(contentOf(new PdfFile(replaced('/Length 40', '/Length 12')), 1)).toContain('Page 1');
  });

  it('does not follow cycles between objects', () => {
    const own = replaced('/Length 40', '/Length 5 0 R');
    expect(contentOf(new PdfFile(own), 1)).toContain('Page 1');
    const circle = appendUpdate(makePdf(), { 900: '901 0 R', 901: '900 0 R', 902: 'null' });
    expect(() => new PdfFile(circle).resolve(new PdfFile(circle).object(900))).toThrow(
      expect.objectContaining({ code: 'damaged' }),
    );
    const at = makePdf().length;
    const looped = appendUpdate(makePdf(), { 900: 'null' }, { prev: at + '900 0 obj\nnull\nendobj\n'.length });
    expect(new PdfFile(looped).sections).toHaveLength(1);
  });

  it.each<[string, Buffer, string]>([
    ['is not a PDF', Buffer.from('plain text'), 'not_a_pdf'],
    ['is empty', Buffer.alloc(0), 'not_a_pdf'],
    ['has no end marker', makePdf().subarray(0, 300), 'damaged'],
    ['contains a wrong offset', replaced('startxref\n', 'startxref\n9'), 'damaged'],
    ['has no catalog', replaced('/Root 1 0 R', '/Root 99 0 R'), 'damaged'],
    ['has another object at the stated position', replaced('4 0 obj', '9 0 obj'), 'damaged'],
    ['has a page tree that loops', replaced('/Kids[4 0 R]', '/Kids[2 0 R]'), 'damaged'],
    ['states more objects than it has bytes', replaced('xref\n0 6\n', 'xref\n0 4000000\n'), 'damaged'],
    ['states impossible object numbers', replaced('xref\n0 6\n', 'xref\n0 999999999\n'), 'too_complex'],
  ])('refuses a file that %s', (_, bytes, code) => {
    expect(() => {
      const file = new PdfFile(bytes);
      return [...walkPages(file)];
    }).toThrow(expect.objectContaining({ code }));
  });

  it('rejects a page tree that grows endlessly', () => {
    // Each level lists the next one twice. If nodes could be visited twice, there would be 2^30 pages.
    const levels: Record<number, string> = {};
    for (let level = 0; level < 30; level++)
      levels[100 + level] = `<</Type/Pages/Kids[${101 + level} 0 R ${101 + level} 0 R]>>`;
    const bytes = appendUpdate(makePdf(), { ...levels, 130: '<</Type/Page>>', 2: '<</Type/Pages/Kids[100 0 R]>>' });
    expect(() => [...walkPages(new PdfFile(bytes))]).toThrow(expect.objectContaining({ code: 'damaged' }));
  });

  it('rejects PDF streams that depend on each other', () => {
    const chain: Record<number, string> = {};
    for (let number = 100; number < 400; number++)
      chain[number] = `<</Length ${number + 1} 0 R>>\nstream\nx\nendstream`;
    const file = new PdfFile(appendUpdate(makePdf(), chain));
    expect(() => file.object(100)).toThrow(expect.objectContaining({ code: 'too_complex' }));
  });

  it('rejects a page tree from which a page is missing', () => {
    const file = new PdfFile(appendUpdate(makePdf({ pages: [{}, {}] }), { [pageObject(2)]: '7' }));
    expect(() => [...walkPages(file)]).toThrow(expect.objectContaining({ code: 'damaged' }));
  });
});
