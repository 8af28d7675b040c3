import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalize, type JsonValue } from './canonical.ts';

const text = (value: JsonValue): string => canonicalize(value).toString('utf8');

/** Creates a double from its IEEE 754 bits in hex, the notation used by the samples in RFC 8785 Appendix B. */
function double(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE(0);
}

describe('canonical JSON (RFC 8785)', () => {
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s as %s (Appendix B)', (bits, expected) => {
    expect(text(double(bits))).toBe(expected);
  });

  test('writes a value that combines strings, numbers and literals (§3.2.2)', () => {
    const source =
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
      '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
    expect(text(JSON.parse(source) as JsonValue)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('sorts keys by UTF-16 code units, not by code points or letters (§3.2.3)', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33'];
    const written = text(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(written).toBe(`{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`);
  });

  test('sorts keys that look like numbers as text', () => {
    expect(text({ 9: 0, 10: 0, a: 0 })).toBe('{"10":0,"9":0,"a":0}');
  });

  test('escapes only the characters of §3.2.2.2, and uses the short form if there is one', () => {
    expect(text('\b\t\n\f\r\u0000\u001f\u007f\u2028/"\\é')).toBe(
      '"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028/\\"\\\\é"',
    );
  });

  test('treats a property called __proto__ like any other property', () => {
    expect(text(JSON.parse('{"b":1,"__proto__":{"a":2}}') as JsonValue)).toBe('{"__proto__":{"a":2},"b":1}');
  });
});

describe('values that JSON cannot represent exactly', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  test.each([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity as a value', [Number.NEGATIVE_INFINITY]],
    ['undefined', undefined],
    ['an undefined property', { a: undefined }],
    ['a hole in an array', Array.from({ length: 2 })],
    ['bigint', 1n],
    ['a function', () => 0],
    ['a symbol', Symbol('s')],
    ['a lone surrogate', 'a\ud800'],
    ['a lone surrogate in a key', { '\udc00': 1 }],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', Buffer.from('a')],
    ['a cycle', cycle],
  ])('rejects a value that JSON cannot represent exactly: %s', (_name, value) => {
    expect(() => canonicalize(value as JsonValue)).toThrow(expect.objectContaining({ code: 'not_canonicalizable' }));
  });
});

test('returns the same bytes after parsing and serializing canonical bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const once = canonicalize(value as JsonValue);
      expect(canonicalize(JSON.parse(once.toString('utf8')) as JsonValue).equals(once)).toBe(true);
    }),
  );
});

test('writes the same bytes regardless of the order in which properties were set', () => {
  const members = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), fc.integer()), { selector: ([key]) => key });
  fc.assert(
    fc.property(members, (pairs) => {
      const forwards = canonicalize(Object.fromEntries(pairs));
      expect(canonicalize(Object.fromEntries(pairs.toReversed())).equals(forwards)).toBe(true);
    }),
  );
});

test('writes different bytes for different values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const same = canonicalize(a as JsonValue).equals(canonicalize(b as JsonValue));
      expect(JSON.parse(text(a as JsonValue))).toEqual(same ? JSON.parse(text(b as JsonValue)) : normalized(a));
    }),
  );
});

/** Replaces -0 with 0, because JSON does not distinguish them. */
function normalized(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
