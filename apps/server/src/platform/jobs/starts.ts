/**
 * Defines how jobs are started. Reactions and continuations are declared as lists of starts, so that both can be
 * documented (docs/understand/reactions.md).
 */
import type { JobDefinition, JobRequest, Lane } from './queue.ts';

export type Order<P> = { payload: P; runAt?: Date | undefined; uniqueKey?: string; lane?: Lane };

export type Start<I> = {
  readonly job: Pick<JobDefinition<never>, 'kind' | 'lane' | 'retryAfter'>;
  readonly mail?: string | undefined;
  readonly requests: (input: I) => readonly JobRequest[];
};

/** Starts one job for each item that `orders` returns. If it returns none, the event starts no job. */
export function starts<I, P extends JobRequest['payload']>(
  job: JobDefinition<P>,
  orders: (input: I) => readonly Order<P>[],
  mail?: string,
): Start<I> {
  return {
    job,
    mail,
    requests: (input) =>
      orders(input).map(({ payload, runAt, uniqueKey, lane }) =>
        job.request(payload, {
          ...(runAt && { runAt }),
          ...(uniqueKey !== undefined && { uniqueKey }),
          ...(lane && { lane }),
        }),
      ),
  };
}
