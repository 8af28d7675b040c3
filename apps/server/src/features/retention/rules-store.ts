/** SQL for retention rules, in the role `app`. */
import type { Id, OrganizationSettings, RetentionRules } from '@countersign/contract';
import { onShardOf, statement } from '../../platform/db/statement.ts';

export type RuleRow = RetentionRules['rules'][number];

export const selectSettings = statement<{ settings: Partial<OrganizationSettings> }, [tenant: string]>(
  'retention-settings',
  'select settings from organizations where tenant_id = $1',
);
export const selectRules = statement<RuleRow, [tenant: string]>(
  'retention-rules',
  `select r.kind, r.target, r.days, t.name from retention_rules r
   left join templates t on r.kind = 'template' and t.tenant_id = r.tenant_id and t.id = r.target
   where r.tenant_id = $1 order by r.kind, t.name, r.target`,
);
export const deleteRules = statement<unknown, [tenant: string]>(
  'retention-rules-delete',
  'delete from retention_rules where tenant_id = $1',
);
export const insertRules = statement<
  unknown,
  [tenant: string, kinds: readonly string[], targets: readonly string[], days: readonly number[]]
>(
  'retention-rules-insert',
  `insert into retention_rules (tenant_id, kind, target, days)
   select s.tenant_id, kind, target, days from ${onShardOf('$1')}, unnest($2::text[], $3::text[], $4::int[]) as r (kind, target, days)`,
);
export const selectKnownTemplates = statement<{ id: Id<'template'> }, [tenant: string, ids: readonly string[]]>(
  'retention-templates-known',
  `select id from templates where tenant_id = $1 and id = any($2)
   union select target from retention_rules where tenant_id = $1 and kind = 'template' and target = any($2)`,
);
