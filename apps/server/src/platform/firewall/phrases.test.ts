import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Phrases } from './phrases.ts';

const LIST = ['or', 'case', '__class__', '|| this.', 'bash -c', 'ase', '、。'];

test('finds in any text what searching it phrase by phrase finds, also when texts are asked about by turns', () => {
  const phrases = new Phrases(LIST);
  const part = fc.oneof(fc.constantFrom(...LIST, 'cas', ' -c', '__', '。'), fc.string({ unit: 'grapheme' }));
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      for (const asked of [one, other, one]) {
        expect(phrases.allIn(asked)).toEqual(LIST.filter((phrase) => asked.includes(phrase)));
        expect(phrases.firstIn(asked)).toBe(LIST.find((phrase) => asked.includes(phrase)));
      }
    }),
    { seed: 20_261_123 },
  );
});
