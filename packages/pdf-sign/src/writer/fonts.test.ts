import { expect, it } from 'vitest';
import { makePdf } from '../../test/support/pdf.ts';
import { send, sign } from '../../test/support/sign.ts';
import { PdfFile } from '../reader/file.ts';
import { readFields } from '../reader/form.ts';
import { PdfStream } from '../reader/objects.ts';
import { entriesOf } from './serialize.ts';
import type { FontResource } from './types.ts';

const FONT: FontResource = {
  kind: 'embedded',
  baseFont: 'ABCDEF+Noto Sans',
  format: 'truetype',
  file: Buffer.from('deflated'),
  fileLength: 1234,
  bbox: [-10, -200, 1000, 900],
  ascent: 900,
  descent: -200,
  capHeight: 700,
  italicAngle: 0,
  widths: [[3, 512.5]],
  unicode: Array.from({ length: 150 }, (_, glyph): [number, string] => [glyph, glyph === 3 ? 'ff\u{1f600}' : 'x']),
};

it('writes an embedded font so that readers can draw, measure and copy its text', () => {
  const appearance = { width: 10, height: 10, content: '', resources: { fonts: [{ name: 'F', font: FONT }] } };
  const file = new PdfFile(sign(send(makePdf()), { field: 'Signer_1', appearance }).file);
  const field = readFields(file).find((candidate) => candidate.name === 'Signer_1');
  const form = file.resolve(file.dict(field?.dict.get('AP') ?? null)?.get('N') ?? null);
  const resources = form instanceof PdfStream ? file.dict(form.dict.get('Resources')) : null;
  const font = file.dict(file.dict(resources?.get('Font') ?? null)?.get('F') ?? null);
  const descendant = file.dict(file.array(font?.get('DescendantFonts') ?? null)[0] ?? null);
  expect(descendant === null ? [] : entriesOf(descendant)).toEqual(
    expect.arrayContaining([
      ['Subtype', '/CIDFontType2'],
      ['BaseFont', '/ABCDEF+Noto#20Sans'],
      ['W', '[3 [512.5]]'],
    ]),
  );
  expect(file.number(file.dict(descendant?.get('FontDescriptor') ?? null)?.get('Ascent') ?? null)).toBe(900);
  const unicode = file.resolve(font?.get('ToUnicode') ?? null);
  const map = unicode instanceof PdfStream ? file.decode(unicode).toString('latin1') : '';
  expect(map).toContain('<0003> <00660066d83dde00>');
  expect(map.match(/\d+ beginbfchar/g)).toEqual(['100 beginbfchar', '50 beginbfchar']);
});
