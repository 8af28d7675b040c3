import { hash } from 'node:crypto';
import { explicit, integer, nullValue, oid, sequence, Tag } from './der.ts';
import { type DerElement, readOid, readSmallInteger } from './der-reader.ts';
import { PkiError } from './errors.ts';
import { Oid } from './oids.ts';

/**
 * The digests that we compute. `sha1` is recognized only for validating old signatures. It is always reported as weak
 * and never used for new signatures.
 */
export type DigestAlgorithm = 'sha1' | 'sha256' | 'sha384' | 'sha512';
/** The digests used for new signatures. */
export type StrongDigest = Exclude<DigestAlgorithm, 'sha1'>;

/**
 * The algorithm of a signature. Ed25519 hashes internally, but has a digest here because CMS combines it with SHA-512
 * (RFC 8419 §3). `saltLength` is in octets.
 */
export type SignatureAlgorithm =
  | { readonly scheme: 'rsa-pkcs1' | 'ecdsa'; readonly digest: DigestAlgorithm }
  | { readonly scheme: 'rsa-pss'; readonly digest: DigestAlgorithm; readonly saltLength: number }
  | { readonly scheme: 'ed25519'; readonly digest: 'sha512' };

/** Whether new signatures may use the digest, which is true for every digest except SHA-1. Never throws. */
export const isStrong = (digest: DigestAlgorithm): digest is StrongDigest => digest !== 'sha1';

/** Returns the digest of the given bytes as raw octets. Never throws. */
export const digestOf = (algorithm: DigestAlgorithm, bytes: Uint8Array): Buffer => hash(algorithm, bytes, 'buffer');

/** The length of a digest in octets. */
export const digestLength: Readonly<Record<DigestAlgorithm, number>> = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 };

const DIGEST_OIDS = { sha1: Oid.sha1, sha256: Oid.sha256, sha384: Oid.sha384, sha512: Oid.sha512 } as const;
const DIGESTS_BY_OID: ReadonlyMap<string, DigestAlgorithm> = new Map([
  [Oid.sha1, 'sha1'],
  [Oid.sha256, 'sha256'],
  [Oid.sha384, 'sha384'],
  [Oid.sha512, 'sha512'],
]);

// When written, SHA-2 identifiers have no parameters. When read, the parameters may be absent or NULL (RFC 5754 §2).
const DIGEST_IDENTIFIERS: Readonly<Record<DigestAlgorithm, Buffer>> = {
  sha1: sequence(oid(Oid.sha1)),
  sha256: sequence(oid(Oid.sha256)),
  sha384: sequence(oid(Oid.sha384)),
  sha512: sequence(oid(Oid.sha512)),
};

export const digestIdentifier = (digest: DigestAlgorithm): Buffer => DIGEST_IDENTIFIERS[digest];

/** Parses the AlgorithmIdentifier of a digest. Returns `undefined` if the digest is unknown. */
export function readDigestIdentifier(element: DerElement): DigestAlgorithm | undefined {
  const { algorithm, parameters } = readAlgorithmIdentifier(element);
  return absentOrNull(parameters) ? DIGESTS_BY_OID.get(algorithm) : undefined;
}

/** AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL } */
export function readAlgorithmIdentifier(element: DerElement): {
  readonly algorithm: string;
  readonly parameters: DerElement | undefined;
} {
  const fields = element.expect(Tag.sequence).children();
  const algorithm = readOid(fields.next());
  const parameters = fields.done ? undefined : fields.next();
  fields.end();
  return { algorithm, parameters };
}

const absentOrNull = (parameters: DerElement | undefined): boolean =>
  parameters === undefined || (parameters.tag === Tag.null && parameters.content.length === 0);

const WRITTEN: Readonly<Record<StrongDigest, { readonly 'rsa-pkcs1': Buffer; readonly ecdsa: Buffer }>> = {
  sha256: { 'rsa-pkcs1': sequence(oid(Oid.sha256WithRsa), nullValue()), ecdsa: sequence(oid(Oid.ecdsaWithSha256)) },
  sha384: { 'rsa-pkcs1': sequence(oid(Oid.sha384WithRsa), nullValue()), ecdsa: sequence(oid(Oid.ecdsaWithSha384)) },
  sha512: { 'rsa-pkcs1': sequence(oid(Oid.sha512WithRsa), nullValue()), ecdsa: sequence(oid(Oid.ecdsaWithSha512)) },
};
const ED25519 = sequence(oid(Oid.ed25519));

/**
 * Returns the AlgorithmIdentifier of a signature (RFC 4055, 5758, 8410). Refuses SHA-1, because new signatures never
 * use it.
 */
export function signatureIdentifier(algorithm: SignatureAlgorithm): Buffer {
  if (algorithm.scheme === 'ed25519') return ED25519;
  const { digest } = algorithm;
  if (!isStrong(digest)) throw new PkiError('unsupported_algorithm', 'SHA-1 signatures are not supported');
  return algorithm.scheme === 'rsa-pss'
    ? pssIdentifier(digest, algorithm.saltLength)
    : WRITTEN[digest][algorithm.scheme];
}

/** Returns RSASSA-PSS-params with MGF1 over the same digest and the default trailer (RFC 4055 §3.1). */
function pssIdentifier(digest: StrongDigest, saltLength: number): Buffer {
  // RFC 4055 §2.1 requires NULL here.
  const hashIdentifier = sequence(oid(DIGEST_OIDS[digest]), nullValue());
  const salt = saltLength === 20 ? [] : [explicit(2, integer(saltLength))];
  return sequence(
    oid(Oid.rsaPss),
    sequence(explicit(0, hashIdentifier), explicit(1, sequence(oid(Oid.mgf1), hashIdentifier)), ...salt),
  );
}

const SIGNATURES_BY_OID: ReadonlyMap<string, SignatureAlgorithm> = new Map<string, SignatureAlgorithm>([
  [Oid.sha1WithRsa, { scheme: 'rsa-pkcs1', digest: 'sha1' }],
  [Oid.sha256WithRsa, { scheme: 'rsa-pkcs1', digest: 'sha256' }],
  [Oid.sha384WithRsa, { scheme: 'rsa-pkcs1', digest: 'sha384' }],
  [Oid.sha512WithRsa, { scheme: 'rsa-pkcs1', digest: 'sha512' }],
  [Oid.ecdsaWithSha1, { scheme: 'ecdsa', digest: 'sha1' }],
  [Oid.ecdsaWithSha256, { scheme: 'ecdsa', digest: 'sha256' }],
  [Oid.ecdsaWithSha384, { scheme: 'ecdsa', digest: 'sha384' }],
  [Oid.ecdsaWithSha512, { scheme: 'ecdsa', digest: 'sha512' }],
  [Oid.ed25519, { scheme: 'ed25519', digest: 'sha512' }],
]);

/**
 * Parses the AlgorithmIdentifier of a signature. Returns `undefined` if the algorithm is unknown.
 * @param cmsDigest digestAlgorithm of the SignerInfo: CMS allows plain rsaEncryption, which uses this digest (RFC 3370
 * §3.2)
 */
export function readSignatureIdentifier(
  element: DerElement,
  cmsDigest?: DigestAlgorithm,
): SignatureAlgorithm | undefined {
  const { algorithm, parameters } = readAlgorithmIdentifier(element);
  if (algorithm === Oid.rsaPss) return readPssParameters(parameters);
  if (!absentOrNull(parameters)) return undefined;
  if (algorithm === Oid.rsaEncryption && cmsDigest) return { scheme: 'rsa-pkcs1', digest: cmsDigest };
  return SIGNATURES_BY_OID.get(algorithm);
}

function readPssParameters(parameters: DerElement | undefined): SignatureAlgorithm | undefined {
  if (parameters?.tag !== Tag.sequence) return undefined;
  const fields = parameters.children();
  const hashField = fields.optional(0xa0);
  const maskField = fields.optional(0xa1);
  const saltField = fields.optional(0xa2);
  const trailerField = fields.optional(0xa3);
  fields.end();
  const digest = hashField ? readDigestIdentifier(hashField.only()) : 'sha1';
  const mask = maskField ? readAlgorithmIdentifier(maskField.only()) : undefined;
  const maskDigest =
    mask === undefined
      ? 'sha1'
      : mask.algorithm === Oid.mgf1 && mask.parameters
        ? readDigestIdentifier(mask.parameters)
        : undefined;
  const saltLength = saltField ? readSmallInteger(saltField.only(Tag.integer)) : 20;
  const trailer = trailerField ? readSmallInteger(trailerField.only(Tag.integer)) : 1;
  // The standard allows different digests for the message and the mask, but no software uses them and node:crypto
  // does not support them.
  if (!digest || digest !== maskDigest || trailer !== 1 || saltLength < 0 || saltLength > 512) return undefined;
  return { scheme: 'rsa-pss', digest, saltLength };
}
