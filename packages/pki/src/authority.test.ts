import { describe, expect, it } from 'vitest';
import { createIssuingCa, createRoot, createSealCertificate, issueSignerCertificate } from './authority.ts';
import { isSignedBy, parseCertificate } from './certificate.ts';
import { PkiError } from './errors.ts';
import { generateKey } from './keys.ts';
import { Oid } from './oids.ts';
import { certificatePem, opensslText, POLICY, testPki, testSigner, withFiles } from './test-kit.ts';

const now = new Date();
const pki = await testPki(now);
const signer = await testSigner(pki.ca, now);

describe('certificate hierarchy', () => {
  it('creates certificates that OpenSSL verifies in strict mode and for the purpose of each certificate', async () => {
    const files = {
      'root.pem': certificatePem(pki.root.certificate),
      'ca.pem': certificatePem(pki.ca.certificate),
      'signer.pem': certificatePem(signer.certificate),
      'seal.pem': certificatePem(pki.seal.certificate),
      'tsa.pem': certificatePem(pki.tsa.certificate),
      'ocsp.pem': certificatePem(pki.ocsp.certificate),
    };
    await withFiles(files, (openssl) => {
      const verify = (file: string, purpose: string) =>
        openssl('verify', '-x509_strict', '-purpose', purpose, '-CAfile', 'root.pem', '-untrusted', 'ca.pem', file)
          .text;
      expect(verify('signer.pem', 'smimesign')).toContain('signer.pem: OK');
      expect(verify('seal.pem', 'smimesign')).toContain('seal.pem: OK');
      expect(verify('tsa.pem', 'timestampsign')).toContain('tsa.pem: OK');
      expect(verify('ocsp.pem', 'ocsphelper')).toContain('ocsp.pem: OK');
      expect(verify('signer.pem', 'timestampsign')).toContain('unsuitable certificate purpose');
      expect(verify('signer.pem', 'sslserver')).toContain('unsuitable certificate purpose');
    });
  });

  it('issues CAs for 30, 20 and 20 years, time-stamping units for 10 years, and no certificate that outlives its issuer', () => {
    const years = (certificate: typeof signer.certificate) =>
      certificate.notAfter.getUTCFullYear() - now.getUTCFullYear();
    expect(years(pki.root.certificate)).toBe(30);
    expect(years(pki.ca.certificate)).toBe(20);
    expect(years(pki.tsa.certificate)).toBe(10);
    expect(signer.certificate.notAfter).toEqual(pki.ca.certificate.notAfter);
  });

  it('makes a certificate expire with the root if the root expires sooner', async () => {
    const later = new Date(now);
    later.setUTCFullYear(later.getUTCFullYear() + 15);
    const ca = await createIssuingCa(pki.root, { commonName: 'Late CA', now: later });
    expect(ca.certificate.notAfter).toEqual(pki.root.certificate.notAfter);
  });

  it('sets the path length of the issuing CA to 0, so that it cannot issue further CAs', () => {
    expect(pki.ca.certificate.extensions.basicConstraints).toEqual({ ca: true, pathLength: 0 });
    expect(signer.certificate.extensions.basicConstraints).toEqual({ ca: false });
  });

  it('gives the time-stamping unit a single critical purpose (RFC 3161 §2.3)', () => {
    expect(pki.tsa.certificate.extensions.extendedKeyUsage).toEqual({ purposes: [Oid.timeStamping], critical: true });
  });

  it('refuses to issue a certificate if the issuer is not a CA', async () => {
    const issuing = issueSignerCertificate(pki.seal, { email: 'a@example.org', spki: signer.certificate.spki, now });
    await expect(issuing).rejects.toThrow(PkiError);
  });
});

describe('seal certificate', () => {
  const subjectOf = async (organizationIdentifier?: string) => {
    const options = { organizationName: 'Acme GmbH', organizationId: 'org_1', organizationIdentifier, now };
    return (await createSealCertificate(pki.ca, options)).certificate;
  };

  it('contains the registration number with its country and its format (EN 319 412-1 §5.1)', async () => {
    const { subject, extensions } = await subjectOf('NTRDE-HRB 12345');
    expect(subject.first(Oid.organizationIdentifier)).toBe('NTRDE-HRB 12345');
    expect(subject.first(Oid.country)).toBe('DE');
    expect(extensions.qcStatements).toEqual([Oid.qcSyntaxV2]);
    expect((await subjectOf('VATDE-123456789')).subject.first(Oid.country)).toBeUndefined();
  });

  it('omits an unknown registration number, and distinguishes organizations with the same name by ID', async () => {
    const { subject, extensions } = await subjectOf();
    expect(subject.text).toBe('serialNumber=org-1,CN=Acme GmbH,O=Acme GmbH');
    expect(extensions.qcStatements).toEqual([]);
  });
});

describe('signer certificate', () => {
  const { extensions, subject } = signer.certificate;

  it('contains only the verified e-mail address', () => {
    expect(subject.text).toBe('emailAddress=ann@example.org,CN=ann@example.org');
    expect(extensions.subjectAltName?.emails).toEqual(['ann@example.org']);
  });

  it('permits the signing of documents and e-mails, with the key usage for non-repudiation', () => {
    expect([...(extensions.keyUsage ?? [])]).toEqual(['digitalSignature', 'nonRepudiation']);
    expect(extensions.extendedKeyUsage?.purposes).toEqual([Oid.documentSigning, Oid.emailProtection]);
    expect(extensions.policies).toEqual([POLICY]);
  });

  it('creates a signer certificate whose content OpenSSL reads unchanged', () => {
    const text = opensslText(
      ['x509', '-inform', 'DER', '-noout', '-text', '-certopt', 'ext_error'],
      signer.certificate.der,
    );
    expect(text).toContain('Digital Signature, Non Repudiation');
    expect(text).toContain('email:ann@example.org');
    expect(text).toContain(`Policy: ${POLICY}`);
    expect(text.replace(/[\s:]/g, '').toLowerCase()).toContain(signer.certificate.serial);
  });

  it('contains no e-mail address unless an address is given', async () => {
    expect(extensions.crlAddresses).toEqual([]);
    expect(extensions.ocspAddresses).toEqual([]);
    const addresses = {
      crl: 'https://sign.example/pki/ca.crl',
      ocsp: 'https://sign.example/pki/ocsp',
      caIssuers: 'https://sign.example/pki/ca.cer',
    };
    const certificate = await issueSignerCertificate(pki.ca, {
      email: 'a@example.org',
      spki: signer.certificate.spki,
      now,
      addresses,
    });
    expect(certificate.extensions).toMatchObject({
      crlAddresses: [addresses.crl],
      ocspAddresses: [addresses.ocsp],
      caIssuersAddresses: [addresses.caIssuers],
    });
    const text = opensslText(['x509', '-inform', 'DER', '-noout', '-text'], certificate.der);
    for (const address of Object.values(addresses)) expect(text).toContain(`URI:${address}`);
  });

  it.each([
    [
      'an address that is too long for a common name',
      `${'a'.repeat(60)}@example.org`,
      `emailAddress=${'a'.repeat(60)}@example.org`,
    ],
    [
      'a domain outside ASCII',
      'ann@bücher.example',
      'emailAddress=ann@xn--bcher-kva.example,CN=ann@xn--bcher-kva.example',
    ],
    ['a local part outside ASCII (RFC 8398)', 'jürgen@example.org', 'CN=jürgen@example.org'],
    [
      'characters with a special meaning in names',
      'a+b"c@example.org',
      'emailAddress=a\\+b\\"c@example.org,CN=a\\+b\\"c@example.org',
    ],
  ])('keeps %s in full in the certificate', async (_, email, text) => {
    const { certificate } = await testSigner(pki.ca, now, 'p256', { options: {}, email });
    expect(certificate.subject.text).toBe(text);
    expect(certificate.extensions.subjectAltName?.emails).toHaveLength(1);
    expect(isSignedBy(certificate, pki.ca.certificate)).toBe(true);
  });

  it.each(['', 'nobody', '@example.org', 'a b@example.org', 'a\n@example.org', `${'a'.repeat(250)}@example.org`, 'a@'])(
    'rejects %j as the e-mail address of a certificate',
    async (email) => {
      await expect(testSigner(pki.ca, now, 'p256', { options: {}, email })).rejects.toThrow(PkiError);
    },
  );

  it('gives a certificate a unique positive serial number of at least 64 random bits', async () => {
    const { signingKey: key } = generateKey('p256');
    const serials = new Set<string>();
    for (let i = 0; i < 50; i++) {
      const certificate = await issueSignerCertificate(pki.ca, {
        email: 'a@example.org',
        spki: key.publicKeySpki,
        now,
      });
      expect(certificate.serial).toMatch(/^[4-7][0-9a-f]{31}$/);
      serials.add(certificate.serial);
    }
    expect(serials.size).toBe(50);
  });
});

describe('names in issued certificates', () => {
  it('truncates long display names to 64 characters and replaces control characters', async () => {
    const root = await createRoot({ commonName: `${'Ж'.repeat(80)}`, organization: 'A\u0000B', now });
    expect(root.certificate.subject.commonName).toBe('Ж'.repeat(64));
    expect(root.certificate.subject.first(Oid.organization)).toBe('A B');
    expect(
      opensslText(['x509', '-inform', 'DER', '-noout', '-subject', '-nameopt', 'utf8'], root.certificate.der),
    ).toContain('Ж'.repeat(64));
  });

  it('rejects an empty name for a certificate', async () => {
    await expect(createRoot({ commonName: '  ', now })).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});

it('parses a name into the values from which it was built', () => {
  expect(parseCertificate(signer.certificate.der)).toEqual(signer.certificate);
});
