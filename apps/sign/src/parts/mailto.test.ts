import { expect, it } from 'vitest';
import { mailto } from './mailto.ts';

it('prevents a title or an address from adding headers to an e-mail', () => {
  const link = mailto('grace@northwind.example?bcc=x', 'Re: a&bcc=evil@example.com\r\nBcc: x');
  const url = new URL(link);
  expect([...url.searchParams.keys()]).toEqual(['subject']);
  expect(link).not.toMatch(/[\r\n]/);
});
