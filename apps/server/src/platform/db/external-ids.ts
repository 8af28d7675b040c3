/** The caller's own IDs for the rows of a table, each unique within a tenant. */
import { AppError } from '../errors.ts';
import { namedStatement } from './statement.ts';
import type { Tx } from './transaction.ts';

const lockExternalId = namedStatement<unknown, { tenantId: string; key: string }>(
  'external-id-lock',
  'select pg_advisory_xact_lock(hashtextextended(:tenantId || :key, 0))',
);

/** Sets the external ID of a row. Runs after the row is written, in the same transaction. Throws EXTERNAL_ID_TAKEN. */
export type ClaimExternalId = (
  tx: Tx,
  row: { tenantId: string; id: string },
  externalId: string | null | undefined,
) => Promise<void>;

/** @param table has the columns tenant_id, id and external_id */
export function externalIdsOf(table: string): ClaimExternalId {
  const find = namedStatement<{ id: string }, { tenantId: string; externalId: string }>(
    `external-id-${table}`,
    `select id from ${table} where tenant_id = :tenantId and external_id = :externalId`,
  );
  const set = namedStatement<unknown, { tenantId: string; id: string; externalId: string | null }>(
    `external-id-set-${table}`,
    `update ${table} set external_id = :externalId where tenant_id = :tenantId and id = :id`,
  );
  return async (tx, { tenantId, id }, externalId) => {
    if (externalId === undefined) return;
    if (externalId !== null) {
      // The lock makes the second of two concurrent requests see the row of the first.
      await tx.query(lockExternalId({ tenantId, key: `${table} ${externalId}` }));
      const [taken] = await tx.query(find({ tenantId, externalId }));
      if (taken && taken.id !== id) throw new AppError('EXTERNAL_ID_TAKEN', { externalId, id: taken.id });
    }
    tx.write(set({ tenantId, id, externalId }));
  };
}
