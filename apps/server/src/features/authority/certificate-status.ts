/**
 * The status of certificates we issued (RFC 5280 §5, RFC 6960). CRLs and OCSP responses are served under /pki and
 * embedded in documents, which makes signatures verifiable without the server (EN 319 142-1 §5.4, B-LT).
 */
import type { Environment } from '@countersign/contract';
import { answerOcspRequest, type Certificate, createOcspResponse, type Identity, ocspIssuers } from '@countersign/pki';
import type { Clock } from '../../platform/ports/clock.ts';
import { type Authorities, type Ca, type ExternalIdentity, isIssuedBy } from './authorities.ts';
import { CrlCache } from './crl-cache.ts';
import type { Evidence, OutsideEvidence } from './outside-evidence.ts';
import type { Revocations } from './revocations.ts';
import type { TimestampUnits } from './timestamp-units.ts';

const HOUR_MS = 3_600_000;
/**
 * The maximum number of entries in a CRL that is embedded in a document. The OCSP response already covers the relevant
 * certificates, and ten thousand entries would add 400 kB to every sealed file.
 */
const MAX_EMBEDDED_ENTRIES = 100;

export type StatusOptions = {
  /** A function, because keys rotate while the process runs. */
  authorities: (environment: Environment) => Authorities;
  units: (environment: Environment) => TimestampUnits;
  revocations: Revocations;
  clock: Clock;
  external: ExternalIdentity | undefined;
  outside: OutsideEvidence;
};

/** A certificate that was used to sign, with its chain if it is not ours. */
export type EndEntity = { readonly certificate: Certificate; readonly chain?: readonly Certificate[] };

export class CertificateStatus {
  readonly #options: StatusOptions;
  readonly #crls: CrlCache;

  constructor(options: StatusOptions) {
    this.#options = options;
    this.#crls = new CrlCache(options.revocations, options.clock);
  }

  /**
   * Returns certificates, CRLs and OCSP responses for these end-entity certificates. Our own CRLs and OCSP responses
   * are created now, after the last signature (EN 319 142-1 §5.4.2.2: revocation data older than the signature proves
   * nothing about it). For an operator's certificates, returns the revocation data of their issuers for the time `at`,
   * and lists what is missing.
   */
  async forDocument(environment: Environment, signers: readonly EndEntity[], at: Date): Promise<Evidence> {
    const { root } = this.#options.authorities(environment);
    const endEntities = signers.map(({ certificate }) => certificate);
    const timestamp = await this.#options.units(environment).current();
    const judged = [...endEntities, ...this.#options.units(environment).certificates];
    const cas = this.#casOf(environment, [...endEntities, timestamp.certificate]);
    // These queries run concurrently, so they are sent to the database together.
    const [lists, ...answers] = await Promise.all([
      this.#embeddedCrls([root, ...cas]),
      ...cas.map(async ({ responder, certificate }) =>
        responder ? this.#answer(certificate, responder, judged) : undefined,
      ),
    ]);
    const paths = this.#pathsOfOthers(environment, cas, signers);
    const outside = paths.length > 0 ? await this.#options.outside.gather(paths, at) : undefined;
    const responders = cas.flatMap(({ responder }) => responder?.certificate ?? []);
    const chains = cas.flatMap(({ certificate, chain }) => [certificate, ...chain]);
    const certificates = [root.certificate, ...chains, timestamp.certificate, ...responders, ...endEntities];
    const ders = [...certificates.map(({ der }) => der), ...(outside?.certificates ?? [])];
    return {
      certificates: [...new Map(ders.map((der) => [der.toString('latin1'), der])).values()],
      crls: [...lists.flatMap((list) => list ?? []), ...(outside?.crls ?? [])],
      ocsps: [...answers.flatMap((answer) => answer ?? []), ...(outside?.ocsps ?? [])],
      missing: outside?.missing ?? [],
    };
  }

  /**
   * Returns paths from an operator's CA upward, and from an operator's seal if a CA other than ours issued it. Each
   * path has the leaf first and the anchor last.
   */
  #pathsOfOthers(environment: Environment, issuers: readonly Ca[], signers: readonly EndEntity[]): Certificate[][] {
    const { cas } = this.#options.authorities(environment);
    const above = issuers.flatMap(({ certificate, chain }) => {
      const top = chain.at(-1);
      const isOurs = top === undefined || cas.some((ca) => ca.certificate.der.equals(top.der));
      return isOurs ? [] : [[certificate, ...chain]];
    });
    const seals = signers.flatMap(({ certificate, chain = [] }) =>
      chain.length === 0 || cas.some((ca) => isIssuedBy(certificate, ca.certificate)) ? [] : [[certificate, ...chain]],
    );
    return [...above, ...seals];
  }

  /** Returns our CAs that issued any of these certificates, always including the CA in use. */
  #casOf(environment: Environment, certificates: readonly Certificate[]): Ca[] {
    const { issuing, cas } = this.#options.authorities(environment);
    return cas.filter(
      (ca) =>
        ca.responder !== undefined &&
        (ca.certificate.der.equals(issuing.certificate.der) ||
          certificates.some((certificate) => isIssuedBy(certificate, ca.certificate))),
    );
  }

  /**
   * Returns the CRLs to embed. If a CA's key is in a token or a service, no CRL is created for each document. The OCSP
   * response covers the CA's certificates, and the responder signs it with its own key.
   */
  async #embeddedCrls(cas: readonly Ca[]): Promise<(Buffer | undefined)[]> {
    const { external } = this.#options;
    const offline = cas.flatMap(({ key, crl }) => (key === undefined ? [crl] : []));
    const ours = cas.flatMap(({ certificate, chain, key }) =>
      key === undefined || certificate === external?.certificate || key === external?.key
        ? []
        : [{ certificate, chain, key }],
    );
    return [...offline, ...(await this.#crls.ofNow(ours, MAX_EMBEDDED_ENTRIES))];
  }

  /** Returns current OCSP responses about our certificates, one for each CA that issued any of them. */
  async current(environment: Environment, certificates: readonly Certificate[]): Promise<Buffer[]> {
    const answers = this.#casOf(environment, certificates).map(async ({ responder, certificate }) =>
      responder ? this.#answer(certificate, responder, certificates) : undefined,
    );
    return (await Promise.all(answers)).flatMap((answer) => answer ?? []);
  }

  async #answer(issuer: Certificate, responder: Identity, certificates: readonly Certificate[]): Promise<Buffer> {
    const now = this.#options.clock.now();
    const own = certificates.filter((certificate) => isIssuedBy(certificate, issuer));
    return createOcspResponse({
      issuer,
      key: responder.key,
      certificate: responder.certificate,
      statuses: await this.#options.revocations.statuses(own.map(({ serial }) => serial)),
      now,
      nextUpdate: new Date(now.getTime() + 24 * HOUR_MS),
    });
  }

  /**
   * Answers an OCSP request (RFC 6960) about certificates of any current or former issuing CA, through that CA's
   * delegated responder. The status of a serial number that was never issued is `unknown`, not `good`.
   */
  answerOcsp(environment: Environment, request: Uint8Array): Promise<Buffer> {
    const { issuing, ocsp, cas, units } = this.#options.authorities(environment);
    const answering = cas.filter(({ responder }) => responder !== undefined);
    const [asked] = ocspIssuers(
      request,
      answering.map(({ certificate }) => certificate),
    );
    const ca = answering.find(({ certificate }) => certificate === asked) ?? issuing;
    const responder = ca.responder ?? ocsp;
    const own = new Set([...units, ...this.#options.units(environment).certificates].map(({ serial }) => serial));
    const now = this.#options.clock.now();
    return answerOcspRequest(
      request,
      async (serial) => (own.has(serial) ? { status: 'good' } : this.#options.revocations.status(serial)),
      {
        issuer: ca.certificate,
        key: responder.key,
        certificate: responder.certificate,
        now,
        nextUpdate: new Date(now.getTime() + HOUR_MS),
      },
    );
  }

  /**
   * Returns the CRLs of all current and former CAs, for validating files that are stored elsewhere. The CRLs include
   * certificates that were revoked after sealing.
   */
  async lists(environment: Environment): Promise<Buffer[]> {
    const { cas } = this.#options.authorities(environment);
    return (await Promise.all(cas.map(({ name }) => this.crl(environment, name)))).flatMap((list) => list ?? []);
  }

  /**
   * Returns the current CRL of a CA by its name under /pki (`root`, `issuing`, `issuing-2`). For an offline root, this
   * is the last CRL it issued. Returns undefined if the CA does not exist or its key is not available.
   */
  async crl(environment: Environment, name: string): Promise<Buffer | undefined> {
    const ca = this.#options.authorities(environment).cas.find((candidate) => candidate.name === name);
    if (ca?.key === undefined) return ca?.crl;
    return (await this.#crls.of({ certificate: ca.certificate, chain: ca.chain, key: ca.key })).der;
  }
}
