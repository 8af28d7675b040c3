import { PdfTaskError } from './pdf-task-error.ts';

/** The owner of a task. Tenants alternate, and the waiting tasks of each credential are counted. */
export interface TaskOwner {
  readonly tenant: string;
  readonly credential?: string | undefined;
}

export interface QueueLimits {
  readonly maxWaiting: number;
  readonly maxWaitingEach: number;
}

/** The time for which a tenant is limited to one worker after one of its tasks had to be ended. */
const DISTRUST_MS = 10 * 60_000;
const DISTRUSTED_AT_MOST = 10_000;
const RETRY_SECONDS = 5;

/**
 * Tasks that wait for a worker: one queue per tenant, served round-robin, so that a hundred tasks of one tenant do not
 * delay one of another.
 */
export class FairQueue<Job extends { readonly owner: TaskOwner; readonly isLarge: boolean }> {
  readonly #limits: QueueLimits;
  /** The tenants in the order in which they are served. A served tenant moves to the end. */
  readonly #tenants = new Map<string, Set<Job>>();
  readonly #waiting = new Map<string, number>();
  readonly #distrusted = new Map<string, number>();
  #size = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  add(job: Job): void {
    const { tenant } = job.owner;
    const own = this.#tenants.get(tenant);
    if (own === undefined) this.#tenants.set(tenant, new Set([job]));
    else own.add(job);
    this.#count(job, 1);
  }

  /** Returns the error for a task that was just added, if the queue is now too long. */
  overfull(job: Job): PdfTaskError | undefined {
    if (this.#tenants.get(job.owner.tenant)?.has(job) !== true) return undefined;
    const { maxWaiting, maxWaitingEach } = this.#limits;
    const isNamed = job.owner.credential !== undefined;
    const options = { retryAfterSeconds: RETRY_SECONDS };
    if (isNamed && (this.#waiting.get(credentialOf(job)) ?? 0) > maxWaitingEach)
      return new PdfTaskError('too_many', `${maxWaitingEach} tasks for this credential are already waiting.`, options);
    if (this.#size > maxWaiting) return new PdfTaskError('busy', `${maxWaiting} tasks are already waiting.`, options);
    return undefined;
  }

  /**
   * Removes the next task. `running` names the tenant of each running task, and `large` states whether a large task may
   * start.
   */
  next(running: readonly string[], large: boolean): Job | undefined {
    for (const [tenant, jobs] of this.#tenants) {
      if (running.includes(tenant) && this.#isDistrusted(tenant)) continue;
      const job = large ? first(jobs) : first(jobs, ({ isLarge }) => !isLarge);
      if (job === undefined) continue;
      this.delete(job);
      const left = this.#tenants.get(tenant);
      if (left !== undefined) {
        this.#tenants.delete(tenant);
        this.#tenants.set(tenant, left);
      }
      return job;
    }
    return undefined;
  }

  /** Removes a task. Returns whether it was still waiting. */
  delete(job: Job): boolean {
    const jobs = this.#tenants.get(job.owner.tenant);
    if (jobs?.delete(job) !== true) return false;
    if (jobs.size === 0) this.#tenants.delete(job.owner.tenant);
    this.#count(job, -1);
    return true;
  }

  /**
   * Returns the next task of each tenant. Leaves out tenants that are limited to one worker, because waiting delays
   * only their own tasks.
   */
  heads(): Job[] {
    return [...this.#tenants].flatMap(([tenant, jobs]) => {
      const job = this.#isDistrusted(tenant) ? undefined : first(jobs);
      return job === undefined ? [] : [job];
    });
  }

  clear(): Job[] {
    const all = [...this.#tenants.values()].flatMap((jobs) => [...jobs]);
    for (const job of all) this.delete(job);
    return all;
  }

  distrust({ tenant }: TaskOwner): void {
    this.#distrusted.delete(tenant);
    this.#distrusted.set(tenant, performance.now() + DISTRUST_MS);
    const [oldest] = this.#distrusted.keys();
    if (this.#distrusted.size > DISTRUSTED_AT_MOST && oldest !== undefined) this.#distrusted.delete(oldest);
  }

  #isDistrusted(tenant: string): boolean {
    return (this.#distrusted.get(tenant) ?? 0) > performance.now();
  }

  #count(job: Job, by: 1 | -1): void {
    this.#size += by;
    const credential = credentialOf(job);
    const left = (this.#waiting.get(credential) ?? 0) + by;
    if (left === 0) this.#waiting.delete(credential);
    else this.#waiting.set(credential, left);
  }
}

function first<Job>(jobs: Iterable<Job>, suits: (job: Job) => boolean = () => true): Job | undefined {
  for (const job of jobs) if (suits(job)) return job;
  return undefined;
}

const credentialOf = ({ owner: { tenant, credential } }: { owner: TaskOwner }): string =>
  `${tenant} ${credential ?? ''}`;
