import type { Handlers } from '../../platform/invoke/operations.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { exportEvents, listEvents } from './events.ts';

export type Services = { uow: UnitOfWork; clock: Clock };

export function operations({ uow, clock }: Services) {
  return {
    listSecurityEvents: ({ query }, context) => listEvents(uow, context, query),
    exportSecurityEvents: async ({ query }, context) => exportEvents(uow, context, clock.now(), query),
  } satisfies Partial<Handlers>;
}
