import { describe, expect, it } from 'vitest';
import { readSignatureIdentifier } from './algorithms.ts';
import { buildCertificate, isSelfIssued, isSignedBy, parseCertificate } from './certificate.ts';
import { explicit, integer, octetString, oid, sequence, setOf, tlv, utf8String } from './der.ts';
import { type DerElement, readDer } from './der-reader.ts';
import { type Extension, subjectKeyIdentifier } from './extensions.ts';
import { generateKey } from './keys.ts';
import { DistinguishedName, encodeName } from './names.ts';
import { Oid } from './oids.ts';
import { minutesAfter, testPki, withFiles } from './test-kit.ts';

const now = new Date();
const pki = await testPki(now);
const { signingKey: key } = generateKey('p256');
const build = (extensions: readonly Extension[]) =>
  buildCertificate({
    subject: encodeName({ commonName: 'Leaf' }),
    subjectPublicKeySpki: key.publicKeySpki,
    issuer: pki.ca,
    notBefore: now,
    notAfter: minutesAfter(now, 60),
    extensions,
  });
const malformed = expect.objectContaining({ code: 'malformed_certificate' });

describe('certificates that cannot be parsed', () => {
  it('rejects a duplicate extension, because two readers could use different ones', async () => {
    const extension = subjectKeyIdentifier(Buffer.alloc(20));
    await expect(build([extension])).resolves.toBeDefined();
    await expect(build([extension, extension])).rejects.toEqual(malformed);
  });

  it('rejects different algorithms inside and outside the signed part', async () => {
    const { der } = await build([]);
    const [tbs, , signature] = readDer(der).elements();
    const swapped = sequence(tbs?.raw ?? der, sequence(oid(Oid.ecdsaWithSha512)), signature?.raw ?? der);
    expect(() => parseCertificate(swapped)).toThrowError(malformed);
  });

  it('rejects extensions in a version that does not allow them, and versions that do not exist', async () => {
    const [tbs, ...rest] = readDer((await build([subjectKeyIdentifier(Buffer.alloc(20))])).der).elements();
    const [, ...fields] = tbs?.elements() ?? [];
    const raw = (elements: readonly DerElement[]) => elements.map((element) => element.raw);
    const withVersion = (...version: Buffer[]) => sequence(sequence(...version, ...raw(fields)), ...raw(rest));
    expect(() => parseCertificate(withVersion())).toThrowError(malformed);
    expect(() => parseCertificate(withVersion(explicit(0, integer(3))))).toThrowError(malformed);
    expect(parseCertificate(withVersion(explicit(0, integer(2)))).version).toBe(3);
  });

  it('rejects additional data after a certificate', async () => {
    const { der } = await build([]);
    expect(() => parseCertificate(Buffer.concat([der, Buffer.alloc(1)]))).toThrowError(
      expect.objectContaining({ code: 'malformed_der' }),
    );
    expect(() => parseCertificate(tlv(0x30, Buffer.alloc(300_000)))).toThrowError(malformed);
  });
});

describe('parsed certificate', () => {
  it('does not depend on the buffer from which the certificate was read', async () => {
    const certificate = await build([]);
    const bytes = Buffer.from(certificate.der);
    const parsed = parseCertificate(bytes);
    bytes.fill(0);
    expect(isSignedBy(parsed, pki.ca.certificate)).toBe(true);
  });

  it('keeps only its own bytes in memory, not the whole buffer from which it was read', async () => {
    const { der } = parseCertificate((await build([])).der);
    expect(der.buffer.byteLength).toBe(der.length);
  });

  it('reports a certificate as self-issued based on its names, without treating that as proof', async () => {
    expect(isSelfIssued(pki.root.certificate)).toBe(true);
    expect(isSelfIssued(pki.ca.certificate)).toBe(false);
    expect(isSignedBy(pki.root.certificate, pki.ca.certificate)).toBe(false);
  });

  it('parses certificates from other issuers completely', async () => {
    const config = `[e]\nsubjectAltName=email:a@example.org,DNS:example.org,URI:https://example.org/,IP:10.0.0.1,otherName:1.3.6.1.5.5.7.8.9;UTF8:b@example.org
authorityInfoAccess=OCSP;URI:http://o.example/,caIssuers;URI:http://i.example/
crlDistributionPoints=URI:http://c.example/,URI:http://d.example/
certificatePolicies=1.2.3.4,@p\nkeyUsage=critical,digitalSignature,decipherOnly,keyAgreement\nextendedKeyUsage=1.2.3.5,codeSigning
[p]\npolicyIdentifier=1.2.3.6\nCPS.1=http://p.example/\n`;
    await withFiles({ 'e.cnf': config }, (openssl, read) => {
      openssl(
        'req',
        '-x509',
        '-newkey',
        'ed25519',
        '-nodes',
        '-keyout',
        'k',
        '-subj',
        '/C=DE/O=Büro, Gut\\+Schön/OU= #1/CN=a',
        '-utf8',
        '-extensions',
        'e',
        '-config',
        'e.cnf',
        '-set_serial',
        '0x00ff',
        '-days',
        '9',
        '-outform',
        'DER',
        '-out',
        'c.der',
      );
      const certificate = parseCertificate(read('c.der'));
      expect(certificate.subject.text).toBe('CN=a,OU=\\ #1,O=Büro\\, Gut\\+Schön,C=DE');
      expect(certificate.serial).toBe('ff');
      expect(isSignedBy(certificate, certificate)).toBe(true);
      expect(certificate.extensions).toMatchObject({
        subjectAltName: {
          emails: ['a@example.org', 'b@example.org'],
          dnsNames: ['example.org'],
          uris: ['https://example.org/'],
          otherKinds: [7],
        },
        ocspAddresses: ['http://o.example/'],
        caIssuersAddresses: ['http://i.example/'],
        crlAddresses: ['http://c.example/', 'http://d.example/'],
        policies: ['1.2.3.4', '1.2.3.6'],
        keyUsage: new Set(['digitalSignature', 'keyAgreement', 'decipherOnly']),
        extendedKeyUsage: { purposes: ['1.2.3.5', '1.3.6.1.5.5.7.3.3'], critical: false },
        unknownCritical: [],
      });
    });
  });
});

describe('names in certificates', () => {
  const name = (value: Buffer) => new DistinguishedName(sequence(setOf(sequence(oid(Oid.commonName), value))));

  it('compares names regardless of case, spaces and string type (RFC 5280 §7.1)', () => {
    const one = name(utf8String('Acme  GmbH'));
    expect(one.equals(name(tlv(0x13, Buffer.from(' acme gmbh'))))).toBe(true);
    expect(one.equals(name(utf8String('Acme-GmbH')))).toBe(false);
    expect(one.equals(new DistinguishedName(encodeName({ organization: 'Acme GmbH' })))).toBe(false);
  });

  it('prevents a name from breaking the lines of a report', () => {
    expect(name(utf8String('a\nCN=b\u0085')).text).toBe('CN=a\\0aCN=b\\c2\\85');
  });

  it('shows a name in hexadecimal if it is not text', () => {
    expect(name(octetString(Buffer.from([1, 2]))).text).toBe('CN=#04020102');
  });
});

it('treats RSA-PSS with different digests for message and mask as an unknown algorithm', () => {
  const pss = (mask: string) =>
    readSignatureIdentifier(
      readDer(
        sequence(
          oid(Oid.rsaPss),
          sequence(
            explicit(0, sequence(oid(Oid.sha256))),
            explicit(1, sequence(oid(Oid.mgf1), sequence(oid(mask)))),
            explicit(2, integer(32)),
          ),
        ),
      ),
    );
  expect(pss(Oid.sha256)).toEqual({ scheme: 'rsa-pss', digest: 'sha256', saltLength: 32 });
  expect(pss(Oid.sha512)).toBeUndefined();
});
