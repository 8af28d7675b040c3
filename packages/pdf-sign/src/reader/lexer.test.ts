import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PdfError } from '../errors.ts';
import { serialize } from '../writer/serialize.ts';
import { Lexer } from './lexer.ts';
import { dict, name, PdfRef, PdfString, textString } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';

function parse(source: string): PdfValue {
  return new Lexer(Buffer.from(source, 'latin1')).value();
}

function text(source: string): string {
  const value = parse(source);
  return value instanceof PdfString ? value.bytes.toString('latin1') : 'no string';
}

describe('Lexer', () => {
  it.each<[string, PdfValue]>([
    ['42', 42],
    ['-17', -17],
    ['+.5', 0.5],
    ['4.', 4],
    ['--5', -5],
    ['0x10', 0],
    ['true', true],
    ['null', null],
    ['/A#20b', name('A b')],
    ['/', name('')],
    ['12 0 R', new PdfRef(12)],
    ['[1 2 0 R 3]', [1, new PdfRef(2), 3]],
    ['% comment\n 7', 7],
  ])('reads the object %s', (source, expected) => {
    expect(parse(source)).toEqual(expected);
  });

  it('reads the escapes of literal strings', () => {
    expect(text(String.raw`(a\(b\)\\ \101\60 \n(nested))`)).toBe('a(b)\\ A0 \n(nested)');
    expect(text('(one\\\r\ntwo\\\nthree)')).toBe('onetwothree');
    expect(text(String.raw`(\8\))`)).toBe('8)');
  });

  it('reads hexadecimal strings with gaps and an odd last digit', () => {
    expect(text('<48 65\n6c6C 6F2>')).toBe('Hello ');
  });

  it('reports duplicate keys and the positions of values', () => {
    const lexer = new Lexer(Buffer.from('<</A 1/B (x)/A 2>>'));
    lexer.spans = new Map();
    const value = lexer.value() as PdfDict;
    expect(value.get('A')).toBe(2);
    expect(value.duplicates).toEqual(['A']);
    expect(lexer.spans.get('B')).toEqual([9, 12]);
  });

  it.each(['(never closed', '<</A', '<</A 1 2>>', '[1 2', '<41', ')', '', 'xyz', '[1 0 R1]'])(
    'rejects the text "%s" as an object',
    (source) => {
      expect(() => parse(source)).toThrow(expect.objectContaining({ code: 'damaged' }));
    },
  );

  it('rejects deep nesting without overflowing the stack', () => {
    expect(() => parse('['.repeat(100_000))).toThrow(expect.objectContaining({ code: 'too_complex' }));
    expect(() => parse('<</A'.repeat(100_000))).toThrow(PdfError);
  });

  it('reads every object that serialize() can write', () => {
    const leaf: fc.Arbitrary<PdfValue> = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => Math.round(value * 1e9) / 1e9 + 0),
      fc.string({ maxLength: 20 }).map((value) => textString(value)),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => new PdfString(Buffer.from(bytes))),
      fc.string({ unit: 'binary-ascii', maxLength: 10 }).map((value) => name(value.replaceAll('\0', ''))),
      fc.nat(1_000_000).map((number) => new PdfRef(number)),
    );
    const tree: fc.Arbitrary<PdfValue> = fc.letrec<{ value: PdfValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('value')),
        fc.dictionary(fc.string({ unit: 'grapheme-ascii', maxLength: 6 }), tie('value')).map(dict),
      ),
    })).value;
    fc.assert(
      fc.property(tree, (value) => {
        expect(parse(serialize(value))).toEqual(value);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
