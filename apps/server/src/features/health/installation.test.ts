import { expect, test } from 'vitest';
import { joinHealth } from './installation.ts';

const AT = '2026-11-29T12:00:00.000Z';
const overloaded = (since: string) => ({ code: 'overloaded' as const, message: 'The server is overloaded.', since });

test('reports the worst status of all processes, and lists a shared problem once, with its earliest time', () => {
  const [early, late] = [overloaded('2026-11-29T11:00:00.000Z'), overloaded('2026-11-29T11:30:00.000Z')];
  expect(joinHealth({ status: 'healthy', timestamp: AT }, [{}, { status: 'healthy' }])).toEqual({
    status: 'healthy',
    timestamp: AT,
  });
  expect(
    joinHealth({ status: 'healthy', timestamp: AT }, [
      { status: 'degraded', problems: [late] },
      { status: 'degraded', problems: [early] },
    ]),
  ).toEqual({ status: 'degraded', timestamp: AT, problems: [early] });
});
