/** What looks alike and is told apart: an honest text, and an attack beside it. */
import { expect, test } from 'vitest';
import { judgeText } from './judge.ts';
import { judgePath } from './request.ts';

test.each([
  ['a firm in parentheses', 'Agreement (SELECT * INVESTMENTS Ltd.)', "x' and (select * from users)"],
  ['a heading that begins like a scheme', 'javascript: the good parts (in order)', 'javascript:steal(1)'],
  ['a list of alternatives', '0 or 1; true or false; yes and no', '0 or 1; drop table users'],
  ['commands that a sentence shows', 'Bitte `ls; pwd` eingeben und das Ergebnis senden', 'x; pwd'],
  ['the same in a language without spaces', '`ls -la; pwd` を実行してください、と担当者から連絡', '名; pwd'],
  [
    'an amount, and a class behind the same sign',
    'Rate: $20 per hour, in Java (8 hours)',
    '$x.inspect("java.lang.Runtime")',
  ],
])('%s', (_, honest, attack) => {
  expect(judgeText(honest, 'prose'), honest).toBeUndefined();
  expect(judgeText(attack, 'prose'), attack).toBeDefined();
});

test('addresses of files that others have, and of copies that editors leave behind', () => {
  for (const path of ['/wp-login.php', '/config/database.yml.bak', '/id_rsa', '/index.html~'])
    expect(judgePath(path)?.ruleId, path).toBe('path-hidden');
  for (const path of ['/documents', '/assets/index-Bx_3.js', '/pki/ca.crl'])
    expect(judgePath(path), path).toBeUndefined();
});
