import { expect, test } from 'vitest';
import { parseSearch, safeNext, stringifySearch } from './url.ts';

test('parses and writes search parameters in readable form', () => {
  expect(stringifySearch({ status: 'draft', q: 'a b', cursor: undefined })).toBe('?status=draft&q=a+b');
  expect(parseSearch('?status=draft&q=a+b')).toEqual({ status: 'draft', q: 'a b' });
  expect(stringifySearch({})).toBe('');
});

test('redirects users after sign-in only to URLs of the app', () => {
  expect(safeNext('/documents?q=a')).toBe('/documents?q=a');
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    7,
    '/login?next=/login',
  ]) {
    expect(safeNext(bad)).toBe('/');
  }
});
