/** SQL of organizations' logos. */
import { namedStatement, statement } from '../../platform/db/statement.ts';

export type LogoSamples = { width: number; height: number; rgb: Buffer };
export const selectLogoSamples = statement<LogoSamples, [tenant: string]>(
  'logo-samples',
  'select width, height, rgb from organization_logos where tenant_id = $1',
);
export type LogoPicture = { width: number; height: number; sha256: string; changed_at: Date; png: Buffer };
export const selectLogo = statement<LogoPicture, [tenant: string]>(
  'logo-select',
  'select width, height, sha256, changed_at, png from organization_logos where tenant_id = $1',
);
export const upsertLogo = namedStatement<
  unknown,
  { tenantId: string; png: Buffer; width: number; height: number; rgb: Buffer; sha256: string; changedAt: Date }
>(
  'logo-upsert',
  `insert into organization_logos (tenant_id, png, width, height, rgb, sha256, changed_at) values (:tenantId, :png, :width, :height, :rgb, :sha256, :changedAt)
   on conflict (tenant_id) do update set png = excluded.png, width = excluded.width, height = excluded.height,
     rgb = excluded.rgb, sha256 = excluded.sha256, changed_at = excluded.changed_at`,
);
export const deleteLogo = statement<{ sha256: string }, [tenant: string]>(
  'logo-delete',
  'delete from organization_logos where tenant_id = $1 returning sha256',
);
