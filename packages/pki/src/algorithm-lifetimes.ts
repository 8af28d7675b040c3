import type { Certificate } from './certificate.ts';
import { publicKeyOf } from './certificate.ts';
import { orUndefined } from './errors.ts';
import { validatePath } from './path.ts';
import { verifyTimestampToken } from './timestamp-verify.ts';

/** What a signature rests on: a digest, or a kind and strength of key. Kept in databases: a name never changes its meaning. */
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
 * Until when an algorithm may be relied upon without a newer time-stamp around it, in the manner of ETSI TS 119 312 §9. None: no
 * end is announced. Where authorities differ the earlier date stands (RSA below 3,072 bits: NIST SP 800-57 part 1, 112 bits of
 * strength). New findings are new rows in a new release; what was stamped before is then found by its names.
 */
const USABLE_UNTIL: Partial<Record<AlgorithmName, Date>> = {
  sha1: new Date('2013-12-31T23:59:59Z'),
  'rsa-1024': new Date('2013-12-31T23:59:59Z'),
  'rsa-2048': new Date('2030-12-31T23:59:59Z'),
  unknown: new Date(0),
};

type Lifetimes = Partial<Record<AlgorithmName, Date>>;

/** Names whose end has come by `at`. Never throws. */
export function agedAlgorithms(at: Date, lifetimes: Lifetimes = USABLE_UNTIL): AlgorithmName[] {
  return (Object.entries(lifetimes) as [AlgorithmName, Date][]).flatMap(([name, until]) => (until <= at ? [name] : []));
}

/** How long a time-stamp protects what it covers by itself. */
export type Protection = {
  /** When the first certificate of its path expires. */
  readonly expiresAt: Date;
  /** Everything it rests on, sorted. */
  readonly algorithms: readonly AlgorithmName[];
};

/**
 * What a time-stamp token rests on, read from the token alone: the path is as far as the certificates given lead. The anchor's own
 * signature is not counted, for nothing relies on it. Never throws.
 * @returns undefined for a token that cannot be read
 */
export function protectionOf(
  token: Uint8Array,
  trust: { readonly anchors: readonly Certificate[]; readonly certificates?: readonly Certificate[] },
): (Protection & { readonly path: readonly Certificate[]; readonly time: Date }) | undefined {
  // The imprint is whoever asks to have checked; here only the container is read.
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
