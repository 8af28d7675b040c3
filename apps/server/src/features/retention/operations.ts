/** Operations of the contract -> use cases. */
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/invoke/operations.ts';

export type Services = {
  clockGuard: { doubt: { message: string } | undefined };
  /** Erases everything that nobody can use any more, and answers with what it was. */
  eraseOld: () => Promise<Record<string, number>>;
};

export function operations({ clockGuard, eraseOld }: Services) {
  const runDataRetention = async () => {
    const { doubt } = clockGuard;
    if (doubt)
      throw new AppError('SERVICE_UNAVAILABLE', { check: 'clock' }, { message: doubt.message, retryAfter: 60 });
    return { success: true as const, erased: await eraseOld() };
  };
  return { runDataRetention, runDataRetentionGet: runDataRetention } satisfies Partial<Handlers>;
}
