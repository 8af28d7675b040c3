/** A private key that may be anywhere: in a file, in a token (PKCS#11), in a key service. It signs, and never leaves. */
import { readPublicKey, type SignatureAlgorithm, type StrongDigest } from '@countersign/pki';

export interface PrivateKey {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeySpki: Buffer;
  /** The digests it signs over: key services tie one to each curve. */
  readonly digests: readonly StrongDigest[];
  /**
   * Signs `data` (not its digest). ECDSA answers are DER `SEQUENCE { r, s }` (RFC 3279 §2.2.3).
   * @throws KeyUnavailableError when the key cannot be reached now, KeyRefusedError when it will not do this at all
   */
  sign(algorithm: SignatureAlgorithm, data: Uint8Array): Promise<Buffer>;
  /** Gives back sessions and connections. Signatures under way may fail. */
  close(): Promise<void>;
}

/** Not now: the token or service does not answer, or is overloaded. Trying again makes sense. */
export class KeyUnavailableError extends Error {
  override name = 'KeyUnavailableError';
}

/** Not at all: wrong PIN or password, no such key, no right to use it. A person has to mend it. */
export class KeyRefusedError extends Error {
  override name = 'KeyRefusedError';
}

/** Work with an end: throws KeyUnavailableError after `milliseconds`, whatever the work then still does. */
export async function within<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new KeyUnavailableError(`${what} did not answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  // Whatever comes after the end is nobody's business any more.
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const KEY_OF = { ecdsa: 'ec', 'rsa-pkcs1': 'rsa', 'rsa-pss': 'rsa', ed25519: 'ed25519' } as const;

/** Whether a key can make such signatures at all, before anything is asked of it. @throws KeyRefusedError */
export function refuseUnfit(
  spki: Buffer,
  digests: readonly StrongDigest[],
  { scheme, digest }: SignatureAlgorithm,
): void {
  if (readPublicKey(spki).type !== KEY_OF[scheme]) throw new KeyRefusedError(`the key makes no ${scheme} signatures`);
  if (digest === 'sha1' || !digests.includes(digest))
    throw new KeyRefusedError(`the key makes no signatures over ${digest}`);
}
