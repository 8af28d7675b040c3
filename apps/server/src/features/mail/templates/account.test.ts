import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { speech } from '../language.ts';
import { ACCOUNT_MAILS, accountMail, type AccountMailInput, type AccountMailKind } from './account.ts';

const LINK = 'https://sign.example/reset-password#3vTqZ9m1x0b7Jw2kLr8yNcQd5sUeFhGa6iPoRtVzXnM';
const input = (kind: AccountMailKind, change: Partial<AccountMailInput> = {}): AccountMailInput => ({
  kind,
  speech: speech('en'),
  brand: { organization: 'Northwind Traders', productName: 'Countersign' },
  recipient: { name: 'Alex Morgan', email: 'alex@contoso.example' },
  link: LINK,
  by: 'Jane Whitfield',
  detail: 'admin',
  at: new Date('2026-11-21T09:12:00Z'),
  ...change,
});
const skeleton = (html: string): string => (html.match(/<[^>]*>/gu) ?? []).join('');

describe.each(ACCOUNT_MAILS)('%s', (kind) => {
  const { subject, text, html } = accountMail(input(kind));

  test('fills in every placeholder, wraps lines at 72 columns except for links, and states the reason in both parts', () => {
    for (const part of [subject, text, html.replaceAll(/<style>[^]*?<\/style>/gu, '')])
      expect(part).not.toMatch(/\{\w+\}|undefined|\[object/u);
    for (const line of text.split('\n')) if (!line.startsWith('https://')) expect(line.length).toBeLessThanOrEqual(72);
    expect(text.replaceAll('\n', ' ')).toContain('You got this e-mail because');
    expect(html).toContain('You got this e-mail because');
    expect(subject.length).toBeLessThanOrEqual(150);
  });

  test('includes the link in both parts of the e-mail, or in neither part if no action is needed', () => {
    expect(html.includes(`href="${LINK}"`)).toBe(text.includes(`\n${LINK}\n`));
  });

  test('shows markup and line breaks in user input as text in an e-mail', () => {
    const attack = '"><script>alert(1)</script>\r\nBcc: all@evil.example';
    const changed = accountMail(
      input(kind, {
        by: attack,
        detail: attack,
        brand: { organization: attack, productName: 'Countersign' },
        recipient: { name: attack, email: 'alex@contoso.example' },
      }),
    );
    expect(changed.html).not.toContain('<script');
    expect(changed.subject).not.toMatch(/[\r\n]/u);
    expect(skeleton(changed.html)).toBe(skeleton(html));
  });

  test('escapes all user input in the HTML part', () => {
    const anything = fc.string({ unit: 'binary', minLength: 1 }).filter((value) => /[^\s\p{C}]/u.test(value));
    fc.assert(
      fc.property(anything, anything, (by, detail) => {
        expect(skeleton(accountMail(input(kind, { by: `x${by}`, detail: `x${detail}` })).html)).toBe(skeleton(html));
      }),
      { numRuns: 20 },
    );
  });
});

test('refuses to send a link that is not an absolute web address', () => {
  expect(() => accountMail(input('reset-password', { link: 'javascript:alert(1)' }))).toThrow('absolute');
});
