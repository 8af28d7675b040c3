import { describe, expect, it } from 'vitest';
import { digestOf, type DigestAlgorithm } from './algorithms.ts';
import { signCades } from './cms.ts';
import { verifyCms } from './cms-verify.ts';
import { contextConstructed, octetString, oid, sequence, setOf, Tag, tlv } from './der.ts';
import { readDer, readOid } from './der-reader.ts';
import { exportPkcs8, generateKey, type KeyKind, type SigningOptions } from './keys.ts';
import { Oid } from './oids.ts';
import { certificatePem, edit, testPki, testSigner, TSA_POLICY, withFiles } from './test-kit.ts';
import { createTimestampToken } from './timestamp.ts';
import { toPem } from './pem.ts';
import { issueSignerCertificate } from './authority.ts';

const now = new Date();
const pki = await testPki(now);
const content = Buffer.from('the signed bytes');
const contentDigest = (algorithm: DigestAlgorithm) => digestOf(algorithm, content);
const signer = await testSigner(pki.ca, now);
const cms = await signCades({ ...signer, digestAlgorithm: 'sha256', digest: contentDigest('sha256') });
const verify = (der: Uint8Array) => verifyCms({ der, digestOf: contentDigest });

/** The arguments with which openssl signs the file `content`. */
const SIGN = 'cms -sign -binary -in content -signer signer.pem -inkey key.pem -outform DER'.split(' ');

const SIGNED_DATA = [1, 0];
const SIGNER_INFOS = [...SIGNED_DATA, 4];
const SIGNER_INFO = [...SIGNER_INFOS, 0];

describe('signatures created by Countersign', () => {
  it.each<[KeyKind, SigningOptions]>([
    ['p256', {}],
    ['p256', { digest: 'sha512' }],
    ['p384', {}],
    ['p521', {}],
    ['rsa2048', {}],
    ['rsa2048', { pss: true, digest: 'sha384' }],
    ['ed25519', {}],
  ])('verifies a signature with %s %j', async (kind, options) => {
    const one = await testSigner(pki.ca, now, kind, { options });
    const digestAlgorithm = one.key.algorithm.digest;
    const result = verify(await signCades({ ...one, digestAlgorithm, digest: contentDigest(digestAlgorithm) }));
    expect(result).toMatchObject({
      valid: true,
      problems: [],
      weak: false,
      digestAlgorithm,
      signatureAlgorithm: one.key.algorithm,
    });
    expect(result.signer?.der).toEqual(one.certificate.der);
    expect(result.certificates).toHaveLength(3);
  });

  it('verifies a signature among other certificates from the same issuer', async () => {
    const others = [pki.seal.certificate, pki.tsa.certificate, pki.ocsp.certificate];
    const crowded = await signCades({
      ...signer,
      chain: others,
      digestAlgorithm: 'sha256',
      digest: contentDigest('sha256'),
    });
    expect(verify(crowded)).toMatchObject({ valid: true });
    expect(verify(crowded).certificates).toHaveLength(4);
  });

  it('returns the time-stamp token of a verified signature', async () => {
    const stamp = (value: Buffer) =>
      createTimestampToken({
        ...pki.tsa,
        policy: TSA_POLICY,
        digestAlgorithm: 'sha256',
        imprint: digestOf('sha256', value),
        now,
      });
    const result = verify(
      await signCades({ ...signer, digestAlgorithm: 'sha256', digest: contentDigest('sha256'), timestamp: stamp }),
    );
    expect(result.valid).toBe(true);
    expect(verifyCms({ der: result.timestampToken ?? Buffer.alloc(0) }).signer?.der).toEqual(pki.tsa.certificate.der);
  });

  it('verifies a signature padded with zeros in /Contents, but not with other bytes after it', () => {
    expect(verify(Buffer.concat([cms, Buffer.alloc(100)])).valid).toBe(true);
    expect(verify(Buffer.concat([cms, Buffer.alloc(100), Buffer.from([1])])).problems).toEqual(['malformed']);
  });
});

describe('signatures created by OpenSSL', () => {
  it.each<[string, KeyKind, readonly string[]]>([
    ['CAdES', 'p256', ['-cades']],
    ['CAdES with SHA-512', 'p384', ['-cades', '-md', 'sha512']],
    ['RSA-PSS', 'rsa2048', ['-cades', '-keyopt', 'rsa_padding_mode:pss', '-md', 'sha256']],
    ['rsaEncryption as the signature algorithm', 'rsa2048', ['-cades']],
    ['a signer identified by key identifier', 'p256', ['-cades', '-keyid']],
    ['a signature that contains the content', 'p256', ['-cades', '-nodetach']],
    ['indefinite lengths and content in chunks', 'p256', ['-cades', '-nodetach', '-stream', '-indef']],
  ])('verifies a signature by OpenSSL: %s', async (_, kind, options) => {
    const { privateKey, signingKey: key } = generateKey(kind);
    const certificate = await issueSignerCertificate(pki.ca, {
      email: 'ann@example.org',
      spki: key.publicKeySpki,
      now,
    });
    const files = {
      content,
      'signer.pem': certificatePem(certificate),
      'key.pem': toPem('PRIVATE KEY', exportPkcs8(privateKey)),
    };
    await withFiles(files, (openssl) => {
      const { stdout } = openssl(...SIGN, ...options);
      const result = verify(stdout);
      expect(result.problems).toEqual([]);
      expect(result.signer?.der).toEqual(certificate.der);
      expect(result.signingTime).toBeInstanceOf(Date);
      if (!options.includes('-nodetach'))
        expect(verifyCms({ der: stdout, digestOf: (a) => digestOf(a, Buffer.from('other')) }).problems).toEqual([
          'message_digest_mismatch',
        ]);
    });
  });

  it('accepts a missing signing-certificate attribute only if it is not required, and reports SHA-1 as weak', async () => {
    const { privateKey, signingKey: key } = generateKey('rsa2048');
    const certificate = await issueSignerCertificate(pki.ca, {
      email: 'ann@example.org',
      spki: key.publicKeySpki,
      now,
    });
    await withFiles(
      { content, 'signer.pem': certificatePem(certificate), 'key.pem': toPem('PRIVATE KEY', exportPkcs8(privateKey)) },
      (openssl) => {
        const { stdout } = openssl(...SIGN, '-md', 'sha1');
        expect(verify(stdout)).toMatchObject({ problems: ['signing_certificate_missing'], weak: true });
        expect(verifyCms({ der: stdout, digestOf: contentDigest, requireSigningCertificate: false })).toMatchObject({
          valid: true,
          weak: true,
        });
      },
    );
  });
});

describe('rejected signatures', () => {
  it('rejects a signature if its content differs or is missing', () => {
    expect(verifyCms({ der: cms, digestOf: (a) => digestOf(a, Buffer.from('other')) }).problems).toEqual([
      'message_digest_mismatch',
    ]);
    expect(verifyCms({ der: cms }).problems).toEqual(['content_missing']);
  });

  it('rejects a signature with no signer or with two (allowed in RFC 5652, not in a PDF)', () => {
    expect(verify(edit(readDer(cms), SIGNER_INFOS, () => setOf())).problems).toEqual(['signer_count']);
    const twice = edit(readDer(cms), SIGNER_INFOS, (set) => tlv(Tag.set, set.content, set.content));
    expect(verify(twice).problems).toEqual(['signer_count']);
  });

  it("rejects a signature if the signer's certificate is missing", () => {
    const bare = edit(readDer(cms), [...SIGNED_DATA, 3], () => tlv(contextConstructed(0), pki.ca.certificate.der));
    expect(verify(bare).problems).toEqual(['signer_certificate_missing']);
    expect(verifyCms({ der: bare, digestOf: contentDigest, certificates: [signer.certificate] }).valid).toBe(true);
  });

  it('rejects a signature if the certificate was replaced by another one with the same key', async () => {
    const other = await issueSignerCertificate(pki.ca, {
      email: 'eve@example.org',
      spki: signer.key.publicKeySpki,
      now,
    });
    const swapped = edit(readDer(cms), [...SIGNED_DATA, 3], () => tlv(contextConstructed(0), other.der));
    const renamed = edit(readDer(swapped), [...SIGNER_INFO, 1], () => sequence(other.issuer.der, other.serialDer));
    expect(verify(renamed).problems).toEqual(['signing_certificate_mismatch']);
  });

  it('rejects a signature if an attribute is changed, removed or duplicated', () => {
    const attributes = [...SIGNER_INFO, 3];
    const dropped = edit(readDer(cms), attributes, (set) =>
      tlv(
        set.tag,
        ...set
          .elements()
          .slice(1)
          .map((a) => a.raw),
      ),
    );
    expect(verify(dropped).problems).toContain('signature_invalid');
    const doubled = edit(readDer(cms), attributes, (set) => tlv(set.tag, set.content, set.content));
    expect(verify(doubled).problems).toEqual(['malformed']);
    const none = edit(readDer(cms), SIGNER_INFO, (info) =>
      tlv(
        info.tag,
        ...info
          .elements()
          .filter((_, at) => at !== 3)
          .map((e) => e.raw),
      ),
    );
    expect(verify(none).problems).toContain('signed_attributes_missing');
  });

  it('rejects a signature with an unreadable signed attribute, and still evaluates the rest', () => {
    const attributes = [...SIGNER_INFO, 3];
    const broken = edit(readDer(cms), attributes, (set) =>
      tlv(
        set.tag,
        ...set.elements().map((attribute) => {
          const type = attribute.children().next();
          const isTie = readOid(type) === Oid.signingCertificateV2;
          return isTie ? sequence(type.raw, setOf(octetString(Buffer.from('no certificate')))) : attribute.raw;
        }),
      ),
    );
    const result = verify(broken);
    expect(result.problems).toEqual(['signing_certificate_mismatch', 'signature_invalid']);
    expect(result.signer?.der).toEqual(signer.certificate.der);
  });

  it('rejects a signature whose digest algorithm differs from that of the attributes (RFC 8933)', () => {
    const mixed = edit(readDer(cms), [...SIGNER_INFO, 2], () => sequence(oid(Oid.sha512)));
    expect(verify(mixed).problems).toContain('algorithm_mismatch');
  });

  it('rejects a signature if the content type differs from the signed one', () => {
    const retyped = edit(readDer(cms), [...SIGNED_DATA, 2], () => sequence(oid(Oid.tstInfo)));
    expect(verify(retyped).problems).toEqual(['content_type_mismatch']);
  });

  it('rejects a signature whose value is wrong or empty', () => {
    expect(verify(edit(readDer(cms), [...SIGNER_INFO, 5], () => octetString(Buffer.alloc(70, 1)))).problems).toEqual([
      'signature_invalid',
    ]);
    expect(verify(edit(readDer(cms), [...SIGNER_INFO, 5], () => octetString(Buffer.alloc(0)))).problems).toEqual([
      'signature_invalid',
    ]);
  });

  it('rejects a signature with unknown algorithms', () => {
    expect(verify(edit(readDer(cms), [...SIGNER_INFO, 2], () => sequence(oid('1.2.3')))).problems).toContain(
      'unsupported_digest',
    );
    expect(verify(edit(readDer(cms), [...SIGNER_INFO, 4], () => sequence(oid('1.2.3')))).problems).toContain(
      'unsupported_signature_algorithm',
    );
  });

  it.each(['', '30', '3000', 'deadbeef', '00'.repeat(100)])('rejects the bytes %j as a signature', (hex) => {
    expect(verify(Buffer.from(hex, 'hex'))).toMatchObject({ valid: false, problems: ['malformed'], signer: undefined });
  });
});
