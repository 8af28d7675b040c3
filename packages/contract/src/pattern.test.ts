import { describe, expect, it } from 'vitest';
import { compilePattern, PATTERNS_BUDGET, patternCost, PatternError } from './pattern.ts';

/** The results are compared with those of JavaScript's own engine, which supports the same syntax. */
const PATTERNS: [string, string[]][] = [
  ['[0-9]{5}', ['12345', '1234', '123456', 'a2345']],
  ['[A-Z]{2}-?\\d{2,4}', ['AB12', 'AB-1234', 'AB-12345', 'ab-12']],
  ['(cat|dog)s?', ['cat', 'dogs', 'cats ', 'cow']],
  ['a*b+c?', ['b', 'aab', 'aabbc', 'ac', '']],
  ['(?:ab){2,}', ['ab', 'abab', 'ababab', 'aba']],
  ['[^ \\d-]+', ['abc', 'a-b', 'a b', 'a1']],
  ['\\p{Lu}\\p{L}*', ['Zoë', 'zoë', 'Ж', 'Z1']],
  ['.', ['x', '\n', '𝄞', 'xy']],
  ['\\+\\d{1,3} [\\d ()]+', ['+49 (30) 1', '49 1']],
  ['(a|)b', ['ab', 'b', 'aab']],
  ['(a*)*b', ['aaab', 'b', 'aaa']],
  ['', ['', 'x']],
  ['^x$', ['x', '^x$']],
  ['\\$', ['$', '']],
  ['(|a){3}', ['', 'aaa', 'aaaa']],
  ['()*x', ['x', '']],
  ['a{0}b', ['b', 'ab']],
  ['\\p{L}{2}', ['𝒳𝒴', '𝒳', '𝒳𝒴𝒳']],
  ['[\\p{L}\\d]+\\P{L}', ['a1!', 'a1', 'é2.']],
];

describe('compilePattern', () => {
  it.each(PATTERNS.filter(([, texts]) => texts.length > 0))(
    'matches the same strings as JavaScript with the pattern %s',
    (source, texts) => {
      const matches = compilePattern(source);
      const native = new RegExp(`^(?:${source})$`, 'u');
      for (const text of texts) expect([text, matches(text)]).toEqual([text, native.test(text)]);
    },
  );

  it.each([
    '(a',
    'a)',
    '[a',
    '*a',
    'a**',
    'a{3,2}',
    '(?=a)',
    '(?<n>a)',
    '\\1',
    '\\q',
    '\\p{Greek}',
    'a^b',
    '[z-a]',
    '\\',
  ])('refuses the pattern %s', (source) => {
    expect(() => compilePattern(source)).toThrow(PatternError);
  });

  it.each([
    '((a{100}){100}){100}',
    'a'.repeat(201),
    `${'('.repeat(99)}a${')'.repeat(99)}`,
    // Repeating an empty group adds no steps, but nested loops over it would run for minutes.
    '(((((){9999}){9999}){9999}){9999})',
    '(((){999}){999}){999}',
    '((|){9999}){9999}',
    `[^${'\\d'.repeat(80)}]{240}`,
  ])('refuses the pattern "%s" as too large before it is expanded', (source) => {
    expect(() => compilePattern(source)).toThrow(PatternError);
    expect(() => patternCost(source)).toThrow(PatternError);
  });

  // A backtracking engine would never finish matching these patterns.
  it.each(['(a+)+', '(a|a)*', '(a*)*b', 'a?'.repeat(60), '(.*)*x', '(a|b|ab)*c', '(.*){0,80}c'])(
    'finishes immediately for the pattern %s',
    (source) => {
      expect(compilePattern(source)(`${'a'.repeat(200)}!`)).toBe(false);
    },
  );
});

describe('patternCost', () => {
  it('calculates a small cost for common form patterns, so that a document can contain dozens of each', () => {
    const common = ['[0-9]{5}', '[A-Z]{2}-?\\d{2,4}', "\\p{L}[\\p{L} '-]*", '\\+?[0-9 ()/-]{6,20}'];
    for (const source of common) expect(patternCost(source)).toBeLessThan(PATTERNS_BUDGET / 30);
    expect(patternCost('[A-Z]{2}[0-9]{2} ?([A-Z0-9]{4} ?){2,7}[A-Z0-9]{1,4}')).toBeLessThan(PATTERNS_BUDGET / 10);
  });

  it('calculates a higher cost for longer texts, and a lower cost if maxLength is set', () => {
    expect(patternCost('(.*){0,80}c')).toBeGreaterThan(PATTERNS_BUDGET / 3);
    expect(patternCost('(.*){0,80}c', 10)).toBeLessThan(PATTERNS_BUDGET / 10);
    expect(patternCost('a{10}')).toBeLessThan(patternCost('a{10,}'));
  });
});
