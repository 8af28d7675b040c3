import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSignatureIdentifier, signatureIdentifier } from './algorithms.ts';
import { bitString, integer, oid, sequence } from './der.ts';
import { readDer } from './der-reader.ts';
import {
  exportPkcs8,
  generateKey,
  type KeyKind,
  signingKey,
  signingKeyFromPkcs8,
  type SigningOptions,
} from './keys.ts';
import { Oid } from './oids.ts';
import { readPublicKey, verifySignature } from './public-key.ts';
import { withFiles } from './test-kit.ts';

const data = Buffer.from('data to be signed');

const KINDS: readonly [KeyKind, SigningOptions][] = [
  ['p256', {}],
  ['p256', { digest: 'sha512' }],
  ['p384', {}],
  ['p521', {}],
  ['rsa2048', {}],
  ['rsa2048', { pss: true, digest: 'sha384' }],
  ['ed25519', {}],
];

describe.each(KINDS)('%s %j', (kind, options) => {
  const { privateKey, signingKey: key } = generateKey(kind, options);

  it("creates signatures that only the key's public key verifies", async () => {
    const signature = await key.sign(data);
    const publicKey = readPublicKey(key.publicKeySpki);
    expect(verifySignature(key.algorithm, publicKey, data, signature)).toBe(true);
    expect(verifySignature(key.algorithm, publicKey, Buffer.from('other data'), signature)).toBe(false);
    expect(verifySignature(key.algorithm, publicKey, data, signature.subarray(1))).toBe(false);
    expect(verifySignature(key.algorithm, publicKey, data, Buffer.alloc(0))).toBe(false);
  });

  it('keeps the key unchanged in a PKCS#8 round trip, including the public key', async () => {
    const again = signingKeyFromPkcs8(exportPkcs8(privateKey), options);
    expect(again.publicKeySpki).toEqual(key.publicKeySpki);
    expect(again.algorithm).toEqual(key.algorithm);
    expect(verifySignature(key.algorithm, readPublicKey(key.publicKeySpki), data, await again.sign(data))).toBe(true);
  });

  it('writes an algorithm identifier that can be read back', () => {
    expect(readSignatureIdentifier(readDer(signatureIdentifier(key.algorithm)))).toEqual(key.algorithm);
  });
});

it('writes the public key of a curve in the same way as OpenSSL', async () => {
  for (const kind of ['p256', 'p384', 'p521'] as const) {
    const { privateKey, signingKey: key } = generateKey(kind);
    await withFiles({ 'key.der': exportPkcs8(privateKey) }, (openssl) => {
      expect(openssl('pkey', '-inform', 'DER', '-in', 'key.der', '-pubout', '-outform', 'DER').stdout).toEqual(
        key.publicKeySpki,
      );
    });
  }
});

describe('refused keys', () => {
  it('refuses RSA keys that are too short, unsupported curves, X25519 keys, and data that is not a key', () => {
    const refused = [
      generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey,
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey,
      generateKeyPairSync('x25519').privateKey,
    ];
    for (const key of refused)
      expect(() => signingKey(key)).toThrowError(expect.objectContaining({ code: 'unsupported_key' }));
    expect(() => signingKeyFromPkcs8(Buffer.from('no key'))).toThrowError(
      expect.objectContaining({ code: 'unsupported_key' }),
    );
  });

  it('refuses Ed25519 with a digest other than SHA-512 (RFC 8419)', () => {
    expect(() => generateKey('ed25519', { digest: 'sha256' })).toThrowError(
      expect.objectContaining({ code: 'algorithm_mismatch' }),
    );
  });

  it('refuses an elliptic curve with explicit parameters (CVE-2020-0601)', async () => {
    await withFiles({}, (openssl, read) => {
      openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-param_enc', 'explicit', '-out', 'key.pem');
      openssl('pkey', '-in', 'key.pem', '-pubout', '-outform', 'DER', '-out', 'explicit.der');
      openssl('ec', '-in', 'key.pem', '-pubout', '-param_enc', 'named_curve', '-outform', 'DER', '-out', 'named.der');
      expect(readPublicKey(read('named.der')).type).toBe('ec');
      expect(() => readPublicKey(read('explicit.der'))).toThrowError(
        expect.objectContaining({ code: 'unsupported_key' }),
      );
    });
  });

  it('refuses an RSA key designed to stall the verifier', () => {
    const spki = (modulusBytes: number, exponent: Buffer) =>
      sequence(
        sequence(oid(Oid.rsaEncryption), Buffer.from([5, 0])),
        bitString(sequence(integer(Buffer.alloc(modulusBytes, 0xff)), integer(exponent))),
      );
    for (const key of [
      spki(4096, Buffer.from([1, 0, 1])),
      spki(256, Buffer.alloc(256, 0xff)),
      spki(8, Buffer.from([3])),
    ]) {
      expect(() => readPublicKey(key)).toThrowError(expect.objectContaining({ code: 'unsupported_key' }));
    }
  });
});

it('never accepts a signature with a key of another type', async () => {
  const ec = generateKey('p256').signingKey;
  const rsa = generateKey('rsa2048').signingKey;
  expect(verifySignature(ec.algorithm, readPublicKey(rsa.publicKeySpki), data, await ec.sign(data))).toBe(false);
  expect(verifySignature(rsa.algorithm, readPublicKey(ec.publicKeySpki), data, await rsa.sign(data))).toBe(false);
  expect(
    verifySignature(
      { scheme: 'ed25519', digest: 'sha512' },
      readPublicKey(ec.publicKeySpki),
      data,
      await ec.sign(data),
    ),
  ).toBe(false);
});
