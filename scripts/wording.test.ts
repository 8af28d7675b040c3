import { describe, expect, test } from 'vitest';
import { faultsOf, rulesBroken, textsOf } from './wording.ts';

describe('rules of wording', () => {
  test.each([
    ['Somebody else signed in.', 'somebody, whoever'],
    ['The sender is told.', 'told, for notified or reported'],
    ['The file has to be a PDF.', 'has to be, for must be'],
    ['Nothing is pending any more.', 'any more, no more'],
    ['It goes on where it stopped.', 'go on, for continue'],
    ['The server keeps what was sent.', 'what, as a noun'],
    ['The deletion was cancelled.', 'British spelling'],
  ])('finds an error in %j', (text, rule) => {
    expect(rulesBroken(text)).toContain(rule);
  });

  test.each([
    'Describes what to do next.',
    'The server retries the delivery after 5 minutes.',
    'The field must be a date.',
    'Cancels the export.',
    'package.cancelled_at',
  ])('accepts %j', (text) => {
    expect(rulesBroken(text)).toEqual([]);
  });
});

describe('texts of a file', () => {
  test('finds comments, strings with a space, and titles of tests', () => {
    const source = "// Says why.\nconst one = 'two words'; /* again */ const two = `three ${one} words`;\n";
    expect(textsOf('src/one.ts', source).map(({ kind, text }) => [kind, text])).toEqual([
      ['comment', '// Says why.'],
      ['comment', '/* again */'],
      ['string', 'two words'],
      ['string', 'three '],
      ['string', ' words'],
    ]);
    expect(textsOf('src/one.test.ts', "test.each([1])('has a title', () => send('a b'));")).toEqual([
      { kind: 'title', line: 1, text: 'has a title' },
    ]);
  });

  test('finds the text between the tags of a page', () => {
    expect(textsOf('src/one.tsx', 'const one = <p>Two words</p>;').map(({ text }) => text)).toEqual(['Two words']);
  });

  test('reports the line of an error', () => {
    expect(faultsOf('README.md', 'Fine.\nSomebody signs.')).toMatchObject([{ line: 2, kind: 'markdown' }]);
  });
});
