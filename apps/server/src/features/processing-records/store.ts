import type { Id, OrganizationSettings, ProcessingActivity, SubProcessorList } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

/** The information that GDPR article 30 requires. */
export type Content = Pick<
  ProcessingActivity,
  'name' | 'purpose' | 'legal_basis' | 'people' | 'data' | 'recipients' | 'transfers' | 'retention' | 'measures'
>;
export type ActivityRow = {
  id: Id<'processingActivity'>;
  version: number;
  state: ProcessingActivity['state'];
  content: Content;
  changed_at: Date;
  changed_by: NonNullable<ProcessingActivity['changed_by']>;
};

const COLUMNS = `a.id, a.version, a.state, a.content, a.changed_at,
  json_build_object('kind', a.changed_by_kind, 'id', a.changed_by_id, 'name', coalesce((select u.name from users u where u.id = a.changed_by_id),
    (select k.name from api_keys k where k.tenant_id = a.tenant_id and k.id = a.changed_by_id))) as changed_by`;

/** Selects the entries in the order in which they were added. */
export const selectActivities = statement<
  ActivityRow,
  [tenant: string, state: string, after: string | null, limit: number]
>(
  'processing-activities',
  `select ${COLUMNS} from processing_activities a
   where a.tenant_id = $1 and a.state = $2 and ($3::text is null or a.id > $3)
     and not exists (select from processing_activities n where n.tenant_id = a.tenant_id and n.id = a.id and n.version > a.version)
   order by a.id limit $4`,
);
export const selectVersions = statement<
  ActivityRow,
  [tenant: string, id: string, before: number | null, limit: number]
>(
  'processing-activity-versions',
  `select ${COLUMNS} from processing_activities a where a.tenant_id = $1 and a.id = $2 and ($3::int is null or a.version < $3)
   order by a.version desc limit $4`,
);
/** Inserts a version. If two changes of one version are concurrent, the second has no effect. */
export const insertActivity = namedStatement<
  { version: number },
  {
    tenantId: string;
    id: string;
    version: number;
    state: string;
    content: string;
    byKind: string;
    byId: string;
    at: Date;
  }
>(
  'processing-activity-insert',
  `insert into processing_activities (tenant_id, id, version, state, content, changed_by_kind, changed_by_id, changed_at)
   values (:tenantId, :id, :version, :state, :content, :byKind, :byId, :at)
   on conflict (tenant_id, id, version) do nothing returning version`,
);

export type OrganizationFacts = {
  name: string;
  settings: Partial<OrganizationSettings>;
  webhooks: number;
  has_sso: boolean;
};
export const selectFacts = statement<OrganizationFacts, [tenant: string]>(
  'register-facts',
  `select o.name, o.settings,
     (select count(*)::int from webhook_endpoints w where w.tenant_id = $1) as webhooks,
     exists (select from single_sign_on s where s.tenant_id = $1) as has_sso
   from organizations o where o.tenant_id = $1`,
);

export type ListRow = {
  version: number;
  published_at: Date;
  effective_at: Date;
  content: SubProcessorList['sub_processors'];
};
export const selectLists = statement<ListRow, [before: number | null, limit: number]>(
  'sub-processor-lists',
  `select version, published_at, effective_at, content from sub_processor_lists
   where ($1::int is null or version < $1) order by version desc limit $2`,
);
export const selectInForce = statement<ListRow, [now: Date]>(
  'sub-processors-in-force',
  `select version, published_at, effective_at, content from sub_processor_lists where effective_at <= $1
   order by version desc limit 1`,
);
export const insertList = statement<
  { version: number },
  [version: number, publishedAt: Date, effectiveAt: Date, content: string]
>(
  'sub-processor-list-insert',
  `insert into sub_processor_lists (version, published_at, effective_at, content) values ($1, $2, $3, $4)
   on conflict (version) do nothing returning version`,
);
export const selectNewestList = statement<{ version: number }, []>(
  'sub-processor-list-newest',
  'select version from sub_processor_lists order by version desc limit 1',
);
export const selectTenantsAfter = statement<{ tenant_id: string }, [after: string, limit: number]>(
  'register-tenants',
  `select t.tenant_id from tenants t where t.environment = 'live' and t.tenant_id > $1 order by t.tenant_id limit $2`,
);
export const selectNameOf = statement<{ name: string }, [tenant: string]>(
  'register-organization',
  'select name from organizations where tenant_id = $1',
);
