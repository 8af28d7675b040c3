import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';

const SEALED = {
  title: 'Lease',
  parties: [{ name: 'Ann', signedAt: '2026-11-20T10:45:12.345Z', host: null }],
  pages: 3,
};

test('reports no differences between equal certificate statements', () => {
  expect(differencesOf(SEALED, structuredClone(SEALED), false)).toEqual([]);
});

test('names the path and both values of each difference between two statements', () => {
  const rebuilt = { ...SEALED, pages: 4, parties: [{ name: 'Mallory', signedAt: null, host: null }] };
  expect(differencesOf(SEALED, rebuilt, false)).toEqual([
    { path: 'parties[0].name', said: 'Ann', now: 'Mallory' },
    { path: 'parties[0].signedAt', said: '2026-11-20T10:45:12.345Z', now: 'nothing' },
    { path: 'pages', said: '3', now: '4' },
  ]);
});

test('reports lists of different lengths as a single difference', () => {
  expect(differencesOf(SEALED, { ...SEALED, parties: [] }, false)).toEqual([
    { path: 'parties', said: '1 lines', now: '0 lines' },
  ]);
});

test('ignores properties that exist in only one of two certificate statements', () => {
  expect(differencesOf(SEALED, { ...SEALED, added: 1 }, false)).toEqual([]);
  expect(differencesOf({ ...SEALED, gone: 1 }, SEALED, false)).toEqual([]);
});

test('accepts a missing value in a rebuilt certificate statement only if personal data was erased', () => {
  const rebuilt = { ...SEALED, title: '', parties: [] };
  expect(differencesOf(SEALED, rebuilt, true)).toEqual([]);
  expect(differencesOf(SEALED, rebuilt, false).map(({ path }) => path)).toEqual(['title', 'parties']);
  expect(differencesOf(SEALED, { ...rebuilt, title: 'Sale' }, true).map(({ path }) => path)).toEqual(['title']);
});
