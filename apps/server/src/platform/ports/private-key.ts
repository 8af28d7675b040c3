/** A private key in a file, on a token (PKCS#11) or in a key service. It signs where it is stored and is never exported. */
import { readPublicKey, type SignatureAlgorithm, type StrongDigest } from '@countersign/pki';

export interface PrivateKey {
  /** The SubjectPublicKeyInfo in DER. */
  readonly publicKeySpki: Buffer;
  /** The digests that the key can sign. Key services allow only one digest for each curve. */
  readonly digests: readonly StrongDigest[];
  /**
   * Signs `data` (not its digest). ECDSA signatures are DER `SEQUENCE { r, s }` (RFC 3279 §2.2.3).
   * @throws KeyUnavailableError if the key cannot be reached now, KeyRefusedError if it can never do this
   */
  sign(algorithm: SignatureAlgorithm, data: Uint8Array): Promise<Buffer>;
  /** Closes sessions and connections. Signatures in progress may fail. */
  close(): Promise<void>;
}

/** A temporary error: the token or service does not respond, or is overloaded. A retry makes sense. */
export class KeyUnavailableError extends Error {
  override name = 'KeyUnavailableError';
}

/** A permanent error: wrong PIN or password, no such key, or no right to use it. A person must fix it. */
export class KeyRefusedError extends Error {
  override name = 'KeyRefusedError';
}

/** Runs work with a time limit. Throws KeyUnavailableError after `milliseconds`, even if the work continues. */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new KeyUnavailableError(`${what} did not respond within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  // A failure after the time limit must not surface as an unhandled rejection.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const KEY_OF = { ecdsa: 'ec', 'rsa-pkcs1': 'rsa', 'rsa-pss': 'rsa', ed25519: 'ed25519' } as const;

/** Checks whether a key supports this kind of signature before it is used. @throws KeyRefusedError */
export function refuseUnfit(
  spki: Buffer,
  digests: readonly StrongDigest[],
  { scheme, digest }: SignatureAlgorithm,
): void {
  if (readPublicKey(spki).type !== KEY_OF[scheme])
    throw new KeyRefusedError(`the key does not support ${scheme} signatures`);
  if (digest === 'sha1' || !digests.includes(digest))
    throw new KeyRefusedError(`the key does not support signatures over ${digest}`);
}
