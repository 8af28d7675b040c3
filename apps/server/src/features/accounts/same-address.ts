import { isUniqueViolation } from '../../platform/db/database.ts';

/**
 * Work that makes an account where an address has none. Where another request made one at the same moment nothing of it is done; it is
 * started over, and finds that account.
 */
export async function orFindAccount<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_key_key')) throw error;
    return work();
  }
}
