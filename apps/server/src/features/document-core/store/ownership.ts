/** SQL of who owns documents. */
import { type Id } from '@countersign/contract';
import { statement } from '../../../platform/db/statement.ts';

export const moveDocuments = statement<{ id: Id<'document'> }, [tenant: string, from: string, to: string]>(
  'member-documents-move',
  'update documents set owner_id = $3 where tenant_id = $1 and owner_id = $2 returning id',
);
