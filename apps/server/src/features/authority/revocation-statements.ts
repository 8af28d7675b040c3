import type { RevocationReason, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

type Dated = { serial: string; revoked_at: Date; reason: RevocationReason };

export const selectStatus = statement<
  { issued: boolean; revoked_at: Date | null; reason: RevocationReason | null },
  [serial: string]
>(
  'certificate-status',
  `select exists (select 1 from certificates where serial = $1) or exists (select 1 from seals where serial = $1)
       or exists (select 1 from timestamp_units where serial = $1) as issued,
     r.revoked_at, r.reason
   from (select min(revoked_at) as revoked_at, (array_agg(reason order by revoked_at))[1] as reason from revocations where serial = $1) r`,
);
export const selectStatuses = statement<Dated, [serials: string[]]>(
  'certificate-statuses',
  `select distinct on (serial) serial, revoked_at, reason from revocations where serial = any ($1::text[])
   order by serial, revoked_at`,
);
export const selectRevocations = statement<Dated, [issuerKeyId: string]>(
  'revocations-of-issuer',
  `select distinct on (serial) serial, revoked_at, reason from revocations where issuer_key_id = $1
   order by serial, revoked_at`,
);
export const selectNewestRevocations = statement<{ issuer_key_id: string; n: string }, [issuerKeyIds: string[]]>(
  'revocations-newest',
  'select issuer_key_id, max(n)::text as n from revocations where issuer_key_id = any($1::text[]) group by issuer_key_id',
);

export type IssuedRow = {
  serial: string;
  signer_id: Id<'signer'>;
  email: string;
  certificate: Buffer;
  issued_at: Date;
  revoked_at: Date | null;
  reason: RevocationReason | null;
  recorded_at: Date | null;
};
/**
 * Certificates of a document's signers with their latest revocation statement. If there are several dates, the earliest
 * counts.
 */
export const selectIssuedCertificates = statement<IssuedRow, [tenant: string, document: string]>(
  'certificates-of-document',
  `select c.serial, c.signer_id, s.email, c.certificate, c.issued_at, r.revoked_at, r.reason, r.recorded_at
   from certificates c
   join signers s on s.tenant_id = c.tenant_id and s.id = c.signer_id
   left join lateral (select revoked_at, reason, recorded_at from revocations
     where tenant_id = $1 and serial = c.serial order by revoked_at limit 1) r on true
   where c.tenant_id = $1 and c.document_id = $2 order by s.position, c.issued_at, c.serial`,
);
export const insertRevocation = namedStatement<
  unknown,
  {
    tenantId: string;
    serial: string;
    revokedAt: Date;
    issuerKeyId: string;
    reason: RevocationReason;
    note: string | null;
    recordedAt: Date;
  }
>(
  'revocation-insert',
  `insert into revocations (tenant_id, serial, revoked_at, issuer_key_id, reason, note, recorded_at)
   values (:tenantId, :serial, :revokedAt, :issuerKeyId, :reason, :note, :recordedAt)`,
);
