import { statement } from '../../platform/db/statement.ts';
import type { Environment } from '@countersign/contract';

export type AuthorityKind = 'root' | 'issuing' | 'timestamp' | 'ocsp';
export type AuthorityRow = { environment: Environment; kind: AuthorityKind; certificate: Buffer; key_sealed: Buffer };

export const selectAuthorities = statement<AuthorityRow>(
  'authority-select',
  'select environment, kind, certificate, key_sealed from authorities',
);
export const insertAuthority = statement<unknown, [string, string, Buffer, Buffer, Date]>(
  'authority-insert',
  `insert into authorities (environment, kind, certificate, key_sealed, created_at) values ($1, $2, $3, $4, $5)
   on conflict (environment, kind) do nothing`,
);
export type SealRow = { certificate: Buffer; key_sealed: Buffer };
export const selectSeal = statement<SealRow, [tenant: string]>(
  'seal-select',
  'select certificate, key_sealed from seals where tenant_id = $1',
);
export const insertSeal = statement<SealRow, [string, string, Buffer, Buffer, Date]>(
  'seal-insert',
  `insert into seals (tenant_id, serial, certificate, key_sealed, created_at) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id) do nothing returning certificate, key_sealed`,
);
export const insertCertificate = statement<unknown, [string, string, string, string, Buffer, Date]>(
  'certificate-insert',
  'insert into certificates (tenant_id, serial, document_id, signer_id, certificate, issued_at) values ($1, $2, $3, $4, $5, $6)',
);

/** The name is kept in both tenants of an organization, so that the sandbox needs no look into the live one. */
export const selectOrganizationName = statement<{ name: string }, [tenant: string]>(
  'seal-organization-name',
  'select name from organizations where tenant_id = $1',
);
/** Whether one of the two tables of issued certificates holds a serial number. */
export const selectIssued = statement<{ issued: boolean }, [serial: string]>(
  'certificate-issued',
  'select exists (select 1 from certificates where serial = $1) or exists (select 1 from seals where serial = $1) as issued',
);
