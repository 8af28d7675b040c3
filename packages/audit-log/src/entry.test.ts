import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalize, type JsonObject } from './canonical.ts';
import { buildEntry, type EntryInput, GENESIS, hashEntry, MAX_ENTRY_BYTES, parseEntry } from './entry.ts';

const input: EntryInput = {
  tenant: 'ten_1',
  stream: 'doc_1',
  n: 0,
  prev: GENESIS,
  at: '2026-11-20T10:40:00.000Z',
  id: 'adt_1',
  type: 'document.created',
  actor: { kind: 'user', id: 'usr_1' },
  target: { kind: 'document', id: 'doc_1' },
  data: { sha256: 'ab', pages: 3 },
  pii: null,
};

const written =
  '{"actor":{"id":"usr_1","kind":"user"},"at":"2026-11-20T10:40:00.000Z","data":{"pages":3,"sha256":"ab"},"id":"adt_1",' +
  `"n":0,"pii":null,"prev":"${GENESIS}","stream":"doc_1","target":{"id":"doc_1","kind":"document"},"tenant":"ten_1",` +
  '"type":"document.created","v":1}';

const code = (expected: string): unknown => expect.objectContaining({ code: expected });
const bytesOf = (change: JsonObject): Buffer => canonicalize({ v: 1, ...input, ...change });
const without = (name: string): Buffer =>
  canonicalize(Object.fromEntries(Object.entries({ v: 1, ...input }).filter(([key]) => key !== name)));

test('encodes an entry as the canonical bytes of its properties and hashes it as an RFC 6962 leaf', () => {
  const { bytes, hash } = buildEntry(input);
  expect(bytes.toString('utf8')).toBe(written);
  expect(hash).toBe(createHash('sha256').update('\0').update(bytes).digest('hex'));
  expect(hashEntry(bytes)).toBe(hash);
  expect(parseEntry(bytes)).toEqual({ v: 1, ...input });
});

test('accepts an entry from the last day of a month', () => {
  for (const day of ['2026-01-31', '2026-04-30', '2028-02-29', '2026-12-31']) {
    expect(parseEntry(bytesOf({ at: `${day}T23:59:59.999Z` })).at).toContain(day);
  }
});

test('rejects an entry of more than 60 KB, both when it is written and when it is read', () => {
  const room = MAX_ENTRY_BYTES - buildEntry({ ...input, data: { text: '' } }).bytes.length;
  const full = buildEntry({ ...input, data: { text: 'a'.repeat(room) } });
  expect(full.bytes.length).toBe(MAX_ENTRY_BYTES);
  expect(parseEntry(full.bytes).n).toBe(0);
  const data = { text: 'a'.repeat(room + 1) };
  expect(() => buildEntry({ ...input, data })).toThrow(code('too_large'));
  expect(() => parseEntry(bytesOf({ data }))).toThrow(code('too_large'));
});

describe('entries with invalid properties', () => {
  const later = { n: 1, prev: 'a'.repeat(64) };
  const faults: [string, JsonObject][] = [
    ['an empty tenant', { tenant: '' }],
    ['an address as the actor', { actor: { kind: 'user', id: 'zoe@example.com' } }],
    ['a stream with a line break', { stream: 'doc_1\n' }],
    ['a negative number', { ...later, n: -1 }],
    ['a number with a fraction', { ...later, n: 0.5 }],
    ['a number as text', { ...later, n: '1' }],
    ['a number beyond 2^53', { ...later, n: 2 ** 53 }],
    ['a short hash', { ...later, prev: 'abc' }],
    ['a hash in upper case', { ...later, prev: 'A'.repeat(64) }],
    ['a first entry with a predecessor', { prev: 'a'.repeat(64) }],
    ['a later entry without a predecessor', { n: 1 }],
    ['a time without milliseconds', { at: '2026-11-20T10:40:00Z' }],
    ['a time with an offset', { at: '2026-11-20T10:40:00.000+01:00' }],
    ['a day that does not exist', { at: '2026-02-30T10:40:00.000Z' }],
    ['February 29 of a common year', { at: '2027-02-29T10:40:00.000Z' }],
    ['an hour that does not exist', { at: '2026-02-20T24:00:00.000Z' }],
    ['a type in upper case', { type: 'Document.Created' }],
    ['a party whose kind has an invalid format', { target: { kind: '', id: 'doc_1' } }],
    ['a party as text', { target: 'doc_1' }],
    ['data as an array', { data: [] }],
    ['data as null', { data: null }],
    ['personal data in plain text', { pii: 'Zoe Quinn' }],
  ];
  test.each(faults)('rejects an invalid entry, both when it is written and when it is read: %s', (_name, change) => {
    expect(() => buildEntry({ ...input, ...change })).toThrow(code('invalid_member'));
    expect(() => parseEntry(bytesOf(change))).toThrow(code('invalid_member'));
  });

  test('rejects unknown and missing properties of an entry and of a party', () => {
    expect(() => parseEntry(bytesOf({ note: 'x' }))).toThrow(code('unknown_member'));
    expect(() => parseEntry(bytesOf({ actor: { kind: 'user', id: 'usr_1', name: 'Zoe' } }))).toThrow(
      code('unknown_member'),
    );
    expect(() => parseEntry(without('pii'))).toThrow(code('missing_member'));
    expect(() => parseEntry(without('v'))).toThrow(code('missing_member'));
    expect(() => parseEntry(bytesOf({ actor: { kind: 'user' } }))).toThrow(code('missing_member'));
    expect(() => buildEntry({ ...input, note: 'x' } as EntryInput)).toThrow(code('unknown_member'));
  });

  test("reports an entry with an unknown version, regardless of the entry's other properties", () => {
    expect(() => parseEntry(bytesOf({ v: 2, note: 'x' }))).toThrow(code('unknown_version'));
    expect(() => parseEntry(bytesOf({ v: '1' }))).toThrow(code('unknown_version'));
  });

  test('refuses to write an entry whose data is not JSON', () => {
    expect(() => buildEntry({ ...input, data: { n: Number.NaN } })).toThrow(code('not_canonicalizable'));
  });

  test('names the invalid property in messages and never repeats its value', () => {
    expect(() => buildEntry({ ...input, pii: 'Zoe Quinn' })).toThrow(
      'The member "pii" does not have the required form.',
    );
  });
});

describe('entries that are not encoded canonically', () => {
  const variants: [string, Buffer][] = [
    ['white space', Buffer.from(written.replace('"n":0', '"n": 0'))],
    ['a line end', Buffer.from(`${written}\n`)],
    ['a number as an exponent', Buffer.from(written.replace('"pages":3', '"pages":3e0'))],
    ['a number beyond the range of doubles', Buffer.from(written.replace('"pages":3', '"pages":3e999'))],
    ['minus zero', Buffer.from(written.replace('"n":0', '"n":-0'))],
    ['a needless escape', Buffer.from(written.replace('"sha256":"ab"', '"sha256":"\\u0061b"'))],
    ['an escaped lone surrogate', Buffer.from(written.replace('"sha256":"ab"', '"sha256":"\\ud800"'))],
    ['a duplicate property', Buffer.from(written.replace('"n":0', '"n":0,"n":0'))],
    ['another order of properties', Buffer.from(written.replace('"pages":3,"sha256":"ab"', '"sha256":"ab","pages":3'))],
    ['invalid UTF-8', Buffer.concat([Buffer.from(written.slice(0, -3)), Buffer.from([0xff]), Buffer.from('1}')])],
    ['invalid UTF-8 in a string', replaceByte(Buffer.from(written), '"ab"', 0xff)],
    ['overlong UTF-8 in a string', replaceBytes(Buffer.from(written), 'ab', [0xc1, 0xa1])],
  ];
  test.each(variants)('rejects a different encoding of the same entry: %s', (_name, bytes) => {
    expect(() => parseEntry(bytes)).toThrow(/not in its canonical form|not JSON/);
  });

  test('rejects bytes that are not JSON', () => {
    for (const bytes of ['', 'null,', '\ufeff{}', '['.repeat(50_000), '{"v":1']) {
      expect(() => parseEntry(Buffer.from(bytes))).toThrow(code('not_json'));
    }
    expect(() => parseEntry(Buffer.from('['.repeat(30_000) + ']'.repeat(30_000)))).toThrow(code('not_canonical'));
    expect(() => parseEntry(Buffer.from('[]'))).toThrow(code('invalid_member'));
    expect(() => parseEntry(Buffer.from('null'))).toThrow(code('invalid_member'));
  });
});

function replaceByte(bytes: Buffer, after: string, byte: number): Buffer {
  bytes[bytes.indexOf(after) + 1] = byte;
  return bytes;
}

function replaceBytes(bytes: Buffer, text: string, put: number[]): Buffer {
  Buffer.from(put).copy(bytes, bytes.indexOf(`"${text}"`) + 1);
  return bytes;
}
