/** Jobs: rows written in the transaction of the change that needs them, claimed with SKIP LOCKED under a lease. */
import type { RemoteParent } from '../telemetry/telemetry.ts';

/** In order of urgency. `invitation` has the e-mails that a person waits for, `mail` the notifications. */
export const LANES = ['seal', 'announcement', 'invitation', 'timer', 'mail', 'certificate', 'bulk'] as const;
export type Lane = (typeof LANES)[number];
/** Queues whose jobs wait for an event outside the queue, and start together at `JobRunner.release`. */
export const RELEASED_LANES: readonly Lane[] = ['announcement'];

export type JobRequest = {
  kind: string;
  lane: Lane;
  payload: Record<string, string | number | boolean | null>;
  runAt?: Date;
  uniqueKey?: string;
};

/** Notifies the worker of this process that a queue has work. Losing it costs a polling interval, never the work. */
export type Wake = (lane: Lane) => void;

export type QueuedJob = {
  tenantId: string;
  id: string;
  kind: string;
  uniqueKey: string;
  lane: Lane;
  payload: JobRequest['payload'];
  /** The span of the request that queued it, if traced. */
  cause: RemoteParent | undefined;
};

/**
 * The trace context is in the row beside the payload, and only if it is traced. Otherwise, it does not enlarge a job.
 */
const CAUSE = 'traceparent';

export function withCause(payload: JobRequest['payload'], traceparent: string | undefined): JobRequest['payload'] {
  return traceparent === undefined ? payload : { ...payload, [CAUSE]: traceparent };
}

export function splitCause({
  [CAUSE]: traceparent,
  ...payload
}: JobRequest['payload']): Pick<QueuedJob, 'payload' | 'cause'> {
  return { payload, cause: typeof traceparent === 'string' ? { traceparent } : undefined };
}

/**
 * A job that belongs to the worker of this process from the first moment: it is written as running, and needs no claim.
 */
export type Taken = {
  leaseUntil: Date;
  /** Called after the commit. Losing it costs the lease, never the work. */
  begin: () => void;
  /**
   * If it is unknown whether it was committed: returned, if it exists, so that it need not wait for its lease to
   * expire.
   */
  forgo: () => void;
};

/**
 * Undefined if the worker of this process has no free slot, or if others wait for one. The job is then claimed in
 * order.
 */
export type Take = (tx: object, job: QueuedJob, now: Date) => Taken | undefined;

export type JobDefinition<P extends JobRequest['payload']> = {
  readonly kind: string;
  readonly lane: Lane;
  /** Seconds to wait after the 1st, 2nd, ... failure. After the last of them, the job is dead. */
  readonly retryAfter: readonly number[];
  /** Seconds until another worker can take it over. */
  readonly lease: number;
  /** `lane`: a queue other than the default of its kind, for example for one urgent mail among many. */
  request(payload: P, options?: { runAt?: Date; uniqueKey?: string; lane?: Lane }): JobRequest;
};

export function defineJob<P extends JobRequest['payload']>(
  kind: string,
  options: { lane: Lane; retryAfter: readonly number[]; lease: number },
): JobDefinition<P> {
  return {
    kind,
    ...options,
    request: (payload, { runAt, uniqueKey, lane = options.lane } = {}) => ({
      kind,
      lane,
      payload,
      ...(runAt && { runAt }),
      ...(uniqueKey !== undefined && { uniqueKey }),
    }),
  };
}
