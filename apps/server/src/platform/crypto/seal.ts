/**
 * Seals secrets at rest: AES-256-GCM under the master key (or a key that it seals), with the purpose as associated
 * data. A sealed value that is moved to another column or row does not open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type SecretKey, secretKey } from './tokens.ts';

const VERSION = 1;

/** Derives a key for one purpose from a secret with enough randomness (RFC 5869). */
export function deriveKey(secret: Uint8Array | string, salt: Uint8Array, purpose: string): SecretKey {
  return secretKey(new Uint8Array(hkdfSync('sha256', secret, salt, purpose, 32)));
}

export class SealError extends Error {
  override name = 'SealError';
}

/** Seals data. The result is a version byte, a 12-byte nonce, the ciphertext and a 16-byte tag. */
export function seal(key: SecretKey, purpose: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Opens sealed data. Throws SealError if the key or the purpose is wrong, or if a bit was changed. */
export function unseal(key: SecretKey, purpose: string, sealed: Uint8Array): Buffer {
  if (sealed.length < 29 || sealed[0] !== VERSION) throw new SealError(`not an encrypted value: ${purpose}`);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13));
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(-16));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(13, -16)), decipher.final()]);
  } catch (cause) {
    throw new SealError(`cannot decrypt ${purpose}. Check that the master key is the right one`, { cause });
  }
}

/** Seals and opens data under one key. Only this object contains the master key. */
export class Vault {
  readonly #key: SecretKey;

  constructor(masterKey: Uint8Array) {
    // The master key itself never encrypts data, so that a later format can derive another key from it.
    this.#key = secretKey(new Uint8Array(hkdfSync('sha256', masterKey, '', 'countersign/seal/1', 32)));
  }
  seal(purpose: string, secret: Uint8Array): Buffer {
    return seal(this.#key, purpose, secret);
  }
  open(purpose: string, sealed: Uint8Array): Buffer {
    return unseal(this.#key, purpose, sealed);
  }
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#key, '', purpose, 32));
  }
}
