import { describe, expect, test } from 'vitest';
import { fieldText, hasUnseen, singleLine } from './values.ts';

describe('a name, title or label', () => {
  test.each([
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u200b',
    '\ufeff',
  ])('loses the invisible control %j', (control) => {
    expect(singleLine(120).parse(`Ada ${control}gnirts${control}`)).toBe('Ada gnirts');
    expect(hasUnseen(`Ada${control}`)).toBe(true);
  });

  test.each(['می\u200cخواهم', 'ක්\u200dරි', '👩\u200d💻'])('keeps the joiners of %s', (name) => {
    expect(singleLine(120).parse(name)).toBe(name);
    expect(hasUnseen(name)).toBe(false);
  });

  test.each(['\u202e\u202c', ' \u200b ', '\ufeff', '\u200d\u200c', '\u3164'])(
    'of nothing that can be seen is empty: %j',
    (name) => {
      const { error } = singleLine(120).safeParse(name);
      expect(error?.issues.map(({ message }) => message)).toEqual(['must not be empty']);
    },
  );
});

test('the text of a field cannot be reordered, and keeps the spaces of no width that Khmer and Thai break lines at', () => {
  expect(fieldText(100).parse('Pay \u202e001\u202c\nសួស្តី\u200bបង')).toBe('Pay 001\nសួស្តី\u200bបង');
});
