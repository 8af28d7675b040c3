import { expect, test } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { DatabaseFigures } from './database-figures.ts';

const AT = new Date('2026-05-01T12:00:00Z');
const ROWS = [[], [], [{ waiting: 0, dead: 0, oldest: null }], [{ bytes: '1000', damaged: 0 }]];

/** Creates figures that read from a fake database whose responses the test controls. */
function asked(): {
  figures: DatabaseFigures;
  answers: PromiseWithResolvers<unknown>[];
  warned: string[];
  later: (ms: number) => void;
} {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const warned: string[] = [];
  let now = 0;
  const transaction = () => {
    const answer = Promise.withResolvers<unknown>();
    answers.push(answer);
    return answer.promise;
  };
  const figures = new DatabaseFigures({
    database: { transaction } as unknown as Database,
    clock: { now: () => AT },
    log: { warn: (_fields, message) => void warned.push(message) },
    now: () => now,
    limitMs: 20,
  });
  return { figures, answers, warned, later: (ms) => void (now += ms) };
}

test('queries the database at most once every five seconds, regardless of the number of scrapes', async () => {
  const { figures, answers, later } = asked();
  const first = [figures.latest(), figures.latest()];
  answers[0]?.resolve(ROWS);
  expect((await Promise.all(first)).map(({ isUp }) => isUp)).toEqual([true, true]);
  later(4_000);
  await figures.latest();
  expect(answers).toHaveLength(1);
  later(2_000);
  const again = figures.latest();
  answers[1]?.resolve(ROWS);
  expect((await again).read?.database.bytes).toBe('1000');
});

test('does not delay scrapes, repeat the query or keep outdated metrics if the database does not respond', async () => {
  const { figures, answers, warned, later } = asked();
  expect(await figures.latest()).toEqual({ isUp: false, read: undefined });
  later(10_000);
  expect(await figures.latest()).toEqual({ isUp: false, read: undefined });
  expect([answers.length, warned.length]).toEqual([1, 1]);
  answers[0]?.reject(new Error('connection lost'));
  await new Promise((resolve) => setImmediate(resolve));
  later(10_000);
  const again = figures.latest();
  answers[1]?.resolve(ROWS);
  expect((await again).isUp).toBe(true);
});
