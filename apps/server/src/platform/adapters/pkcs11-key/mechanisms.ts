/** The mechanism for each signature algorithm (PKCS#11 Mechanisms v2.40 §2.1, §2.3; v3.0 §2.3.14 for EdDSA). */
import { createHash } from 'node:crypto';
import type { SignatureAlgorithm } from '@countersign/pki';
import { der } from '@countersign/pki';
import { KeyRefusedError } from '../../ports/private-key.ts';

const CKM_RSA_PKCS = 0x1;
const CKM_RSA_PKCS_PSS = 0xd;
const CKM_ECDSA = 0x1041;
const CKM_EDDSA = 0x1057;
const HASH = {
  sha256: { mechanism: 0x250, mgf: 2, oid: '2.16.840.1.101.3.4.2.1' },
  sha384: { mechanism: 0x260, mgf: 3, oid: '2.16.840.1.101.3.4.2.2' },
  sha512: { mechanism: 0x270, mgf: 4, oid: '2.16.840.1.101.3.4.2.3' },
} as const;

export type Prepared = { readonly mechanism: number; readonly parameters: readonly number[]; readonly input: Buffer };

/**
 * Returns the mechanism for an algorithm. These mechanisms are supported by every token. The token receives only a
 * digest, because it can process little data at a time. Only Ed25519 requires the whole message (RFC 8032).
 */
export function mechanismFor(algorithm: SignatureAlgorithm, data: Uint8Array): Prepared {
  if (algorithm.scheme === 'ed25519') return { mechanism: CKM_EDDSA, parameters: [], input: Buffer.from(data) };
  if (algorithm.digest === 'sha1') throw new KeyRefusedError('SHA-1 signatures are not supported');
  const hash = HASH[algorithm.digest];
  const digest = createHash(algorithm.digest).update(data).digest();
  switch (algorithm.scheme) {
    case 'ecdsa':
      return { mechanism: CKM_ECDSA, parameters: [], input: digest };
    case 'rsa-pss':
      // CK_RSA_PKCS_PSS_PARAMS: hashAlg, mgf, sLen
      return {
        mechanism: CKM_RSA_PKCS_PSS,
        parameters: [hash.mechanism, hash.mgf, algorithm.saltLength],
        input: digest,
      };
    case 'rsa-pkcs1':
      // DigestInfo (RFC 8017 §9.2), which CKM_RSA_PKCS pads and signs.
      return {
        mechanism: CKM_RSA_PKCS,
        parameters: [],
        input: der.sequence(der.sequence(der.oid(hash.oid), der.nullValue()), der.octetString(digest)),
      };
  }
}
