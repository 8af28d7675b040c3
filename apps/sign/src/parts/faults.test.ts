import { expect, it } from 'vitest';
import { ENGLISH } from '../words/load.ts';
import { faultWords, refusalWords, waitWords } from './faults.tsx';

const { m } = ENGLISH;

it('explains an error in a value and names the limit if there is one', () => {
  expect(faultWords(m, { is: 'required' })).toBe('This field is required.');
  expect(faultWords(m, { is: 'short', limit: 1 })).toBe('This is too short. Enter at least 1 character.');
  expect(faultWords(m, { is: 'decimals', limit: 2 })).toBe('Enter at most 2 decimal places.');
  expect(faultWords(m, { is: 'decimals', limit: 0 })).toBe('Enter a whole number.');
});

it('explains why the server rejected a value, even if the error code is unknown', () => {
  expect(refusalWords(m, 'pattern')).toBe('Your input does not match the format that the sender requires.');
  expect(refusalWords(m, 'constructor')).toBe('This was not accepted. Check your input.');
});

it('states when the signer can try again', () => {
  expect(waitWords(m, null)).toBe('Try again shortly.');
  expect(waitWords(m, 0)).toBe('Try again in 1 second.');
  expect(waitWords(m, 1500)).toBe('Try again in 1,500 seconds.');
});
