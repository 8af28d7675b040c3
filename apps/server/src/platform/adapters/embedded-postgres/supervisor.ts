import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import type { Launch, Postmaster } from './launch.ts';
import { killProcessesIn, untilFree } from './processes.ts';

/**
 * The number of unexpected exits within `WITHIN_MS` (failed restarts included) after which PostgreSQL is not restarted,
 * because an operator must investigate.
 */
const FAILURES = 3;
const WITHIN_MS = 60_000;
/**
 * The time that backends have to exit. A backend detects within milliseconds, at its next wait, that its postmaster has
 * ended. A backend that hangs does not detect it.
 */
const ORPHANS_LEAVE_MS = 500;
/**
 * The time limit for a fast shutdown, which has to flush data to disk. Processes that do not exit in time are killed.
 * As in a power cut, no committed data is lost.
 */
const FAST_SHUTDOWN_MS = 5_000;
const IMMEDIATE_SHUTDOWN_MS = 2_000;

export interface SupervisorOptions {
  launch: Launch;
  dataDir: string;
  socketFolder: string;
  report: (message: string) => void;
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #gaveUp = Promise.withResolvers<EmbeddedPostgresError>();
  readonly #failures: number[] = [];
  readonly #watching: Promise<void>;
  #current: Postmaster;
  #stopping: Promise<void> | undefined;

  constructor(first: Postmaster, options: SupervisorOptions) {
    this.#options = options;
    this.#current = first;
    this.#watching = this.#watch();
  }

  get pid(): number {
    return this.#current.child.pid ?? 0;
  }

  get gaveUp(): Promise<EmbeddedPostgresError> {
    return this.#gaveUp.promise;
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  /** Stops PostgreSQL immediately, without a shutdown. The next start replays the committed data. */
  kill(): void {
    this.#stopping ??= Promise.resolve();
    this.#current.child.kill('SIGKILL');
    killProcessesIn(this.#options.dataDir);
  }

  async #watch(): Promise<void> {
    let code = await this.#current.exited;
    while (!this.#stopping) {
      const next = await this.#restart(describeEnd(this.#current, code));
      if (next === undefined) return;
      this.#current = next;
      code = await next.exited;
    }
  }

  /**
   * Restarts PostgreSQL. Returns undefined if the restart failed, or if the supervisor was stopped before PostgreSQL
   * was running again.
   */
  async #restart(reason: string): Promise<Postmaster | undefined> {
    const { launch, dataDir, report } = this.#options;
    for (let why = reason; !this.#stopping;) {
      const now = performance.now();
      this.#failures.push(now);
      const recent = this.#failures.filter((time) => now - time < WITHIN_MS).length;
      if (recent >= FAILURES) {
        const message = `The database stopped ${FAILURES} times within a minute: ${why}`;
        this.#gaveUp.resolve(new EmbeddedPostgresError('gave_up', message));
        return undefined;
      }
      report(`${why}; restarting it`);
      try {
        // The watcher exits together with PostgreSQL. Otherwise, it might signal a process ID that is later reused.
        this.#current.child.stdin?.end();
        // Two PostgreSQL servers must never write to one folder, so all child processes of the dead server must have
        // ended first.
        if (!(await untilFree(dataDir, ORPHANS_LEAVE_MS))) killProcessesIn(dataDir);
        await untilFree(dataDir, ORPHANS_LEAVE_MS);
        return await launch();
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
        await delay(500);
      }
    }
    return undefined;
  }

  async #stop(): Promise<void> {
    const { dataDir, socketFolder } = this.#options;
    const ended = this.#watching.then(() => this.#current.exited);
    const end = () => this.#current.child.stdin?.end();
    end();
    // During a restart, there may be no PostgreSQL that could receive the request to stop, so the request is repeated
    // until a process has ended.
    const again = setInterval(end, 50);
    const timers = [
      setTimeout(() => this.#current.child.kill('SIGQUIT'), FAST_SHUTDOWN_MS),
      setTimeout(() => this.kill(), FAST_SHUTDOWN_MS + IMMEDIATE_SHUTDOWN_MS),
    ];
    await ended;
    clearInterval(again);
    for (const timer of timers) clearTimeout(timer);
    if (!(await untilFree(dataDir, ORPHANS_LEAVE_MS))) killProcessesIn(dataDir);
    await untilFree(dataDir, ORPHANS_LEAVE_MS);
    rmSync(socketFolder, { recursive: true, force: true });
  }
}

/**
 * Describes why PostgreSQL exited, with its last fatal message if it logged one. After a signal, there is no message.
 */
function describeEnd({ recent }: Postmaster, code: number | null): string {
  if (code === null) return 'PostgreSQL stopped unexpectedly (killed by a signal)';
  const last = recent.findLast((line) => /^(?:PANIC|FATAL):/.test(line));
  return `PostgreSQL stopped unexpectedly (exit code ${code}${last === undefined ? '' : `, ${last}`})`;
}
