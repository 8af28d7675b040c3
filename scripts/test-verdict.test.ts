import { expect, test } from 'vitest';
import { judgeTests } from './test-verdict.ts';

const COUNTS = { passed: 3, passedElsewhere: 3, failed: 0, skipped: 0, skippedElsewhere: 0 };
const FLAKY = { failedFirst: ['a.test.ts'], failed: [], counts: COUNTS };

test('passes if every test passed', () => {
  expect(judgeTests({ failedFirst: [], failed: [], counts: COUNTS }, true)).toEqual({ lines: [], ok: true });
});

test('reports a test file that failed at first but passed on retry, and fails in CI', () => {
  const reason = 'a.test.ts: failed at first and passed when it ran again';
  expect(judgeTests(FLAKY, true)).toEqual({ lines: [`FAILED ${reason}`], ok: false });
  expect(judgeTests(FLAKY, false)).toEqual({ lines: [`UNSTABLE ${reason}`], ok: true });
});

test('fails even outside CI if a test file fails again when it is rerun', () => {
  const run = { failedFirst: ['a.test.ts'], failed: ['a.test.ts'], counts: { ...COUNTS, failed: 1 } };
  expect(judgeTests(run, false)).toEqual({ lines: ['FAILED a.test.ts'], ok: false });
});

test('fails if a test was skipped or no tests passed', () => {
  const skipped = judgeTests({ failedFirst: [], failed: [], counts: { ...COUNTS, skipped: 2 } }, false);
  expect(skipped).toEqual({ lines: ['FAILED 2 tests were skipped. Delete them or let them run.'], ok: false });
  expect(judgeTests({ failedFirst: [], failed: [], counts: { ...COUNTS, passed: 0 } }, false).ok).toBe(false);
});
