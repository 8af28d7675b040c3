import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { SignatureAlgorithm, StrongDigest } from './algorithms.ts';
import { asBuffer, integer, sequence } from './der.ts';
import { PkiError } from './errors.ts';

/**
 * A signing key in memory, in a token (PKCS#11) or in a key service. `sign` takes the data and not its digest. ECDSA
 * signatures are DER `SEQUENCE { r, s }`.
 */
export type SigningKey = {
  readonly algorithm: SignatureAlgorithm;
  /** The SubjectPublicKeyInfo in DER. */
  readonly publicKeySpki: Buffer;
  sign(data: Uint8Array): Buffer | Promise<Buffer>;
};

/** The kinds of signing keys. */
export type KeyKind = 'p256' | 'p384' | 'p521' | 'rsa2048' | 'rsa3072' | 'rsa4096' | 'ed25519';

/** The digest and padding that a key signs with. */
export type SigningOptions = {
  /**
   * Defaults to SHA-256 for P-256 and RSA, SHA-384 for P-384, and SHA-512 for P-521. Ed25519 supports only one digest.
   */
  readonly digest?: StrongDigest;
  /** For RSA: whether to use PSS instead of PKCS#1 v1.5. */
  readonly pss?: boolean;
};

/** A new key pair: the private key, which must be sealed and stored, and a signing key. */
export type GeneratedKey = { readonly privateKey: KeyObject; readonly signingKey: SigningKey };

const EC_CURVES = {
  p256: { namedCurve: 'P-256', spkiPrefix: Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex') },
  p384: { namedCurve: 'P-384', spkiPrefix: Buffer.from('3076301006072a8648ce3d020106052b81040022036200', 'hex') },
  p521: { namedCurve: 'P-521', spkiPrefix: Buffer.from('30819b301006072a8648ce3d020106052b8104002303818600', 'hex') },
} as const;
const RSA_BITS = { rsa2048: 2048, rsa3072: 3072, rsa4096: 4096 } as const;

/**
 * Generates a key pair. A P-256 key takes hundredths of a millisecond. An RSA key takes tenths of a second and blocks
 * the event loop, so generate RSA keys only during setup.
 * @throws PkiError algorithm_mismatch for a digest that does not match the key
 */
export function generateKey(kind: KeyKind, options: SigningOptions = {}): GeneratedKey {
  switch (kind) {
    case 'p256':
    case 'p384':
    case 'p521': {
      const { namedCurve, spkiPrefix } = EC_CURVES[kind];
      const pair = generateKeyPairSync('ec', { namedCurve });
      // Exporting SPKI takes three times as long as generating the key, because OpenSSL looks up an encoder. Exporting
      // the JWK coordinates is cheap, and all SPKI bytes before the point are constant for a curve.
      const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' });
      const point = Buffer.concat([UNCOMPRESSED, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
      return {
        privateKey: pair.privateKey,
        signingKey: keyInMemory(pair.privateKey, Buffer.concat([spkiPrefix, point]), options),
      };
    }
    case 'rsa2048':
    case 'rsa3072':
    case 'rsa4096': {
      const pair = generateKeyPairSync('rsa', { modulusLength: RSA_BITS[kind] });
      return { privateKey: pair.privateKey, signingKey: signingKey(pair.privateKey, options) };
    }
    case 'ed25519': {
      const pair = generateKeyPairSync('ed25519');
      return { privateKey: pair.privateKey, signingKey: signingKey(pair.privateKey, options) };
    }
  }
}

const UNCOMPRESSED = Buffer.from([4]);

/**
 * Generates a key pair outside the event loop, for RSA keys that are generated in advance while the server handles
 * requests. Never throws.
 */
export async function generateKeyAside(kind: KeyKind): Promise<KeyObject> {
  if (kind !== 'rsa2048' && kind !== 'rsa3072' && kind !== 'rsa4096') return generateKey(kind).privateKey;
  return (await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS[kind] })).privateKey;
}

/**
 * Returns the default digest of a key: a digest as strong as the curve, SHA-512 for Ed25519 (RFC 8419 §3), or SHA-256
 * for RSA. Never throws.
 */
export function naturalDigest(kind: KeyKind): StrongDigest {
  switch (kind) {
    case 'p384':
      return 'sha384';
    case 'p521':
    case 'ed25519':
      return 'sha512';
    case 'p256':
    case 'rsa2048':
    case 'rsa3072':
    case 'rsa4096':
      return 'sha256';
  }
}

/**
 * Creates a SigningKey for a private key in memory. This is cheap, so you can create one per digest for the same key.
 * @throws PkiError unsupported_key
 */
export function signingKey(privateKey: KeyObject, options: SigningOptions = {}): SigningKey {
  return keyInMemory(privateKey, createPublicKey(privateKey).export({ type: 'spki', format: 'der' }), options);
}

/** Signs `data` (not its digest) with a remote key. ECDSA signatures are DER `SEQUENCE { r, s }`. */
export type RemoteSign = (algorithm: SignatureAlgorithm, data: Uint8Array) => Promise<Buffer>;

/**
 * Creates a SigningKey whose private key is in a token or a key service.
 * @param publicKeySpki SubjectPublicKeyInfo, DER
 * @throws PkiError unsupported_key, algorithm_mismatch
 */
export function remoteSigningKey(publicKeySpki: Buffer, remote: RemoteSign, options: SigningOptions = {}): SigningKey {
  const algorithm = algorithmFor(publicKeyFromSpki(publicKeySpki), options);
  return { algorithm, publicKeySpki, sign: (data) => remote(algorithm, data) };
}

function publicKeyFromSpki(spki: Buffer): KeyObject {
  try {
    return createPublicKey({ key: spki, type: 'spki', format: 'der' });
  } catch (cause) {
    throw new PkiError('unsupported_key', 'the public key cannot be read', { cause });
  }
}

/**
 * Converts an ECDSA signature from the raw format r || s, as used by PKCS#11, to DER (RFC 3279 §2.2.3). Never throws.
 */
export function ecdsaDer(raw: Uint8Array): Buffer {
  const half = raw.length / 2;
  return sequence(integer(raw.subarray(0, half)), integer(raw.subarray(half)));
}

/**
 * Returns a private key as PEM, encrypted with a passphrase (PBES2 with AES-256). `openssl pkey` can open it. Never
 * throws.
 */
export function exportEncryptedPem(privateKey: KeyObject, passphrase: string): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString();
}

/** @throws PkiError wrong_passphrase */
export function privateKeyFromEncryptedPem(pem: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: 'pem', passphrase });
  } catch {
    // The error has no cause, because OpenSSL's message must not leak any part of a private key into a log.
    throw new PkiError('wrong_passphrase', 'there is no private key, or the passphrase does not decrypt it');
  }
}

/**
 * Creates a SigningKey from an unencrypted PKCS#8 PrivateKeyInfo (RFC 5958).
 * @throws PkiError unsupported_key
 */
export function signingKeyFromPkcs8(der: Uint8Array, options: SigningOptions = {}): SigningKey {
  return signingKey(privateKeyFromPkcs8(der), options);
}

/** @throws PkiError unsupported_key */
export function privateKeyFromPkcs8(der: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: asBuffer(der), type: 'pkcs8', format: 'der' });
  } catch {
    // The error has no cause, because OpenSSL's message must not leak any part of a private key into a log.
    throw new PkiError('unsupported_key', 'it is not a PKCS#8 private key');
  }
}

/**
 * Returns the unencrypted PKCS#8 of a private key. The caller must seal it. Throws only errors of the libraries it
 * calls.
 */
export function exportPkcs8(privateKey: KeyObject): Buffer {
  return privateKey.export({ type: 'pkcs8', format: 'der' });
}

function keyInMemory(privateKey: KeyObject, publicKeySpki: Buffer, options: SigningOptions): SigningKey {
  const algorithm = algorithmFor(privateKey, options);
  switch (algorithm.scheme) {
    case 'ed25519':
      return { algorithm, publicKeySpki, sign: (data) => sign(null, data, privateKey) };
    case 'rsa-pss': {
      const pss = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: algorithm.saltLength };
      return { algorithm, publicKeySpki, sign: (data) => sign(algorithm.digest, data, pss) };
    }
    case 'rsa-pkcs1':
    case 'ecdsa':
      return { algorithm, publicKeySpki, sign: (data) => sign(algorithm.digest, data, privateKey) };
  }
}

const CURVE_DIGESTS: ReadonlyMap<string | undefined, StrongDigest> = new Map([
  ['prime256v1', 'sha256'],
  ['secp384r1', 'sha384'],
  ['secp521r1', 'sha512'],
]);
const SALT_LENGTH = { sha256: 32, sha384: 48, sha512: 64 } as const;

/** Works for private and public keys, because both state what kind of key they are. */
function algorithmFor(privateKey: KeyObject, { digest, pss = false }: SigningOptions): SignatureAlgorithm {
  switch (privateKey.asymmetricKeyType) {
    case 'ec': {
      const natural = CURVE_DIGESTS.get(privateKey.asymmetricKeyDetails?.namedCurve);
      if (!natural) throw new PkiError('unsupported_key', 'the elliptic curve must be P-256, P-384 or P-521');
      return { scheme: 'ecdsa', digest: digest ?? natural };
    }
    case 'rsa':
      if ((privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
        throw new PkiError('unsupported_key', 'RSA keys must have at least 2048 bits');
      return pss
        ? { scheme: 'rsa-pss', digest: digest ?? 'sha256', saltLength: SALT_LENGTH[digest ?? 'sha256'] }
        : { scheme: 'rsa-pkcs1', digest: digest ?? 'sha256' };
    case 'ed25519':
      if (digest && digest !== 'sha512')
        throw new PkiError('algorithm_mismatch', 'Ed25519 requires SHA-512 (RFC 8419)');
      return { scheme: 'ed25519', digest: 'sha512' };
    default:
      throw new PkiError(
        'unsupported_key',
        `keys of type ${privateKey.asymmetricKeyType ?? 'secret'} are not supported`,
      );
  }
}
