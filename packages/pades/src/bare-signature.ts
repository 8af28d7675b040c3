import type { SignatureInput } from '@countersign/pdf-sign';
import { der, PkiError, publicKeyOf, MIN_RSA_BITS, readDer, signedDigest } from '@countersign/pki';
import type { Certificate, PublicKey } from '@countersign/pki';

import type { ContainerProblem } from './reasons.ts';

export interface BareSignatureCheck {
  readonly problems: readonly ContainerProblem[];
  readonly weak: boolean;
  readonly signer: Certificate | undefined;
}

/**
 * Validates a signature in the deprecated format adbe.x509.rsa_sha1 (ISO 32000-2 12.8.3.2): an RSA signature in an
 * OCTET STRING, with its certificates in /Cert. Despite the name, it may use another digest (table 255), which only the
 * signature itself states.
 */
export function checkBareSignature(input: SignatureInput, signer: Certificate | undefined): BareSignatureCheck {
  if (signer === undefined) return { problems: ['signer_certificate_missing'], weak: false, signer };
  try {
    const key = publicKeyOf(signer);
    const signed = signedDigest(key, readDer(input.contents, der.Tag.octetString).content);
    if (signed === undefined) return { problems: ['signature_invalid'], weak: isShort(key), signer };
    const isSame = signed.digest.equals(input.digest(signed.algorithm));
    return {
      problems: isSame ? [] : ['message_digest_mismatch'],
      weak: signed.algorithm === 'sha1' || isShort(key),
      signer,
    };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return { problems: ['malformed'], weak: false, signer };
  }
}

const isShort = (key: PublicKey): boolean => key.type === 'rsa' && key.bits < MIN_RSA_BITS;
