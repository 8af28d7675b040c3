import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Kind } from './subject.ts';

export interface Job {
  readonly kind: Kind;
  readonly seed: number;
  /** The number of the first case, so that a run can be split into parts. */
  readonly from: number;
  readonly cases: number;
  /** The time limit for a case. A case that takes longer is a finding. */
  readonly slowMs: number;
}

export interface Finding {
  readonly index: number;
  readonly said: string;
  /** The path of the file with the mutated bytes. */
  readonly file: string;
}

export interface Summary {
  cases: number;
  /**
   * The number of cases that are rightly reported as valid, because they were mutated only after the signed bytes or in
   * padding, or not at all.
   */
  valid: number;
  slowestMs: number;
  /** The peak memory of the process minus the peak before the first case: heap, buffers and everything else (MiB). */
  grownMb: number;
  findings: Finding[];
}

/**
 * The messages from the process that runs the cases: the number of the case that starts, and finally the results of all
 * cases.
 */
export type Message = { readonly begins: number } | { readonly summary: Summary };

const HANG_MS = 10_000;
export const MEMORY_MB = 512;
/** A process that uses more memory than this is ended immediately, so that one bad case does not affect the machine. */
const END_MB = 1_536;
const CHECK_INTERVAL_MS = 100;

/**
 * Runs cases in a separate process, so that an endless loop can be stopped and all memory can be measured, including
 * inflated data, which is outside the JavaScript heap. If a case hangs, takes too much memory or ends the process,
 * throws an error that contains the number of the case.
 */
export async function runFuzz(job: Job): Promise<Summary> {
  const child = fork(new URL('./worker.ts', import.meta.url), [JSON.stringify(job)], {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<Summary>();
  let last = { index: job.from, since: performance.now() };
  const fail = (what: string) => reject(new Error(`case ${last.index} of ${job.kind}, seed ${job.seed}, ${what}`));
  child.on('message', (message: Message) => {
    if ('summary' in message) resolve(message.summary);
    else last = { index: message.begins, since: performance.now() };
  });
  child.once('error', reject);
  child.once('exit', (code, signal) => fail(`ends the process (${signal ?? code})`));
  const watch = setInterval(() => {
    if (performance.now() - last.since > HANG_MS) fail('hangs');
    else if (residentMb(child.pid) > END_MB) fail(`takes more than ${END_MB} MB`);
  }, CHECK_INTERVAL_MS);
  try {
    return await promise;
  } finally {
    clearInterval(watch);
    child.kill('SIGKILL');
  }
}

/** Returns the resident memory, or 0 if the system has no /proc. In that case, the process reports its own peak. */
function residentMb(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
