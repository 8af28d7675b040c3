/**
 * The certification authorities that this installation uses. Issues signers' certificates, time-stamps and seals, and
 * collects the validation data that makes a signature verifiable without the server (EN 319 142-1 §5.4, B-LT).
 */
import type { Environment } from '@countersign/contract';
import {
  answerTimestampRequest,
  type Certificate,
  createTimestampToken,
  type Identity,
  issueSignerCertificate,
  Oid,
  type SigningKey,
  type StrongDigest,
  fingerprint,
} from '@countersign/pki';
import type { Vault } from '../../platform/crypto/seal.ts';
import { sha256 } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Stamp } from '../../platform/ports/timestamper.ts';
import { CertificateStatus } from './certificate-status.ts';
import { requireCurrent, requireTrustedTime } from './current.ts';
import { OutsideEvidence } from './outside-evidence.ts';
import type { Revocations } from './revocations.ts';
import { type Authorities, type ExternalIdentity, openAuthorities } from './authorities.ts';
import { type ExternalSeal, type SealIdentity, Seals } from './seals.ts';
import { addressesOf } from './set-up.ts';
import { SignerKeys } from './signer-keys.ts';
import { Time, type TimeOptions } from './time.ts';
import { type TimestampUnitRow, TimestampUnits } from './timestamp-units.ts';
import type { StampContext } from './timestamping.ts';
import { insertCertificate, type AuthorityKind, type AuthorityRow } from './store.ts';

/** The subject of a test certificate, which only shows that issuing works. */
const PROBE = 'health@invalid.example';
const PROBE_MS = 10_000;
export type SignerIdentity = { key: SigningKey; certificate: Certificate; chain: readonly Certificate[] };
/** Keys that the operator stores outside the database. Used only for live documents. */
export type ExternalKeys = { readonly ca?: ExternalIdentity | undefined; readonly seal?: ExternalSeal | undefined };
type State = Record<Environment, Authorities>;

export type AuthorityOptions = {
  vault: Vault;
  clock: Clock;
  publicUrl: string | undefined;
  revocations: Revocations;
  database: Database;
  units: readonly TimestampUnitRow[];
  time: TimeOptions;
  external?: ExternalKeys;
  signerKeys?: SignerKeys;
  /** Returns whether the machine's clock is trusted (ADR 44). Default: trusted. */
  isTimeTrusted?: () => boolean;
};

export class Authority {
  #byEnvironment: State;
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #publicUrl: string | undefined;
  readonly #external: ExternalKeys;
  readonly #seals: Seals;
  readonly #signerKeys: SignerKeys;
  readonly #options: AuthorityOptions;
  #units: Record<Environment, TimestampUnits>;
  #probed: { at: number; result: Promise<Certificate> } | undefined;
  readonly status: CertificateStatus;
  readonly time: Time;

  constructor(rows: readonly AuthorityRow[], options: AuthorityOptions) {
    this.#options = options;
    this.#vault = options.vault;
    this.#clock = options.clock;
    this.#publicUrl = options.publicUrl;
    this.#external = options.external ?? {};
    this.#signerKeys = options.signerKeys ?? new SignerKeys();
    this.#seals = new Seals({ ...options, policy: Oid.countersignSealPolicy, external: this.#external.seal });
    this.#byEnvironment = this.#open(rows);
    this.#units = this.#openUnits(options.units);
    const { clock, time } = options;
    const outside = new OutsideEvidence({ source: time.source, clock, log: time.log });
    this.status = new CertificateStatus({
      ...options,
      outside,
      authorities: (environment) => this.#byEnvironment[environment],
      units: (environment) => this.#units[environment],
      external: this.#external.ca,
    });
    this.time = new Time(time, {
      clock,
      evidence: outside,
      builtIn: (environment, imprint) => this.#stamp(environment, imprint),
      requireTrustedTime: () => this.requireTrustedTime(),
    });
  }

  /** Called after another process or an operator's command has changed the rows. */
  reload(rows: readonly AuthorityRow[], units: readonly TimestampUnitRow[]): void {
    this.#byEnvironment = this.#open(rows);
    this.#units = this.#openUnits(units);
  }

  #open(rows: readonly AuthorityRow[]): State {
    const open = (environment: Environment): Authorities => {
      const external = environment === 'live' ? this.#external.ca : undefined;
      const opened = openAuthorities(rows, environment, { vault: this.#vault, external });
      if (!opened) throw new Error(`a ${environment} certification authority is missing from the database`);
      return opened;
    };
    return { live: open('live'), sandbox: open('sandbox') };
  }

  #openUnits(rows: readonly TimestampUnitRow[]): Record<Environment, TimestampUnits> {
    const open = (environment: Environment) => {
      const { timestamp: first, issuing, units: older } = this.#byEnvironment[environment];
      return new TimestampUnits({
        ...this.#options,
        environment,
        rows,
        first,
        older,
        issuing,
        addresses: addressesOf(this.#publicUrl, environment, issuing.name),
        log: this.#options.time.log,
      });
    };
    return { live: open('live'), sandbox: open('sandbox') };
  }

  /** Returns the digest algorithm for documents that are sent now. Both the signers' keys and the seal support it. */
  documentDigest(environment: Environment): StrongDigest {
    const seal = environment === 'live' ? this.#external.seal : undefined;
    return commonDigest(this.#signerKeys, seal) ?? 'sha256';
  }

  /**
   * Returns the number of bytes to reserve for the container of a B-T signature. RSA-4096 keys and an operator's chain
   * need several times as much space as P-256 keys. Each reserved byte takes up two bytes in the file, so only as much
   * is reserved as the current keys need.
   */
  signatureReserve(environment: Environment): number {
    const { issuing } = this.#byEnvironment[environment];
    const seal = environment === 'live' ? this.#external.seal : undefined;
    const size = (certificates: readonly Certificate[]) =>
      certificates.reduce((sum, { der, spki }) => sum + der.length + signatureRoom(spki.length), 0);
    const certificates = size([issuing.certificate, ...issuing.chain]) + 2 * signatureRoom(this.#signerKeys.spkiLength);
    const own = seal ? Math.max(certificates, size([seal.certificate, ...seal.chain])) : certificates;
    return CONTAINER_ROOM + Math.max(0, own - USUAL_ROOM) + this.timestampReserve(environment);
  }

  /** Returns the maximum size of a time-stamp token in bytes. */
  timestampReserve(environment: Environment): number {
    const { certificate, chain } = this.#byEnvironment[environment].timestamp;
    const built = [certificate, ...chain].reduce(
      (sum, { der, spki }) => sum + der.length + signatureRoom(spki.length),
      1024,
    );
    return Math.max(this.time.reserve(environment), built);
  }

  /**
   * Returns a key that signs over `digest`, with a certificate for one signature of one signer. The key is never
   * stored. The certificate contains the signer's confirmed e-mail address. For a signer whom a host identified in
   * person, it contains only the signer's ID.
   */
  async signer(
    environment: Environment,
    who: string | { inPerson: string },
    digest: StrongDigest = 'sha256',
  ): Promise<SignerIdentity> {
    this.requireTrustedTime();
    return this.#issue(environment, who, digest);
  }

  /** Refuses to send or sign while the clock is not trusted. @throws AppError SERVICE_UNAVAILABLE */
  requireTrustedTime(): void {
    requireTrustedTime(this.#options.isTimeTrusted?.() ?? true);
  }

  async #issue(
    environment: Environment,
    who: string | { inPerson: string },
    digest: StrongDigest = 'sha256',
  ): Promise<SignerIdentity> {
    const { issuing } = this.#byEnvironment[environment];
    requireCurrent([issuing.certificate, ...issuing.chain], this.#clock.now());
    const key = await this.#signerKeys.take(digest);
    const certificate = await issueSignerCertificate(issuing, {
      ...(typeof who === 'string' ? { email: who } : { pseudonym: who.inPerson, commonName: 'In-person signer' }),
      spki: key.publicKeySpki,
      now: this.#clock.now(),
      policies: [Oid.countersignSignerPolicy],
      ...addressesOf(this.#publicUrl, environment, issuing.name),
    });
    return { key, certificate, chain: [issuing.certificate, ...issuing.chain] };
  }

  /** Returns whether all issuing CAs are our own. Only then does our database contain all revocations. */
  issuesAllCertificates(environment: Environment): boolean {
    return environment === 'sandbox' || (this.#external.ca === undefined && this.#external.seal === undefined);
  }

  /**
   * Tests the keys by issuing a test certificate. A key in a hardware token or a key service is tested at most once
   * every ten seconds, because the caller needs no credentials and each test can cost money.
   */
  async probe(environment: Environment): Promise<Certificate> {
    const { ca, seal } = this.#external;
    const now = this.#clock.now().getTime();
    if ((!ca && !seal) || environment === 'sandbox') return (await this.#issue(environment, PROBE)).certificate;
    if (!this.#probed || now - this.#probed.at > PROBE_MS || now < this.#probed.at) {
      const made = Promise.all([this.#issue(environment, PROBE), seal?.key.sign(Buffer.from('health'))]);
      this.#probed = { at: now, result: made.then(([{ certificate }]) => certificate) };
    }
    return this.#probed.result;
  }

  keepCertificate(
    tx: Tx,
    tenantId: string,
    owner: { documentId: string; signerId: string },
    certificate: Certificate,
  ): void {
    tx.write(
      insertCertificate(tenantId, certificate.serial, owner.documentId, owner.signerId, certificate.der, tx.now),
    );
  }

  /** Returns the organization's seal if this process has used it before. */
  knownSeal(tenantId: string): SealIdentity | undefined {
    const { live, sandbox } = this.#byEnvironment;
    const now = this.#clock.now();
    const seal = this.#seals.known(tenantId, now, { live: live.issuing, sandbox: sandbox.issuing });
    if (seal) requireCurrent([seal.certificate, ...seal.chain], now);
    return seal;
  }

  /** Called when the name or identifier of an organization has changed. */
  forgetSeals(): void {
    this.#seals.forget();
  }

  /** Returns the organization's seal in this environment, and creates it on first use. */
  async seal(tx: Tx, tenantId: string, organization: { id: string; environment: Environment }): Promise<SealIdentity> {
    const { issuing } = this.#byEnvironment[organization.environment];
    const known = this.knownSeal(tenantId);
    if (known) return known;
    // The issuer is checked before a seal is created, so that nothing is stored if the issuer cannot be used.
    requireCurrent([issuing.certificate, ...issuing.chain], this.#clock.now());
    const seal = await this.#seals.open(tx, tenantId, organization, issuing);
    requireCurrent([seal.certificate, ...seal.chain], this.#clock.now());
    return seal;
  }

  async #unit(environment: Environment): Promise<Identity> {
    const unit = await this.#units[environment].current();
    requireCurrent([unit.certificate, ...unit.chain], this.#clock.now());
    return unit;
  }

  /** Returns a time-stamp token over `imprint` (SHA-256) from the built-in authority (RFC 3161). */
  async #stamp(environment: Environment, imprint: Uint8Array): Promise<Buffer> {
    const unit = await this.#unit(environment);
    return createTimestampToken({
      key: unit.key,
      certificate: unit.certificate,
      chain: unit.chain,
      policy: Oid.countersignTimestampPolicy,
      digestAlgorithm: 'sha256',
      imprint,
      now: this.#clock.now(),
    });
  }

  /**
   * Returns a function that time-stamps the signature value of a CMS signature. `onStamp` receives the time-stamp,
   * because the name of its authority is stored with the revision.
   */
  signatureTimestamper(
    environment: Environment,
    { onStamp, ...context }: StampContext & { onStamp?: (stamp: Stamp) => void } = {},
  ): (signatureValue: Buffer) => Promise<Buffer> {
    return async (signatureValue) => {
      const stamp = await this.time.stamp(environment, sha256(signatureValue), context);
      onStamp?.(stamp);
      return stamp.token;
    };
  }

  /**
   * Responds to a time-stamp request (RFC 3161). An invalid request gets a rejection, which is also a valid response.
   */
  async answerTimestamp(environment: Environment, request: Uint8Array): Promise<Buffer> {
    this.requireTrustedTime();
    const { key, certificate, chain } = await this.#unit(environment);
    const answer = await answerTimestampRequest(request, {
      key,
      certificate,
      chain,
      policy: Oid.countersignTimestampPolicy,
      now: this.#clock.now(),
    });
    return answer.response;
  }

  certificate(environment: Environment, kind: AuthorityKind): Certificate {
    const newest = kind === 'timestamp' ? this.#units[environment].newest : undefined;
    return newest ?? this.#byEnvironment[environment][kind].certificate;
  }

  /** Finds a certificate by its name under /pki: a CA of any generation, or the unit in use. */
  named(environment: Environment, name: string): Certificate | undefined {
    if (name === 'timestamp' || name === 'ocsp') return this.certificate(environment, name);
    return this.#byEnvironment[environment].cas.find((candidate) => candidate.name === name)?.certificate;
  }

  /**
   * Returns the URL of the root certificate with the given SHA-256. Returns null if the root is not ours or if the
   * server has no public URL.
   */
  rootUrl(environment: Environment, sha256: string): string | null {
    if (this.#publicUrl === undefined) return null;
    const root = this.#byEnvironment[environment].cas.find(({ certificate }) => fingerprint(certificate) === sha256);
    return root === undefined ? null : `${this.#publicUrl}/pki/${environment}/${root.name}.cer`;
  }

  stampedBy(environment: Environment, stamp: Stamp | undefined): string | undefined {
    if (!stamp) return undefined;
    const { subject } = stamp.path?.[0] ?? this.certificate(environment, 'timestamp');
    return subject.commonName ?? subject.text;
  }

  /**
   * Returns the root certificate of new signatures. If the operator provides the issuing CA, this is the root above
   * that CA.
   */
  anchor(environment: Environment): Certificate {
    const { issuing } = this.#byEnvironment[environment];
    return issuing.chain.at(-1) ?? issuing.certificate;
  }

  /**
   * Returns the roots of all certificate chains in our signatures, including the chains of retired CAs and of the
   * operator's seal.
   */
  anchors(environment: Environment): Certificate[] {
    const tops = this.#byEnvironment[environment].cas.map(({ certificate, chain }) => chain.at(-1) ?? certificate);
    const seal = environment === 'live' ? this.#external.seal : undefined;
    const all = seal ? [...tops, seal.chain.at(-1) ?? seal.certificate] : tops;
    return [...new Map(all.map((certificate) => [certificate.der.toString('latin1'), certificate])).values()];
  }
}

/**
 * The size in bytes of everything in a signature except the time-stamp: the signature value, its attributes, and the
 * signer's certificate with its chain, all with P-256 keys.
 */
const CONTAINER_ROOM = 2048;
/** The part of CONTAINER_ROOM that the public keys and signatures of two P-256 CAs take up. */
const USUAL_ROOM = 2048;

/**
 * Returns an upper bound for the size of a signature, given the size of the public key. An RSA signature is as long as
 * the key's modulus. For other keys, the size of the public key plus 64 bytes is always enough.
 */
const signatureRoom = (spkiLength: number): number => spkiLength + 64;

/** Returns a digest algorithm that both the signers' keys and the seal support, or undefined if there is none. */
export function commonDigest(
  signerKeys: Pick<SignerKeys, 'digest' | 'fits'>,
  seal: Pick<ExternalSeal, 'digests' | 'key'> | undefined,
): StrongDigest | undefined {
  const [own, sealed] = [signerKeys.digest, seal?.key.algorithm.digest];
  return [own, sealed].find(
    (digest): digest is StrongDigest =>
      digest !== undefined && digest !== 'sha1' && signerKeys.fits(digest) && (seal?.digests.includes(digest) ?? true),
  );
}
