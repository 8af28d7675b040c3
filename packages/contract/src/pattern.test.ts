import { describe, expect, it } from 'vitest';
import { compilePattern, PatternError } from './pattern.ts';

/** Judged against JavaScript's own engine, which knows the same words. */
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
];

describe('compilePattern', () => {
  it.each(PATTERNS.filter(([, texts]) => texts.length > 0))('%s matches what JavaScript matches', (source, texts) => {
    const matches = compilePattern(source);
    const native = new RegExp(`^(?:${source})$`, 'u');
    for (const text of texts) expect([text, matches(text)]).toEqual([text, native.test(text)]);
  });

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
  ])('refuses %s', (source) => {
    expect(() => compilePattern(source)).toThrow(PatternError);
  });

  it('refuses what would become too large', () => {
    expect(() => compilePattern('((a{100}){100}){100}')).toThrow(PatternError);
    expect(() => compilePattern('a'.repeat(201))).toThrow(PatternError);
    expect(() => compilePattern(`${'('.repeat(99)}a${')'.repeat(99)}`)).toThrow(PatternError);
  });

  it.each(['(a+)+', '(a|a)*', '(a*)*b', 'a?'.repeat(60), '(.*)*x', '(a|b|ab)*c'])(
    'needs linear time for %s',
    (source) => {
      const matches = compilePattern(source);
      const begin = performance.now();
      matches(`${'a'.repeat(200)}!`);
      expect(performance.now() - begin).toBeLessThan(200);
    },
  );
});
