/**
 * Tracks which Citus workers do not respond. A request to such a worker may occupy its connection for seconds, so
 * without this, a few requests of its tenants would block all others. While a worker is lost, its tenants get the error
 * immediately, and one trial request at a time checks whether the worker responds again. A trial that fails with
 * another error proves nothing, so the next caller tries again.
 */
const PAUSE_MS = 5_000;

/**
 * Thrown because the tenant's Citus worker did not respond to a recent request. The cause is the error of that request.
 */
class WorkerLost extends Error {
  override name = 'WorkerLost';
}

type Outage = { cause: unknown; until: number; isTried: boolean };

type Options = {
  neighborsOf: (tenantId: string) => Promise<readonly string[]>;
  isWorkerLost: (error: unknown) => boolean;
  /** Returns the time of a monotonic clock, in milliseconds. */
  now?: () => number;
};

export class LostWorkers {
  readonly #outages = new Map<string, Outage>();
  readonly #options: Options;
  readonly #now: () => number;

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  get isAny(): boolean {
    return this.#outages.size > 0;
  }

  errorOf(tenantId: string): Error | undefined {
    const outage = this.#outages.get(tenantId);
    return outage && new WorkerLost("the tenant's Citus worker does not respond", { cause: outage.cause });
  }

  /**
   * Runs work on the worker of a tenant.
   *
   * @param work receives whether this is the trial request, which must not share a connection with work of other
   * tenants
   * @throws WorkerLost if the worker is lost and either another caller's trial is still running or the next trial is
   * not due yet
   */
  async guard<T>(tenantId: string, work: (isTrial: boolean) => Promise<T>): Promise<T> {
    const outage = this.#outages.get(tenantId);
    if (outage && (outage.isTried || this.#now() < outage.until)) throw this.errorOf(tenantId) ?? outage.cause;
    if (outage) outage.isTried = true;
    try {
      const result = await work(outage !== undefined);
      if (outage) this.#end(outage);
      return result;
    } catch (error) {
      if (this.#options.isWorkerLost(error)) this.#note(tenantId, error);
      throw error;
    } finally {
      if (outage) outage.isTried = false;
    }
  }

  #note(tenantId: string, cause: unknown): void {
    const known = this.#outages.get(tenantId);
    if (known) {
      known.until = this.#now() + PAUSE_MS;
      return;
    }
    const outage = { cause, until: this.#now() + PAUSE_MS, isTried: false };
    this.#outages.set(tenantId, outage);
    void this.#options.neighborsOf(tenantId).then(
      (tenants) => {
        // The worker may have recovered while its tenants were looked up.
        if (this.#outages.get(tenantId) !== outage) return;
        for (const tenant of tenants) this.#outages.set(tenant, outage);
      },
      () => {},
    );
  }

  #end(ended: Outage): void {
    for (const [tenant, outage] of this.#outages) if (outage === ended) this.#outages.delete(tenant);
  }
}
