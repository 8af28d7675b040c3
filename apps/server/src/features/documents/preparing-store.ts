/** SQL for preparing links. */
import type { Environment, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export const insertPreparingLink = namedStatement<
  unknown,
  {
    tenantId: string;
    hash: Buffer;
    documentId: string;
    keyId: string | null;
    organizationId: string;
    userId: string;
    environment: Environment;
    origin: string | null;
    canSend: boolean;
    now: Date;
    expiresAt: Date;
  }
>(
  'preparing-link-insert',
  `insert into preparing_links (tenant_id, link_hash, document_id, key_id, organization_id, user_id, environment, origin, can_send, created_at, expires_at)
   values (:tenantId, :hash, :documentId, :keyId, :organizationId, :userId, :environment, :origin, :canSend, :now, :expiresAt)`,
);
export type PreparingRow = {
  document_id: Id<'document'>;
  key_id: string | null;
  organization_id: string;
  environment: Environment;
  can_send: boolean;
};
export const selectPreparingLink = statement<
  PreparingRow & { user_id: Id<'user'>; origin: string | null },
  [tenant: string, hash: Buffer]
>(
  'preparing-link-select',
  `select document_id, key_id, organization_id, user_id, environment, can_send, origin from preparing_links
   where tenant_id = $1 and link_hash = $2`,
);
/** Redeems a preparation link. Only the first request that opens the link gets a row. */
export const usePreparingLink = namedStatement<
  { document_id: Id<'document'> },
  { tenantId: string; hash: Buffer; bearer: Buffer; until: Date; now: Date }
>(
  'preparing-link-use',
  `update preparing_links set bearer_hash = :bearer, bearer_until = :until
   where tenant_id = :tenantId and link_hash = :hash and bearer_hash is null and expires_at > :now
   returning document_id`,
);
export const selectByBearer = statement<
  PreparingRow & { bearer_until: Date },
  [tenant: string, hash: Buffer, now: Date]
>(
  'preparing-by-bearer',
  `select document_id, key_id, organization_id, environment, can_send, bearer_until from preparing_links
   where tenant_id = $1 and bearer_hash = $2 and bearer_until > $3`,
);
/** A token may expire earlier than `until`, but not later. */
export const endBearers = statement<unknown, [tenant: string, document: string, until: Date]>(
  'preparing-bearers-end',
  'update preparing_links set bearer_until = $3 where tenant_id = $1 and document_id = $2 and bearer_until > $3',
);
