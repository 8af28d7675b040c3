import { expect, test } from 'vitest';
import { linksIn } from './links.ts';

test('finds each web address in the text once, without closing punctuation', () => {
  const text =
    'Open https://a.example/sign#tok. Or (http://b.example/x)! Again https://a.example/sign#tok\nftp://c.example javascript:alert(1)';
  expect(linksIn(text)).toEqual(['https://a.example/sign#tok', 'http://b.example/x']);
});
