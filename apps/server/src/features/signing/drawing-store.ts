/** SQL for drawing links. */
import type { Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type DrawnGraphic = 'signature' | 'initials';

/** A signer has one link. A new link ends the previous one. */
export const replaceDrawingLink = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    documentId: string;
    signerId: string;
    generation: number;
    what: DrawnGraphic;
    hash: Buffer;
    now: Date;
    expiresAt: Date;
  }
>(
  'drawing-link-replace',
  `insert into drawing_links (tenant_id, id, document_id, signer_id, link_generation, what, link_hash, created_at, expires_at)
   values (:tenantId, :id, :documentId, :signerId, :generation, :what, :hash, :now, :expiresAt)
   on conflict (tenant_id, signer_id) do update set id = excluded.id, document_id = excluded.document_id,
     link_generation = excluded.link_generation, what = excluded.what, link_hash = excluded.link_hash,
     created_at = excluded.created_at, expires_at = excluded.expires_at, bearer_hash = null, drawing = null`,
);

export type DrawingLinkRow = {
  id: Id<'drawing'>;
  document_id: Id<'document'>;
  signer_id: Id<'signer'>;
  link_generation: number;
  what: DrawnGraphic;
  expires_at: Date;
  is_opened: boolean;
  drawing: string | null;
};
const SELECT = `select id, document_id, signer_id, link_generation, what, expires_at, bearer_hash is not null as is_opened, drawing
   from drawing_links where tenant_id = $1`;

export const selectDrawing = statement<DrawingLinkRow, [tenant: string, id: string, signer: string]>(
  'drawing-select',
  `${SELECT} and id = $2 and signer_id = $3`,
);
/** Selects a link that has not been opened yet and has not expired. */
export const selectDrawingLink = statement<DrawingLinkRow, [tenant: string, hash: Buffer, now: Date]>(
  'drawing-link-select',
  `${SELECT} and link_hash = $2 and bearer_hash is null and expires_at > $3`,
);
/** Selects a link that has no drawing yet and has not expired. */
export const selectDrawingBearer = statement<DrawingLinkRow, [tenant: string, hash: Buffer, now: Date]>(
  'drawing-bearer-select',
  `${SELECT} and bearer_hash = $2 and drawing is null and expires_at > $3`,
);
/** Returns a row only for the first request that opens the link. */
export const useDrawingLink = statement<
  { id: Id<'drawing'> },
  [tenant: string, hash: Buffer, bearer: Buffer, now: Date]
>(
  'drawing-link-use',
  `update drawing_links set bearer_hash = $3
   where tenant_id = $1 and link_hash = $2 and bearer_hash is null and expires_at > $4 returning id`,
);
/** Returns a row only for the first request that sends a drawing. */
export const storeDrawing = statement<
  { id: Id<'drawing'> },
  [tenant: string, bearer: Buffer, drawing: string, now: Date]
>(
  'drawing-store',
  `update drawing_links set drawing = $3
   where tenant_id = $1 and bearer_hash = $2 and drawing is null and expires_at > $4 returning id`,
);
