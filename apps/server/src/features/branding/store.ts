/** SQL for the logos of organizations. */
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type LogoSamples = { width: number; height: number; rgb: Buffer };
export const selectLogoSamples = statement<LogoSamples, [tenant: string]>(
  'logo-samples',
  'select width, height, rgb from organization_logos where tenant_id = $1',
);
/** Selects the logo with this hash, even if the organization has since changed its logo. */
export const selectLogoOfHash = statement<LogoSamples, [tenant: string, sha256: string]>(
  'logo-of-hash',
  `select width, height, rgb from organization_logos where tenant_id = $1 and sha256 = $2
   union all select width, height, rgb from former_logos where tenant_id = $1 and sha256 = $2 limit 1`,
);
export type LogoPicture = { width: number; height: number; sha256: string; changed_at: Date; png: Buffer };
export const selectLogo = statement<LogoPicture, [tenant: string]>(
  'logo-select',
  'select width, height, sha256, changed_at, png from organization_logos where tenant_id = $1',
);

/**
 * Keeps the previous logo for the certificates of documents that were completed while it was in use. If no document's
 * audit trail has a new entry since the logo was set, the logo is not kept.
 */
const keepFormer = (tenant: string): string =>
  `insert into former_logos (tenant_id, sha256, width, height, rgb) select tenant_id, sha256, width, height, rgb from organization_logos l
   where tenant_id = ${tenant} and exists (select from audit_entries e where e.tenant_id = ${tenant} and e.at >= l.changed_at
     and e.stream <> l.tenant_id) on conflict do nothing`;
export const upsertLogo = namedStatement<
  unknown,
  { tenantId: string; png: Buffer; width: number; height: number; rgb: Buffer; sha256: string; changedAt: Date }
>(
  'logo-upsert',
  `with former as (${keepFormer(':tenantId')})
   insert into organization_logos (tenant_id, png, width, height, rgb, sha256, changed_at) values (:tenantId, :png, :width, :height, :rgb, :sha256, :changedAt)
   on conflict (tenant_id) do update set png = excluded.png, width = excluded.width, height = excluded.height,
     rgb = excluded.rgb, sha256 = excluded.sha256, changed_at = excluded.changed_at`,
);
export const deleteLogo = statement<{ sha256: string }, [tenant: string]>(
  'logo-delete',
  `with former as (${keepFormer('$1')}) delete from organization_logos where tenant_id = $1 returning sha256`,
);
