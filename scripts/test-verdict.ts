/** Decides the result of a test run, and lists each file that did not pass at the first attempt. */
import type { TestCounts } from './run-vitest.ts';

export interface Verdict {
  lines: string[];
  ok: boolean;
}

/**
 * @param failedFirst the files that failed when all tests ran
 * @param failed those of them that failed in every repetition
 * @param failsUnstable whether the run also fails if a file passes only when repeated. Otherwise, nobody would notice,
 * because people do not read the output of a successful run
 */
export function judgeTests(
  { failedFirst, failed, counts }: { failedFirst: readonly string[]; failed: readonly string[]; counts: TestCounts },
  failsUnstable: boolean,
): Verdict {
  const unstable = failedFirst.filter((file) => !failed.includes(file));
  const lines = [
    ...failed.map((file) => `FAILED ${file}`),
    ...unstable.map(
      (file) => `${failsUnstable ? 'FAILED' : 'UNSTABLE'} ${file}: failed at first and passed when it ran again`,
    ),
  ];
  if (counts.skipped > 0) lines.push(`FAILED ${counts.skipped} tests were skipped. Delete them or let them run.`);
  const allRan = counts.passed > 0 && counts.failed === 0 && counts.skipped === 0;
  return { lines, ok: allRan && failed.length === 0 && !(failsUnstable && unstable.length > 0) };
}
