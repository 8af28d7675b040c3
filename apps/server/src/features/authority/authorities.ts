/**
 * The certification authorities of one environment as the database holds them: one root, issuing CAs by generation (the newest
 * issues; the others stay for what they issued), and the units below them. An issuing CA may be the operator's own: its key is
 * then elsewhere (CA_KEY), and the row holds its certificate and those above it.
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

/** A key that is kept outside, with its certificate and those above it. */
export type ExternalIdentity = Identity;

export type Ca = {
  /** What its addresses under /pki begin with. The first generation has no number: its certificates name it so. */
  readonly name: string;
  readonly certificate: Certificate;
  /** Certificates above: issuer first, root last. */
  readonly chain: readonly Certificate[];
  /** Undefined for a root that is offline, and for an operator's CA whose key is not configured any more. */
  readonly key: SigningKey | undefined;
  /** The list an offline root has left behind. */
  readonly crl: Buffer | undefined;
  /** Who answers OCSP requests about its certificates (RFC 6960 §4.2.2.2). */
  readonly responder: Identity | undefined;
};

export type Authorities = {
  readonly root: Ca;
  /** In use, as are the units. */
  readonly issuing: Ca & Identity;
  readonly timestamp: Identity;
  readonly ocsp: Identity;
  /** All there are: roots, then issuing CAs, oldest first. */
  readonly cas: readonly Ca[];
  /** Every unit there is or was: their certificates stand in signatures of their time. */
  readonly units: readonly Certificate[];
};

export function caName(kind: AuthorityKind, generation: number): string {
  return generation === 1 ? kind : `${kind}-${generation}`;
}

type Opened = { readonly row: AuthorityRow; readonly certificate: Certificate };

/** Throws SealError when the master key is another one; undefined where something is missing. */
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

/** By names and key identifiers: these are certificates of ours out of the database, and their signatures need no proof here. */
export function isIssuedBy({ issuer, extensions }: Certificate, ca: Certificate): boolean {
  const keyId = ca.extensions.subjectKeyIdentifier;
  return (
    issuer.equals(ca.subject) && keyId !== undefined && (extensions.authorityKeyIdentifier?.equals(keyId) ?? false)
  );
}

/** Whether what is in use ends within `days`. */
export function endsWithin(certificate: Certificate, days: number, now: Date): boolean {
  return certificate.notAfter.getTime() - now.getTime() < days * 86_400_000;
}
