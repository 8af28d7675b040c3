/**
 * What the server tells of its own work: spans, which begin and end, and counts. One mechanism feeds the metrics and the traces
 * (ADR 71). It travels as an argument: `within` gives whoever works for a request or a job the same telemetry below its span. Labels
 * come from closed lists; no path, tenant, person or value that somebody sent may be one.
 */

/** Kinds of work and what tells one from another of its kind. */
export type SpanLabels = {
  request: { operation: string };
  transaction: { role: 'app' | 'auth' | 'jobs' | 'metrics' };
  'pdf-task': { task: string };
  /** `own`: by the built-in authority. */
  timestamp: { authority: 'own' | 'outside' };
  /** A signature made with its certificate and time-stamp, without the transaction that keeps it. */
  signing: object;
  sealing: object;
  job: { kind: string; lane: string };
  /** What a field of a GraphQL request asks for. */
  'graphql-operation': { operation: string };
  mail: object;
  webhook: object;
};
export type SpanKind = keyof SpanLabels;

/** What happens in a moment, and what tells one from another. */
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
  /** Traces and logs that a collector did not get. */
  'telemetry-dropped': { signal: 'traces' | 'logs' };
};
export type CountKind = keyof CountLabels;

/** Where a trace goes on that a caller began (W3C Trace Context), and what a program called by us is sent. */
export type RemoteParent = { readonly traceparent: string };

export type SpanData = {
  readonly kind: SpanKind;
  readonly labels: Readonly<Record<string, string>>;
  readonly parent: SpanData | RemoteParent | undefined;
  /** What led to it in a trace of its own: the request that queued a job. */
  readonly cause?: RemoteParent | undefined;
  /** Milliseconds of `performance.now()`. */
  readonly begun: number;
  /** The tracer's own, where there is one. */
  trace?: unknown;
};

/** Whoever listens. */
export type TelemetrySink = {
  begun?(span: SpanData): void;
  ended?(span: SpanData, outcome: string, seconds: number): void;
  counted?(kind: CountKind, labels: Readonly<Record<string, string>>, amount: number): void;
  /** How long somebody waited for a connection. */
  waited?(pool: string, seconds: number): void;
  /** The `traceparent` that goes on from a span; undefined where it is not traced. */
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

  /** What is sent along with requests that belong to this span. */
  get traceparent(): string | undefined {
    for (const sink of this.#sinks) {
      const found = sink.traceparent?.(this.#data);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A second time does nothing. @param outcome from a closed list too, such as "2xx" or "failed" */
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

  /** Whether anybody listens at all. */
  get isListenedTo(): boolean {
    return this.#sinks.length > 0;
  }

  /** Whether spans have parents: only then is it worth anything to pass them on. */
  get isTraced(): boolean {
    return this.#isTraced;
  }

  /** @param remote the parent, where it is not ours @param cause what it is linked with, in another trace */
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

  /** Of the span that this is below: what leads back to it from another trace. Undefined where nothing is traced. */
  get traceparent(): string | undefined {
    if (!this.#isTraced || this.#parent === undefined) return undefined;
    if ('traceparent' in this.#parent) return this.#parent.traceparent;
    return new Span(this.#parent, this.#sinks).traceparent;
  }

  /** The same for work that belongs to a span. */
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

/** Nobody listens, and nothing is measured. */
export const NO_TELEMETRY = new Telemetry([]);
