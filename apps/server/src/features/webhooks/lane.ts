/**
 * Serves one endpoint with its own queue and its own concurrency, so that it cannot affect other endpoints. Events of
 * one document are delivered in order, one after another. Events of different documents are delivered in parallel.
 */
import { attempt, type AttemptDependencies, type Lane as LaneName } from './attempt.ts';
import { type DueRow, type EndpointRow, selectDue, selectTarget } from './work-store.ts';

/**
 * The number of concurrent requests: three for a fast receiver, and more for a slow receiver, so that it gets about a
 * hundred deliveries per second. The number is always low, because unrecorded deliveries are repeated after a crash.
 */
const CONCURRENCY = { least: 3, most: 8, wantedPerMs: 0.1 };
/**
 * The number of recent responses to compare. The fastest of them counts as the receiver's response time, because the
 * others include delays on our side.
 */
const ANSWERS = 20;
const FEW_ANSWERS = 5;
/**
 * The concurrency for an endpoint whose last attempt failed. Attempts continue, but use few sockets and little memory.
 */
const CONCURRENCY_FAILING = 2;
const FETCHED = 40;
/** The maximum number of deliveries that wait for an earlier delivery of their document. */
const MAX_WAITING = 200;
/** The time within which deliveries queued by another worker are detected. */
const CHECK_INTERVAL_MS = 300;
/** The time after which the worker stops serving an endpoint if other endpoints are waiting. */
const TURN_MS = 5_000;

export type LaneOptions = { isCrowded: () => boolean; isStopping: () => boolean };

export class Lane {
  readonly #dependencies: AttemptDependencies;
  readonly #name: LaneName;
  readonly #options: LaneOptions;
  readonly #begun = performance.now();
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #busyDocuments = new Set<string>();
  #waiting: DueRow[] = [];
  #endpoint: EndpointRow | undefined;
  #mayHaveMore = true;
  #answersMs: number[] = [];
  #failure: Error | undefined;
  #isOver = false;
  #nudge: () => void = () => {};

  constructor(dependencies: AttemptDependencies, name: LaneName, options: LaneOptions) {
    this.#dependencies = dependencies;
    this.#name = name;
    this.#options = options;
  }

  /** Called when a delivery was added to the endpoint's queue. */
  more(): void {
    this.#mayHaveMore = true;
    this.#nudge();
  }

  /** Resolves when no delivery is in progress, and either nothing more is due or the endpoint has used up its time. */
  async run(): Promise<void> {
    for (;;) {
      if (this.#mustEnd()) this.#isOver = true;
      this.#begin();
      const free = this.#limit() - this.#inFlight.size;
      if (!this.#isOver && free > 0 && this.#mayHaveMore && this.#waiting.length < MAX_WAITING) {
        await this.#fetch();
        continue;
      }
      if (this.#inFlight.size === 0) break;
      await this.#change();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  #mustEnd(): boolean {
    const { isStopping, isCrowded } = this.#options;
    return this.#failure !== undefined || isStopping() || (performance.now() - this.#begun > TURN_MS && isCrowded());
  }

  #limit(): number {
    if (this.#endpoint?.failing_since) return CONCURRENCY_FAILING;
    const { least, most, wantedPerMs } = CONCURRENCY;
    const answerMs = this.#answersMs.length < FEW_ANSWERS ? 0 : Math.min(...this.#answersMs);
    return Math.min(most, Math.max(least, Math.ceil(answerMs * wantedPerMs)));
  }

  async #fetch(): Promise<void> {
    const { tenantId, endpointId } = this.#name;
    const { queue, clock } = this.#dependencies;
    this.#mayHaveMore = false;
    const known = [...this.#inFlight.keys(), ...this.#waiting.map(({ id }) => id)];
    const [[endpoint], due] = await queue.run(tenantId, [
      selectTarget(tenantId, endpointId),
      selectDue(tenantId, endpointId, clock.now(), known, FETCHED),
    ]);
    this.#endpoint = endpoint;
    this.#waiting.push(...due);
    if (due.length === FETCHED) this.#mayHaveMore = true;
  }

  #begin(): void {
    const endpoint = this.#endpoint;
    if (!endpoint || this.#isOver) this.#waiting = [];
    if (!endpoint) return;
    const later: DueRow[] = [];
    const blocked = new Set(this.#busyDocuments);
    for (const due of this.#waiting) {
      const { document_id: documentId } = due;
      if (this.#inFlight.size >= this.#limit() || (documentId !== null && blocked.has(documentId))) later.push(due);
      else this.#start(endpoint, due);
      // Later deliveries of the document are blocked even if the earlier delivery has not been started yet, because
      // order within a document is guaranteed.
      if (documentId !== null) blocked.add(documentId);
    }
    this.#waiting = later;
  }

  #start(endpoint: EndpointRow, due: DueRow): void {
    const { document_id: documentId } = due;
    if (documentId !== null) this.#busyDocuments.add(documentId);
    const work = attempt(this.#dependencies, this.#name, endpoint, due)
      .then(({ isOff, answerMs }) => {
        if (isOff) this.#isOver = true;
        this.#answersMs = [...this.#answersMs.slice(1 - ANSWERS), answerMs];
      })
      .catch((error: unknown) => {
        this.#failure ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => {
        this.#inFlight.delete(due.id);
        if (documentId !== null) this.#busyDocuments.delete(documentId);
        this.#nudge();
      });
    this.#inFlight.set(due.id, work);
  }

  /** Resolves when an attempt has ended, a delivery was added, or it is time to poll. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#mayHaveMore = true;
        resolve();
      }, CHECK_INTERVAL_MS);
      this.#nudge = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
