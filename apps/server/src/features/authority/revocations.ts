/**
 * Revoked certificates as relying parties are told of them: read by the OCSP responder and for the revocation lists, both of which
 * know no tenant and so act under the role `auth`, which sees serial numbers, dates and reasons alone.
 */
import type { RevocationReason as ReasonName } from '@countersign/contract';
import type { OcspStatus, RevocationReason } from '@countersign/pki';
import type { Database } from '../../platform/db/database.ts';
import { selectNewestRevocations, selectRevocations, selectStatus, selectStatuses } from './revocation-statements.ts';

/** CRLReason (RFC 5280 §5.3.1) of each reason of the interface. */
const CRL_REASONS: Readonly<Record<ReasonName, RevocationReason>> = {
  unspecified: 'unspecified',
  key_compromise: 'keyCompromise',
  affiliation_changed: 'affiliationChanged',
  superseded: 'superseded',
  cessation: 'cessationOfOperation',
  privilege_withdrawn: 'privilegeWithdrawn',
};

export type RevokedCertificate = {
  readonly serial: string;
  readonly at: Date;
  readonly reason: RevocationReason;
};

export class Revocations {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Of one certificate, in one look-up; `unknown` for a serial number that was never issued (RFC 6960 §2.2). */
  async status(serial: string): Promise<OcspStatus> {
    const [row] = await this.#database.query({ role: 'auth' }, selectStatus(serial));
    if (row?.revoked_at && row.reason)
      return { status: 'revoked', at: row.revoked_at, reason: CRL_REASONS[row.reason] };
    return { status: row?.issued ? 'good' : 'unknown' };
  }

  /** Of certificates that are known to have been issued. */
  async statuses(serials: readonly string[]): Promise<(OcspStatus & { serial: string })[]> {
    const rows = await this.#database.query({ role: 'auth' }, selectStatuses([...serials]));
    const revoked = new Map(rows.map((row) => [row.serial, row]));
    return serials.map((serial) => {
      const row = revoked.get(serial);
      return row
        ? { serial, status: 'revoked', at: row.revoked_at, reason: CRL_REASONS[row.reason] }
        : { serial, status: 'good' };
    });
  }

  /** Everything that an issuer has revoked, each certificate once and by its earliest date. */
  async all(issuerKeyId: string): Promise<RevokedCertificate[]> {
    const rows = await this.#database.query({ role: 'auth' }, selectRevocations(issuerKeyId));
    return rows.map(({ serial, revoked_at: at, reason }) => ({ serial, at, reason: CRL_REASONS[reason] }));
  }

  /** Number of each issuer's newest revocation, if there is any: as long as it is the same, a list made before still holds all. */
  async newest(issuerKeyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.query({ role: 'auth' }, selectNewestRevocations([...issuerKeyIds]));
    return new Map(rows.map(({ issuer_key_id: keyId, n }) => [keyId, n]));
  }
}
