import { expect, it } from 'vitest';
import { ENGLISH } from '../words/load.ts';
import { faultWords, refusalWords, waitWords } from './faults.tsx';

const { m } = ENGLISH;

it('says what is wrong with a value, and where that has a limit, which', () => {
  expect(faultWords(m, { is: 'required' })).toBe('This field is required.');
  expect(faultWords(m, { is: 'short', limit: 1 })).toBe('This is too short: at least 1 character.');
  expect(faultWords(m, { is: 'decimals', limit: 2 })).toBe('Enter at most 2 decimals.');
  expect(faultWords(m, { is: 'decimals', limit: 0 })).toBe('Enter a whole number.');
});

it('says what the service found by its code, also one that it does not know', () => {
  expect(refusalWords(m, 'pattern')).toBe('This does not have the format that the sender requires.');
  expect(refusalWords(m, 'constructor')).toBe('This was not accepted. Check your input.');
});

it('says when to try again', () => {
  expect(waitWords(m, null)).toBe('Try again shortly.');
  expect(waitWords(m, 0)).toBe('Try again in 1 second.');
  expect(waitWords(m, 1500)).toBe('Try again in 1,500 seconds.');
});
