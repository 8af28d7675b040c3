import { describe, expect, it } from 'vitest';
import { createRoot, type Identity } from './authority.ts';
import { buildCertificate, type Certificate, parseCertificate } from './certificate.ts';
import { octetString } from './der.ts';
import { authorityKeyIdentifier, basicConstraints, extendedKeyUsage, keyUsage } from './extensions.ts';
import { exportPkcs8, generateKey } from './keys.ts';
import { encodeName } from './names.ts';
import { Oid } from './oids.ts';
import { type PathPurpose, validatePath } from './path.ts';
import { toPem } from './pem.ts';
import {
  CA_PROFILE,
  certificatePem,
  issue,
  LEAF_PROFILE,
  minutesAfter,
  testPki,
  testSigner,
  withFiles,
} from './test-kit.ts';

const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const pki = await testPki(now);
const signer = await testSigner(pki.ca, now);

const day = (days: number) => minutesAfter(now, days * 24 * 60);

const validate = (leaf: Identity, purpose: PathPurpose = 'document-signing', at = now) =>
  validatePath({ leaf: leaf.certificate, intermediates: leaf.chain, anchors: [pki.root.certificate], at, purpose });
const codes = (result: ReturnType<typeof validatePath>) => result.problems.map(({ code }) => code);

describe('valid certificate path', () => {
  it('finds the path among other certificates, in any order', () => {
    const intermediates = [pki.tsa.certificate, signer.certificate, pki.ca.certificate, pki.ca.certificate];
    const result = validatePath({
      leaf: signer.certificate,
      intermediates,
      anchors: [pki.root.certificate],
      at: now,
      purpose: 'document-signing',
    });
    expect(result).toMatchObject({ valid: true, indication: 'PASSED', subIndication: undefined, problems: [] });
    expect(result.path).toEqual([signer.certificate, pki.ca.certificate, pki.root.certificate]);
  });

  it('accepts a path only for the purpose of the certificate', () => {
    const purposes: readonly PathPurpose[] = ['document-signing', 'time-stamping', 'ocsp'];
    const fitting = (leaf: Identity) => purposes.filter((purpose) => validate(leaf, purpose).valid);
    expect(fitting(signer)).toEqual(['document-signing']);
    expect(fitting(pki.seal)).toEqual(['document-signing']);
    expect(fitting(pki.tsa)).toEqual(['time-stamping']);
    expect(fitting(pki.ocsp)).toEqual(['ocsp']);
  });

  it('ends a path at an intermediate certificate that is itself trusted', () => {
    const result = validatePath({
      leaf: signer.certificate,
      intermediates: [],
      anchors: [pki.ca.certificate],
      at: now,
      purpose: 'document-signing',
    });
    expect(result.path).toHaveLength(2);
    expect(result.valid).toBe(true);
  });
});

describe('purpose of a time-stamping certificate', () => {
  it.each([
    [
      'accepts a certificate with time-stamping as its only purpose, marked critical',
      [extendedKeyUsage([Oid.timeStamping], true)],
      [],
    ],
    [
      'rejects a certificate whose purpose is not marked critical',
      [extendedKeyUsage([Oid.timeStamping])],
      ['extended_key_usage'],
    ],
    [
      'rejects a certificate with an additional purpose',
      [extendedKeyUsage([Oid.timeStamping, Oid.emailProtection], true)],
      ['extended_key_usage'],
    ],
    ['rejects a certificate without a purpose', [], ['extended_key_usage']],
  ])('%s (RFC 3161 §2.3)', async (_, extensions, expected) => {
    expect(codes(validate(await issue(pki.ca, { extensions }), 'time-stamping'))).toEqual(expected);
  });
});

describe('invalid certificate path', () => {
  it('rejects a path that ends at another authority with the same name, or that skips a missing intermediate', async () => {
    const stranger = await createRoot({ commonName: 'Test Root', organization: 'Test', now });
    for (const options of [
      { intermediates: [pki.ca.certificate], anchors: [stranger.certificate] },
      { intermediates: [], anchors: [pki.root.certificate] },
    ]) {
      const result = validatePath({ leaf: signer.certificate, ...options, at: now, purpose: 'document-signing' });
      expect(result).toMatchObject({
        valid: false,
        indication: 'INDETERMINATE',
        subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
      });
    }
  });

  it('rejects a path with an invalid signature, even if every name and key identifier matches', async () => {
    const forger = generateKey('p256').signingKey;
    const { subject, spki, extensions } = signer.certificate;
    const forged = await buildCertificate({
      subject: subject.der,
      subjectPublicKeySpki: spki,
      issuer: { certificate: pki.ca.certificate, key: forger },
      notBefore: now,
      notAfter: day(1),
      extensions: [...LEAF_PROFILE, authorityKeyIdentifier(extensions.authorityKeyIdentifier ?? Buffer.alloc(20))],
    });
    const result = validate({ ...signer, certificate: forged });
    expect(result).toMatchObject({ valid: false, subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' });
  });

  it('stops searching for a path among hundreds of cross-certified CAs with one name', async () => {
    const { signingKey: key } = generateKey('p256');
    const self = encodeName({ commonName: 'Loop' });
    const build = () =>
      buildCertificate({
        subject: self,
        subjectPublicKeySpki: key.publicKeySpki,
        issuer: { self: key },
        notBefore: day(-1),
        notAfter: day(1),
        extensions: CA_PROFILE,
      });
    const loop = await Promise.all(Array.from({ length: 300 }, build));
    const [leaf, ...intermediates] = loop;
    const started = performance.now();
    const result = validatePath({
      leaf: leaf as Certificate,
      intermediates,
      anchors: [pki.root.certificate],
      at: now,
      purpose: 'document-signing',
    });
    expect(result.subIndication).toBe('NO_CERTIFICATE_CHAIN_FOUND');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

/** Each case breaks exactly one rule, or just barely complies with it. openssl must reach the same verdict. */
const cases: readonly (readonly [string, () => Promise<Identity>, readonly string[]])[] = [
  ['every rule is met', () => issue(pki.ca, {}), []],
  ['the leaf has expired', () => issue(pki.ca, { notAfter: day(-0.5) }), ['expired']],
  ['the leaf is not valid yet', () => issue(pki.ca, { notBefore: day(1) }), ['not_yet_valid']],
  [
    'the CA has expired',
    async () =>
      issue(await issue(pki.root, { name: { commonName: 'CA' }, extensions: CA_PROFILE, notAfter: day(-0.5) }), {}),
    ['expired'],
  ],
  [
    'an end-entity certificate issues a certificate',
    () => issue(pki.seal, {}),
    ['not_a_ca', 'key_usage', 'path_too_long'],
  ],
  [
    'the CA may not sign certificates',
    async () =>
      issue(
        await issue(pki.root, {
          name: { commonName: 'CA' },
          extensions: [basicConstraints(true), keyUsage('cRLSign')],
        }),
        {},
      ),
    ['key_usage'],
  ],
  [
    'the path is too long',
    async () => issue(await issue(pki.ca, { name: { commonName: 'Sub CA' }, extensions: CA_PROFILE }), {}),
    ['path_too_long'],
  ],
  [
    'the certificate has another purpose',
    () => issue(pki.ca, { extensions: [extendedKeyUsage([Oid.timeStamping])] }),
    ['extended_key_usage'],
  ],
  [
    'the certificate has another key usage',
    () => issue(pki.ca, { extensions: [keyUsage('keyAgreement'), extendedKeyUsage([Oid.emailProtection])] }),
    ['key_usage'],
  ],
  [
    'a critical extension is unknown',
    () =>
      issue(pki.ca, {
        extensions: [...LEAF_PROFILE, { oid: '1.2.3.4', critical: true, value: octetString(Buffer.alloc(1)) }],
      }),
    ['unknown_critical_extension'],
  ],
  [
    'an unknown extension is not critical',
    () =>
      issue(pki.ca, {
        extensions: [...LEAF_PROFILE, { oid: '1.2.3.4', critical: false, value: octetString(Buffer.alloc(1)) }],
      }),
    [],
  ],
];

describe('rules for a certificate path', () => {
  it.each(cases)('accepts or rejects a path as OpenSSL does: %s', async (_, make, expected) => {
    const leaf = await make();
    const result = validate(leaf);
    expect(codes(result).sort()).toEqual([...expected].sort());
    expect(result.valid).toBe(expected.length === 0);
    await withFiles(
      {
        'root.pem': certificatePem(pki.root.certificate),
        'chain.pem': certificatePem(...leaf.chain),
        'leaf.pem': certificatePem(leaf.certificate),
      },
      (openssl) => {
        expect(
          openssl('verify', '-purpose', 'smimesign', '-CAfile', 'root.pem', '-untrusted', 'chain.pem', 'leaf.pem').ok,
        ).toBe(result.valid);
      },
    );
  });

  it('reports the most serious of several errors: FAILED for a certificate that is not yet valid, INDETERMINATE for other errors', async () => {
    expect(validate(await issue(pki.ca, { notBefore: day(1), extensions: [] }))).toMatchObject({
      indication: 'FAILED',
      subIndication: 'NOT_YET_VALID',
    });
    expect(validate(await issue(pki.ca, { notAfter: day(-0.5) }))).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'OUT_OF_BOUNDS_NO_POE',
    });
    expect(validate(pki.tsa)).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'CHAIN_CONSTRAINTS_FAILURE',
    });
  });

  it('reports SHA-1 signatures and short keys as weak', async () => {
    const files = {
      'ca.pem': certificatePem(pki.ca.certificate),
      'ca.key': toPem('PRIVATE KEY', exportPkcs8(pki.ca.privateKey)),
    };
    const weakest = await withFiles(files, (openssl, read) =>
      [
        ['rsa:1024', '-sha256'],
        ['rsa:2048', '-sha1'],
        ['rsa:2048', '-sha256'],
      ].map(([key = '', digest = '']) => {
        openssl('req', '-newkey', key, '-nodes', '-keyout', 'leaf.key', '-subj', '/CN=Leaf', '-out', 'leaf.csr');
        openssl(
          'x509',
          '-req',
          digest,
          '-in',
          'leaf.csr',
          '-CA',
          'ca.pem',
          '-CAkey',
          'ca.key',
          '-days',
          '10',
          '-outform',
          'DER',
          '-out',
          'leaf.der',
        );
        const leaf = parseCertificate(read('leaf.der'));
        return validatePath({
          leaf,
          intermediates: pki.tsa.chain,
          anchors: [pki.root.certificate],
          at: new Date(),
          purpose: 'document-signing',
        });
      }),
    );
    expect(weakest.map(codes)).toEqual([['weak_algorithm'], ['weak_algorithm'], []]);
    expect(weakest[0]?.subIndication).toBe('CRYPTO_CONSTRAINTS_FAILURE_NO_POE');
  });

  it('does not count self-issued certificates, such as those for a key change, against the path length', async () => {
    const ca = await issue(pki.root, { name: { commonName: 'CA' }, extensions: [basicConstraints(true, 0)] });
    const rollover = await issue(ca, { name: { commonName: 'CA' }, extensions: [basicConstraints(true, 0)] });
    const leaf = await issue(rollover, {});
    expect(validate(leaf)).toMatchObject({ valid: true });
    expect(validate(leaf).path).toHaveLength(4);
  });

  it('uses the valid path if another path is invalid', async () => {
    const key = generateKey('p256');
    const name = encodeName({ commonName: 'Twice' });
    const certify = (notAfter: Date) =>
      buildCertificate({
        subject: name,
        subjectPublicKeySpki: key.signingKey.publicKeySpki,
        issuer: pki.root,
        notBefore: day(-2),
        notAfter,
        extensions: CA_PROFILE,
      });
    const [old, renewed] = await Promise.all([certify(day(-1)), certify(day(30))]);
    const leaf = await issue({ certificate: old, key: key.signingKey, chain: [] }, {});
    for (const intermediates of [
      [old, renewed],
      [renewed, old],
    ]) {
      const result = validatePath({
        leaf: leaf.certificate,
        intermediates,
        anchors: [pki.root.certificate],
        at: now,
        purpose: 'document-signing',
      });
      expect(result.valid).toBe(true);
      expect(result.path[1]).toBe(renewed);
    }
  });
});
