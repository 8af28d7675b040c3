import type { Handlers } from '../../platform/invoke/operations.ts';
import type { AccountDependencies } from '../accounts/index.ts';
import { cancelDeletion, getDeletion, requestDeletion } from './request.ts';

const success = { success: true } as const;

export type Services = AccountDependencies;

export function operations(services: Services) {
  return {
    deleteAccount: async ({ body }, context) => ({
      ...success,
      deletion: await requestDeletion(services, context, body),
    }),
    getAccountDeletion: async (_input, { principal }) => ({ deletion: await getDeletion(services.uow, principal) }),
    cancelAccountDeletion: async (_input, context) => {
      await cancelDeletion(services.uow, context);
      return success;
    },
  } satisfies Partial<Handlers>;
}
