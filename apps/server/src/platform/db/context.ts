/** The role and tenant under which a statement runs. */
import { enterLoosely, type LooseCommit } from './loose-commits.ts';
import { type Statement, statement } from './statement.ts';

/**
 * `app` sees one tenant's rows, `auth` the global tables that sign-in needs, `jobs` claims work across tenants,
 * `metrics` counts without access to names.
 */
export type Context =
  | { role: 'app'; tenantId: string; loose?: LooseCommit }
  | { role: 'auth' }
  | { role: 'jobs' }
  | { role: 'metrics' };

const enterContext = statement<unknown, [role: string, tenantId: string]>('context', `select enter_context($1, $2)`);

/** Applies until the end of the transaction, or until the next switch. */
export function contextStatement(context: Context): Statement<unknown> {
  const values = [`countersign_${context.role}`, context.role === 'app' ? context.tenantId : ''] as const;
  const enter = context.role === 'app' && context.loose ? enterLoosely : enterContext;
  return { ...enter(...values), silent: true };
}
