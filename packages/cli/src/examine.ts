import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { CommandError, ExitCode } from './command-error.ts';
import type { Answer, Task, TaskResults } from './examine-tasks.ts';

export interface Limits {
  readonly timeoutMs: number;
  /** The limit in MiB for the JavaScript heap and external buffers combined. */
  readonly memoryMb: number;
}

const LIMITS: Limits = { timeoutMs: 10_000, memoryMb: 512 };
const MEMORY_CHECK_INTERVAL_MS = 50;

/**
 * Parses a file in a separate thread with limited time and memory. Throws CommandError (1)
 * if the file is refused or a limit is reached. Other errors of the thread are bugs.
 */
export async function examine<Kind extends Task['kind']>(
  task: Task & { readonly kind: Kind },
  limits: Limits = LIMITS,
): Promise<TaskResults[Kind]> {
  const answer = await runInWorker(task, limits);
  if (answer.outcome === 'refused') throw new CommandError(ExitCode.invalid, answer.message);
  // The worker runs our own code, so the result has the requested type.
  return answer.value as TaskResults[Kind];
}

async function runInWorker(task: Task, { timeoutMs, memoryMb }: Limits): Promise<Answer> {
  const cache = getCompileCacheDir();
  const worker = new Worker(new URL('./examine-worker.ts', import.meta.url), {
    workerData: withoutNeighbours(task),
    // A parser must not be able to read the environment, which may contain a passphrase. Only the folder of the compile
    // cache is passed on, which Node extends with a subfolder for its version.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const tooMuch = new CommandError(ExitCode.invalid, `Reading this file takes more than ${memoryMb} MB of memory.`);
  const overdue = setTimeout(() => {
    reject(new CommandError(ExitCode.invalid, `Reading this file takes longer than ${timeoutMs / 1000} seconds.`));
  }, timeoutMs);
  // resourceLimits covers only the JavaScript heap, which does not include decompressed data.
  const look = setInterval(() => {
    void worker.getHeapStatistics().then(
      (heap) => {
        if (heap.used_heap_size + heap.external_memory > memoryMb * 2 ** 20) reject(tooMuch);
      },
      // Terminating a thread that has already ended is not an error.
      () => undefined,
    );
  }, MEMORY_CHECK_INTERVAL_MS);
  worker.on('message', (answer: Answer) => resolve(answer));
  worker.on('error', (error) => reject(isOutOfMemory(error) ? tooMuch : error));
  worker.on('exit', () => reject(new Error('The worker thread ended without a result.')));
  try {
    return await promise;
  } finally {
    clearTimeout(overdue);
    clearInterval(look);
    await worker.terminate();
  }
}

/**
 * Copies a message so that its byte arrays share no memory. A small Buffer is a view of a shared block, and structured
 * cloning copies the whole block. Data from a key file could reach the parser's thread that way.
 */
export function withoutNeighbours<Message>(message: Message): Message {
  return separated(message) as Message;
}

function separated(value: unknown): unknown {
  if (value instanceof Uint8Array) return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
  if (Array.isArray(value)) return value.map(separated);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, separated(member)]));
}

function isOutOfMemory(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') || /array buffer allocation/i.test(error.message)
  );
}
