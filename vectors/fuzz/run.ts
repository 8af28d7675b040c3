import { Worker } from 'node:worker_threads';
import type { Kind } from './subject.ts';

export interface Job {
  readonly kind: Kind;
  readonly seed: number;
  /** Number of the first case: slices of one run can be done apart. */
  readonly from: number;
  readonly cases: number;
  /** A case that takes longer is a finding. */
  readonly slowMs: number;
}

export interface Finding {
  readonly index: number;
  readonly said: string;
  /** Where the mutated bytes are. */
  readonly file: string;
}

export interface Summary {
  cases: number;
  /** Judged valid, rightly: mutated behind what is signed, in padding, or not at all. */
  valid: number;
  slowestMs: number;
  findings: Finding[];
}

const HANG_MS = 20_000;
const MEMORY_MB = 512;

/**
 * Runs cases in a worker of their own, so that an endless loop can be ended and memory has a limit.
 * Throws with the number of the case that hangs, or when the worker dies.
 */
export async function runFuzz(job: Job): Promise<Summary> {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  progress[0] = job.from;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { ...job, progress },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let last = { index: -1, since: performance.now() };
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Summary>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error) =>
        reject(new Error(`${describe(job, progress)} ends the worker`, { cause: error })),
      );
      worker.once('exit', () => reject(new Error(`${describe(job, progress)} ends the worker`)));
      watch = setInterval(() => {
        const index = Atomics.load(progress, 0);
        if (index !== last.index) last = { index, since: performance.now() };
        else if (performance.now() - last.since > HANG_MS) reject(new Error(`${describe(job, progress)} hangs`));
      }, 500);
    });
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

const describe = ({ kind, seed }: Job, progress: Int32Array): string =>
  `case ${Atomics.load(progress, 0)} of ${kind}, seed ${seed},`;
