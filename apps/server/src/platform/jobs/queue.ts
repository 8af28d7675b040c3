/** Jobs: rows written in the transaction of the change that needs them, claimed with SKIP LOCKED under a lease. */
import type { RemoteParent } from '../telemetry/telemetry.ts';

/** In the order of what people wait for. `invitation` has the mails that somebody waits for, `mail` those that tell what happened. */
export const LANES = ['seal', 'invitation', 'timer', 'mail', 'certificate', 'bulk'] as const;
export type Lane = (typeof LANES)[number];

export type JobRequest = {
  kind: string;
  lane: Lane;
  payload: Record<string, string | number | boolean | null>;
  runAt?: Date;
  uniqueKey?: string;
};

/** Tells the worker of this process that a lane has work. Losing it costs a polling interval, never the work. */
export type Wake = (lane: Lane) => void;

export type QueuedJob = {
  tenantId: string;
  id: string;
  kind: string;
  lane: Lane;
  payload: JobRequest['payload'];
  /** Of the request that queued it, where it is traced. */
  cause: RemoteParent | undefined;
};

/** The cause travels in the row beside the payload, and only where it is traced: otherwise a job costs not a byte more. */
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

/** A job that belongs to the worker of this process from its first moment on: it is written as running, and nobody has to claim it. */
export type Taken = {
  leaseUntil: Date;
  /** Once it is committed. Losing it costs the lease, never the work. */
  begin: () => void;
  /** Where nobody knows whether it was committed: given back, if it is there, so that it need not wait for the end of its lease. */
  forgo: () => void;
};

/** Undefined where the worker of this process has no place free, or others wait for one: then the job is claimed when its turn comes. */
export type Take = (tx: object, job: QueuedJob, now: Date) => Taken | undefined;

export type JobDefinition<P extends JobRequest['payload']> = {
  readonly kind: string;
  readonly lane: Lane;
  /** Seconds to wait after the 1st, 2nd, ... failure; after the last of them the job is dead. */
  readonly retryAfter: readonly number[];
  /** Seconds until another worker may take it over. */
  readonly lease: number;
  /** `lane`: another than its kind's, as for the one mail among many that somebody waits for. */
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
