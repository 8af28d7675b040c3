/** SQL of who owns documents. */
import { type Id } from '@countersign/contract';
import { namedStatement } from '../../../platform/db/statement.ts';

export const moveDocuments = namedStatement<{ id: Id<'document'> }, { tenantId: string; from: string; to: string }>(
  'member-documents-move',
  'update documents set owner_id = :to where tenant_id = :tenantId and owner_id = :from returning id',
);
