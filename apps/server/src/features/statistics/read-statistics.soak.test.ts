/** Measures how fast statistics are with a million documents, from the durations of requests in the server's log. */
import { expect, test } from 'vitest';
import { tell } from '../../../../../scripts/soak-summary.ts';
import { startTestApp } from '../../../test/support/app.ts';
import { soak } from '../../../test/support/soak.ts';
import { fillStatistics } from '../../../test/support/statistics-fill.ts';
import { newId } from '../../platform/crypto/ids.ts';

const DOCUMENTS = soak({ test: 10_000, full: 1_000_000 });
const RUNS = soak({ test: 3, full: 61 });
/** The time limit for the test. Most of the time goes into inserting the data. */
const LIMIT_MS = 900_000;

const RANGES = [
  ['two days by hour', 'bucket=hour&timeZone=UTC'],
  ['a month by day', 'timeZone=UTC'],
  ['a month by day of Berlin', 'timeZone=Europe/Berlin'],
  ['a month by day of Kolkata', 'timeZone=Asia/Kolkata'],
  ['a year by month', 'bucket=month&from=2025-11-20&timeZone=Europe/Berlin'],
  ['a year by week', 'bucket=week&from=2025-11-20&timeZone=Europe/Berlin'],
  ['a year by day', 'from=2025-11-20&timeZone=Europe/Berlin'],
] as const;

const app = await startTestApp();
const { tenantId } = app.tenant;
const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

function loggedSince(line: number): number[] {
  const requests = app.lines.slice(line).map((text) => JSON.parse(text) as { route?: string; ms?: number });
  return requests.flatMap(({ route, ms }) => (route?.endsWith('/api/admin/stats') && ms !== undefined ? [ms] : []));
}

test(
  'reads the statistics of many documents from stored counts',
  async () => {
    await fillStatistics((text, values) => app.sql(text, values), {
      tenantId,
      documents: DOCUMENTS,
      everySeconds: 60,
      until: app.clock.now(),
      owners: [app.tenant.userId, ...Array.from({ length: 19 }, () => newId('user'))],
      templates: Array.from({ length: 30 }, () => newId('template')),
    });
    await app.services.timers.run('statistics');
    await app.sql('analyze');
    for (const [name, query] of RANGES) {
      const line = app.lines.length;
      for (let look = 0; look < RUNS; look += 1) {
        const { status, body } = await app.owner.get<'getStatistics'>(`/api/admin/stats?${query}`);
        expect(status).toBe(200);
        expect(body.totals.sent).toBeGreaterThan(0);
      }
      const times = loggedSince(line);
      expect(times).toHaveLength(RUNS);
      tell(
        `statistics of ${DOCUMENTS} documents, ${name}: p50 ${median(times)} ms, best ${Math.min(...times)}, worst ${Math.max(...times)}`,
      );
    }
  },
  LIMIT_MS,
);
