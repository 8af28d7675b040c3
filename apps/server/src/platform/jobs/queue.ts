/**
 * Jobs are rows written in the transaction of the change that needs them. They are claimed with SKIP LOCKED under a
 * lease.
 */
import type { RemoteParent } from '../telemetry/telemetry.ts';

/**
 * The queues in order of urgency. `invitation` contains e-mails that a person is waiting for, and `mail` contains
 * notifications.
 */
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

/**
 * Notifies the worker of this process that a queue has work. If the notification is lost, the work is delayed by a
 * polling interval but never lost.
 */
export type Wake = (lane: Lane) => void;

export type QueuedJob = {
  tenantId: string;
  id: string;
  kind: string;
  uniqueKey: string;
  lane: Lane;
  payload: JobRequest['payload'];
  cause: RemoteParent | undefined;
};

/**
 * The trace context is stored beside the payload, and only for traced jobs, so that the rows of other jobs stay small.
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

/** A job that the worker of this process owns from the start. It is stored as running, and needs no claim. */
export type ClaimedNow = {
  leaseUntil: Date;
  /** Called after the commit. If this call is lost, the job waits for its lease to expire, but is never lost. */
  begin: () => void;
  /**
   * Called if it is unknown whether the job was committed. Returns the job to the queue if it exists, so that it does
   * not have to wait for its lease to expire.
   */
  forgo: () => void;
};

/**
 * Takes a job. Returns undefined if the worker of this process has no free slot, or if other jobs wait for one. The job
 * then waits in the queue until it is claimed.
 */
export type Take = (tx: object, job: QueuedJob, now: Date) => ClaimedNow | undefined;

export type JobDefinition<P extends JobRequest['payload']> = {
  readonly kind: string;
  readonly lane: Lane;
  /** The waits in seconds after the 1st, 2nd, ... failure. After the last wait, another failure makes the job dead. */
  readonly retryAfter: readonly number[];
  /** The time in seconds after which another worker can take the job over. */
  readonly lease: number;
  /** `lane` is a queue other than the default of its kind, for example for one urgent e-mail among many. */
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
