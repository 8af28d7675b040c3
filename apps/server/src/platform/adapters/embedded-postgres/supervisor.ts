import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import type { Launch, Postmaster } from './launch.ts';
import { killProcessesIn, untilFree } from './processes.ts';

/** So many unasked ends, failed restarts included, within so long, and somebody has to look at it. */
const FAILURES = 3;
const WITHIN_MS = 60_000;
/** A backend notices that its postmaster is gone at its next wait, within milliseconds; one that is stuck never does. */
const ORPHANS_LEAVE_MS = 500;
/** Writing everything out may take its time; what does not end is ended as by a power cut, which loses no commit. */
const FAST_SHUTDOWN_MS = 5_000;
const IMMEDIATE_SHUTDOWN_MS = 2_000;

export interface SupervisorOptions {
  launch: Launch;
  dataDir: string;
  socketFolder: string;
  /** What an operator should know: that the database ended and was started again. */
  report: (message: string) => void;
}

/** Keeps PostgreSQL running until it is stopped, and stops it, whatever state it is in. */
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

  /** At once and for certain. The next start replays what was committed. */
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

  /** Undefined where it gave up, or was stopped meanwhile. */
  async #restart(reason: string): Promise<Postmaster | undefined> {
    const { launch, dataDir, report } = this.#options;
    for (let why = reason; !this.#stopping;) {
      const now = performance.now();
      this.#failures.push(now);
      const recent = this.#failures.filter((time) => now - time < WITHIN_MS).length;
      if (recent >= FAILURES) {
        const message = `The database ended ${FAILURES} times within a minute: ${why}`;
        this.#gaveUp.resolve(new EmbeddedPostgresError('gave_up', message));
        return undefined;
      }
      report(`${why}; starting it again`);
      try {
        // Its watcher ends with it; the watcher would signal a process number that may become somebody else's.
        this.#current.child.stdin?.end();
        // Two PostgreSQLs must never write into one folder: what the dead one started has to be gone first.
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
    // Where it is just being started again, there is nothing to end yet.
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

/** Its own word for it, where it had one; a signal leaves it none. */
function describeEnd({ recent }: Postmaster, code: number | null): string {
  if (code === null) return 'PostgreSQL ended unasked (killed by a signal)';
  const last = recent.findLast((line) => /^(?:PANIC|FATAL):/.test(line));
  return `PostgreSQL ended unasked (exit code ${code}${last === undefined ? '' : `, ${last}`})`;
}
