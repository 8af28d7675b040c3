/**
 * The certification authorities of this installation, in use: issues signers' certificates, time-stamps, seals, and gathers
 * the validation data that makes a signature verifiable without us (EN 319 142-1 §5.4, B-LT).
 */
import type { Environment } from '@countersign/contract';
import {
  answerOcspRequest,
  answerTimestampRequest,
  type Certificate,
  createCrl,
  createOcspResponse,
  createSealCertificate,
  createTimestampToken,
  exportPkcs8,
  generateKey,
  type Identity,
  issueSignerCertificate,
  parseCertificate,
  signingKeyFromPkcs8,
  type SigningKey,
} from '@countersign/pki';
import type { Vault } from '../../platform/crypto/seal.ts';
import { sha256 } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { sealPurpose } from './set-up.ts';
import {
  insertCertificate,
  insertSeal,
  selectOrganizationName,
  selectSeal,
  type AuthorityKind,
  type AuthorityRow,
  type SealRow,
} from './store.ts';

/**
 * Policy identifiers below our arc. The UUID-based arc 2.25 (ITU-T X.667) needs no registration; the number is a UUID of ours.
 */
const ARC = '2.25.204983411723609177358109921385270394113';
const SIGNER_POLICY = `${ARC}.1.1`;
const SEAL_POLICY = `${ARC}.1.2`;
const TIMESTAMP_POLICY = `${ARC}.2.1`;
const HOUR_MS = 3_600_000;

export type SealIdentity = { key: SigningKey; certificate: Certificate; chain: readonly Certificate[] };
export type SignerIdentity = SealIdentity;
type Authorities = Record<AuthorityKind, Identity>;

export class Authority {
  readonly #byEnvironment: Record<Environment, Authorities>;
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #publicUrl: string | undefined;
  readonly #seals = new Map<string, SealIdentity>();

  constructor(rows: readonly AuthorityRow[], options: { vault: Vault; clock: Clock; publicUrl: string | undefined }) {
    this.#vault = options.vault;
    this.#clock = options.clock;
    this.#publicUrl = options.publicUrl;
    this.#byEnvironment = { live: this.#open(rows, 'live'), sandbox: this.#open(rows, 'sandbox') };
  }

  #open(rows: readonly AuthorityRow[], environment: Environment): Authorities {
    const load = (kind: AuthorityKind, chain: readonly Certificate[]): Identity => {
      const row = rows.find((candidate) => candidate.environment === environment && candidate.kind === kind);
      if (!row) throw new Error(`the ${environment} ${kind} certificate is missing from the database`);
      const key = signingKeyFromPkcs8(this.#vault.open(sealPurpose(environment, kind), row.key_sealed));
      return { certificate: parseCertificate(row.certificate), chain, key };
    };
    const root = load('root', []);
    const issuing = load('issuing', [root.certificate]);
    const above = [issuing.certificate, root.certificate];
    return { root, issuing, timestamp: load('timestamp', above), ocsp: load('ocsp', above) };
  }

  /** A key and a certificate for one signature of one signer; the key is never stored. */
  async signer(environment: Environment, email: string): Promise<SignerIdentity> {
    const { issuing } = this.#byEnvironment[environment];
    const { signingKey: key } = generateKey('p256');
    const certificate = await issueSignerCertificate(issuing, {
      email,
      spki: key.publicKeySpki,
      now: this.#clock.now(),
      policies: [SIGNER_POLICY],
      ...this.#addresses(environment),
    });
    return { key, certificate, chain: [issuing.certificate, ...issuing.chain] };
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

  /** The organization's seal where this process has used it before. */
  knownSeal(tenantId: string): SealIdentity | undefined {
    return this.#seals.get(tenantId);
  }

  /** The organization's seal in this environment, made on first use. */
  async seal(tx: Tx, tenantId: string, organization: { id: string; environment: Environment }): Promise<SealIdentity> {
    const kept = this.#seals.get(tenantId);
    if (kept) return kept;
    const row = (await tx.query(selectSeal(tenantId)))[0] ?? (await this.#makeSeal(tx, tenantId, organization));
    const { issuing } = this.#byEnvironment[organization.environment];
    const identity = {
      key: signingKeyFromPkcs8(this.#vault.open(`seal ${tenantId}`, row.key_sealed)),
      certificate: parseCertificate(row.certificate),
      chain: [issuing.certificate, ...issuing.chain],
    };
    tx.afterCommit(() => this.#seals.set(tenantId, identity));
    return identity;
  }

  /** Of several that make it at the same moment one wins; the others wait for its commit and take the winner's. */
  async #makeSeal(
    tx: Tx,
    tenantId: string,
    { id, environment }: { id: string; environment: Environment },
  ): Promise<SealRow> {
    const [organization] = await tx.query(selectOrganizationName(tenantId));
    const made = await createSealCertificate(this.#byEnvironment[environment].issuing, {
      organizationName: organization?.name ?? id,
      organizationId: id,
      now: tx.now,
      policies: [SEAL_POLICY],
      ...this.#addresses(environment),
    });
    const sealed = this.#vault.seal(`seal ${tenantId}`, exportPkcs8(made.privateKey));
    const [inserted] = await tx.query(
      insertSeal(tenantId, made.certificate.serial, made.certificate.der, sealed, tx.now),
    );
    const [row] = inserted ? [inserted] : await tx.query(selectSeal(tenantId));
    if (!row) throw new Error(`the seal of ${tenantId} could not be made`);
    return row;
  }

  /** A time-stamp token over `imprint` (SHA-256) by the built-in authority (RFC 3161). */
  async timestamp(environment: Environment, imprint: Uint8Array): Promise<Buffer> {
    const unit = this.#byEnvironment[environment].timestamp;
    return createTimestampToken({
      key: unit.key,
      certificate: unit.certificate,
      chain: unit.chain,
      policy: TIMESTAMP_POLICY,
      digestAlgorithm: 'sha256',
      imprint,
      now: this.#clock.now(),
    });
  }

  /** For CMS: stamps the signature value. */
  signatureTimestamper(environment: Environment): (signatureValue: Buffer) => Promise<Buffer> {
    return (signatureValue) => this.timestamp(environment, sha256(signatureValue));
  }

  /**
   * Certificates, CRLs and OCSP answers for these end-entity certificates, issued now, that is after the last signature
   * (EN 319 142-1 §5.4.2.2: revocation data older than the signature proves nothing about it).
   */
  async validationData(
    environment: Environment,
    endEntities: readonly Certificate[],
  ): Promise<{ certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] }> {
    const { root, issuing, timestamp, ocsp } = this.#byEnvironment[environment];
    const now = this.#clock.now();
    const serials = [...endEntities, timestamp.certificate].map((certificate) => ({
      serial: certificate.serial,
      status: 'good' as const,
    }));
    const answer = await createOcspResponse({
      issuer: issuing.certificate,
      key: ocsp.key,
      certificate: ocsp.certificate,
      statuses: serials,
      now,
      nextUpdate: new Date(now.getTime() + 24 * HOUR_MS),
    });
    return {
      certificates: [root, issuing, timestamp, ocsp]
        .map(({ certificate }) => certificate.der)
        .concat(endEntities.map(({ der }) => der)),
      crls: [await this.#crl(root, now), await this.#crl(issuing, now)],
      ocsps: [answer],
    };
  }

  /**
   * Answers an OCSP request (RFC 6960) about certificates of the issuing CA, by the delegated responder. A serial number that
   * was never issued is answered `unknown`, not `good`.
   */
  answerOcsp(
    environment: Environment,
    request: Uint8Array,
    isIssued: (serial: string) => Promise<boolean>,
  ): Promise<Buffer> {
    const { issuing, ocsp, timestamp } = this.#byEnvironment[environment];
    const own = new Set([ocsp.certificate.serial, timestamp.certificate.serial]);
    const now = this.#clock.now();
    return answerOcspRequest(
      request,
      async (serial) => ({ status: own.has(serial) || (await isIssued(serial)) ? 'good' : 'unknown' }),
      {
        issuer: issuing.certificate,
        key: ocsp.key,
        certificate: ocsp.certificate,
        now,
        nextUpdate: new Date(now.getTime() + HOUR_MS),
      },
    );
  }

  /** Answers a time-stamp request (RFC 3161). What is wrong with a request becomes a rejection, which is an answer too. */
  async answerTimestamp(environment: Environment, request: Uint8Array): Promise<Buffer> {
    const { key, certificate, chain } = this.#byEnvironment[environment].timestamp;
    const answer = await answerTimestampRequest(request, {
      key,
      certificate,
      chain,
      policy: TIMESTAMP_POLICY,
      now: this.#clock.now(),
    });
    return answer.response;
  }

  /** The CRL of the root or of the issuing CA as of now. */
  crl(environment: Environment, issuer: 'root' | 'issuing'): Promise<Buffer> {
    return this.#crl(this.#byEnvironment[environment][issuer], this.#clock.now());
  }

  /** Nothing can be revoked yet, so the list is empty; its number is its time, which only grows. */
  #crl(issuer: Identity, now: Date): Promise<Buffer> {
    return createCrl({
      issuer: issuer.certificate,
      key: issuer.key,
      revoked: [],
      number: now.getTime(),
      now,
      nextUpdate: new Date(now.getTime() + 7 * 24 * HOUR_MS),
    });
  }

  certificate(environment: Environment, kind: AuthorityKind): Certificate {
    return this.#byEnvironment[environment][kind].certificate;
  }

  /** The trust anchor of an environment. */
  anchor(environment: Environment): Certificate {
    return this.#byEnvironment[environment].root.certificate;
  }

  #addresses(environment: Environment) {
    if (this.#publicUrl === undefined) return {};
    const base = `${this.#publicUrl}/pki/${environment}/issuing`;
    return {
      addresses: { crl: `${base}.crl`, caIssuers: `${base}.cer`, ocsp: `${this.#publicUrl}/pki/${environment}/ocsp` },
    };
  }
}
