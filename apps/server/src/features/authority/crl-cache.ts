import { createCrl, type Identity } from '@countersign/pki';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Revocations } from './revocations.ts';

/** How long a relying party may use a revocation list. */
const VALIDITY_MS = 7 * 86_400_000;
/** A revocation list is renewed after this time even if nothing was revoked, so that clients get a recent one. */
const RENEW_MS = 60_000;
/**
 * The times in a revocation list have a resolution of one second (RFC 5280 §5.1.2.4), so two lists from the same second
 * are equal.
 */
const SAME_SECOND_MS = 1000;

type Made = {
  readonly der: Buffer;
  readonly entries: number;
  readonly newest: string | undefined;
  readonly at: number;
};

/**
 * Caches revocation lists by issuer. A list is renewed when any process revokes a certificate (detected by the number
 * of the newest revocation in the database), or after a minute. Creating a list of 10,000 entries takes tens of
 * milliseconds, and reading that number takes a fraction of a millisecond.
 */
export class CrlCache {
  readonly #revocations: Revocations;
  readonly #clock: Clock;
  readonly #made = new Map<string, Made>();

  constructor(revocations: Revocations, clock: Clock) {
    this.#revocations = revocations;
    this.#clock = clock;
  }

  /**
   * Returns current lists in DER, for a document whose last signature has just been created (EN 319 142-1 §5.4.2.2: an
   * older list proves nothing about it). A list with more than `maxEntries` certificates is replaced with undefined.
   */
  async ofNow(issuers: readonly Identity[], maxEntries: number): Promise<(Buffer | undefined)[]> {
    const newest = await this.#revocations.newest(issuers.map(keyIdOf));
    return Promise.all(
      issuers.map(async (issuer) => {
        const { der, entries } = await this.#list(issuer, newest.get(keyIdOf(issuer)), SAME_SECOND_MS);
        return entries > maxEntries ? undefined : der;
      }),
    );
  }

  /** Returns the DER of the issuer's CRL (RFC 5280 §5), and the number of certificates in it. */
  async of(issuer: Identity): Promise<Pick<Made, 'der' | 'entries'>> {
    const keyId = keyIdOf(issuer);
    const newest = await this.#revocations.newest([keyId]);
    return this.#list(issuer, newest.get(keyId), RENEW_MS);
  }

  async #list(issuer: Identity, newest: string | undefined, renewMs: number): Promise<Made> {
    const kept = this.#made.get(issuer.certificate.serial);
    const now = this.#clock.now();
    if (kept) {
      const age = now.getTime() - Math.floor(kept.at / SAME_SECOND_MS) * SAME_SECOND_MS;
      // If the clock was set back, a list with a future time must not stay in the cache.
      if (kept.newest === newest && age >= 0 && age < renewMs) return kept;
    }
    const revoked = newest === undefined ? [] : await this.#revocations.all(keyIdOf(issuer));
    const der = await createCrl({
      issuer: issuer.certificate,
      key: issuer.key,
      revoked,
      // The CRL number is the list's time in milliseconds, so it only increases (§5.2.3). Two lists created within the
      // same millisecond are interchangeable.
      number: now.getTime(),
      now,
      nextUpdate: new Date(now.getTime() + VALIDITY_MS),
    });
    const made = { der, entries: revoked.length, newest, at: now.getTime() };
    this.#made.set(issuer.certificate.serial, made);
    return made;
  }
}

function keyIdOf(issuer: Identity): string {
  return issuer.certificate.extensions.subjectKeyIdentifier?.toString('hex') ?? '';
}
