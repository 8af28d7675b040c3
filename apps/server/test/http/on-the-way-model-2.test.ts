import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { liveAtRandom } from '../support/on-the-way-model.ts';

const app = await startTestApp();

test('500 lives of a document: every answer and state is that of some order of what was asked', async () => {
  await liveAtRandom(app, Number(process.env['RUNS'] ?? 500));
  expect(await app.sql('select 1 from jobs where state = $1', ['dead'])).toEqual([]);
}, 900_000);
