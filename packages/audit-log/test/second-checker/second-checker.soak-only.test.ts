import { expect, test } from 'vitest';
import { tell } from '../../../../scripts/soak-summary.ts';
import { compareCheckers } from './compare.ts';

test('agrees with a checker written from the specifications on 20,000 random logs', { timeout: 600_000 }, async () => {
  const from = Math.floor(Math.random() * 2 ** 31);
  const { valid, faults, disagreements } = await compareCheckers(from, 20_000);
  tell(`second checker: 20,000 logs from seed ${from}, ${valid} of them valid, ${faults.size} kinds of fault`);
  expect(disagreements).toEqual([]);
});
