import pino from 'pino';
import { expect, test } from 'vitest';
import { outageLines } from './outage-lines.ts';
import { DatabaseUnavailable } from './database-watchdog.ts';

const refused = () =>
  new DatabaseUnavailable(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }));

test('logs one line per second without a stack trace while the database is unreachable, and counts the omitted lines', () => {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  const log = pino(
    { base: null, hooks: { logMethod: outageLines(() => now) } },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const request = log.child({ reqId: 'req_1' });
  for (now = 0; now < 3_000; now += 10) {
    request.warn({ err: refused() }, 'request rejected');
    log.warn({ err: new Error('the job failed', { cause: refused() }) }, 'a job failed and will be retried');
  }
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatchObject({
    reqId: 'req_1',
    msg: 'request rejected',
    reason: 'the database does not respond: connect ECONNREFUSED 127.0.0.1:5432',
    omitted: 199,
  });
  expect(JSON.stringify(lines)).not.toMatch(/stack| at .*\.ts:/);
});

test('logs other errors with stack traces while the database is unreachable', () => {
  const lines: string[] = [];
  const log = pino({ hooks: { logMethod: outageLines(() => 0) } }, { write: (line: string) => void lines.push(line) });
  log.warn({ err: refused() }, 'request rejected');
  log.error({ err: new TypeError('a defect') }, 'request failed');
  log.info('listening');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('"stack"');
});
