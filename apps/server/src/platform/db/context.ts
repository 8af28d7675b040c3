/** The role and tenant under which a statement runs. */
import { enterLoosely, type LooseCommit } from './loose-commits.ts';
import { type Statement, statement } from './statement.ts';

/**
 * The roles. `app` sees one tenant's rows, `auth` sees the global tables that sign-in needs, `jobs` claims work across
 * tenants, and `metrics` counts without access to names.
 */
export type Context =
  | { role: 'app'; tenantId: string; loose?: LooseCommit }
  | { role: 'auth' }
  | { role: 'jobs' }
  | { role: 'metrics' };

const enterContext = statement<unknown, [role: string, tenantId: string]>('context', `select enter_context($1, $2)`);

/**
 * Returns the statement that sets the context. It applies until the end of the transaction, or until the next switch.
 */
export function contextStatement(context: Context): Statement<unknown> {
  const values = [`countersign_${context.role}`, context.role === 'app' ? context.tenantId : ''] as const;
  const enter = context.role === 'app' && context.loose ? enterLoosely : enterContext;
  return { ...enter(...values), silent: true };
}
