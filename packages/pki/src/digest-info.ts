import { constants, publicDecrypt } from 'node:crypto';
import { type DigestAlgorithm, readDigestIdentifier } from './algorithms.ts';
import { Tag } from './der.ts';
import { readDer } from './der-reader.ts';
import { orUndefined } from './errors.ts';
import type { PublicKey } from './public-key.ts';

/**
 * Returns the digest in an RSA PKCS#1 v1.5 signature (RFC 8017 §9.2), for signatures without a separate algorithm
 * (adbe.x509.rsa_sha1, ISO 32000-2 table 255). The caller compares it with the digest of the expected content. Returns
 * `undefined` for keys of other kinds, for signatures that do not match the key, and for unknown digests. The encoding
 * is parsed to its last octet, because unparsed data would allow a forgery (RFC 8017 §9.2, note 2). Never throws.
 */
export function signedDigest(
  key: PublicKey,
  signature: Uint8Array,
): { readonly algorithm: DigestAlgorithm; readonly digest: Buffer } | undefined {
  if (key.type !== 'rsa' || key.pssOnly) return undefined;
  let encoded: Buffer;
  try {
    encoded = publicDecrypt({ key: key.key, padding: constants.RSA_PKCS1_PADDING }, signature);
  } catch {
    return undefined;
  }
  return orUndefined(() => {
    const fields = readDer(encoded, Tag.sequence).children();
    const algorithm = readDigestIdentifier(fields.next(Tag.sequence));
    const digest = fields.next(Tag.octetString).content;
    fields.end();
    return algorithm && { algorithm, digest };
  });
}
