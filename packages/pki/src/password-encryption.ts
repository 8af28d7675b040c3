import { createDecipheriv, createHmac, hash, pbkdf2Sync } from 'node:crypto';
import { type DigestAlgorithm, digestLength, readAlgorithmIdentifier } from './algorithms.ts';
import { Tag } from './der.ts';
import { type DerElement, readSmallInteger } from './der-reader.ts';
import { PkiError } from './errors.ts';

// Decrypts PKCS#12 files, using PBES2 of PKCS #5 (RFC 8018 §6.2), and the key derivation and Triple DES of PKCS #12
// itself (RFC 7292 appendices B and C). Encryption is not supported.

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const PBE_SHA1_3DES = '1.2.840.113549.1.12.1.3';
/** 40-bit and 128-bit RC2 and RC4 are not supported, and current OpenSSL versions do not offer them either. */
const OUTDATED_PBE = '1.2.840.113549.1.12.1.';

const PRF_DIGESTS: ReadonlyMap<string, DigestAlgorithm> = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);

const CIPHERS: ReadonlyMap<string, { readonly name: string; readonly keyLength: number }> = new Map([
  ['2.16.840.1.101.3.4.1.2', { name: 'aes-128-cbc', keyLength: 16 }],
  ['2.16.840.1.101.3.4.1.22', { name: 'aes-192-cbc', keyLength: 24 }],
  ['2.16.840.1.101.3.4.1.42', { name: 'aes-256-cbc', keyLength: 32 }],
  ['1.2.840.113549.3.7', { name: 'des-ede3-cbc', keyLength: 24 }],
]);

/** A file with more iterations is treated as an attempt to stall the server. Real files use fewer than two million. */
const MAX_ITERATIONS = 10_000_000;
/**
 * The PKCS #12 key derivation runs in JavaScript and takes a few microseconds per iteration. Real files use at most
 * 100,000 iterations.
 */
const MAX_PKCS12_ITERATIONS = 1_000_000;

function unsupported(message: string): PkiError {
  return new PkiError('unsupported_algorithm', message);
}

/**
 * Decrypts password-protected data.
 * @param algorithm AlgorithmIdentifier of the encryption
 * @throws PkiError wrong_passphrase if the padding is wrong, unsupported_algorithm, malformed_der
 */
export function decryptWithPassword(algorithm: DerElement, encrypted: Uint8Array, passphrase: string): Buffer {
  const { algorithm: scheme, parameters } = readAlgorithmIdentifier(algorithm);
  if (parameters === undefined) throw unsupported('the encryption has no parameters');
  if (scheme === PBES2) return decryptPbes2(parameters, encrypted, passphrase);
  if (scheme === PBE_SHA1_3DES) return decryptTripleDes(parameters, encrypted, passphrase);
  if (scheme.startsWith(OUTDATED_PBE)) throw unsupported('it is encrypted with RC2 or RC4, which are outdated');
  throw unsupported(`password encryption ${scheme}`);
}

/** PBES2-params ::= SEQUENCE { keyDerivationFunc, encryptionScheme } (RFC 8018 appendix A.4) */
function decryptPbes2(parameters: DerElement, encrypted: Uint8Array, passphrase: string): Buffer {
  const schemes = parameters.expect(Tag.sequence).children();
  const derivation = readAlgorithmIdentifier(schemes.next());
  const encryption = readAlgorithmIdentifier(schemes.next());
  schemes.end();
  const cipher = CIPHERS.get(encryption.algorithm);
  if (derivation.algorithm !== PBKDF2 || derivation.parameters === undefined || cipher === undefined)
    throw unsupported('the key derivation must be PBKDF2, and the cipher AES or Triple DES');
  const fields = derivation.parameters.expect(Tag.sequence).children();
  const salt = fields.next(Tag.octetString).content;
  const iterations = checkedIterations(readSmallInteger(fields.next(Tag.integer)), MAX_ITERATIONS);
  fields.optional(Tag.integer);
  const prf = fields.optional(Tag.sequence);
  fields.end();
  const digest = prf === undefined ? 'sha1' : PRF_DIGESTS.get(readAlgorithmIdentifier(prf).algorithm);
  const iv = encryption.parameters?.expect(Tag.octetString).content;
  if (digest === undefined || iv === undefined) throw unsupported('a key derivation function other than HMAC');
  const key = pbkdf2Sync(passphrase.normalize('NFC'), salt, iterations, cipher.keyLength, digest);
  return decrypt(cipher.name, key, iv, encrypted);
}

/** pkcs-12PbeParams ::= SEQUENCE { salt OCTET STRING, iterations INTEGER } (RFC 7292 appendix C) */
function decryptTripleDes(parameters: DerElement, encrypted: Uint8Array, passphrase: string): Buffer {
  const fields = parameters.expect(Tag.sequence).children();
  const salt = fields.next(Tag.octetString).content;
  const iterations = readSmallInteger(fields.next(Tag.integer));
  fields.end();
  const derive = (purpose: number, length: number): Buffer =>
    pkcs12Key({ digest: 'sha1', purpose, password: bmpPassword(passphrase), salt, iterations, length });
  return decrypt('des-ede3-cbc', derive(PURPOSE.encryption, 24), derive(PURPOSE.iv, 8), encrypted);
}

function decrypt(cipher: string, key: Buffer, iv: Buffer, encrypted: Uint8Array): Buffer {
  try {
    const decipher = createDecipheriv(cipher, key, iv);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch {
    // The error has no cause, because nothing about a key may appear in a log.
    throw new PkiError('wrong_passphrase', 'the passphrase does not decrypt it');
  }
}

export type MacParameters = {
  readonly digest: DigestAlgorithm;
  readonly salt: Buffer;
  readonly iterations: number;
};

/**
 * Returns the possible HMACs of a PKCS#12 file (RFC 7292 §4, appendix B.4). An empty passphrase has two of them,
 * because some programs encode it as an empty string and others as only a terminator.
 */
export function pkcs12Macs(content: Uint8Array, passphrase: string, mac: MacParameters): Buffer[] {
  const passwords = passphrase === '' ? [bmpPassword(''), Buffer.alloc(0)] : [bmpPassword(passphrase)];
  return passwords.map((password) => {
    const key = pkcs12Key({ ...mac, purpose: PURPOSE.mac, password, length: digestLength[mac.digest] });
    return createHmac(mac.digest, key).update(content).digest();
  });
}

/** The purpose of a derived key (RFC 7292 appendix B.3). */
const PURPOSE = { encryption: 1, iv: 2, mac: 3 } as const;

/** Encodes the passphrase as big-endian UTF-16 with a terminator (RFC 7292 appendix B.1). */
function bmpPassword(passphrase: string): Buffer {
  return Buffer.from(`${passphrase.normalize('NFC')}\0`, 'utf16le').swap16();
}

type Derivation = MacParameters & { readonly purpose: number; readonly password: Buffer; readonly length: number };

/** Derives a key as in PKCS #12 (RFC 7292 appendix B.2), with the variable names of the RFC. */
function pkcs12Key({ digest, purpose, password, salt, iterations, length }: Derivation): Buffer {
  const rounds = checkedIterations(iterations, MAX_PKCS12_ITERATIONS);
  const v = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const d = Buffer.alloc(v, purpose);
  const i = Buffer.concat([filled(salt, v), filled(password, v)]);
  const parts: Buffer[] = [];
  for (let made = 0; made < length; made += digestLength[digest]) {
    let a = hash(digest, Buffer.concat([d, i]), 'buffer');
    for (let round = 1; round < rounds; round++) a = hash(digest, a, 'buffer');
    parts.push(a);
    const b = Buffer.alloc(v);
    for (let at = 0; at < v; at++) b[at] = a[at % a.length] ?? 0;
    for (let at = 0; at < i.length; at += v) addOneMore(i.subarray(at, at + v), b);
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** Repeats a string to fill whole blocks. Returns an empty string for an empty string. */
function filled(bytes: Buffer, block: number): Buffer {
  const out = Buffer.alloc(Math.ceil(bytes.length / block) * block);
  for (let at = 0; at < out.length; at++) out[at] = bytes[at % bytes.length] ?? 0;
  return out;
}

/** Computes target = target + addend + 1, as numbers with the length of target. */
function addOneMore(target: Buffer, addend: Buffer): void {
  let carry = 1;
  for (let at = target.length - 1; at >= 0; at--) {
    const sum = (target[at] ?? 0) + (addend[at] ?? 0) + carry;
    target[at] = sum & 0xff;
    carry = sum >> 8;
  }
}

function checkedIterations(iterations: number, most: number): number {
  if (iterations < 1 || iterations > most) throw unsupported(`${iterations} iterations`);
  return iterations;
}
