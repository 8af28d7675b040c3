import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { tell } from '../../../../scripts/soak-summary.ts';
import { startTestApp } from '../support/app.ts';
import { live, liveAtRandom } from '../support/in-progress-model.ts';
import { soak } from '../support/soak.ts';

const LIVES = soak({ test: 30, full: 3_000 });
/** Each run tests random sequences of actions. A failure prints the SEED with which the run can be repeated. */
const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));

const app = await startTestApp();

test(`returns responses and states that match some valid order of requests in ${LIVES} document histories`, async () => {
  const begun = performance.now();
  await liveAtRandom(app, { lives: LIVES, seed: SEED });
  expect(await app.sql('select 1 from jobs where state = $1', ['dead'])).toEqual([]);
  tell(`model: ${LIVES} lives in ${Math.round((performance.now() - begun) / 1000)} s, seed ${SEED}`);
}, 3_600_000);

test('behaves as the document model predicts during concurrent signing, declining, forwarding and correcting', async () => {
  const stranger = (await app.otherTenant()).key;
  for (const sequential of [true, false])
    await live(
      app,
      stranger,
      [
        [
          { do: 'sign', who: 0 },
          { do: 'decline', who: 0 },
          { do: 'forward', who: 0 },
          { do: 'correct', who: 0 },
        ],
      ],
      sequential,
    );
});
