import { describe, expect, it } from 'vitest';
import { JSON_LIMITS, jsonFault } from './json-bounds.ts';
import { bulkSendInput } from './templates.ts';

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 0]));
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('jsonFault', () => {
  it.each([
    ['text', 'x'],
    ['null', null],
    ['the maximum number of properties', keys(JSON_LIMITS.members)],
    ['the maximum number of items', Array.from({ length: JSON_LIMITS.items }, () => 0)],
    ['the maximum depth', nested(JSON_LIMITS.depth)],
  ])('accepts JSON with %s', (_, value) => expect(jsonFault(value)).toBeUndefined());

  it('reports the position and the size of a value that is too large', () => {
    expect(jsonFault(keys(150_000))).toEqual({
      path: [],
      message: 'must have at most 1000 properties, but has 150000',
    });
    expect(jsonFault({ a: [1, { b: keys(1001) }] })).toEqual({
      path: ['a', 1, 'b'],
      message: 'must have at most 1000 properties, but has 1001',
    });
    expect(jsonFault({ rows: Array.from({ length: 10_001 }, () => ({})) })?.path).toEqual(['rows']);
  });

  it('rejects values that are nested too deeply, regardless of the depth', () => {
    expect(jsonFault(nested(JSON_LIMITS.depth + 1))?.message).toBe('must be nested at most 32 levels deep');
    expect(jsonFault(nested(500_000))?.path).toHaveLength(JSON_LIMITS.depth);
  });
});

describe('rows of a bulk send', () => {
  it('reports each row once, regardless of its number of errors', () => {
    const row = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`column ${index}`, {}]));
    const rows = Array.from({ length: 100 }, () => row);
    expect(bulkSendInput.safeParse({ rows }).error?.issues).toHaveLength(100);
  });

  it.each([
    ['is an array', [1], ['rows', 0]],
    ['contains an array as a value', { a: [1] }, ['rows', 0, 'a']],
    ['contains a name that is too long', { ['x'.repeat(201)]: 1 }, ['rows', 0, 'x'.repeat(201)]],
  ])('refuses a row that %s', (_, row, path) => {
    expect(bulkSendInput.safeParse({ rows: [row] }).error?.issues[0]?.path).toEqual(path);
  });
});
