/**
 * Validation data about certificates that we did not issue: those of outside time-stamping authorities, an operator's
 * seal and the authorities above an operator's CA. Revocation data is fetched from the addresses in the certificates,
 * whose roots are configured by the operator, and cached until it is out of date (RFC 5280 §4.2.1.13, §4.2.2.1; EN 319
 * 142-1 §5.4).
 */
import {
  buildOcspRequest,
  type Certificate,
  parseCrl,
  parseOcspResponse,
  revocationStatus,
  type RevocationMaterial,
} from '@countersign/pki';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/ports/clock.ts';
import type { ValidationSource } from '../../platform/ports/validation-source.ts';
import type { TimestampLog } from './timestamping.ts';

export type Evidence = {
  certificates: Buffer[];
  crls: Buffer[];
  ocsps: Buffer[];
  /**
   * Certificates that are revoked or whose status is not available. `later` is true if the issuer's address responded
   * recently, so a later request may succeed.
   */
  missing: { name: string; later: boolean }[];
};

type Piece = { kind: 'crl' | 'ocsp'; der: Buffer; until: number; material: RevocationMaterial };

/** The maximum size of a revocation list. A list is embedded in every sealed file, so larger lists are not used. */
const MAX_CRL_BYTES = 1024 * 1024;
const MAX_OCSP_BYTES = 64 * 1024;
/**
 * How long a response that states no next update is cached. Newer responses may be available at any time (RFC 6960
 * §2.4).
 */
const UNDATED_MS = 60_000;
const MAX_KEPT = 200;
/**
 * If an address has not responded for this long, the server stops waiting for it. Otherwise, each document would wait
 * for it again.
 */
const PATIENCE_MS = 3_600_000;
/**
 * An address that does not respond is contacted at most once in this period, because each request can last until the
 * timeout.
 */
const PAUSE_MS = 60_000;

export class OutsideEvidence {
  readonly #source: ValidationSource;
  readonly #clock: Clock;
  readonly #log: TimestampLog;
  readonly #kept = new LRUCache<string, Piece>({ max: MAX_KEPT });
  /** Certificates whose status is unavailable, with the time of the first failure and the time of the last request. */
  readonly #silent = new LRUCache<string, { since: number; tried: number }>({ max: MAX_KEPT });

  constructor({ source, clock, log }: { source: ValidationSource; clock: Clock; log: TimestampLog }) {
    this.#source = source;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Collects validation data for certificate paths, each with the leaf first and the trust anchor last. The data must
   * be valid at the time `at` of the newest time-stamp. Never throws: missing data is reported in the result.
   */
  async gather(paths: readonly (readonly Certificate[])[], at: Date): Promise<Evidence> {
    const certificates = new Map<string, Buffer>();
    const pieces = new Map<string, Piece>();
    const missing = new Map<string, { name: string; later: boolean }>();
    for (const path of paths) {
      for (const [depth, certificate] of path.entries()) {
        const name = idOf(certificate);
        const issuer = path[depth + 1];
        const known = certificates.has(name);
        certificates.set(name, certificate.der);
        if (known || issuer === undefined || certificate.extensions.ocspNoCheck) continue;
        const piece = await this.#statusOf(certificate, issuer, at);
        if (piece) pieces.set(piece.der.toString('base64'), piece);
        if (!piece) missing.set(name, { name: certificate.subject.text, later: this.#mayAnswer(certificate) });
        else if (isRevoked(certificate, issuer, at, piece)) {
          this.#log.warn(
            { certificate: certificate.subject.text },
            'a CA certificate in the chain of the signing key is revoked',
          );
          missing.set(name, { name: certificate.subject.text, later: false });
        }
      }
    }
    const of = (kind: Piece['kind']) =>
      [...pieces.values()].filter((piece) => piece.kind === kind).map(({ der }) => der);
    return {
      certificates: [...certificates.values()],
      crls: of('crl'),
      ocsps: of('ocsp'),
      missing: [...missing.values()],
    };
  }

  async #statusOf(certificate: Certificate, issuer: Certificate, at: Date): Promise<Piece | undefined> {
    const id = idOf(certificate);
    const hasStatus = ({ material }: Piece) => revocationStatus(certificate, issuer, at, material).status !== 'unknown';
    const kept = this.#kept.get(id);
    const now = this.#clock.now().getTime();
    if (kept && kept.until > now && hasStatus(kept)) return kept;
    const silence = this.#silent.get(id);
    if (silence && now - silence.since >= PATIENCE_MS && now - silence.tried < PAUSE_MS) return undefined;
    const { ocsp, crl } = addressesIn(certificate);
    const tries = [
      ...ocsp.map((address) => () => this.#askOcsp(address, certificate, issuer)),
      ...crl.map((address) => () => this.#askCrl(address)),
    ];
    for (const ask of tries) {
      try {
        const piece = await ask();
        if (!hasStatus(piece)) throw new Error('the response does not cover this certificate at the required time');
        this.#kept.set(id, piece);
        this.#silent.delete(id);
        return piece;
      } catch (err) {
        this.#log.warn({ err, certificate: certificate.subject.text }, 'could not fetch revocation data');
      }
    }
    this.#silent.set(id, { since: silence?.since ?? now, tried: now });
    return undefined;
  }

  #mayAnswer(certificate: Certificate): boolean {
    const { ocsp, crl } = addressesIn(certificate);
    const since = this.#silent.get(idOf(certificate))?.since ?? 0;
    return ocsp.length + crl.length > 0 && this.#clock.now().getTime() - since < PATIENCE_MS;
  }

  async #askOcsp(address: string, { serial }: Certificate, issuer: Certificate): Promise<Piece> {
    const bytes = buildOcspRequest({ issuer, serials: [serial] });
    const body = { type: 'application/ocsp-request', bytes };
    const der = await this.#source.fetch(address, { maxBytes: MAX_OCSP_BYTES, body });
    const response = parseOcspResponse(der);
    const ends = response.answers.map(({ nextUpdate }) => nextUpdate?.getTime() ?? this.#soon());
    return { kind: 'ocsp', der: response.der, until: Math.min(...ends), material: { crls: [], ocsps: [response] } };
  }

  async #askCrl(address: string): Promise<Piece> {
    const crl = parseCrl(await this.#source.fetch(address, { maxBytes: MAX_CRL_BYTES }));
    const until = crl.nextUpdate?.getTime() ?? this.#soon();
    return { kind: 'crl', der: crl.der, until, material: { crls: [crl], ocsps: [] } };
  }

  #soon(): number {
    return this.#clock.now().getTime() + UNDATED_MS;
  }
}

/** Returns only HTTP addresses. LDAP directories are not queried. */
function addressesIn({ extensions }: Certificate): { ocsp: string[]; crl: string[] } {
  const isHttp = (address: string): boolean => /^https?:/i.test(address);
  return { ocsp: extensions.ocspAddresses.filter(isHttp), crl: extensions.crlAddresses.filter(isHttp) };
}

function isRevoked(certificate: Certificate, issuer: Certificate, at: Date, { material }: Piece): boolean {
  const status = revocationStatus(certificate, issuer, at, material);
  return status.status === 'revoked' && status.inEffect;
}

const idOf = ({ issuer, serial }: Certificate): string => `${issuer.text} ${serial}`;
