import { describe, expect, it } from 'vitest';
import { digestOf } from './algorithms.ts';
import { signCades } from './cms.ts';
import type { KeyKind, SigningOptions } from './keys.ts';
import { certificatePem, type Openssl, testPki, testSigner, TSA_POLICY, withFiles } from './test-kit.ts';
import { createTimestampToken } from './timestamp.ts';

const now = new Date();
const pki = await testPki(now);
const content = Buffer.from('the bytes of a document that lie outside /Contents');

async function sign(kind: KeyKind = 'p256', options: SigningOptions = {}) {
  const signer = await testSigner(pki.ca, now, kind, { options });
  const digestAlgorithm = signer.key.algorithm.digest;
  const cms = await signCades({
    digest: digestOf(digestAlgorithm, content),
    digestAlgorithm,
    ...signer,
    timestamp: (signature) =>
      createTimestampToken({
        ...pki.tsa,
        policy: TSA_POLICY,
        digestAlgorithm: 'sha256',
        imprint: digestOf('sha256', signature),
        now,
      }),
  });
  return { cms, signer };
}

/** Returns the output of openssl for cms.der over the content of a file, validated against root.pem. */
const verifiedBy = (openssl: Openssl, file: string) =>
  openssl(
    ...'cms -verify -cades -binary -inform DER -in cms.der -CAfile root.pem -purpose smimesign -content'.split(' '),
    file,
  );

describe('signCades', () => {
  it.each<[string, KeyKind, SigningOptions]>([
    ['P-256 with SHA-256', 'p256', {}],
    ['P-256 with SHA-384', 'p256', { digest: 'sha384' }],
    ['P-384 with SHA-384', 'p384', {}],
    ['P-521 with SHA-512', 'p521', {}],
    ['RSA with SHA-256', 'rsa2048', {}],
    ['RSA-PSS with SHA-512', 'rsa2048', { pss: true, digest: 'sha512' }],
  ])('creates a CAdES signature that OpenSSL accepts: %s', async (_, kind, options) => {
    const { cms } = await sign(kind, options);
    await withFiles(
      { 'cms.der': cms, content: content, 'root.pem': certificatePem(pki.root.certificate) },
      (openssl) => {
        expect(verifiedBy(openssl, 'content').text).toContain('CAdES Verification successful');
        expect(verifiedBy(openssl, 'root.pem').ok).toBe(false);
      },
    );
  });

  it('sorts any attributes in DER order', async () => {
    const signer = await testSigner(pki.ca, now);
    const cms = await signCades({ ...signer, digestAlgorithm: 'sha256', digest: Buffer.alloc(32), signingTime: now });
    await withFiles({ 'cms.der': cms }, (openssl) => {
      const text = openssl('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'cms.der').text;
      const order = ['contentType', 'signingTime', 'messageDigest', 'signingCertificateV2'].map((name) =>
        text.indexOf(name),
      );
      expect(order).not.toContain(-1);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    });
  });

  it('writes no signing-time by default (EN 319 142-1 §6.3)', async () => {
    const { cms } = await sign();
    await withFiles({ 'cms.der': cms }, (openssl) => {
      const text = openssl('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'cms.der').text;
      expect(text).toContain('messageDigest');
      expect(text).not.toContain('signingTime');
    });
  });

  it('fits a signature at level B-T with the whole chain into 6,144 bytes', async () => {
    const { cms } = await sign();
    expect(cms.length).toBeLessThan(6144);
  });

  it('rejects a digest that does not match the key algorithm, has the wrong length, or is SHA-1', async () => {
    const signer = await testSigner(pki.ca, now);
    await expect(signCades({ ...signer, digestAlgorithm: 'sha512', digest: Buffer.alloc(64) })).rejects.toMatchObject({
      code: 'algorithm_mismatch',
    });
    await expect(signCades({ ...signer, digestAlgorithm: 'sha256', digest: Buffer.alloc(31) })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
    await expect(signCades({ ...signer, digestAlgorithm: 'sha1', digest: Buffer.alloc(20) })).rejects.toMatchObject({
      code: 'unsupported_algorithm',
    });
  });

  it('rejects a certificate for another key', async () => {
    const signer = await testSigner(pki.ca, now);
    const signing = signCades({
      ...signer,
      certificate: pki.seal.certificate,
      digestAlgorithm: 'sha256',
      digest: Buffer.alloc(32),
    });
    await expect(signing).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('fails if the time-stamper fails, and does not sign at a lower level', async () => {
    const signer = await testSigner(pki.ca, now);
    const signing = signCades({
      ...signer,
      digestAlgorithm: 'sha256',
      digest: Buffer.alloc(32),
      timestamp: () => Promise.reject(new Error('authority is down')),
    });
    await expect(signing).rejects.toThrow('authority is down');
  });

  it('waits for a key that signs asynchronously', async () => {
    const signer = await testSigner(pki.ca, now);
    const remote = { ...signer.key, sign: (data: Uint8Array) => Promise.resolve(signer.key.sign(data)) };
    const cms = await signCades({
      ...signer,
      key: remote,
      digestAlgorithm: 'sha256',
      digest: digestOf('sha256', content),
    });
    await withFiles({ 'cms.der': cms, content, 'root.pem': certificatePem(pki.root.certificate) }, (openssl) => {
      expect(verifiedBy(openssl, 'content').ok).toBe(true);
    });
  });
});
