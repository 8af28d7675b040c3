import { isolated } from '@countersign/contract/languages';
import { expect, test } from 'vitest';

import type { Typeface } from './typeface.ts';
import { textRuns } from './text-runs.ts';

/** A font that contains every character. The tests check only order and direction. */
const everything = { has: () => true } as unknown as Typeface;

function order(line: string): string[] {
  return textRuns(line, [everything]).runs.map((run) => `${run.isRightToLeft ? '<' : '>'}${run.text}`);
}

test('splits left-to-right text into one run per script', () => {
  expect(order('Anna Müller')).toEqual(['>Anna Müller']);
  expect(order('Anna Ольга 12')).toEqual(['>Anna ', '>Ольга 12']);
});

test('draws a Hebrew line with a Latin name from right to left, and the name from left to right', () => {
  expect(order('שלום Anna עולם')).toEqual(['< עולם', '>Anna', '<שלום ']);
});

test('keeps the order of a Latin line with a Hebrew word', () => {
  expect(order('Anna שלום Ltd')).toEqual(['>Anna ', '<שלום', '> Ltd']);
});

test('draws numbers in Arabic text from left to right', () => {
  expect(order('رقم 123')).toEqual(['>123', '<رقم ']);
});

test('keeps the order of the line around a right-to-left name, and does not draw the isolate characters', () => {
  expect(order(`${isolated('שרה כהן')}, 2026-11-20 (SHA-256)`)).toEqual(['<שרה כהן', '>, 2026-11-20 (SHA-256)']);
  // Without the isolate characters, the line would begin on the right, with the date to the left of the name.
  expect(order('שרה כהן, 2026-11-20')).toEqual(['>2026-11-20', '<שרה כהן, ']);
  expect(isolated('Anna')).toBe('Anna');
});

test('orders scripts and emoji outside the Basic Multilingual Plane by their text direction', () => {
  expect(order('𞤀𞤣𞤤𞤢𞤥')).toEqual(['<𞤀𞤣𞤤𞤢𞤥']);
  expect(order('שלום 👍 עולם')).toEqual(['<שלום 👍 עולם']);
  expect(order('Anna 👍 שלום')).toEqual(['>Anna 👍 ', '<שלום']);
});
