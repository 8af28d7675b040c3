/** The caller's own ids of documents, templates, packages and bulk sends, each given once. */
import { statement } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors.ts';

const lockExternalId = statement<unknown, [tenant: string, key: string]>(
  'external-id-lock',
  'select pg_advisory_xact_lock(hashtextextended($1 || $2, 0))',
);
const statementsOf = (table: 'documents' | 'templates' | 'packages' | 'bulk_sends') => ({
  find: statement<{ id: string }, [tenant: string, external: string]>(
    `external-id-${table}`,
    `select id from ${table} where tenant_id = $1 and external_id = $2`,
  ),
  set: statement<unknown, [tenant: string, id: string, external: string | null]>(
    `external-id-set-${table}`,
    `update ${table} set external_id = $3 where tenant_id = $1 and id = $2`,
  ),
});
const TABLES = {
  documents: statementsOf('documents'),
  templates: statementsOf('templates'),
  packages: statementsOf('packages'),
  bulk_sends: statementsOf('bulk_sends'),
};

/** In the transaction that writes the row, after it. Throws EXTERNAL_ID_TAKEN. */
export async function claimExternalId(
  tx: Tx,
  table: keyof typeof TABLES,
  { tenantId, id }: { tenantId: string; id: string },
  externalId: string | null | undefined,
): Promise<void> {
  if (externalId === undefined) return;
  const { find, set } = TABLES[table];
  if (externalId !== null) {
    // Of two requests at once, the second sees what the first wrote.
    await tx.query(lockExternalId(tenantId, `${table} ${externalId}`));
    const [taken] = await tx.query(find(tenantId, externalId));
    if (taken && taken.id !== id) throw new AppError('EXTERNAL_ID_TAKEN', { externalId, id: taken.id });
  }
  tx.write(set(tenantId, id, externalId));
}
