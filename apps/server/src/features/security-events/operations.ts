/** Operations of the contract -> use cases. */
import type { Handlers } from '../../platform/invoke/operations.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { listEvents } from './list-events.ts';

export type Services = { uow: UnitOfWork };

export function operations({ uow }: Services) {
  return {
    listSecurityEvents: ({ query }, context) => listEvents(uow, context, query),
  } satisfies Partial<Handlers>;
}
