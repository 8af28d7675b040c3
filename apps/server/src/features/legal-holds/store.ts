/**
 * SQL for legal holds. The database function `standing_holds` decides which holds cover a document. Erasures use it
 * too.
 */
import type { Id, LegalHold } from '@countersign/contract';
import { BEHIND_ALL_IDS, boundOr, namedStatement, statement } from '../../platform/db/statement.ts';

type Who = { kind: string; id: string; name: string | null };
export type HoldRow = {
  id: Id<'legalHold'>;
  kind: LegalHold['kind'];
  target: string;
  title: string | null;
  reason: string;
  documents: number;
  placed_by: Who;
  placed_at: Date;
  released_by: Who | null;
  released_at: Date | null;
  release_reason: string | null;
};

const named = (by: string) => `json_build_object('kind', h.${by}_by_kind, 'id', h.${by}_by_id, 'name', coalesce(
  (select u.name from users u where u.id = h.${by}_by_id), (select k.name from keys k where k.id = h.${by}_by_id)))`;
const HOLD = `with keys as materialized (select id, name from api_keys where tenant_id = $1)
  select h.id, h.kind, h.label as target, h.reason, ${named('placed')} as placed_by, h.placed_at,
  case when h.released_at is not null then ${named('released')} end as released_by, h.released_at, h.release_reason,
  case when h.kind = 'document' then (select d.title from documents d where d.tenant_id = $1 and d.id = h.target) end as title,
  (select count(*)::int from legal_hold_documents p where p.tenant_id = $1 and p.hold_id = h.id) as documents`;

/**
 * Takes the lock exclusively. It waits for erasures in progress, and later erasures wait until this transaction
 * commits.
 */
export const lockHoldsAlone = statement('legal-holds-lock-alone', 'select lock_holds(true)');

export const selectHold = statement<HoldRow, [tenant: string, id: string]>(
  'legal-hold-select',
  `${HOLD} from legal_holds h where h.tenant_id = $1 and h.id = $2`,
);
/** Selects the existing hold on a target. If there are several, selects the oldest. */
export const selectStanding = statement<HoldRow, [tenant: string, kind: string, target: string]>(
  'legal-hold-standing',
  `${HOLD} from legal_holds h where h.tenant_id = $1 and h.kind = $2 and h.target = $3 and h.released_at is null
   order by h.id limit 1`,
);
export const selectHolds = statement<
  HoldRow,
  [tenant: string, standing: boolean | null, before: string | null, limit: number]
>(
  'legal-holds-select',
  `${HOLD} from legal_holds h where h.tenant_id = $1 and ($2::boolean is null or (h.released_at is null) = $2)
     and h.id < ${boundOr('$3::text', BEHIND_ALL_IDS)} order by h.id desc limit $4`,
);
export const insertHold = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    kind: string;
    target: string;
    label: string;
    reason: string;
    byKind: string;
    byId: string;
    placedAt: Date;
  }
>(
  'legal-hold-insert',
  `insert into legal_holds (tenant_id, id, kind, target, label, reason, placed_by_kind, placed_by_id, placed_at)
   values (:tenantId, :id, :kind, :target, :label, :reason, :byKind, :byId, :placedAt)`,
);
/** Stores which documents a new hold currently covers. This is a separate statement, so that it sees the new hold. */
export const keepCovered = statement<{ document_id: Id<'document'> }, [tenant: string, id: string]>(
  'legal-hold-keep-covered',
  `insert into legal_hold_documents (tenant_id, hold_id, document_id)
   select d.tenant_id, h.id, d.id from legal_holds h join documents d on d.tenant_id = h.tenant_id
   left join users u on u.id = d.owner_id
   where h.tenant_id = $1 and h.id = $2 and case
     when h.kind = 'document' then d.id = h.target
     when h.kind = 'tag' then h.target = any (d.tags)
     else u.email_key = h.target
       or exists (select from signers s where s.tenant_id = $1 and s.document_id = d.id and s.email_key = h.target)
       or strpos(lower(coalesce(d.planned::text, '') || coalesce(d.draft::text, '')), '"' || h.target || '"') > 0 end
   on conflict (tenant_id, hold_id, document_id) do nothing returning document_id`,
);
/** Releases a hold. If two requests release it concurrently, the second has no effect. */
export const updateReleased = namedStatement<
  { kind: string },
  { tenantId: string; id: string; byKind: string; byId: string; at: Date; reason: string }
>(
  'legal-hold-release',
  `update legal_holds set released_by_kind = :byKind, released_by_id = :byId, released_at = :at, release_reason = :reason
   where tenant_id = :tenantId and id = :id and released_at is null returning kind`,
);
