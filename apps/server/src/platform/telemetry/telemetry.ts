/**
 * Telemetry of the server's own work: spans and counts. One mechanism feeds the metrics and the traces (ADR 71).
 * Telemetry is passed as an argument. `within` returns the same telemetry below the span of a request or a job. Labels
 * come from closed lists. A path, tenant, person or user input must never be a label.
 */

export type SpanLabels = {
  request: { operation: string };
  transaction: { role: 'app' | 'auth' | 'jobs' | 'metrics' };
  'pdf-task': { task: string };
  /** `own` means that the built-in authority issued the time-stamp. */
  timestamp: { authority: 'own' | 'outside' };
  /** A signature with its certificate and time-stamp, not including the transaction that stores it. */
  signing: object;
  sealing: object;
  job: { kind: string; lane: string };
  /** The work that one field of a GraphQL request causes. */
  'graphql-operation': { operation: string };
  mail: object;
  webhook: object;
};
export type SpanKind = keyof SpanLabels;

export type CountLabels = {
  'job-dead': { kind: string };
  'webhook-dead': object;
  refused: { code: string };
  'overload-refused': { class: string };
  'firewall-finding': { action: 'blocked' | 'noted' };
  'upload-bytes': object;
  'file-fault': { fault: 'missing' | 'size' | 'content' };
  'pdf-worker-ended': { reason: string };
  'log-lines-lost': object;
  'telemetry-dropped': { signal: 'traces' | 'logs' };
};
export type CountKind = keyof CountLabels;

/**
 * The context that continues a caller's trace (W3C Trace Context), and that is sent to services that the server calls.
 */
export type RemoteParent = { readonly traceparent: string };

export type SpanData = {
  readonly kind: SpanKind;
  readonly labels: Readonly<Record<string, string>>;
  readonly parent: SpanData | RemoteParent | undefined;
  /** The cause of a job, which is in another trace: the request that queued it. */
  readonly cause?: RemoteParent | undefined;
  /** The start time in milliseconds, as in `performance.now()`. */
  readonly begun: number;
  trace?: unknown;
};

export type TelemetrySink = {
  begun?(span: SpanData): void;
  ended?(span: SpanData, outcome: string, seconds: number): void;
  counted?(kind: CountKind, labels: Readonly<Record<string, string>>, amount: number): void;
  waited?(pool: string, seconds: number): void;
  /** Returns the `traceparent` that continues from a span, or undefined if the span is not traced. */
  traceparent?(span: SpanData): string | undefined;
};

export class Span {
  readonly #data: SpanData;
  readonly #sinks: readonly TelemetrySink[];
  #isOver = false;

  constructor(data: SpanData, sinks: readonly TelemetrySink[]) {
    this.#data = data;
    this.#sinks = sinks;
  }

  get data(): SpanData {
    return this.#data;
  }

  /** The value of the `traceparent` header for requests that belong to this span. */
  get traceparent(): string | undefined {
    for (const sink of this.#sinks) {
      const found = sink.traceparent?.(this.#data);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Ends the span. A second call has no effect. @param outcome a value from a closed list, such as "2xx" or "failed"
   */
  end(outcome = 'done'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const seconds = (performance.now() - this.#data.begun) / 1000;
    for (const sink of this.#sinks) sink.ended?.(this.#data, outcome, seconds);
  }
}

const NO_SPAN = new Span({ kind: 'request', labels: {}, parent: undefined, begun: 0 }, []);

export class Telemetry {
  readonly #sinks: readonly TelemetrySink[];
  readonly #parent: SpanData | RemoteParent | undefined;
  readonly #isTraced: boolean;

  constructor(sinks: readonly TelemetrySink[], parent?: SpanData | RemoteParent) {
    this.#sinks = sinks;
    this.#parent = parent;
    this.#isTraced = sinks.some((sink) => sink.begun !== undefined);
  }

  get isListenedTo(): boolean {
    return this.#sinks.length > 0;
  }

  /** True if spans can have parents. Otherwise, there is no need to pass spans on. */
  get isTraced(): boolean {
    return this.#isTraced;
  }

  /** @param remote the parent span, if it is external @param cause the linked span in another trace */
  begin<K extends SpanKind>(kind: K, labels: SpanLabels[K], remote?: RemoteParent, cause?: RemoteParent): Span {
    if (this.#sinks.length === 0) return NO_SPAN;
    const data: SpanData = {
      kind,
      labels: labels as Readonly<Record<string, string>>,
      parent: remote ?? this.#parent,
      ...(cause && { cause }),
      begun: performance.now(),
    };
    for (const sink of this.#sinks) sink.begun?.(data);
    return new Span(data, this.#sinks);
  }

  /** Returns the enclosing span as a link for another trace. Undefined if nothing is traced. */
  get traceparent(): string | undefined {
    if (!this.#isTraced || this.#parent === undefined) return undefined;
    if ('traceparent' in this.#parent) return this.#parent.traceparent;
    return new Span(this.#parent, this.#sinks).traceparent;
  }

  within(span: Span): Telemetry {
    return this.#isTraced ? new Telemetry(this.#sinks, span.data) : this;
  }

  /** Runs `work` as a span, which ends as "failed" when it throws. */
  async measure<K extends SpanKind, T>(
    kind: K,
    labels: SpanLabels[K],
    work: (span: Span) => Promise<T>,
    failure: (error: unknown) => string = () => 'failed',
  ): Promise<T> {
    const span = this.begin(kind, labels);
    try {
      const result = await work(span);
      span.end();
      return result;
    } catch (error) {
      span.end(failure(error));
      throw error;
    }
  }

  count<K extends CountKind>(kind: K, labels: CountLabels[K], amount = 1): void {
    for (const sink of this.#sinks) sink.counted?.(kind, labels as Readonly<Record<string, string>>, amount);
  }

  waited(pool: 'write' | 'read', seconds: number): void {
    for (const sink of this.#sinks) sink.waited?.(pool, seconds);
  }
}

export const NO_TELEMETRY = new Telemetry([]);
