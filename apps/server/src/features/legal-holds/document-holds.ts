/** Legal holds, for operations on documents. */
import type { Id } from '@countersign/contract';
import { statement } from '../../platform/db/statement.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Takes the lock that makes erasures and new legal holds wait for each other. Take it before all other locks. */
export const lockHolds = statement('legal-holds-lock', 'select lock_holds(false)');
export const selectStandingHolds = statement<{ id: Id<'legalHold'> }, [document: string]>(
  'legal-holds-of-document',
  'select hold as id from standing_holds($1) hold',
);

/** Records which holds cover the document. A held document is skipped until the legal hold is released. */
export async function keepHeld(tx: Tx, tenantId: string, documentId: string): Promise<void> {
  const holds = await tx.query(selectStandingHolds(documentId));
  for (const { id } of holds) tx.write(insertHeld(tenantId, id, documentId));
}
const insertHeld = statement<unknown, [tenant: string, hold: string, document: string]>(
  'legal-holds-keep',
  `insert into legal_hold_documents (tenant_id, hold_id, document_id) values ($1, $2, $3)
   on conflict (tenant_id, hold_id, document_id) do nothing`,
);
