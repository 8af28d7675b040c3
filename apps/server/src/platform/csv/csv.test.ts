import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvValue, delimiterOf, parseCsv } from './index.ts';

const read = (text: string) => parseCsv(text, { maxRows: 100 });
const values = (text: string) => read(text).rows.map((row) => row.values);
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
    ['line ends of every kind', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['names of members of objects', '__proto__,constructor', [['__proto__', 'constructor']]],
    ['nothing', '', []],
  ])('%s', (_name, text, expected) => {
    expect(values(text)).toEqual(expected);
    expect(read(text).fault).toBeNull();
  });

  test.each([
    ['a quote that does not end', 'a,b\r\n"c,d', 2],
    ['text after a closing quote', '"a"b,c', 1],
    ['a quote in the middle', 'a"b,c', 1],
    ['a fault behind empty lines and line breaks in quotes', 'a\r\n\r\n"b\nb"\r\n"c"c', 4],
  ])('%s is a fault of its row', (_name, text, row) => {
    expect(read(text).fault).toMatchObject({ row });
  });

  test('what is written by the rules is read back as it was', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (table) => {
        expect(values(table.map((row) => row.map(quote).join(',')).join('\r\n'))).toEqual(table);
        expect(values(table.map((row) => row.map(csvValue).join(',')).join('\r\n'))).toEqual(table);
      }),
    );
  });

  test('counts rows as they are read: empty lines too, line breaks in quotes not', () => {
    expect(read('a\r\n\r\n"b\nb"\r\nc').rows.map(({ row }) => row)).toEqual([1, 3, 4]);
  });

  test('reads what is divided by semicolons or tabs, as the first line tells', () => {
    for (const text of ['a;"b,b";c\n1;2;3', 'a\t"b,b"\tc\n1\t2\t3'])
      expect(parseCsv(text, { delimiter: delimiterOf(text), maxRows: 10 }).rows[0]?.values).toEqual(['a', 'b,b', 'c']);
  });

  test('stops where there are more rows than may be, and reads long values in one go', () => {
    expect(parseCsv('a\n'.repeat(1_000_000), { maxRows: 10 }).rows).toHaveLength(12);
    expect(values(`"${'""'.repeat(1_000_000)}"`)).toEqual([['"'.repeat(1_000_000)]]);
    expect(read(`"${'a'.repeat(2_000_000)}`).fault).toMatchObject({ row: 1 });
  });
});

describe('csvValue', () => {
  test.each([
    ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\t=1+1', `"'\t=1+1"`],
    ["'=1+1", "''=1+1"],
    ['-12.50', '-12.50'],
    ['+49 (30) 1234', '+49 (30) 1234'],
    ['Ada = Grace', 'Ada = Grace'],
  ])('%s is written as %s and read back as it was', (value, written) => {
    expect(csvValue(value)).toBe(written);
    expect(values(written)).toEqual([[value]]);
  });
});
