import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Provoked } from '../apps/server/test/support/provoked.ts';
import { readExamples } from '../apps/server/src/transport/openapi/examples.ts';
import { examplesOf } from './examples.ts';

const nothing = { operations: {}, errors: {} };
const seen = (answered: unknown, more: Partial<Provoked> = {}): Provoked => ({
  operation: 'getProfile',
  status: 200,
  file: 'getProfile.test.ts',
  test: 'says who one is',
  exchange: { answered },
  ...more,
});

describe('recorded example', () => {
  test('records the same example in every run, regardless of IDs, times, keys and ports', () => {
    const run = (id: string, at: string, key: string, port: number) =>
      examplesOf([seen({ id, again: id, at, key, url: `http://127.0.0.1:${port}/x` })], nothing).operations[
        'getProfile'
      ];
    const first = run('doc_01m7w2y7m0f82vmmxtr38npwjp', '2026-11-20T09:00:00.000Z', `sk_live_${'a1'.repeat(20)}`, 4711);
    const second = run('doc_01m7w2y7m0enp8pz0wrh2xd6qg', '2026-11-21T10:07:03.123Z', `sk_live_${'b2'.repeat(20)}`, 815);
    expect(first).toEqual(second);
    expect(first?.answered).toMatchObject({
      id: 'doc_01000000000000000000000001',
      again: 'doc_01000000000000000000000001',
      at: '2027-01-04T09:00:00.000Z',
      url: 'https://sign.example.com/x',
    });
  });

  test('prefers an example from a test of the operation itself, regardless of the order of the tests', () => {
    const other = seen({ from: 'elsewhere' }, { file: 'login.test.ts' });
    const own = seen({ from: 'its own' });
    for (const order of [
      [other, own],
      [own, other],
    ])
      expect(examplesOf(order, nothing).operations['getProfile']?.answered).toEqual({ from: 'its own' });
  });

  test('shortens a long example, but prefers a short one', () => {
    const long = seen({ picture: 'x'.repeat(2_000), rows: Array.from({ length: 400 }, () => 'a row of many') });
    expect(examplesOf([long], nothing).operations['getProfile']?.answered).toEqual({
      picture: `${'x'.repeat(60)}…`,
      rows: ['a row of many', 'a row of many'],
    });
    const short = seen({ name: 'Ada' }, { test: 'z' });
    expect(examplesOf([long, short], nothing).operations['getProfile']?.answered).toEqual({ name: 'Ada' });
  });

  test('keeps the example if a few unrelated tests call the operation', () => {
    const before = { operations: { getProfile: { answered: { from: 'before' } } }, errors: {} };
    const other = seen({ from: 'elsewhere' }, { file: 'login.test.ts' });
    expect(examplesOf([other], before, false)).toEqual(before);
    const own = examplesOf([seen({ from: 'its own' })], before, false);
    expect(own.operations['getProfile']?.answered).toEqual({ from: 'its own' });
  });

  test('stores one example for each error code, and keeps the examples of errors that a run did not record', () => {
    const before = { operations: {}, errors: { FORBIDDEN: { error: 'FORBIDDEN' } } };
    const body = { error: 'UNAUTHORIZED', message: 'Sign in.', details: {} };
    expect(examplesOf([seen(body, { status: 401 })], before).errors).toEqual({
      FORBIDDEN: { error: 'FORBIDDEN' },
      UNAUTHORIZED: body,
    });
  });
});

test('does not record keys, test server addresses or secrets in examples', () => {
  const text = readFileSync(
    path.resolve(import.meta.dirname, '../apps/server/src/transport/openapi/examples.json'),
    'utf8',
  );
  expect(text.match(/\b(?:sk_(?:live|test)_|whsec_)(?!EXAMPLE)[\w+/=]{12,}/g)).toBeNull();
  expect(text).not.toMatch(/localhost:\d|127\.0\.0\.1:\d/);
  expect(Object.keys(readExamples().operations).length).toBeGreaterThan(150);
  expect(Object.keys(readExamples().errors).length).toBeGreaterThan(100);
});
