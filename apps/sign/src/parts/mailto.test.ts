import { expect, it } from 'vitest';
import { mailto } from './mailto.ts';

it('a title or an address cannot add headers', () => {
  const link = mailto('grace@northwind.example?bcc=x', 'Re: a&bcc=evil@example.com\r\nBcc: x');
  const url = new URL(link);
  expect([...url.searchParams.keys()]).toEqual(['subject']);
  expect(link).not.toMatch(/[\r\n]/);
});
