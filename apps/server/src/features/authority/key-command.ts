/**
 * Shared code of the operator's key commands (`npm start -- keys …`). Each command is one transaction that also writes
 * an entry to the audit trail of the operator's organization, if there is one. Running processes apply the change
 * within seconds (watch.ts).
 */
import type { Environment } from '@countersign/contract';
import { CommandError } from '../../platform/command-error.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Recorder } from '../../platform/audit/recorder.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { ExternalIdentity } from './authorities.ts';
import { selectAuditTenant, type AuthorityRow } from './store.ts';

export type KeyCommandOptions = {
  database: Database;
  recorder: Recorder;
  vault: Vault;
  clock: Clock;
  publicUrl: string | undefined;
  /** The operator's own issuing CA, if CA_KEY is set. */
  external: ExternalIdentity | undefined;
};

export const AUTH = { role: 'auth' } as const;

export function rootRow(rows: readonly AuthorityRow[], environment: Environment): AuthorityRow {
  const row = rows.findLast((one) => one.environment === environment && one.kind === 'root');
  if (!row) throw new CommandError('There is no root certificate yet. Start the server once to create it.');
  return row;
}

type KeyAction =
  | 'keys.rotated'
  | 'keys.root-exported'
  | 'keys.root-taken-offline'
  | 'keys.root-crl-refreshed'
  | 'keys.master-key-rotated';

/**
 * Writes an entry to the trail of the operator's organization. Writes nothing before the organization exists, because
 * no signatures exist before then either.
 */
export async function record(
  tx: Tx,
  recorder: Recorder,
  action: KeyAction,
  data: Record<string, string | number>,
): Promise<void> {
  const [operator] = await tx.query(selectAuditTenant());
  if (!operator) return;
  tx.enter({ role: 'app', tenantId: operator.tenant_id });
  await recorder.record(tx, operator.tenant_id, operator.tenant_id, {
    action,
    actor: { kind: 'system', id: 'operator' },
    target: { kind: 'organization', id: operator.id },
    data,
  });
  tx.enter(AUTH);
}
