/**
 * The certification authorities of one environment as stored in the database: a root, the issuing CAs by generation,
 * and their time-stamping and OCSP units. The newest issuing CA issues certificates. Older issuing CAs are kept for the
 * certificates they issued. If the operator provides the issuing CA (CA_KEY), its key is stored elsewhere, and the row
 * contains only its certificate and chain.
 */
import type { Environment } from '@countersign/contract';
import {
  type Certificate,
  type Identity,
  parseCertificate,
  signingKeyFromPkcs8,
  type SigningKey,
} from '@countersign/pki';
import type { Vault } from '../../platform/crypto/seal.ts';
import { sealPurpose } from './set-up.ts';
import type { AuthorityKind, AuthorityRow } from './store.ts';

/** A key that is stored outside the database, with its certificate and chain. */
export type ExternalIdentity = Identity;

export type Ca = {
  /**
   * The CA's name in its URLs under /pki. The name of the first generation has no number, because its certificates
   * already contain the name without one.
   */
  readonly name: string;
  readonly certificate: Certificate;
  /** The certificate chain: issuer first, root last. */
  readonly chain: readonly Certificate[];
  /** Undefined for an offline root, and for an operator's CA whose key is no longer configured. */
  readonly key: SigningKey | undefined;
  /** The revocation list that was issued before the root went offline. */
  readonly crl: Buffer | undefined;
  /** The OCSP responder for the CA's certificates (RFC 6960 §4.2.2.2). */
  readonly responder: Identity | undefined;
};

export type Authorities = {
  readonly root: Ca;
  /** The issuing CA that is currently used. `timestamp` and `ocsp` are its units. */
  readonly issuing: Ca & Identity;
  readonly timestamp: Identity;
  readonly ocsp: Identity;
  /** All CAs: roots, then issuing CAs, oldest first. */
  readonly cas: readonly Ca[];
  /** The certificates of all current and former units. Older signatures contain certificates of former units. */
  readonly units: readonly Certificate[];
};

export function caName(kind: AuthorityKind, generation: number): string {
  return generation === 1 ? kind : `${kind}-${generation}`;
}

type Opened = { readonly row: AuthorityRow; readonly certificate: Certificate };

/**
 * Opens the authorities with their keys. Throws SealError if the keys were sealed with a different master key. Returns
 * undefined if an authority is missing.
 */
export function openAuthorities(
  rows: readonly AuthorityRow[],
  environment: Environment,
  { vault, external }: { vault: Vault; external?: ExternalIdentity | undefined },
): Authorities | undefined {
  const opened = rows
    .filter((row) => row.environment === environment)
    .toSorted((a, b) => a.generation - b.generation)
    .map((row): Opened => ({ row, certificate: parseCertificate(row.certificate) }));
  const of = (kind: AuthorityKind) => opened.filter(({ row }) => row.kind === kind);
  const keyOf = ({ row }: Opened): SigningKey | undefined =>
    row.key_sealed
      ? signingKeyFromPkcs8(vault.open(sealPurpose(environment, row.kind, row.generation), row.key_sealed))
      : undefined;
  const roots = of('root');
  const unitOf = (kind: 'timestamp' | 'ocsp', ca: Certificate, chain: readonly Certificate[]): Identity | undefined => {
    const unit = of(kind).findLast(({ certificate }) => isIssuedBy(certificate, ca));
    const key = unit && keyOf(unit);
    return unit && key && { certificate: unit.certificate, chain: [ca, ...chain], key };
  };
  const toCa = (one: Opened): Ca => {
    const { row, certificate } = one;
    const above = roots.find((root) => row.kind === 'issuing' && isIssuedBy(certificate, root.certificate));
    const chain = row.chain.length > 0 ? row.chain.map(parseCertificate) : above ? [above.certificate] : [];
    const isExternal = external?.certificate.der.equals(certificate.der) ?? false;
    return {
      name: caName(row.kind, row.generation),
      certificate,
      chain,
      key: isExternal ? external?.key : keyOf(one),
      crl: row.crl ?? undefined,
      responder: row.kind === 'issuing' ? unitOf('ocsp', certificate, chain) : undefined,
    };
  };
  const [rootCas, issuingCas] = [roots.map(toCa), of('issuing').map(toCa)];
  const root = rootCas.at(-1);
  const issuing = external
    ? issuingCas.find(({ certificate }) => certificate.der.equals(external.certificate.der))
    : issuingCas.findLast(({ key }) => key !== undefined);
  const timestamp = issuing && unitOf('timestamp', issuing.certificate, issuing.chain);
  if (!root || !issuing?.key || !timestamp || !issuing.responder) return undefined;
  return {
    root,
    issuing: { ...issuing, key: issuing.key },
    timestamp,
    ocsp: issuing.responder,
    cas: [...rootCas, ...issuingCas],
    units: [...of('timestamp'), ...of('ocsp')].map(({ certificate }) => certificate),
  };
}

/**
 * Compares names and key identifiers. The certificates are our own and come from the database, so their signatures do
 * not need to be verified here.
 */
export function isIssuedBy({ issuer, extensions }: Certificate, ca: Certificate): boolean {
  const keyId = ca.extensions.subjectKeyIdentifier;
  return (
    issuer.equals(ca.subject) && keyId !== undefined && (extensions.authorityKeyIdentifier?.equals(keyId) ?? false)
  );
}

export function endsWithin(certificate: Certificate, days: number, now: Date): boolean {
  return certificate.notAfter.getTime() - now.getTime() < days * 86_400_000;
}
