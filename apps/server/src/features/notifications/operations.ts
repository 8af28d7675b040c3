import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { getMail, listMail } from './mailbox.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

export type Services = { uow: UnitOfWork };

export function operations(services: Services) {
  const { uow } = services;
  return {
    listMail: ({ query }, context) => listMail(uow, context, query),
    getMail: async ({ params }, context) => ({ mail: await getMail(uow, context, params.id) }),
  } satisfies Partial<Handlers>;
}
