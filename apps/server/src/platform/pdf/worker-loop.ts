import { parentPort } from 'node:worker_threads';

import { compact } from './worker-protocol.ts';
import type { TaskMap, TaskReply, TaskRequest } from './worker-protocol.ts';

export type TaskHandlers<Tasks extends TaskMap> = {
  readonly [Kind in keyof Tasks]: (
    input: Tasks[Kind]['input'],
  ) => Promise<Tasks[Kind]['output']> | Tasks[Kind]['output'];
};

export interface WorkerLoopOptions {
  /** Returns the code of an error that is a finding about the file, or undefined if the error is unexpected. */
  readonly reasonOf: (error: unknown) => string | undefined;
  /** Returns whether this worker permanently holds so much memory that the next task should run in a new worker. */
  readonly isWornOut: () => Promise<boolean>;
}

/**
 * Serves tasks until the pool ends the thread. Runs only in a worker.
 *
 * An unexpected error is reported as `crashed`, and the pool discards the worker, because the state of its parsers can
 * no longer be trusted.
 */
export function serveTasks<Tasks extends TaskMap>(handlers: TaskHandlers<Tasks>, options: WorkerLoopOptions): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs only as a worker thread.');
  port.on('message', (request: TaskRequest) => {
    void answer(handlers, options, request).then((reply) => port.postMessage(compact(reply)));
  });
}

async function answer<Tasks extends TaskMap>(
  handlers: TaskHandlers<Tasks>,
  options: WorkerLoopOptions,
  { id, kind, input }: TaskRequest,
): Promise<TaskReply> {
  try {
    const handler = handlers[kind];
    if (handler === undefined) throw new Error(`There is no task "${kind}".`);
    const value = await handler(input);
    return { id, outcome: 'done', value, retire: await options.isWornOut() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = options.reasonOf(error);
    if (reason !== undefined) return { id, outcome: 'rejected', reason, message, retire: await options.isWornOut() };
    const isMemory = error instanceof RangeError && /memory|allocation|array buffer/i.test(message);
    return { id, outcome: 'failed', code: isMemory ? 'out_of_memory' : 'crashed', message };
  }
}
