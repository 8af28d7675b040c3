import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { getOrganizationStorage } from './quota.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

export type Services = { uow: UnitOfWork };

export function operations(services: Services) {
  const { uow } = services;
  return {
    getOrganizationStorage: async (_input, { principal }) => ({
      storage: await getOrganizationStorage(uow, principal),
    }),
  } satisfies Partial<Handlers>;
}
