import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut, manyLines, oneLine, wrap } from './text.ts';

describe('one-line text', () => {
  test.each([
    ['line breaks of every kind', 'a\r\nb\nc\rd\u2028e\u0085f', 'a b c d e f'],
    ['control characters and tabs', '\u0000a\tb\u001b[31m', 'a b [31m'],
    ['bidirectional overrides and isolates', 'contract\u202Efdp.exe\u202C \u2067x\u2069', 'contractfdp.exe x'],
    ['lone surrogates', 'a\ud800b', 'a\ufffdb'],
    ['joiners, which stay inside an emoji', '👩‍⚖️', '👩‍⚖️'],
    ['direction marks, which Hebrew text with digits needs', 'א\u200f1', 'א\u200f1'],
  ])('cleans up text with %s', (_name, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });
});

test('keeps line breaks but at most one empty line in a row', () => {
  expect(manyLines('\r\n a \r\n\r\n\r\n\r\nb\u0007\n')).toBe('a\n\nb');
});

describe('truncating text', () => {
  test('keeps short text unchanged', () => {
    expect(cut('Agreement', 9)).toBe('Agreement');
  });

  test('truncates text after a word if a word ends near the limit', () => {
    expect(cut('Agreement between the parties', 21)).toBe('Agreement between…');
    expect(cut('Agreement between the parties', 18)).toBe('Agreement between…');
    expect(cut('Agreement, between', 12)).toBe('Agreement…');
  });

  test('truncates text without spaces at any position except within a character', () => {
    expect(cut('保密协议保密协议', 5)).toBe('保密协议…');
    expect(cut('👩‍⚖️👩‍⚖️👩‍⚖️', 9)).toBe('👩‍⚖️…');
    expect(cut('e\u0301e\u0301e\u0301', 4)).toBe('e\u0301…');
  });

  test('never exceeds the limit or splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const short = cut(text, max);
        expect(short.length).toBeLessThanOrEqual(Math.max(max, 1));
        expect(short.isWellFormed()).toBe(true);
        if (text.length <= max) expect(short).toBe(text);
      }),
    );
  });
});

describe('wrapping text', () => {
  test('wraps text at 72 columns between words', () => {
    expect(wrap(`${'word '.repeat(15)}end`)).toBe(`${'word '.repeat(14).trim()}\nword end`);
  });

  test('adds a prefix to every line without trailing spaces', () => {
    expect(wrap('a\n\nb', '> ')).toBe('> a\n>\n> b');
  });

  test('keeps every line within 72 columns and loses no word', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 100 }), { maxLength: 20 }), (words) => {
        const text = words.join(' ');
        const lines = wrap(text, '> ').split('\n');
        expect(lines.every((line) => line.length <= 72)).toBe(true);
        const bare = (value: string): string => value.replace(/\s/gu, '');
        expect(bare(lines.map((line) => line.slice(2)).join(''))).toBe(bare(text));
      }),
    );
  });
});
