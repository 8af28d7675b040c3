/**
 * Units of the built-in time-stamping authority. A unit is used for two years and its certificate is valid for ten, as
 * is common for public authorities (EN 319 421 §7.7.1). Even the last time-stamp that a unit issues is therefore valid
 * for years and can be renewed in time.
 */
import type { Environment } from '@countersign/contract';
import {
  type Certificate,
  createTimestampCertificate,
  exportPkcs8,
  type Identity,
  type IssuedOptions,
  parseCertificate,
  signingKeyFromPkcs8,
} from '@countersign/pki';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Database } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/statement.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { isIssuedBy } from './authorities.ts';
import type { TimestampLog } from './timestamping.ts';

export type TimestampUnitRow = { environment: Environment; serial: string; certificate: Buffer; key_sealed: Buffer };
export const selectTimestampUnits = statement<TimestampUnitRow>(
  'timestamp-units-select',
  'select environment, serial, certificate, key_sealed from timestamp_units order by created_at',
);
const insertTimestampUnit = statement<unknown, [Environment, string, Buffer, Buffer, Date]>(
  'timestamp-unit-insert',
  'insert into timestamp_units (environment, serial, certificate, key_sealed, created_at) values ($1, $2, $3, $4, $5)',
);

const IN_USE_MS = 2 * 365 * 86_400_000;
const AGAIN_MS = 3_600_000;

export type TimestampUnitsOptions = {
  environment: Environment;
  /** The newest unit that was created together with the authorities and issued by the current issuing CA. */
  first: Identity;
  /** Certificates of the older units that were created together with the authorities. */
  older: readonly Certificate[];
  issuing: Identity;
  rows: readonly TimestampUnitRow[];
  addresses: Pick<IssuedOptions, 'addresses'>;
  database: Database;
  vault: Vault;
  clock: Clock;
  log: TimestampLog;
};

export class TimestampUnits {
  readonly #options: TimestampUnitsOptions;
  #units: readonly Identity[];
  #lookAt = 0;
  #renewing: Promise<void> | undefined;

  constructor(options: TimestampUnitsOptions) {
    this.#options = options;
    this.#units = this.#open(options.rows);
  }

  /** A new unit is created every two years. */
  async current(): Promise<Identity> {
    if (this.#isAged())
      this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = undefined;
      });
    // Concurrent callers also wait for the new unit, because a time-stamp from the old unit would be valid for a
    // shorter time.
    await this.#renewing;
    return this.#newest();
  }

  /** The certificates of every unit known to this process, the newest last. */
  get certificates(): readonly Certificate[] {
    const { older, first } = this.#options;
    const before = older.filter(({ der }) => !der.equals(first.certificate.der));
    return [...before, ...this.#units.map(({ certificate }) => certificate)];
  }

  get newest(): Certificate {
    return this.#newest().certificate;
  }

  /** The newest unit that the current issuing CA issued. Units of a previous CA no longer issue time-stamps. */
  #newest(): Identity {
    const { issuing, first, clock } = this.#options;
    const now = clock.now();
    // A unit that was created while the clock was ahead is not used before its validity starts.
    const current = this.#units.filter(
      ({ certificate }) => certificate.notBefore <= now && isIssuedBy(certificate, issuing.certificate),
    );
    return (
      current.toSorted((a, b) => a.certificate.notBefore.getTime() - b.certificate.notBefore.getTime()).at(-1) ?? first
    );
  }

  #isAged(): boolean {
    const now = this.#options.clock.now().getTime();
    return now > this.#newest().certificate.notBefore.getTime() + IN_USE_MS && now >= this.#lookAt;
  }

  /**
   * Uses the unit of another process if that process has already created one. A failure does no harm, because the old
   * certificate is valid for years.
   */
  async #renew(): Promise<void> {
    const { database, environment, clock, log } = this.#options;
    const now = clock.now();
    this.#lookAt = now.getTime() + AGAIN_MS;
    try {
      this.#units = this.#open(await database.query({ role: 'auth' }, selectTimestampUnits()));
      if (now.getTime() <= this.#newest().certificate.notBefore.getTime() + IN_USE_MS) return;
      await this.#make(now);
    } catch (err) {
      log.warn({ err, environment }, 'could not create a new time-stamping unit');
    }
  }

  async #make(now: Date): Promise<void> {
    const { database, environment, issuing, vault, clock, addresses, log } = this.#options;
    const { commonName, text } = this.#newest().certificate.subject;
    const made = await createTimestampCertificate(issuing, { commonName: commonName ?? text, now, ...addresses });
    const { certificate } = made;
    // A unit expires with its issuer. If a new unit would not last longer, the old unit stays in use.
    if (certificate.notAfter <= this.#newest().certificate.notAfter) return;
    const sealed = vault.seal(unitPurpose(environment, certificate.serial), exportPkcs8(made.privateKey));
    await database.transaction(
      { role: 'auth' },
      () => clock.now(),
      async (tx) => tx.write(insertTimestampUnit(environment, certificate.serial, certificate.der, sealed, tx.now)),
    );
    this.#units = [...this.#units, made];
    log.info({ environment, serial: certificate.serial }, 'a new time-stamping unit is in use');
  }

  #open(rows: readonly TimestampUnitRow[]): readonly Identity[] {
    const { environment, first, vault } = this.#options;
    const later = rows
      .filter((row) => row.environment === environment)
      .map((row): Identity => {
        const key = signingKeyFromPkcs8(vault.open(unitPurpose(environment, row.serial), row.key_sealed));
        return { certificate: parseCertificate(row.certificate), chain: first.chain, key };
      });
    return [first, ...later];
  }
}

export const unitPurpose = (environment: Environment, serial: string): string =>
  `time-stamping unit ${environment} ${serial}`;
