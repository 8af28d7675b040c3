import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Wake } from '../../platform/jobs/queue.ts';
import { advanceClock } from './index.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork; wake: Wake };

export function operations(services: Services) {
  return {
    advanceSandboxClock: async ({ body }, context) => ({
      ...success,
      advancedSeconds: await advanceClock(services, context, body.seconds),
    }),
  } satisfies Partial<Handlers>;
}
