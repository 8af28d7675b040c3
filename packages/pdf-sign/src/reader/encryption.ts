import { createCipheriv, createHash } from 'node:crypto';
import type { PdfFile } from './file.ts';
import { PdfString } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';

/** How a file is encrypted (ISO 32000-2 7.6), as far as that can be told without its password. */
export interface Encryption {
  method: 'RC4' | 'AES-128' | 'AES-256' | 'other';
  /**
   * `user`: a password is needed to read it. `owner`: everyone can read it, only its permissions are guarded.
   * `unknown`: not by the standard security handler (certificates, vendors' own), or damaged.
   */
  password: 'user' | 'owner' | 'unknown';
}

/** 7.6.4.3.2, algorithm 2, step a: what fills up a password, and stands for the empty one. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** Null when the file is not encrypted. */
export function readEncryption(file: PdfFile): Encryption | null {
  const section = file.sections.find(({ trailer }) => trailer.has('Encrypt'));
  if (section === undefined) return null;
  const dict = file.dict(section.trailer.get('Encrypt'));
  if (dict === null) return { method: 'other', password: 'unknown' };
  const id = file.array(section.trailer.get('ID'))[0] ?? null;
  return { method: methodOf(file, dict), password: passwordOf(file, dict, bytesOf(file, id) ?? Buffer.alloc(0)) };
}

function methodOf(file: PdfFile, dict: PdfDict): Encryption['method'] {
  const version = file.number(dict.get('V'));
  if (version === 1 || version === 2) return 'RC4';
  if (version !== 4 && version !== 5) return 'other';
  const filter = file.dict(file.dict(dict.get('CF'))?.get(file.name(dict.get('StmF')) ?? '') ?? null);
  const method = file.name(filter?.get('CFM') ?? null);
  if (method === 'V2') return 'RC4';
  if (method === 'AESV2') return 'AES-128';
  return method === 'AESV3' ? 'AES-256' : 'other';
}

/** Tries the empty user password: where it opens the file, only an owner password was set. */
function passwordOf(file: PdfFile, dict: PdfDict, id: Buffer): Encryption['password'] {
  const revision = file.number(dict.get('R'));
  const user = bytesOf(file, dict.get('U'));
  const owner = bytesOf(file, dict.get('O'));
  if (file.name(dict.get('Filter')) !== 'Standard' || revision === null || user === null || owner === null)
    return 'unknown';
  if (revision === 5 || revision === 6) {
    if (user.length < 48) return 'unknown';
    const salt = user.subarray(32, 40);
    const hash = revision === 5 ? sha(256, salt) : hardenedHash(salt);
    return hash.equals(user.subarray(0, 32)) ? 'owner' : 'user';
  }
  if (revision < 2 || revision > 4 || user.length < 32 || owner.length < 32) return 'unknown';
  return opensWithPadding(file, dict, revision, { user, owner, id }) ? 'owner' : 'user';
}

/** Algorithms 2, 4, 5 and 6 of 7.6.4.3 and 7.6.4.4 with the empty password. */
function opensWithPadding(
  file: PdfFile,
  dict: PdfDict,
  revision: number,
  { user, owner, id }: { user: Buffer; owner: Buffer; id: Buffer },
): boolean {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE((file.number(dict.get('P')) ?? 0) | 0);
  const bits = file.number(dict.get('Length')) ?? 40;
  const length = revision === 2 ? 5 : Math.min(16, Math.max(5, bits >> 3));
  const isMetadataPlain = revision === 4 && file.resolve(dict.get('EncryptMetadata')) === false;
  const parts = [PADDING, owner.subarray(0, 32), permissions, id, Buffer.alloc(isMetadataPlain ? 4 : 0, 255)];
  let key = md5(...parts).subarray(0, length);
  if (revision === 2) return rc4(key, PADDING).equals(user.subarray(0, 32));
  for (let round = 0; round < 50; round++) key = md5(key).subarray(0, length);
  let value = md5(PADDING, id);
  for (let round = 0; round < 20; round++)
    value = rc4(
      key.map((byte) => byte ^ round),
      value,
    );
  return value.equals(user.subarray(0, 16));
}

/** Algorithm 2.B (7.6.4.3.4) for the empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha(256, salt);
  for (let round = 0; ; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    // 256 is 1 modulo 3: the remainder of the first sixteen bytes as a number is that of their sum.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

function bytesOf(file: PdfFile, value: PdfValue): Buffer | null {
  const resolved = file.resolve(value);
  return resolved instanceof PdfString ? resolved.bytes : null;
}

function md5(...parts: Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function sha(bits: 256 | 384 | 512, data: Uint8Array): Buffer {
  return createHash(`sha${bits}`).update(data).digest();
}

/** By hand: OpenSSL 3 has it among its legacy algorithms only, which Node does not load. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number): void => {
    const kept = state[a] ?? 0;
    state[a] = state[b] ?? 0;
    state[b] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] ?? 0)) & 255;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
  }) as Buffer;
}
