import { type Operation, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { methods, STREAMS } from '../build/methods.ts';

test('offers every operation that an API key can call, each under one name', () => {
  const named = [...Object.values(methods).flatMap((group) => Object.values(group)), ...STREAMS];
  const callable = Object.values<Operation>(operations).filter(({ credentials }) => credentials.includes('api-key'));
  expect(named.toSorted()).toEqual(callable.map(({ id }) => id).toSorted());
});
