/** Jobs: rows written in the transaction of the change that needs them, claimed with SKIP LOCKED under a lease. */
export type Lane = 'seal' | 'certificate' | 'mail' | 'timer' | 'bulk';
export const LANES = ['seal', 'certificate', 'mail', 'timer', 'bulk'] as const satisfies readonly Lane[];

export type JobRequest = {
  kind: string;
  lane: Lane;
  payload: Record<string, string | number | boolean | null>;
  runAt?: Date;
  uniqueKey?: string;
};

/** Tells the worker of this process that a lane has work. Losing it costs a polling interval, never the work. */
export type Wake = (lane: Lane) => void;

export type JobDefinition<P extends JobRequest['payload']> = {
  readonly kind: string;
  readonly lane: Lane;
  /** Seconds to wait after the 1st, 2nd, ... failure; after the last of them the job is dead. */
  readonly retryAfter: readonly number[];
  /** Seconds until another worker may take it over. */
  readonly lease: number;
  request(payload: P, options?: { runAt?: Date; uniqueKey?: string }): JobRequest;
};

export function defineJob<P extends JobRequest['payload']>(
  kind: string,
  options: { lane: Lane; retryAfter: readonly number[]; lease: number },
): JobDefinition<P> {
  return {
    kind,
    ...options,
    request: (payload, { runAt, uniqueKey } = {}) => ({
      kind,
      lane: options.lane,
      payload,
      ...(runAt && { runAt }),
      ...(uniqueKey !== undefined && { uniqueKey }),
    }),
  };
}
