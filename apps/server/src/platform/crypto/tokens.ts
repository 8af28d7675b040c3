/** Random secrets, their hashes, and short signed tokens. */
import {
  createHash,
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { crc32 } from 'node:zlib';

export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}
export function randomSecret(bytes: number): Buffer {
  return randomBytes(bytes);
}

/** Hashes a token. Secrets with 256 random bits need no slow hash, because they cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
/** Returns the SHA-256 of a string's UTF-8 bytes in base64url. */
export const textDigest = (text: string): string => hash('sha256', text, 'base64url');

/** Returns the hash of a token as a string, under which its owner is cached. */
export const tokenName = (token: string): string => hash('sha256', token, 'base64');
/** Hashes a string for an external format that specifies the algorithm. */
export function digest(algorithm: 'sha256' | 'sha384' | 'sha512', data: string): Buffer {
  return createHash(algorithm).update(data).digest();
}

export function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Hashes data in pieces with SHA-256. Call `hex` once, at the end. */
export function sha256Stream(): { update: (data: Uint8Array) => void; hex: () => string } {
  const hash = createHash('sha256');
  return { update: (data) => void hash.update(data), hex: () => hash.digest('hex') };
}

export function constantTimeEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A secret key that is used often. It is imported once instead of at every use. */
export type SecretKey = KeyObject | Uint8Array;
export function secretKey(bytes: Uint8Array): SecretKey {
  return createSecretKey(bytes);
}

const MAC_BYTES = 24;

/**
 * Signs a token: `body` followed by a truncated HMAC-SHA-256 (192 bits), base64url. The purpose prevents tokens of one
 * kind from being used as another.
 */
export function signToken(key: SecretKey, purpose: string, body: Uint8Array): string {
  return Buffer.concat([body, mac(key, purpose, body)]).toString('base64url');
}

/**
 * Returns the body, or undefined if the token was not issued here for this purpose. Compares the secret part in
 * constant time.
 */
export function readToken(key: SecretKey, purpose: string, token: string): Buffer | undefined {
  if (!/^[A-Za-z0-9_-]{33,2000}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The unused bits at the end could have any value, so one token could be written in several ways.
  if (bytes.toString('base64url') !== token) return undefined;
  const body = bytes.subarray(0, -MAC_BYTES);
  return constantTimeEqual(bytes.subarray(-MAC_BYTES), mac(key, purpose, body)) ? body : undefined;
}

function mac(key: SecretKey, purpose: string, body: Uint8Array): Buffer {
  return keyedHash(key, purpose, body).subarray(0, MAC_BYTES);
}

/** Computes an HMAC-SHA-256 of a guessable value. Only the holder of the key can test guesses. */
export function keyedHash(key: SecretKey, purpose: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(purpose).update('\0').update(body).digest();
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random letters and digits, uniformly distributed (bytes of 248 and above are rejected). */
export function randomAlphanumeric(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHANUMERIC.charAt(byte % 62);
    }
  }
  return text;
}

/** Returns six characters that detect a mistyped key before a database look-up. They do not protect against attacks. */
export function checksum(text: string): string {
  let value = crc32(text);
  let out = '';
  for (let i = 0; i < 6; i += 1) {
    out = ALPHANUMERIC.charAt(value % 62) + out;
    value = Math.floor(value / 62);
  }
  return out;
}

/** Returns random characters of an alphabet, each with equal probability. */
export const randomCharacters = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
