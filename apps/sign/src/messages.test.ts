import { describe, expect, it } from 'vitest';
import { languages, messagesFor } from './messages.ts';
import { mailto } from './parts/mailto.ts';

describe('the words of the page', () => {
  it('come in the first language there is, by region or without', () => {
    expect(messagesFor(['tlh', 'en-GB']).locale).toBe('en');
    expect(messagesFor([]).locale).toBe('en');
  });

  it('never mistake a property of objects for a language', () => {
    expect(messagesFor(['constructor', '__proto__'])).toBe(languages['en']);
  });
});

describe('a link to write to the sender', () => {
  it('cannot be given headers by a title or an address', () => {
    const link = mailto('grace@northwind.example?bcc=x', 'Re: a&bcc=evil@example.com\r\nBcc: x');
    const url = new URL(link);
    expect([...url.searchParams.keys()]).toEqual(['subject']);
    expect(link).not.toMatch(/[\r\n]/);
  });
});
