import { beforeAll, describe, expect, it } from 'vitest';
import { agedAlgorithms, protectionOf } from './algorithm-lifetimes.ts';
import { buildCertificate } from './certificate.ts';
import { extendedKeyUsage, keyUsage } from './extensions.ts';
import { generateKey, type KeyKind } from './keys.ts';
import { encodeName } from './names.ts';
import { Oid } from './oids.ts';
import { testPki, type TestPki, TSA_POLICY } from './test-kit.ts';
import { createTimestampToken } from './timestamp.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
let pki: TestPki;
beforeAll(async () => {
  pki = await testPki(NOW);
});

async function token(kind: KeyKind = 'p256'): Promise<Buffer> {
  const { signingKey: key } = generateKey(kind);
  const certificate = await buildCertificate({
    subject: encodeName({ commonName: 'Clock' }),
    subjectPublicKeySpki: key.publicKeySpki,
    issuer: { certificate: pki.ca.certificate, key: pki.ca.key },
    notBefore: NOW,
    notAfter: new Date('2031-01-01T00:00:00Z'),
    extensions: [keyUsage('digitalSignature'), extendedKeyUsage([Oid.timeStamping], true)],
  });
  const unit = { key, certificate, chain: [pki.ca.certificate], policy: TSA_POLICY };
  return createTimestampToken({ ...unit, digestAlgorithm: 'sha256', imprint: Buffer.alloc(32), now: NOW });
}

describe('lifetime of a time-stamp', () => {
  it.each<[KeyKind, string[]]>([
    ['p256', ['ecdsa-p256', 'sha256']],
    ['p384', ['ecdsa-p256', 'ecdsa-p384', 'sha256', 'sha384']],
    ['rsa2048', ['ecdsa-p256', 'rsa-2048', 'sha256']],
    ['rsa3072', ['ecdsa-p256', 'rsa-3072', 'sha256']],
    ['ed25519', ['ecdsa-p256', 'ed25519', 'sha256', 'sha512']],
  ])('returns the algorithms and the time of a time-stamp with %s', async (kind, algorithms) => {
    expect(protectionOf(await token(kind), { anchors: [pki.root.certificate] })).toMatchObject({
      algorithms,
      time: NOW,
    });
  });

  it('ends the lifetime when the first certificate of the path expires', async () => {
    const stamp = await token();
    expect(protectionOf(stamp, { anchors: [pki.root.certificate] })?.expiresAt).toEqual(
      new Date('2031-01-01T00:00:00Z'),
    );
    expect(protectionOf(stamp, { anchors: [pki.root.certificate] })?.path).toHaveLength(3);
  });

  it('returns no lifetime for unreadable input', () => {
    expect(protectionOf(Buffer.from('no token'), { anchors: [pki.root.certificate] })).toBeUndefined();
  });
});

describe('algorithm expiry dates', () => {
  it('has a past date for SHA-1, an announced date for short RSA keys, and no date for the algorithms in use', () => {
    expect(agedAlgorithms(NOW)).toEqual(['sha1', 'rsa-1024', 'unknown']);
    expect(agedAlgorithms(new Date('2031-01-01T00:00:00Z'))).toContain('rsa-2048');
    expect(agedAlgorithms(new Date('2100-01-01T00:00:00Z'))).not.toContain('ecdsa-p256');
  });
});
