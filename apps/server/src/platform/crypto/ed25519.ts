/** Ed25519 keys (RFC 8032) that are stored as their 32 secret bytes. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { randomSecret } from './tokens.ts';

/** The prefix of an Ed25519 key in PKCS #8, before its 32 secret bytes (RFC 8410 §7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SECRET_BYTES = 32;

export class Ed25519Key {
  readonly publicKey: Uint8Array;
  readonly #key: KeyObject;

  /** @param secret a secret from `Ed25519Key.newSecret` */
  constructor(secret: Uint8Array) {
    this.#key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
    const der = createPublicKey(this.#key).export({ format: 'der', type: 'spki' });
    this.publicKey = new Uint8Array(der.subarray(-SECRET_BYTES));
  }

  static newSecret(): Uint8Array {
    return randomSecret(SECRET_BYTES);
  }

  readonly sign = (bytes: Uint8Array): Uint8Array => new Uint8Array(sign(null, bytes, this.#key));
}
