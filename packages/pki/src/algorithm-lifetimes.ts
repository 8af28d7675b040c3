import type { Certificate } from './certificate.ts';
import { publicKeyOf } from './certificate.ts';
import { orUndefined } from './errors.ts';
import { validatePath } from './path.ts';
import { verifyTimestampToken } from './timestamp-verify.ts';

/**
 * An algorithm that a signature's security depends on, which is a digest or a kind and strength of key. The names are
 * stored in databases, so a name never changes its meaning.
 */
export type AlgorithmName =
  | 'sha1'
  | 'sha256'
  | 'sha384'
  | 'sha512'
  | 'rsa-1024'
  | 'rsa-2048'
  | 'rsa-3072'
  | 'ecdsa-p256'
  | 'ecdsa-p384'
  | 'ecdsa-p521'
  | 'ed25519'
  | 'unknown';

/**
 * The date until which an algorithm is trustworthy without a newer time-stamp over it, following ETSI TS 119 312 §9.
 * Algorithms without an entry have no announced end. If authorities disagree, the earlier date applies (RSA below 3,072
 * bits: NIST SP 800-57 part 1, 112 bits of strength). New findings are added as entries in a new release, and affected
 * time-stamps are then found by the algorithm names.
 */
const USABLE_UNTIL: Partial<Record<AlgorithmName, Date>> = {
  sha1: new Date('2013-12-31T23:59:59Z'),
  'rsa-1024': new Date('2013-12-31T23:59:59Z'),
  'rsa-2048': new Date('2030-12-31T23:59:59Z'),
  unknown: new Date(0),
};

type Lifetimes = Partial<Record<AlgorithmName, Date>>;

/** Returns the names of the algorithms that are no longer trustworthy at `at`. Never throws. */
export function agedAlgorithms(at: Date, lifetimes: Lifetimes = USABLE_UNTIL): AlgorithmName[] {
  return (Object.entries(lifetimes) as [AlgorithmName, Date][]).flatMap(([name, until]) => (until <= at ? [name] : []));
}

/** The period for which a time-stamp protects its content without a newer time-stamp. */
export type Protection = {
  /** The earliest expiry date of a certificate in the time-stamp's path. */
  readonly expiresAt: Date;
  /** Every algorithm that the time-stamp depends on, in sorted order. */
  readonly algorithms: readonly AlgorithmName[];
};

/**
 * Reads the data that a time-stamp token's security depends on. The path includes only certificates in the token. The
 * anchor's own signature is ignored, because validation does not use it. Never throws.
 * @returns undefined for an unreadable token
 */
export function protectionOf(
  token: Uint8Array,
  trust: { readonly anchors: readonly Certificate[]; readonly certificates?: readonly Certificate[] },
): (Protection & { readonly path: readonly Certificate[]; readonly time: Date }) | undefined {
  // An empty imprint is passed, because only the container is verified here. The caller checks the imprint.
  const { cms, signer, info, certificates } = verifyTimestampToken({ token, imprint: new Uint8Array() });
  if (!cms || !signer || !info) return undefined;
  const { path } = validatePath({
    leaf: signer,
    intermediates: [...certificates, ...(trust.certificates ?? [])],
    anchors: trust.anchors,
    at: info.time,
    purpose: 'time-stamping',
  });
  const names = new Set<AlgorithmName>([
    info.digestAlgorithm ?? 'unknown',
    cms.digestAlgorithm ?? 'unknown',
    ...path.map(keyName),
    ...path.slice(0, -1).map((certificate) => certificate.signatureAlgorithm?.digest ?? 'unknown'),
  ]);
  const ends = path.map(({ notAfter }) => notAfter.getTime());
  return { expiresAt: new Date(Math.min(...ends)), algorithms: [...names].toSorted(), path, time: info.time };
}

function keyName(certificate: Certificate): AlgorithmName {
  const key = orUndefined(() => publicKeyOf(certificate));
  switch (key?.type) {
    case 'ec':
      return `ecdsa-${key.curve}`;
    case 'ed25519':
      return 'ed25519';
    case 'rsa':
      return key.bits >= 3072 ? 'rsa-3072' : key.bits >= 2048 ? 'rsa-2048' : 'rsa-1024';
    case undefined:
      return 'unknown';
  }
}
