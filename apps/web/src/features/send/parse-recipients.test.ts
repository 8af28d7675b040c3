import { expect, test } from 'vitest';
import { parseRecipients } from './parse-recipients.ts';

const ANN = { name: 'Ann Doe', email: 'ann@x.example' };
const BOB = { name: '', email: 'bob@y.example' };

test.each([
  ['the format of a mail program', 'Ann Doe <ann@x.example>; bob@y.example'],
  ['commas', 'Ann Doe <ann@x.example>, bob@y.example,'],
  ['line breaks', '\nAnn Doe <ann@x.example>\r\n\r\n  bob@y.example  '],
  ['quotes', '"Ann Doe" <ann@x.example>;<bob@y.example>'],
  ['spreadsheet columns', 'Ann Doe\tann@x.example\n\tbob@y.example'],
  ['spreadsheet columns with the address first', 'ann@x.example\tAnn Doe\nbob@y.example\t'],
  ['the CSV format', 'Ann Doe,ann@x.example\nbob@y.example'],
  ['full-width separators', 'Ann Doe <ann@x.example>；bob@y.example'],
  ['mailto links', 'Ann Doe <mailto:ann@x.example>; mailto:bob@y.example'],
  ['plain text next to the address', 'Ann Doe ann@x.example\nbob@y.example.'],
])('parses a list of recipients that uses %s', (_, text) => {
  expect(parseRecipients(text)).toEqual({ people: [ANN, BOB], rejected: [] });
});

test('keeps a comma in the name of a recipient', () => {
  const text = '"Doe, Ann" <ann@x.example>; Roe, Bob <bob@y.example>';
  expect(parseRecipients(text).people.map(({ name }) => name)).toEqual(['Doe, Ann', 'Roe, Bob']);
});

test('reads a line with many addresses and names', () => {
  const { people, rejected } = parseRecipients('Ann <a@x.example>, Bob <b@x.example>, c@x.example, Dan <d@x.example>');
  expect(people.map(({ name }) => name)).toEqual(['Ann', 'Bob', '', 'Dan']);
  expect(rejected).toEqual([]);
});

test('reports invalid and duplicate recipients with their line numbers, and accepts the others', () => {
  const text = 'Ann Doe <ann@x.example>\nCarl\nDora <dora@x>\nANN@x.example; bob@y.example';
  expect(parseRecipients(text, ['eve@x.example'])).toEqual({
    people: [ANN, BOB],
    rejected: [
      { text: 'Carl', line: 2, why: 'no-address' },
      { text: 'Dora <dora@x>', line: 3, why: 'not-an-address' },
      { text: 'ANN@x.example', line: 4, why: 'repeated' },
    ],
  });
  expect(parseRecipients('Eve <EVE@x.example>', ['eve@x.example']).rejected).toMatchObject([{ why: 'repeated' }]);
});

test('parses a list of recipients in linear time', () => {
  const text = '"<'.repeat(50_000);
  const begun = performance.now();
  parseRecipients(text);
  expect(performance.now() - begun).toBeLessThan(2000);
});
