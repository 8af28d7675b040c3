import type { Handlers } from '../../platform/invoke/operations.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { getHold, listHolds, placeHold, releaseHold } from './holds.ts';

const success = { success: true } as const;

export type Services = { uow: UnitOfWork };

export function operations({ uow }: Services) {
  return {
    listLegalHolds: ({ query }, { principal }) => listHolds(uow, principal, query),
    getLegalHold: async ({ params }, { principal }) => ({ hold: await getHold(uow, principal, params.holdId) }),
    placeLegalHold: async ({ body }, context) => ({ ...success, hold: await placeHold(uow, context, body) }),
    releaseLegalHold: async ({ params, body }, context) => ({
      ...success,
      hold: await releaseHold(uow, context, params.holdId, body.reason),
    }),
  } satisfies Partial<Handlers>;
}
