/** SQL for saved views. */
import type { Id, SavedView } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type ViewRow = Pick<SavedView, 'id' | 'name' | 'filters' | 'shared'> & {
  owner_id: Id<'user'>;
  owner_name: string;
  position: number;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `v.id, v.name, v.filters, v.shared, v.owner_id, v.position, v.created_at, v.updated_at,
  coalesce((select u.name from users u where u.id = v.owner_id), '') as owner_name`;

/** Selects a person's own views in the order that the person chose, then the views that others share. */
export const selectViews = statement<ViewRow, [tenant: string, user: string]>(
  'views-select',
  `select ${COLUMNS} from saved_views v where v.tenant_id = $1 and (v.owner_id = $2 or v.shared)
   order by v.owner_id <> $2, v.owner_id, v.position, v.id`,
);
export const lockView = statement<ViewRow, [tenant: string, user: string, id: string]>(
  'view-lock',
  `select ${COLUMNS} from saved_views v where v.tenant_id = $1 and v.id = $3 and (v.owner_id = $2 or v.shared) for update of v`,
);
/**
 * Takes a lock that allows only one change of a person's views at a time, so that the limit is kept and two moves
 * cannot deadlock. This lock is taken before the locks of rows.
 */
export const lockOwner = statement<unknown, [tenant: string, owner: string]>(
  'views-lock-owner',
  `select pg_advisory_xact_lock(hashtextextended('views ' || $1 || ' ' || $2, 0))`,
);
export const lockOwnerOf = statement<unknown, [tenant: string, id: string]>(
  'views-lock-owner-of',
  `select pg_advisory_xact_lock(hashtextextended('views ' || $1 || ' ' || owner_id, 0)) from saved_views
   where tenant_id = $1 and id = $2`,
);
export const lockViewsOf = statement<{ id: Id<'savedView'> }, [tenant: string, owner: string]>(
  'views-lock',
  'select id from saved_views where tenant_id = $1 and owner_id = $2 order by position, id for update',
);
export const insertView = namedStatement<
  unknown,
  {
    tenantId: string;
    id: string;
    owner: string;
    name: string;
    filters: string;
    shared: boolean;
    position: number;
    now: Date;
  }
>(
  'view-insert',
  `insert into saved_views (tenant_id, id, owner_id, name, filters, shared, position, created_at, updated_at)
   values (:tenantId, :id, :owner, :name, :filters::jsonb, :shared, :position, :now, :now)`,
);
export const updateViewRow = namedStatement<
  unknown,
  { tenantId: string; id: string; name: string; filters: string; shared: boolean; now: Date }
>(
  'view-update',
  `update saved_views set name = :name, filters = :filters::jsonb, shared = :shared, updated_at = :now
   where tenant_id = :tenantId and id = :id`,
);
export const updatePositions = statement<unknown, [tenant: string, owner: string, ids: readonly string[]]>(
  'view-positions',
  `update saved_views v set position = o.position - 1 from unnest($3::text[]) with ordinality as o(id, position)
   where v.tenant_id = $1 and v.owner_id = $2 and v.id = o.id`,
);
export const deleteViewRow = statement<unknown, [tenant: string, id: string]>(
  'view-delete',
  'delete from saved_views where tenant_id = $1 and id = $2',
);
