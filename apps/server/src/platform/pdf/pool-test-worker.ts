import { execFileSync } from 'node:child_process';

import type { WorkerLoopOptions } from './worker-loop.ts';
import { serveTasks } from './worker-loop.ts';

/** The worker of worker-pool.test.ts, which misbehaves on request. */
export type MisbehavingTasks = {
  echo: { input: unknown; output: unknown };
  environment: { input: null; output: string[] };
  spin: { input: null; output: never };
  wait: { input: null; output: never };
  sleep: { input: number; output: 'slept' };
  work: { input: number; output: 'worked' };
  hold: { input: number; output: never };
  hoardBuffers: { input: null; output: never };
  hoardObjects: { input: null; output: never };
  recurse: { input: null; output: never };
  reject: { input: string; output: never };
  throwLater: { input: null; output: never };
  exit: { input: null; output: never };
};

class Judgement extends Error {}

const options: WorkerLoopOptions = {
  reasonOf: (error) => (error instanceof Judgement ? error.message : undefined),
  isWornOut: () => Promise.resolve(false),
};

const kept: unknown[] = [];

function forever(step: () => void): never {
  for (;;) step();
}

serveTasks<MisbehavingTasks>(
  {
    echo: (input) => input,
    // Starts a program, which inherits the environment of this thread.
    environment: () =>
      execFileSync('env', { encoding: 'utf8' })
        .split('\n')
        .flatMap((line) => line.split('=')[0] || []),
    spin: () => forever(() => undefined),
    wait: () => new Promise<never>(() => undefined),
    // Blocks the event loop of the thread, like a machine without free CPU time.
    sleep: (milliseconds) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
      return 'slept';
    },
    work: (milliseconds) => {
      const until = process.threadCpuUsage().user / 1000 + milliseconds;
      while (process.threadCpuUsage().user / 1000 < until);
      return 'worked';
    },
    hold: (mebibytes) => {
      kept.push(Buffer.alloc(mebibytes * 2 ** 20, 1));
      return new Promise<never>(() => undefined);
    },
    hoardBuffers: () => forever(() => kept.push(Buffer.alloc(2 ** 20, 1))),
    hoardObjects: () => forever(() => kept.push({ kept: [kept.length] })),
    recurse: () => {
      const deeper = (depth: number): number => deeper(depth + 1) + 1;
      deeper(0);
      throw new Error('unreachable');
    },
    reject: (reason) => {
      throw new Judgement(reason);
    },
    throwLater: () => {
      setImmediate(() => {
        throw new Error('no one is waiting for this task');
      });
      return new Promise<never>(() => undefined);
    },
    exit: () => process.exit(3),
  },
  options,
);
