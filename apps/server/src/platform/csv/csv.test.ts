import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvValue, decodeCsv, delimiterOf, parseCsv } from './index.ts';

const read = (text: string) => parseCsv(text, { maxRows: 100 });
const values = (text: string) => read(text).map((row) => row.values);
const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;

describe('parseCsv', () => {
  test.each([
    ['one line', 'a,b,c', [['a', 'b', 'c']]],
    [
      'a CRLF at the end',
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
    ['line endings of every kind', 'a\r\nb\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['the names of properties that every object has', '__proto__,constructor', [['__proto__', 'constructor']]],
    ['no content', '', []],
  ])('parses CSV with %s', (_name, text, expected) => {
    expect(values(text)).toEqual(expected);
    expect(read(text).every(({ fault }) => fault === undefined)).toBe(true);
  });

  test.each([
    ['an unclosed quote', 'a,b\r\n"c,d\r\ne,f', 2, '"c,d'],
    ['text after a closing quote', '"a"b,c\ne,f', 1, '"a"b,c'],
    ['a quote in the middle of a value', 'x,y\na"b,c\ne,f', 2, 'a"b,c'],
    ['an error after empty lines and line breaks in quotes', 'a\r\n\r\n"b\nb"\r\n\r\n"c"c\r\ne,f', 5, '"c"c'],
  ])('reports %s as an error in that row only', (_name, text, row, line) => {
    const rows = read(text);
    expect(rows.filter((one) => one.fault !== undefined)).toMatchObject([{ row, values: [line] }]);
    expect(rows.at(-1)).toEqual({ row: row + 1, values: ['e', 'f'] });
  });

  test.each([
    ['opened', 'a,"b\n'],
    ['opened after an escaped quote', 'a,"""b\n'],
    ['closed too early', '"a"b\n'],
    ['opened once, then escaped', 'a,""\n'],
  ])('parses CSV in linear time if a quote is %s in every row', (_name, line) => {
    const cost = (lines: number): number => {
      const began = process.cpuUsage();
      parseCsv(`x,"y\n${line.repeat(lines)}`, { maxRows: 1_000_000 });
      return process.cpuUsage(began).user / 1000;
    };
    cost(1000);
    expect(cost(16_000)).toBeLessThan(20 * Math.max(cost(2000), 5));
  });

  test('reads the values of valid CSV unchanged', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (table) => {
        expect(values(table.map((row) => row.map(quote).join(',')).join('\r\n'))).toEqual(table);
        expect(values(table.map((row) => row.map(csvValue).join(',')).join('\r\n'))).toEqual(table);
      }),
    );
  });

  test('counts CSV rows including empty lines, but not line breaks in quotes', () => {
    expect(read('a\r\n\r\n"b\nb"\r\nc').map(({ row }) => row)).toEqual([1, 3, 4]);
  });

  test('detects semicolons or tabs as separators from the first line', () => {
    for (const text of ['a;"b,b";c\n1;2;3', 'a\t"b,b"\tc\n1\t2\t3'])
      expect(parseCsv(text, { delimiter: delimiterOf(text), maxRows: 10 })[0]?.values).toEqual(['a', 'b,b', 'c']);
  });

  test('rejects a CSV row with too many values', () => {
    const rows = parseCsv(`a,b\n${','.repeat(1_900_000)}\nc,d\n`, { maxRows: 10 });
    expect(rows.map(({ row, fault }) => [row, fault])).toEqual([
      [1, undefined],
      [2, 'it has more than 2,000 values'],
      [3, undefined],
    ]);
  });

  test('stops at the row limit of a CSV file, and reads long values in a single pass', () => {
    expect(parseCsv('a\n'.repeat(1_000_000), { maxRows: 10 })).toHaveLength(12);
    expect(values(`"${'""'.repeat(1_000_000)}"`)).toEqual([['"'.repeat(1_000_000)]]);
    expect(read(`"${'a'.repeat(2_000_000)}`)).toMatchObject([{ row: 1, fault: expect.any(String) }]);
  });
});

describe('decodeCsv', () => {
  const text = 'email;name\nj@x.example;Jörg Müller €\n';
  const utf16 = (order: 'le' | 'be', mark: boolean) => {
    const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
    return order === 'le' ? bytes : bytes.swap16();
  };
  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 as written by Excel', utf16('le', true), 'utf-16le'],
    ['UTF-16 without a byte order mark', utf16('le', false), 'utf-16le'],
    ['UTF-16 in the opposite byte order', utf16('be', true), 'utf-16be'],
    ['UTF-16 in the opposite byte order, without a byte order mark', utf16('be', false), 'utf-16be'],
    ['Windows-1252', Buffer.from(text.replace('€', '\u0080'), 'latin1'), 'windows-1252'],
  ])('reads a CSV file in %s', (_name, bytes, encoding) => {
    expect(decodeCsv(bytes)).toEqual({ text, encoding, delimiter: ';' });
  });

  test.each([
    ['sep=;\r\na;b', ';', 'a;b'],
    ['SEP=,\na,b', ',', 'a,b'],
    ['sep=\t\na\tb', '\t', 'a\tb'],
    // `|` is not supported as a separator, so the separator is detected from the first line of data.
    ['sep=|\na,b', ',', 'a,b'],
  ])('detects the separator of the CSV text %j', (file, delimiter, rest) => {
    expect(decodeCsv(Buffer.from(file))).toMatchObject({ delimiter, text: rest });
    expect(decodeCsv(Buffer.from(`\ufeff${file}`, 'utf16le'))).toMatchObject({ delimiter, text: rest });
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
  ])('writes %s as the CSV value %s and reads it back unchanged', (value, written) => {
    expect(csvValue(value)).toBe(written);
    expect(values(written)).toEqual([[value]]);
  });
});
