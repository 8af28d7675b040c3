import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

import { FairQueue } from './fair-queue.ts';
import type { TaskOwner } from './fair-queue.ts';
import { PdfTaskError } from './pdf-task-error.ts';
import type { PdfTaskErrorCode } from './pdf-task-error.ts';
import { compact } from './worker-protocol.ts';
import type { TaskMap, TaskReply, TaskRequest } from './worker-protocol.ts';

export interface WorkerPoolOptions {
  readonly entry: URL;
  readonly maxWorkers: number;
  /** The maximum CPU time of a task in milliseconds, even if other programs leave it little CPU time (ADR 8). */
  readonly timeoutMs: number;
  /**
   * The wall-clock time in milliseconds after which a task ends as `busy`, if it has not been able to use the CPU time
   * of `timeoutMs` by then.
   */
  readonly patienceMs: number;
  /** The maximum memory of a worker in MiB, JavaScript heap and external buffers together. */
  readonly memoryMb: number;
  /**
   * The maximum memory of all workers together in MiB. Beyond it, the largest worker is ended, so that the process
   * stays within its own limit.
   */
  readonly totalMemoryMb: number;
  /** The time in milliseconds for which an idle worker stays alive. */
  readonly idleMs: number;
  /** The maximum number of waiting tasks. Further tasks are refused with `busy`. */
  readonly maxWaiting: number;
  /** The maximum number of waiting tasks of one credential. Further tasks are refused with `too_many`. */
  readonly maxWaitingEach: number;
}

export interface RunOptions {
  /** The owner of the task. All tasks without an owner share one turn in the rotation. */
  readonly owner?: TaskOwner | undefined;
  /**
   * Aborted if the caller stops waiting. The task is then not started. A running task is finished, because ending its
   * worker would cost more.
   */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly memoryMb?: number | undefined;
  /**
   * True if the task holds a large file. Only one worker gets such tasks, because their memory (the file and PDFium's
   * copy) stays with the worker until it ends, and two workers would need twice as much.
   */
  readonly isLarge?: boolean | undefined;
  /** Called when the task is due. If it returns an error, the task is refused before any worker sees it. */
  readonly refuse?: (() => PdfTaskError | undefined) | undefined;
}

interface Job {
  readonly kind: string;
  readonly input: unknown;
  readonly owner: TaskOwner;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly isLarge: boolean;
  readonly since: number;
  readonly refuse: (() => PdfTaskError | undefined) | undefined;
  readonly succeed: (value: unknown) => void;
  readonly fail: (error: PdfTaskError) => void;
}

type Slot = {
  readonly worker: Worker;
  /** Ending threads still use memory, so they count against maxWorkers until they have ended. */
  state: 'idle' | 'busy' | 'ending';
  taskId: number;
  isLarge: boolean;
  job: Job | undefined;
  held: number;
  /** The CPU time of the thread in milliseconds when it was first checked for its task. */
  workedBefore: number | undefined;
  timers: NodeJS.Timeout[];
};

const NOBODY: TaskOwner = { tenant: '' };

/** Outcomes of tasks that used up their limits or crashed their worker. */
const HARMFUL: ReadonlySet<PdfTaskErrorCode> = new Set(['timeout', 'out_of_memory', 'crashed']);

/** The interval for checking a running worker. Most tasks end before the first check. */
const CHECK_INTERVAL_MS = 100;

/**
 * The memory limits of a worker are small, because every worker uses all the memory it is allowed. With an even smaller
 * young generation, typesetting a page would take 50% longer.
 */
const STACK_MB = 4;
const YOUNG_GENERATION_MB = 8;

/**
 * Threads for work on untrusted bytes. They are started on demand, ended when idle, and killed at a limit and replaced.
 * Every task settles exactly once, with a value or a PdfTaskError.
 *
 * Threads are used instead of processes, because a runaway script or WebAssembly loop can be ended either way, and a
 * thread costs a fifth as much as a process. A thread is not a sandbox: data that a parser must never reach (signing
 * keys, the environment) is not passed to it.
 *
 * Tenants alternate. A tenant whose task had to be ended gets one worker at a time for several minutes, so that the
 * other workers stay available for other tenants.
 */
export class WorkerPool<Tasks extends TaskMap> {
  readonly #options: WorkerPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting: FairQueue<Job>;
  #nextTaskId = 1;
  /** The shortest wait of a task between being queued and being assigned to a worker, since the last query. */
  #shortestWait: number | undefined;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#waiting = new FairQueue(options);
  }

  /** `workers` counts live threads, and `waiting` counts tasks that are not assigned to a thread yet. */
  get load(): { workers: number; busy: number; waiting: number } {
    const busy = [...this.#slots].filter(({ state }) => state === 'busy').length;
    return { workers: this.#slots.size, busy, waiting: this.#waiting.size };
  }

  /**
   * Returns how long a task waits for a worker, in milliseconds: the shortest wait of tasks started since the last
   * query. If none was started, returns how long the next task has been waiting. A tenant's long queue behind its own
   * large files does not delay other tenants.
   */
  waitMs(): number {
    const now = performance.now();
    const begun = this.#shortestWait;
    this.#shortestWait = undefined;
    if (begun !== undefined) return begun;
    const waiting = this.#waiting.heads().map(({ since }) => now - since);
    return waiting.length === 0 ? 0 : Math.min(...waiting);
  }

  /** Runs one task. Throws only PdfTaskError. */
  run<Kind extends keyof Tasks & string>(
    kind: Kind,
    input: Tasks[Kind]['input'],
    { owner = NOBODY, signal, timeoutMs = this.#options.timeoutMs, memoryMb, isLarge = false, refuse }: RunOptions = {},
  ): Promise<Tasks[Kind]['output']> {
    return new Promise((resolve, reject) => {
      if (this.#closed || signal?.aborted === true) {
        reject(
          new PdfTaskError(
            'aborted',
            this.#closed ? 'The pool is closed.' : 'The task was canceled before it started.',
          ),
        );
        return;
      }
      const onAbort = (): void => this.#abandon(job);
      const job: Job = {
        kind,
        input,
        owner,
        timeoutMs,
        memoryMb: memoryMb ?? this.#options.memoryMb,
        isLarge,
        since: performance.now(),
        refuse,
        succeed: (value) => {
          signal?.removeEventListener('abort', onAbort);
          // The worker is our own code and received `kind`, so its response has the type that the task map declares.
          resolve(value);
        },
        fail: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      this.#waiting.add(job);
      this.#dispatch();
      const full = this.#waiting.overfull(job);
      if (full !== undefined) {
        this.#waiting.delete(job);
        reject(full);
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Ends every thread and refuses waiting tasks. Resolves when the threads have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.clear()) job.fail(new PdfTaskError('aborted', 'The pool was closed.'));
    await Promise.all(
      [...this.#slots].map((slot) => this.#end(slot, new PdfTaskError('aborted', 'The pool was closed.'))),
    );
  }

  #dispatch(): void {
    while (this.#idle().length > 0 || this.#slots.size < this.#options.maxWorkers) {
      const running = [...this.#slots].flatMap(({ job }) => (job === undefined ? [] : [job.owner.tenant]));
      const mayBeLarge = ![...this.#slots].some(({ isLarge, state }) => isLarge && state !== 'idle');
      const job = this.#waiting.next(running, mayBeLarge);
      if (job === undefined) return;
      const refused = job.refuse?.();
      if (refused !== undefined) job.fail(refused);
      else this.#assign(this.#slotFor(job), job);
    }
  }

  /**
   * Chooses a worker. A large task goes to the worker that had a large task before. Any other task goes to a different
   * worker if possible.
   */
  #slotFor({ isLarge }: Job): Slot {
    const idle = this.#idle();
    const suited = idle.find((slot) => slot.isLarge === isLarge);
    if (suited) return suited;
    return this.#slots.size < this.#options.maxWorkers ? this.#start() : (idle[0] ?? this.#start());
  }

  /** Returns idle workers. The most recently busy worker comes first, so that the others can become idle and end. */
  #idle(): Slot[] {
    return [...this.#slots].filter(({ state }) => state === 'idle').sort((one, other) => other.taskId - one.taskId);
  }

  #start(): Slot {
    const cache = getCompileCacheDir();
    const worker = new Worker(this.#options.entry, {
      // The environment (database address, master key) is not passed, so parsers cannot read it. The only variable is
      // the parent folder of the compile cache. With the cache, workers do not have to load the TypeScript stripper (12
      // MB and 25 ms).
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) },
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
        stackSizeMb: STACK_MB,
      },
    });
    const slot: Slot = {
      worker,
      state: 'idle',
      taskId: 0,
      isLarge: false,
      job: undefined,
      held: 0,
      workedBefore: undefined,
      timers: [],
    };
    worker.on('message', (reply: TaskReply) => this.#onReply(slot, reply));
    worker.on(
      'messageerror',
      (cause) => void this.#end(slot, new PdfTaskError('crashed', 'The worker sent no readable response.', { cause })),
    );
    worker.on('error', (cause) => void this.#end(slot, errorOfWorker(cause)));
    worker.on('exit', () => {
      this.#settle(slot, new PdfTaskError('crashed', 'The worker exited before it finished the task.'));
      this.#slots.delete(slot);
      this.#dispatch();
    });
    this.#slots.add(slot);
    return slot;
  }

  #assign(slot: Slot, job: Job): void {
    this.#shortestWait = Math.min(this.#shortestWait ?? Infinity, performance.now() - job.since);
    clearTimers(slot);
    slot.state = 'busy';
    slot.taskId = this.#nextTaskId++;
    slot.job = job;
    slot.isLarge ||= job.isLarge;
    slot.held = 0;
    slot.workedBefore = undefined;
    slot.worker.ref();
    const { patienceMs } = this.#options;
    const overdue = setTimeout(() => {
      void this.#end(slot, new PdfTaskError('busy', `The task did not get enough CPU time within ${patienceMs} ms.`));
    }, patienceMs);
    const look = setInterval(() => void this.#look(slot, slot.taskId), CHECK_INTERVAL_MS);
    slot.timers = [overdue, look];
    this.#endWhenOverworked(slot, job.timeoutMs);
    try {
      const request: TaskRequest = { id: slot.taskId, kind: job.kind, input: compact(job.input) };
      slot.worker.postMessage(request);
    } catch (cause) {
      // The input cannot be cloned, which is a bug in the caller. The worker has not received the task.
      this.#settle(slot, new PdfTaskError('crashed', 'The task could not be handed to a worker.', { cause }));
      this.#rest(slot);
    }
  }

  /**
   * Ends a worker whose task has used up its CPU time. The check runs after the shortest wall-clock time in which this
   * can happen.
   */
  #endWhenOverworked(slot: Slot, leftMs: number): void {
    const { taskId, job } = slot;
    if (job === undefined) return;
    const ask = async (): Promise<void> => {
      const worked = await this.#worked(slot, taskId);
      if (slot.taskId !== taskId || slot.state !== 'busy') return;
      const left = job.timeoutMs - (worked ?? 0);
      if (left > 0) this.#endWhenOverworked(slot, left);
      else await this.#end(slot, new PdfTaskError('timeout', `The task ran for more than ${job.timeoutMs} ms.`));
    };
    slot.timers.push(setTimeout(() => void ask(), leftMs));
  }

  /**
   * Returns the milliseconds of CPU time since the first check of the task. Returns undefined for a thread that is
   * starting or has ended.
   */
  async #worked(slot: Slot, taskId: number): Promise<number | undefined> {
    const usage = await slot.worker.cpuUsage().catch(() => undefined);
    if (usage === undefined || slot.taskId !== taskId) return undefined;
    const total = (usage.user + usage.system) / 1000;
    slot.workedBefore ??= total;
    return total - slot.workedBefore;
  }

  /**
   * Checks the memory. resourceLimits apply only to the JavaScript heap, which does not include buffers and WebAssembly
   * memory. The contents of a file that inflates a thousandfold are in exactly that memory.
   */
  async #look(slot: Slot, taskId: number): Promise<void> {
    if (slot.workedBefore === undefined) void this.#worked(slot, taskId);
    const heap = await slot.worker.getHeapStatistics().catch(() => undefined);
    if (heap === undefined || slot.taskId !== taskId || slot.state !== 'busy') return;
    slot.held = heap.used_heap_size + heap.external_memory;
    const own = slot.job?.memoryMb ?? this.#options.memoryMb;
    if (slot.held > own * 2 ** 20) {
      await this.#end(slot, new PdfTaskError('out_of_memory', `The task needed more than ${own} MiB of memory.`));
      return;
    }
    const busy = [...this.#slots].filter(({ state }) => state === 'busy').sort((one, other) => other.held - one.held);
    const [largest] = busy;
    if (largest !== undefined && busy.reduce((sum, { held }) => sum + held, 0) > this.#options.totalMemoryMb * 2 ** 20)
      await this.#end(largest, new PdfTaskError('busy', 'Other tasks need the memory at the moment.'));
  }

  #onReply(slot: Slot, reply: TaskReply): void {
    // The reply may belong to a task that was already settled, because the pool decided to end the worker.
    if (reply.id !== slot.taskId || slot.state !== 'busy') return;
    if (reply.outcome === 'failed') {
      // An unexpected error may leave parsers in any state, so the worker is not used again.
      void this.#end(slot, new PdfTaskError(reply.code, reply.message));
      return;
    }
    if (reply.outcome === 'done') this.#settle(slot, undefined, reply.value);
    else this.#settle(slot, new PdfTaskError('rejected', reply.message, { reason: reply.reason }));
    if (reply.retire) void this.#end(slot, undefined);
    else this.#rest(slot);
  }

  #rest(slot: Slot): void {
    slot.state = 'idle';
    // `unref` allows the process to exit while this worker is idle.
    slot.worker.unref();
    slot.timers = [setTimeout(() => void this.#end(slot, undefined), this.#options.idleMs).unref()];
    this.#dispatch();
  }

  #settle(slot: Slot, error: PdfTaskError | undefined, value?: unknown): void {
    clearTimers(slot);
    const job = slot.job;
    slot.job = undefined;
    if (job === undefined) return;
    if (error === undefined) job.succeed(value);
    else {
      if (HARMFUL.has(error.code)) this.#waiting.distrust(job.owner);
      job.fail(error);
    }
  }

  /** Ends a worker, even during a task, and settles the task with `error`. The exit handler starts waiting tasks. */
  async #end(slot: Slot, error: PdfTaskError | undefined): Promise<void> {
    slot.state = 'ending';
    this.#settle(slot, error ?? new PdfTaskError('aborted', 'The worker was terminated.'));
    await slot.worker.terminate();
  }

  #abandon(job: Job): void {
    if (this.#waiting.delete(job)) job.fail(new PdfTaskError('aborted', 'The task was canceled.'));
  }
}

function clearTimers(slot: Slot): void {
  for (const timer of slot.timers) clearTimeout(timer);
  slot.timers = [];
}

function errorOfWorker(cause: unknown): PdfTaskError {
  const isMemory = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const code: PdfTaskErrorCode = isMemory ? 'out_of_memory' : 'crashed';
  return new PdfTaskError(code, isMemory ? 'The task needed too much memory.' : 'The worker failed.', { cause });
}
