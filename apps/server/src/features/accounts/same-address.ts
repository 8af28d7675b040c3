import { isUniqueViolation } from '../../platform/db/database.ts';

/**
 * Runs work that creates an account if the address has none. If a concurrent request created one, the work is rolled
 * back and restarted, and then finds that account.
 */
export async function orFindAccount<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key_key')) throw error;
    return work();
  }
}
