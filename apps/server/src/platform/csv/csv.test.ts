import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from './index.ts';

const values = (text: string) => parseCsv(text).rows.map((row) => row.values);
const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;

describe('parseCsv', () => {
  test.each([
    ['one line', 'a,b,c', [['a', 'b', 'c']]],
    [
      'CRLF at the end',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['bare line feeds', 'a\nb\n', [['a'], ['b']]],
    ['a byte order mark', '\uFEFFemail,name', [['email', 'name']]],
    [
      'a comma, a quote and a line break inside quotes',
      '"a,b","say ""hi""","two\r\nlines"',
      [['a,b', 'say "hi"', 'two\r\nlines']],
    ],
    [
      'empty values',
      'a,,\r\n,,c',
      [
        ['a', '', ''],
        ['', '', 'c'],
      ],
    ],
    ['empty lines', 'a\r\n\r\nb', [['a'], ['b']]],
    ['nothing', '', []],
  ])('%s', (_name, text, expected) => {
    expect(values(text)).toEqual(expected);
    expect(parseCsv(text).fault).toBeNull();
  });

  test.each([
    ['a quote that does not end', 'a,b\r\n"c,d', 2],
    ['text after a closing quote', '"a"b,c', 1],
    ['a quote in the middle', 'a"b,c', 1],
  ])('%s is a fault of its row', (_name, text, row) => {
    expect(parseCsv(text).fault).toMatchObject({ row });
  });

  test('what is written by the rules is read back as it was', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (table) => {
        expect(values(table.map((row) => row.map(quote).join(',')).join('\r\n'))).toEqual(table);
      }),
    );
  });
});
