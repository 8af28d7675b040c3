import type { RevocationReason, Id } from '@countersign/contract';
import { namedStatement, statement } from '../../platform/db/statement.ts';

type Dated = { serial: string; revoked_at: Date; reason: RevocationReason };

export const selectIsIssued = statement<{ found: boolean }, [serial: string]>(
  'certificate-issued',
  'select exists (select from certificates where serial = $1) or exists (select from seals where serial = $1) as found',
);
export const selectIsTimestampUnit = statement<{ found: boolean }, [serial: string]>(
  'timestamp-unit-issued',
  'select exists (select from timestamp_units where serial = $1) as found',
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
 * Selects the certificates of a document's signers with their revocation, if any. If a certificate was revoked several
 * times, the earliest date applies.
 */
export const selectIssuedCertificates = statement<IssuedRow, [tenant: string, document: string]>(
  'certificates-of-document',
  `with revoked as materialized (select distinct on (serial) serial, revoked_at, reason, recorded_at from revocations
     where tenant_id = $1 order by serial, revoked_at)
   select c.serial, c.signer_id, s.email, c.certificate, c.issued_at, r.revoked_at, r.reason, r.recorded_at
   from certificates c
   join signers s on s.tenant_id = c.tenant_id and s.id = c.signer_id
   left join revoked r on r.serial = c.serial
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
