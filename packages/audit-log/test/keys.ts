import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import { SIGNATURE_TYPE, type SignatureType, type VerifierKey, verifierKey, type NoteSigner } from '../src/tlog.ts';

/** The PKCS #8 prefix of an Ed25519 key, which precedes the 32 secret bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export type TestKey = NoteSigner & { readonly key: (type?: SignatureType) => VerifierKey };

/** Returns a deterministic key for test vectors. */
export function testKey(name: string, seed = name): TestKey {
  const secret = hash('sha256', seed, 'buffer');
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(der.subarray(-32));
  return {
    name,
    publicKey,
    sign: (bytes) => new Uint8Array(sign(null, bytes, privateKey)),
    key: (type = SIGNATURE_TYPE.ed25519) => verifierKey(name, type, publicKey),
  };
}
