/** The ciphers of encrypted files (ISO 32000-2 7.6). */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

const BLOCK = 16;

export function md5(...parts: Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function sha(bits: 256 | 384 | 512, ...parts: Uint8Array[]): Buffer {
  const hash = createHash(`sha${bits}`);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** RC4 is implemented here because OpenSSL 3 offers it only as a legacy algorithm, which Node does not load. */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i++) {
    const kept = state[i] ?? 0;
    j = (j + kept + (key[i % key.length] ?? 0)) & 255;
    state[i] = state[j] ?? 0;
    state[j] = kept;
  }
  const result = Buffer.allocUnsafe(data.length);
  for (let at = 0, i = 0, j = 0; at < data.length; at++) {
    i = (i + 1) & 255;
    const one = state[i] ?? 0;
    j = (j + one) & 255;
    const other = state[j] ?? 0;
    state[i] = other;
    state[j] = one;
    result[at] = (data[at] ?? 0) ^ (state[(one + other) & 255] ?? 0);
  }
  return result;
}

/** Decrypts AES in CBC mode. The initialization vector precedes the data, and the padding is PKCS #7 (7.6.3.1). */
export function aesOpen(key: Uint8Array, data: Buffer): Buffer {
  const length = data.length - (data.length % BLOCK);
  if (length <= BLOCK) return Buffer.alloc(0);
  const plain = aesBlocks(key, data.subarray(0, BLOCK), data.subarray(BLOCK, length));
  const padding = plain.at(-1) ?? 0;
  // Some writers omit the padding, so invalid padding is treated as data.
  return padding >= 1 && padding <= BLOCK ? plain.subarray(0, plain.length - padding) : plain;
}

/** Decrypts whole blocks in CBC mode. */
export function aesBlocks(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  const plain = cipher.update(data);
  cipher.final();
  return plain;
}

export function aesBlock(key: Uint8Array, block: Uint8Array): Buffer {
  return aesBlocks(key, Buffer.alloc(BLOCK), block);
}

/** Computes the hash of revision 6 (algorithm 2.B, 7.6.4.3.4). For an owner password, `user` is the /U string. */
export function hardenedHash(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Buffer {
  let key = sha(256, password, salt, user);
  for (let round = 0; ; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const once = Buffer.concat([password, key, user]);
    const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => once)));
    // 256 modulo 3 is 1, so the first 16 bytes as a number have the same remainder as the sum of the bytes.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}
