import { type Operation, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { methods, publicMethods, STREAMS } from '../build/methods.ts';

test('offers every operation that an API key can call, each under one name', () => {
  const named = [...Object.values(methods).flatMap((group) => Object.values(group)), ...STREAMS];
  const callable = Object.values<Operation>(operations).filter(({ credentials }) => credentials.includes('api-key'));
  expect(named.toSorted()).toEqual(callable.map(({ id }) => id).toSorted());
});

test('offers every operation for signing links and drawing links in the browser entry point, except in-person operations', () => {
  const named = Object.values(publicMethods['signing'] ?? {});
  const offered = Object.values<Operation>(operations).filter(
    ({ credentials, path }) =>
      path.startsWith('/api/signing/drawing') ||
      (credentials.includes('signing-link') && !path.startsWith('/api/signing/in-person')),
  );
  expect(named.toSorted()).toEqual(offered.map(({ id }) => id).toSorted());
});
