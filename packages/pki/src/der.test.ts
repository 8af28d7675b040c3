import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDefiniteLengths } from './ber.ts';
import * as der from './der.ts';
import {
  DerReader,
  integerHex,
  oidText,
  readBoolean,
  readDer,
  readInteger,
  readNamedBits,
  readOid,
  readString,
  readTime,
} from './der-reader.ts';
import { PkiError } from './errors.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('writing DER', () => {
  it.each<[string, Buffer, string]>([
    ['0', der.integer(0), '020100'],
    ['127', der.integer(127), '02017f'],
    ['128 with a leading zero octet', der.integer(128), '02020080'],
    ['-1', der.integer(-1), '0201ff'],
    ['-128', der.integer(-128), '020180'],
    ['-129', der.integer(-129), '0202ff7f'],
    ['octets with leading zeros', der.integer(hex('0000ff')), '020200ff'],
    ['an OID with large arcs', der.oid('1.2.840.113549'), '06062a864886f70d'],
    ['an OID under arc 2', der.oid('2.999.3'), '0603883703'],
    ['named bits without trailing zeros', der.namedBits([0, 1]), '030206c0'],
    ['no named bits', der.namedBits([]), '030100'],
    ['the ninth named bit', der.namedBits([8]), '0303070080'],
    ['a set in DER order', der.setOf(hex('020102'), hex('0101ff'), hex('020101')), '31090101ff020101020102'],
    [
      'UTCTime until 2049',
      der.time(new Date('2049-12-31T23:59:59Z')),
      `170d${Buffer.from('491231235959Z').toString('hex')}`,
    ],
    [
      'GeneralizedTime from 2050',
      der.time(new Date('2050-01-01T00:00:00Z')),
      `180f${Buffer.from('20500101000000Z').toString('hex')}`,
    ],
    [
      'milliseconds without trailing zeros',
      der.generalizedTime(new Date('2026-01-02T03:04:05.120Z'), 'milliseconds'),
      `1812${Buffer.from('20260102030405.12Z').toString('hex')}`,
    ],
  ])('encodes %s in DER', (_, encoded, expected) => {
    expect(encoded.toString('hex')).toBe(expected);
  });

  it.each([127, 128, 255, 256, 65_535, 65_536, 16_777_216])(
    'uses the shortest length encoding for %i octets',
    (length) => {
      const encoded = der.octetString(Buffer.alloc(length, 1));
      expect(readDer(encoded, der.Tag.octetString).content.length).toBe(length);
    },
  );

  it('rejects text with characters that its string type does not allow', () => {
    expect(() => der.printableString('a@b')).toThrow(PkiError);
    expect(() => der.ia5String('ü')).toThrow(PkiError);
    for (const text of ['', '1', '3.1', '1.40', '1.2.x', '1..2', '1.02']) expect(() => der.oid(text)).toThrow(PkiError);
  });
});

describe('DER round trip', () => {
  it('reads the same integer that it wrote', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }),
        (value) => readInteger(readDer(der.integer(value))) === value,
      ),
    );
  });

  it('reads the same object identifier that it wrote', () => {
    const arc = fc.bigInt({ min: 0n, max: 2n ** 100n });
    fc.assert(
      fc.property(fc.nat(2), fc.nat(39), fc.array(arc, { maxLength: 3 }), (root, second, rest) => {
        const text = [root, second, ...rest].join('.');
        return readOid(readDer(der.oid(text))) === text;
      }),
    );
  });

  it('reads the same time that it wrote', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true }),
        (at) => {
          const seconds = new Date(Math.floor(at.getTime() / 1000) * 1000);
          expect(readTime(readDer(der.time(seconds)))).toEqual(seconds);
          expect(readTime(readDer(der.generalizedTime(at, 'milliseconds')), true)).toEqual(at);
        },
      ),
    );
  });

  it('reads the same string that it wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => readString(readDer(der.utf8String(text))) === text),
    );
  });
});

describe('invalid DER', () => {
  it.each<[string, string]>([
    ['an empty element', ''],
    ['a tag without content', '30'],
    ['an indefinite length', '3080 0000'],
    ['a length that is not minimal', '04 8101 00'],
    ['a length with a leading zero', '04 820080'],
    ['a length of five octets', '04 850000000001 00'],
    ['content beyond the end', '0402 00'],
    ['octets after the element', '0500 00'],
    ['a high tag number', '1f8101 00'],
  ])('rejects invalid DER: %s', (_, encoded) => {
    expect(() => readDer(hex(encoded))).toThrow(PkiError);
  });

  it.each<[string, () => unknown]>([
    ['an integer with a superfluous octet', () => readInteger(readDer(hex('02020001')))],
    ['an integer with superfluous octets', () => readInteger(readDer(hex('0202ffff')))],
    ['an empty integer', () => integerHex(readDer(hex('0200')))],
    ['a boolean with another value', () => readBoolean(readDer(hex('010101')))],
    ['an incomplete OID', () => oidText(hex('2a86'))],
    ['an OID with a padded arc', () => oidText(hex('2a8001'))],
    ['more unused bits than bits', () => readNamedBits(readDer(hex('030107')))],
    ['invalid UTF-8', () => readString(readDer(hex('0c02c328')))],
    ['30 February', () => readTime(readDer(der.tlv(0x17, Buffer.from('260230000000Z'))))],
    ['a time without seconds', () => readTime(readDer(der.tlv(0x17, Buffer.from('2602010000Z'))))],
    ['an invalid minute', () => readTime(readDer(der.tlv(0x17, Buffer.from('260201006000Z'))))],
    ['an invalid second', () => readTime(readDer(der.tlv(0x17, Buffer.from('260201000060Z'))))],
    ['a year in the distant past', () => readTime(readDer(der.tlv(0x18, Buffer.from('00260201000000Z'))))],
    ['an invalid hour', () => readTime(readDer(der.tlv(0x17, Buffer.from('260201240000Z'))))],
    [
      'a fraction of a second that is not allowed',
      () => readTime(readDer(der.tlv(0x18, Buffer.from('20260201000000.5Z')))),
    ],
    [
      'a fraction of a second with trailing zeros',
      () => readTime(readDer(der.tlv(0x18, Buffer.from('20260201000000.50Z'))), true),
    ],
    ['a time in another zone', () => readTime(readDer(der.tlv(0x17, Buffer.from('260201000000+0100'))))],
    ['a child that exceeds its parent', () => readDer(hex('3003 0402 00')).elements()],
    ['a primitive that should have children', () => readDer(hex('0400')).children()],
  ])('rejects an invalid value: %s', (_, read) => {
    expect(read).toThrow(PkiError);
  });

  it('throws only DER errors for arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          const reader = new DerReader(bytes);
          while (!reader.done) reader.next();
        } catch (error) {
          expect(error).toBeInstanceOf(PkiError);
        }
      }),
    );
  });
});

describe('BER', () => {
  it('converts BER to definite lengths and whole octet strings', () => {
    // SEQUENCE { [0] { OCTET STRING in segments, one of which is segmented again }, INTEGER 1 }, all with indefinite
    // lengths
    const ber = hex('3080 a080 2480 040161 2480 040162 0000 0000 0000 020101 0000');
    const { der: rewritten, consumed } = toDefiniteLengths(Buffer.concat([ber, Buffer.alloc(5)]));
    expect(rewritten.toString('hex')).toBe('3009a00404026162020101');
    expect(consumed).toBe(ber.length);
  });

  it('keeps the bytes of BER parts that already have definite lengths, minimal or not', () => {
    const definite = '30 810402020001';
    expect(toDefiniteLengths(hex(`3080 ${definite} 0000`)).der.toString('hex')).toBe(
      `3007${definite.replace(' ', '')}`,
    );
  });

  it('accepts BER with very many children', () => {
    const pieces = Buffer.concat([hex('2480'), Buffer.alloc(900_000, hex('040161')), hex('0000')]);
    expect(readDer(toDefiniteLengths(pieces).der).content).toEqual(Buffer.alloc(300_000, 'a'));
  });

  it('rejects BER that nests endlessly, is truncated, or has indefinite primitives', () => {
    const deep = Buffer.concat(Array.from({ length: 100_000 }, () => hex('3080')));
    for (const bytes of [deep, hex('3080 0201'), hex('0480 0000'), hex('3080'), hex('2480 020101 0000')]) {
      expect(() => toDefiniteLengths(bytes)).toThrow(PkiError);
    }
  });
});
