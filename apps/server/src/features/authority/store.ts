import { namedStatement, statement } from '../../platform/db/statement.ts';
import type { Environment, Id } from '@countersign/contract';

export type AuthorityKind = 'root' | 'issuing' | 'timestamp' | 'ocsp';
export type AuthorityRow = {
  environment: Environment;
  kind: AuthorityKind;
  generation: number;
  certificate: Buffer;
  /** Null if the key is stored elsewhere or offline. */
  key_sealed: Buffer | null;
  chain: Buffer[];
  crl: Buffer | null;
};

export const selectAuthorities = statement<AuthorityRow>(
  'authority-select',
  `select environment, kind, generation, certificate, key_sealed, chain, crl from authorities
   order by environment, kind, generation`,
);
/** Does nothing if a concurrent insert created the generation first. */
export const insertAuthority = namedStatement<
  unknown,
  {
    environment: string;
    kind: string;
    generation: number;
    certificate: Buffer;
    keySealed: Buffer | null;
    chain: Buffer[];
    createdAt: Date;
  }
>(
  'authority-insert',
  `insert into authorities (environment, kind, generation, certificate, key_sealed, chain, created_at)
   values (:environment, :kind, :generation, :certificate, :keySealed, :chain, :createdAt)
   on conflict (environment, kind, generation) do nothing`,
);
export type SealRow = { generation: number; certificate: Buffer; key_sealed: Buffer | null; chain: Buffer[] };
export const selectSeal = statement<SealRow, [tenant: string]>(
  'seal-select',
  'select generation, certificate, key_sealed, chain from seals where tenant_id = $1 order by generation desc limit 1',
);
/**
 * Selects the seals that may have certified a document: the seal in use when the document was sent, and any seals
 * created since, in case a clock was wrong.
 */
export const selectSealsOf = statement<{ certificate: Buffer; chain: Buffer[] }, [tenant: string, document: string]>(
  'seals-of-document',
  `select s.certificate, s.chain from seals s join documents d on d.tenant_id = s.tenant_id and d.id = $2
   where s.tenant_id = $1 and s.generation >= coalesce((select max(generation) from seals
     where tenant_id = $1 and created_at <= d.sent_at), 1)
   order by s.generation`,
);
export const insertSeal = namedStatement<
  SealRow,
  {
    tenantId: string;
    generation: number;
    serial: string;
    certificate: Buffer;
    keySealed: Buffer | null;
    chain: Buffer[];
    createdAt: Date;
  }
>(
  'seal-insert',
  `insert into seals (tenant_id, generation, serial, certificate, key_sealed, chain, created_at)
   values (:tenantId, :generation, :serial, :certificate, :keySealed, :chain, :createdAt)
   on conflict (tenant_id, generation) do nothing returning generation, certificate, key_sealed, chain`,
);
export const insertCertificate = statement<unknown, [string, string, string, string, Buffer, Date]>(
  'certificate-insert',
  'insert into certificates (tenant_id, serial, document_id, signer_id, certificate, issued_at) values ($1, $2, $3, $4, $5, $6)',
);

/** Both tenants of an organization store its name, so the sandbox does not need to read the live tenant. */
export const selectSealedOrganization = statement<{ name: string; identifier: string | null }, [tenant: string]>(
  'seal-organization',
  `select name, settings->>'organization_identifier' as identifier from organizations where tenant_id = $1`,
);

/** Selects the live tenant of the operator's organization, whose trail records operations on the installation. */
export const selectAuditTenant = statement<{ tenant_id: Id<'tenant'>; id: Id<'organization'> }>(
  'authority-audit-tenant',
  `select o.tenant_id, o.id from organizations o join tenants t on t.tenant_id = o.tenant_id
   where o.is_operator and t.environment = 'live' limit 1`,
);
export const updateRootOffline = statement<unknown, [environment: string, generation: number, crl: Buffer]>(
  'authority-root-offline',
  `update authorities set key_sealed = null, crl = $3 where environment = $1 and kind = 'root' and generation = $2`,
);
export const updateRootCrl = statement<unknown, [environment: string, generation: number, crl: Buffer]>(
  'authority-root-crl',
  `update authorities set crl = $3 where environment = $1 and kind = 'root' and generation = $2 and key_sealed is null`,
);
