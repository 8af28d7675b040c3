import { expect, test } from 'vitest';
import { BlockWatch } from './block-watch.ts';

function watched() {
  const warnings: { blockedMs: number; operations: { requestId: string; route: string }[]; count: number }[] = [];
  let now = 0;
  const warn = (warning: unknown) => void warnings.push(warning as (typeof warnings)[number]);
  const watch = new BlockWatch({ warn }, () => now);
  const tickAfter = (ms: number) => {
    now += ms;
    watch.tick();
  };
  return { watch, warnings, tickAfter };
}

test('lists requests that ran or had just finished when the event loop was blocked for over a second', () => {
  const { watch, warnings, tickAfter } = watched();
  watch.began('req_1', 'GET /api/health');
  watch.ended('req_1');
  tickAfter(250);
  watch.began('req_2', 'PATCH /api/documents/:id');
  watch.began('req_3', 'POST /api/verify');
  watch.ended('req_2');
  tickAfter(1600);
  expect(warnings).toEqual([
    {
      blockedMs: 1350,
      operations: [
        { requestId: 'req_2', route: 'PATCH /api/documents/:id' },
        { requestId: 'req_3', route: 'POST /api/verify' },
      ],
      count: 2,
    },
  ]);
  tickAfter(2000);
  expect(warnings[1]?.operations.map(({ requestId }) => requestId)).toEqual(['req_3']);
});

test('does not report short delays of the event loop, and lists at most twenty requests in a report', () => {
  const { watch, warnings, tickAfter } = watched();
  for (let n = 0; n < 50; n += 1) watch.began(`req_${n}`, 'GET /');
  tickAfter(1200);
  expect(warnings).toEqual([]);
  tickAfter(5000);
  expect(warnings[0]).toMatchObject({ blockedMs: 4750, count: 50 });
  expect(warnings[0]?.operations).toHaveLength(20);
});
