import { describe, expect, it } from 'vitest';
import { type Condition, fieldStates } from './conditions.ts';

type Field = { id: string; required: boolean; condition: Condition | null };
const field = (id: string, condition: Condition | null = null, required = true): Field => ({ id, required, condition });
const on = (
  id: string,
  rest: Omit<Condition, 'field' | 'effect'>,
  effect: Condition['effect'] = 'show',
): Condition => ({
  field: id,
  effect,
  ...rest,
});
const shown = (fields: readonly Field[], values: Readonly<Record<string, string>>): string[] =>
  [...fieldStates(fields, ({ id }) => values[id] ?? '')].filter(([, { isShown }]) => isShown).map(([id]) => id);

describe('conditional field', () => {
  it.each<[string, Omit<Condition, 'field' | 'effect'>, string, boolean]>([
    ['a value that equals the text', { equals: 'yes' }, 'yes', true],
    ['a value that equals the text, with spaces around it', { equals: 'yes' }, ' yes ', true],
    ['a value that differs from the text', { equals: 'yes' }, 'Yes', false],
    ['an empty value', { equals: 'yes' }, '', false],
    ['a value that must not equal the text', { notEquals: 'yes' }, 'no', true],
    ['an empty value that must not equal the text', { notEquals: 'yes' }, '', true],
    ['a value that equals the excluded text', { notEquals: 'yes' }, 'yes', false],
    ['a value that is one of several', { oneOf: ['a', 'b'] }, 'b', true],
    ['a value that is none of several', { oneOf: ['a', 'b'] }, 'c', false],
    ['a filled value', { filled: true }, 'x', true],
    ['a value that contains only spaces', { filled: true }, '  ', false],
    ['an empty value that must be empty', { filled: false }, '', true],
    ['a checked box', { equals: true }, 'true', true],
    ['an unchecked box', { equals: false }, '', true],
    ['a condition on an unchecked box, with a checked box', { equals: false }, 'true', false],
    ['an equal number in another notation', { equals: 12.5 }, '12.50', true],
    ['a value that is not a number', { equals: 0 }, '', false],
    ['another number', { notEquals: 12.5 }, '12', true],
  ])('evaluates the condition of a field: %s', (_, condition, value, expected) => {
    expect(shown([field('a'), field('b', on('a', condition))], { a: value }).includes('b')).toBe(expected);
  });

  it('hides a field if the field that it depends on is hidden, even if that field has a value', () => {
    const fields = [
      field('a'),
      field('b', on('a', { equals: 'yes' })),
      field('c', on('b', { filled: true })),
      field('d', on('c', { filled: false })),
    ];
    expect(shown(fields, { a: 'yes', b: 'x', c: 'y' })).toEqual(['a', 'b', 'c']);
    expect(shown(fields, { a: 'no', b: 'x', c: 'y' })).toEqual(['a', 'd']);
  });

  it('allows a field that is always visible and only conditionally required', () => {
    const fields = [field('a'), field('b', on('a', { filled: true }, 'require'))];
    expect(fieldStates(fields, () => '').get('b')).toEqual({ isShown: true, isRequired: false });
    expect(fieldStates(fields, () => 'x').get('b')).toEqual({ isShown: true, isRequired: true });
  });

  it('never requires a field that may stay empty', () => {
    const fields = [field('a'), field('b', on('a', { filled: true }), false)];
    expect(fieldStates(fields, () => 'x').get('b')).toEqual({ isShown: true, isRequired: false });
  });
});
