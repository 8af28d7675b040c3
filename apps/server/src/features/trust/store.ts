import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type AnchorRow = { id: Id<'anchor'>; name: string; certificate: Buffer; fingerprint: string; created_at: Date };

export const selectAnchors = statement<AnchorRow, [tenant: string]>(
  'trust-anchors-select',
  `select id, name, certificate, fingerprint, created_at from trust_anchors where tenant_id = $1
   order by created_at, id`,
);
/** Every verification of this installation uses these anchors. Only the operator's organization writes this table. */
export const selectAllAnchors = statement<{ name: string; certificate: Buffer }>(
  'trust-anchors-all',
  'select name, certificate from trust_anchors',
);
export const insertAnchor = namedStatement<
  AnchorRow,
  {
    tenantId: string;
    id: string;
    name: string;
    certificate: Buffer;
    fingerprint: string;
    addedBy: string;
    createdAt: Date;
  }
>(
  'trust-anchor-insert',
  `insert into trust_anchors (tenant_id, id, name, certificate, fingerprint, added_by, created_at)
   values (:tenantId, :id, :name, :certificate, :fingerprint, :addedBy, :createdAt)
   on conflict (tenant_id, fingerprint) do nothing returning id, name, certificate, fingerprint, created_at`,
);
export const deleteAnchor = statement<{ fingerprint: string; name: string }, [tenant: string, id: string]>(
  'trust-anchor-delete',
  'delete from trust_anchors where tenant_id = $1 and id = $2 returning fingerprint, name',
);
