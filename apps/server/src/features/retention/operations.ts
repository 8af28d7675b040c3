import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { dryRun, listDue } from './lists.ts';
import { getRules, setRules } from './rules.ts';

const success = { success: true } as const;

export type Services = {
  clockGuard: { doubt: { message: string } | undefined };
  /** Deletes all data that is no longer usable, and returns the counts. */
  eraseOld: () => Promise<Record<string, number>>;
  uow: UnitOfWork;
};

export function operations({ clockGuard, eraseOld, uow }: Services) {
  const runDataRetention = async () => {
    const { doubt } = clockGuard;
    if (doubt)
      throw new AppError('SERVICE_UNAVAILABLE', { check: 'clock' }, { message: doubt.message, retryAfter: 60 });
    return { ...success, erased: await eraseOld() };
  };
  return {
    runDataRetention,
    runDataRetentionGet: runDataRetention,
    getRetentionRules: async (_input, { principal }) => ({ retention: await getRules(uow, principal) }),
    setRetentionRules: async ({ body }, context) => ({ ...success, retention: await setRules(uow, context, body) }),
    listRetentionDue: ({ query }, { principal }) => listDue(uow, principal, query),
    dryRunRetention: ({ query }, { principal }) => dryRun(uow, principal, query),
  } satisfies Partial<Handlers>;
}
