/** Operations of the contract -> use cases. */
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { listInbox } from './index.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

export type Services = { uow: UnitOfWork };

export function operations(services: Services) {
  const { uow } = services;
  return {
    listInbox: (_input, context) => listInbox(uow, context),
  } satisfies Partial<Handlers>;
}
