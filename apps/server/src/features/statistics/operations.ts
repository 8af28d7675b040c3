import type { Handlers } from '../../platform/invoke/operations.ts';
import type { KeyUsage } from '../../platform/limits/usage.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { getAnalytics, getStatistics } from './read-statistics.ts';

export type Services = { uow: UnitOfWork; keyUsage: KeyUsage };

export function operations({ uow, keyUsage }: Services) {
  return {
    getStatistics: async ({ query }, context) => {
      // Adds counts that this process has not stored yet, so that the statistics include them.
      await keyUsage.add();
      return getStatistics(uow, context, query);
    },
    getAnalytics: ({ query }, context) => getAnalytics(uow, context, query),
  } satisfies Partial<Handlers>;
}
