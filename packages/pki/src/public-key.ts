import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { SignatureAlgorithm } from './algorithms.ts';
import { readAlgorithmIdentifier } from './algorithms.ts';
import { asBuffer, Tag } from './der.ts';
import { bitStringOctets, integerOctets, readDer, readOid } from './der-reader.ts';
import { PkiError } from './errors.ts';
import { Oid } from './oids.ts';

export type Curve = 'p256' | 'p384' | 'p521';

/** A public key for verification. `key` is Node's handle, and `bits` is the length of an RSA modulus. */
export type PublicKey =
  | { readonly type: 'ec'; readonly curve: Curve; readonly key: KeyObject }
  | { readonly type: 'rsa'; readonly bits: number; readonly pssOnly: boolean; readonly key: KeyObject }
  | { readonly type: 'ed25519'; readonly key: KeyObject };

const CURVES: ReadonlyMap<string, Curve> = new Map([
  [Oid.p256, 'p256'],
  [Oid.p384, 'p384'],
  [Oid.p521, 'p521'],
]);

/** RSA keys with fewer bits are reported as weak (ETSI TS 119 312 §8.3). */
export const MIN_RSA_BITS = 2048;

/** Whether the key is too short for current standards. Such a key is still used, but reported. */
export const isWeakKey = (key: PublicKey): boolean => key.type === 'rsa' && key.bits < MIN_RSA_BITS;

// A single verification with a huge modulus or exponent would take seconds, which is a known attack on verifiers.
const MAX_RSA_BITS = 8192;
const MAX_RSA_EXPONENT_OCTETS = 8;

/**
 * Parses a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7). Only named elliptic curves are accepted, because explicit
 * parameters would let a forger choose the generator (CVE-2020-0601).
 * @throws PkiError unsupported_key, malformed_der
 */
export function readPublicKey(spki: Uint8Array): PublicKey {
  const bytes = asBuffer(spki).toString('latin1');
  const known = importedKeys.get(bytes);
  if (known) return known;
  const key = importPublicKey(spki);
  const [oldest] = importedKeys.keys();
  if (oldest !== undefined && importedKeys.size >= IMPORTED_KEYS_LIMIT) importedKeys.delete(oldest);
  importedKeys.set(bytes, key);
  return key;
}

// Importing a key takes half as long as verifying with it, and the same authority keys occur repeatedly. A key is
// determined by its bytes, so caching it does not change a verdict. The limit bounds the memory for keys from untrusted
// input.
const importedKeys = new Map<string, PublicKey>();
const IMPORTED_KEYS_LIMIT = 256;

function importPublicKey(spki: Uint8Array): PublicKey {
  const fields = readDer(spki, Tag.sequence).children();
  const { algorithm, parameters } = readAlgorithmIdentifier(fields.next());
  const keyBits = bitStringOctets(fields.next());
  fields.end();
  switch (algorithm) {
    case Oid.ecPublicKey: {
      const curve = parameters?.tag === Tag.oid ? CURVES.get(readOid(parameters)) : undefined;
      if (!curve)
        throw new PkiError(
          'unsupported_key',
          'the elliptic curve must be P-256, P-384 or P-521, identified by its name',
        );
      return { type: 'ec', curve, key: importKey(spki) };
    }
    case Oid.rsaEncryption:
    case Oid.rsaPss: {
      return { type: 'rsa', bits: checkedRsaBits(keyBits), pssOnly: algorithm === Oid.rsaPss, key: importKey(spki) };
    }
    case Oid.ed25519:
      return { type: 'ed25519', key: importKey(spki) };
    default:
      throw new PkiError('unsupported_key', `the public key algorithm ${algorithm} is not supported`);
  }
}

function checkedRsaBits(keyBits: Buffer): number {
  const numbers = readDer(keyBits, Tag.sequence).children();
  const modulus = integerOctets(numbers.next(Tag.integer));
  const exponent = integerOctets(numbers.next(Tag.integer));
  numbers.end();
  const magnitude = modulus[0] === 0 ? modulus.subarray(1) : modulus;
  const bits = magnitude.length === 0 ? 0 : magnitude.length * 8 - Math.clz32(magnitude[0] ?? 0) + 24;
  if (bits > MAX_RSA_BITS || bits < 512 || exponent.length > MAX_RSA_EXPONENT_OCTETS)
    throw new PkiError('unsupported_key', `RSA keys of ${bits} bits are not supported`);
  return bits;
}

function importKey(spki: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: asBuffer(spki), type: 'spki', format: 'der' });
  } catch (cause) {
    throw new PkiError('unsupported_key', 'the public key is not a valid point or number', { cause });
  }
}

function keyFits(key: PublicKey, algorithm: SignatureAlgorithm): boolean {
  switch (algorithm.scheme) {
    case 'ecdsa':
      return key.type === 'ec';
    case 'ed25519':
      return key.type === 'ed25519';
    case 'rsa-pkcs1':
      return key.type === 'rsa' && !key.pssOnly;
    case 'rsa-pss':
      return key.type === 'rsa';
  }
}

/** Verifies a signature. Returns false for a key of the wrong kind and for a malformed signature. Never throws. */
export function verifySignature(
  algorithm: SignatureAlgorithm,
  key: PublicKey,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!keyFits(key, algorithm)) return false;
  try {
    switch (algorithm.scheme) {
      case 'ed25519':
        return verify(null, data, key.key, signature);
      case 'rsa-pss':
        return verify(
          algorithm.digest,
          data,
          { key: key.key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: algorithm.saltLength },
          signature,
        );
      case 'rsa-pkcs1':
      case 'ecdsa':
        return verify(algorithm.digest, data, key.key, signature);
    }
  } catch {
    // OpenSSL throws if the restrictions of a PSS key exclude the parameters. Such a signature is invalid.
    return false;
  }
}
