/**
 * Revoked certificates for the OCSP responder and the revocation lists. The responder and the lists cover all tenants,
 * so the SQL statements run in the `auth` role, which can read only serial numbers, dates and reasons.
 */
import type { RevocationReason as ReasonName } from '@countersign/contract';
import type { OcspStatus, RevocationReason } from '@countersign/pki';
import type { Database } from '../../platform/db/database.ts';
import {
  selectIsIssued,
  selectIsTimestampUnit,
  selectNewestRevocations,
  selectRevocations,
  selectStatuses,
} from './revocation-statements.ts';

/** The CRLReason (RFC 5280 §5.3.1) for each reason in the API. */
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

  /**
   * Returns the status of one certificate in a single round trip to the database. A serial number that was never issued
   * is `unknown` (RFC 6960 §2.2).
   */
  async status(serial: string): Promise<OcspStatus> {
    const [[revoked], [issued], [unit]] = await this.#database.queryAll({ role: 'auth' }, [
      selectStatuses([serial]),
      selectIsIssued(serial),
      selectIsTimestampUnit(serial),
    ]);
    if (revoked) return { status: 'revoked', at: revoked.revoked_at, reason: CRL_REASONS[revoked.reason] };
    return { status: issued?.found || unit?.found ? 'good' : 'unknown' };
  }

  /** Every serial number must belong to an issued certificate. */
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

  /** Returns all certificates revoked by an issuer, each once, with its earliest revocation date. */
  async all(issuerKeyId: string): Promise<RevokedCertificate[]> {
    const rows = await this.#database.query({ role: 'auth' }, selectRevocations(issuerKeyId));
    return rows.map(({ serial, revoked_at: at, reason }) => ({ serial, at, reason: CRL_REASONS[reason] }));
  }

  /**
   * Returns the number of each issuer's newest revocation, if any. As long as the number is unchanged, an earlier list
   * is still complete.
   */
  async newest(issuerKeyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.query({ role: 'auth' }, selectNewestRevocations([...issuerKeyIds]));
    return new Map(rows.map(({ issuer_key_id: keyId, n }) => [keyId, n]));
  }
}
