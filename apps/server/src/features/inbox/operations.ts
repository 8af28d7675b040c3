import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { listInbox } from './index.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import { inPages } from '../../platform/paging.ts';

export type Services = { uow: UnitOfWork };

export function operations(services: Services) {
  const { uow } = services;
  return {
    listInbox: async ({ query }, context) => {
      const { inbox, ...about } = await listInbox(uow, context);
      return { ...about, ...inPages('inbox', inbox, query, (entry) => entry.signer_id) };
    },
  } satisfies Partial<Handlers>;
}
