/**
 * Seals of organizations, created on first use, stored encrypted and numbered by generation. A seal is replaced when
 * another CA becomes the issuer or when it is about to expire. If the operator provides one (SEAL_KEY), all live
 * documents use it.
 */
import type { Environment } from '@countersign/contract';
import {
  type Certificate,
  createSealCertificate,
  exportPkcs8,
  type Identity,
  parseCertificate,
  privateKeyFromPkcs8,
  sealSubject,
  type SealSubject,
  signingKey,
  type SigningKey,
  type StrongDigest,
} from '@countersign/pki';
import type { Clock } from '../../platform/ports/clock.ts';
import type { Vault } from '../../platform/crypto/seal.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { endsWithin, type ExternalIdentity, isIssuedBy } from './authorities.ts';
import { addressesOf } from './set-up.ts';
import { insertSeal, selectSealedOrganization, selectSeal, type SealRow } from './store.ts';

export type SealIdentity = {
  /** Signs with the digest that suits the key best. `keyFor` returns the key for another digest. */
  readonly key: SigningKey;
  readonly keyFor: (digest: StrongDigest) => SigningKey;
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
};
/** The operator's own seal, with a key for each digest. */
export type ExternalSeal = ExternalIdentity & {
  readonly keyFor: (digest: StrongDigest) => SigningKey;
  readonly digests: readonly StrongDigest[];
};

const RENEW_DAYS = 90;
/**
 * The time after which the subject of a seal is compared with the database. Another process may have changed the
 * organization's name or identifier.
 */
const CHECK_SUBJECT_MS = 60_000;

export class Seals {
  readonly #known = new Map<string, { identity: SealIdentity; checkedAt: Date }>();
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #publicUrl: string | undefined;
  readonly #policy: string;
  readonly #external: ExternalSeal | undefined;

  constructor(options: {
    vault: Vault;
    clock: Clock;
    publicUrl: string | undefined;
    policy: string;
    external: ExternalSeal | undefined;
  }) {
    this.#vault = options.vault;
    this.#clock = options.clock;
    this.#publicUrl = options.publicUrl;
    this.#policy = options.policy;
    this.#external = options.external;
  }

  /** Returns the seal if this process has used it before and it is still valid. */
  known(tenantId: string, now: Date, issuing: Record<Environment, Identity>): SealIdentity | undefined {
    const known = this.#known.get(tenantId);
    const kept = known?.identity;
    if (!kept || kept.certificate === this.#external?.certificate) return kept;
    const age = now.getTime() - known.checkedAt.getTime();
    if (age < 0 || age >= CHECK_SUBJECT_MS) return undefined;
    const current = Object.values(issuing).some((ca) => isIssuedBy(kept.certificate, ca.certificate));
    return current && !endsWithin(kept.certificate, RENEW_DAYS, now) ? kept : undefined;
  }

  /**
   * Called when an organization's name or identifier changed. The seal is looked up again and replaced if it contains
   * the old name or identifier.
   */
  forget(): void {
    this.#known.clear();
  }

  async open(
    tx: Tx,
    tenantId: string,
    organization: { id: string; environment: Environment },
    issuing: Identity & { readonly name: string },
  ): Promise<SealIdentity> {
    const checkedAt = this.#clock.now();
    const [newest] = await tx.query(selectSeal(tenantId));
    const external = organization.environment === 'live' ? this.#external : undefined;
    let identity: SealIdentity;
    if (external) {
      // A row is inserted even for the operator's seal, because its certificate is read from the table when the
      // document is complete.
      if (!newest?.certificate.equals(external.certificate.der))
        await this.#insert(tx, tenantId, newest, external.certificate, null, external.chain);
      identity = external;
    } else {
      const [named] = await tx.query(selectSealedOrganization(tenantId));
      const subject = {
        organizationName: named?.name ?? organization.id,
        organizationId: organization.id,
        organizationIdentifier: named?.identifier ?? undefined,
      };
      const row =
        newest && this.#serves(newest, issuing, subject, tx.now)
          ? newest
          : await this.#make(tx, tenantId, newest, { subject, environment: organization.environment }, issuing);
      identity = this.#identity(tenantId, row, issuing);
    }
    tx.afterCommit(() => this.#known.set(tenantId, { identity, checkedAt }));
    return identity;
  }

  #serves(row: SealRow, issuing: Identity, subject: SealSubject, now: Date): boolean {
    if (row.key_sealed === null) return false;
    const certificate = parseCertificate(row.certificate);
    if (!isIssuedBy(certificate, issuing.certificate)) return false;
    if (!certificate.subject.der.equals(sealSubject(subject))) return false;
    // A seal that expires at the same time as its issuer is not replaced, because the new seal would expire at the same
    // time.
    return !endsWithin(certificate, RENEW_DAYS, now) || certificate.notAfter >= issuing.certificate.notAfter;
  }

  #identity(tenantId: string, row: SealRow, issuing: Identity): SealIdentity {
    if (row.key_sealed === null) throw new Error(`the seal of tenant ${tenantId} has an external key`);
    const privateKey = privateKeyFromPkcs8(this.#vault.open(sealOf(tenantId, row.generation), row.key_sealed));
    const keyFor = (digest: StrongDigest) => signingKey(privateKey, { digest });
    return {
      key: keyFor('sha256'),
      keyFor,
      certificate: parseCertificate(row.certificate),
      chain: [issuing.certificate, ...issuing.chain],
    };
  }

  async #make(
    tx: Tx,
    tenantId: string,
    newest: SealRow | undefined,
    { subject, environment }: { subject: SealSubject; environment: Environment },
    issuing: Identity & { readonly name: string },
  ): Promise<SealRow> {
    const made = await createSealCertificate(issuing, {
      ...subject,
      now: tx.now,
      policies: [this.#policy],
      ...addressesOf(this.#publicUrl, environment, issuing.name),
    });
    const sealed = this.#vault.seal(sealOf(tenantId, generationAfter(newest)), exportPkcs8(made.privateKey));
    return this.#insert(tx, tenantId, newest, made.certificate, sealed, []);
  }

  /** Only one of several concurrent requests creates the seal. The others wait for its commit and use its seal. */
  async #insert(
    tx: Tx,
    tenantId: string,
    newest: SealRow | undefined,
    certificate: Certificate,
    sealed: Buffer | null,
    chain: readonly Certificate[],
  ): Promise<SealRow> {
    const ders = chain.map(({ der }) => der);
    const [inserted] = await tx.query(
      insertSeal({
        tenantId,
        generation: generationAfter(newest),
        serial: certificate.serial,
        certificate: certificate.der,
        keySealed: sealed,
        chain: ders,
        createdAt: tx.now,
      }),
    );
    const [row] = inserted ? [inserted] : await tx.query(selectSeal(tenantId));
    if (!row) throw new Error(`the seal of tenant ${tenantId} could not be created`);
    return row;
  }
}

const generationAfter = (newest: SealRow | undefined): number => (newest?.generation ?? 0) + 1;

export function sealOf(tenantId: string, generation: number): string {
  return `seal ${tenantId}${generation === 1 ? '' : ` ${generation}`}`;
}
