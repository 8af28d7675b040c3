import { describe, expect, it } from 'vitest';
import { signatureIdentifier } from './algorithms.ts';
import { createCrl, parseCrl, verifyCrl } from './crl.ts';
import { bitString, explicit, generalizedTime, integer, sequence, time, tlv } from './der.ts';
import { basicConstraints, encodeExtensions, type Extension, keyUsage } from './extensions.ts';
import { buildCertificate } from './certificate.ts';
import { encodeName } from './names.ts';
import { Oid } from './oids.ts';
import { certificatePem, minutesAfter, opensslText, testPki, testSigner, withFiles } from './test-kit.ts';
import { toPem } from './pem.ts';

const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const pki = await testPki(now);
const signer = await testSigner(pki.ca, now);
const nextUpdate = minutesAfter(now, 60 * 24);
const issuer = { issuer: pki.ca.certificate, key: pki.ca.key };

describe('createCrl', () => {
  it('creates revocation lists that OpenSSL uses to reject revoked certificates and accept good ones', async () => {
    const empty = await createCrl({ ...issuer, revoked: [], number: 1, now, nextUpdate });
    const full = await createCrl({
      ...issuer,
      revoked: [{ serial: signer.certificate.serial, at: now, reason: 'keyCompromise' }],
      number: 2n,
      now,
      nextUpdate,
    });
    const files = {
      'root.pem': certificatePem(pki.root.certificate),
      'ca.pem': certificatePem(pki.ca.certificate),
      'signer.pem': certificatePem(signer.certificate),
      'empty.pem': toPem('X509 CRL', empty),
      'full.pem': toPem('X509 CRL', full),
    };
    await withFiles(files, (openssl) => {
      const verify = (crl: string) =>
        openssl(
          'verify',
          '-x509_strict',
          '-crl_check',
          '-CRLfile',
          crl,
          '-CAfile',
          'root.pem',
          '-untrusted',
          'ca.pem',
          'signer.pem',
        ).text;
      expect(verify('empty.pem')).toContain('signer.pem: OK');
      expect(verify('full.pem')).toContain('certificate revoked');
    });
    const text = opensslText(['crl', '-inform', 'DER', '-noout', '-text'], full);
    expect(text).toContain('Key Compromise');
    expect(text).toMatch(/CRL Number:\s+2\s/);
  });

  it('rejects a key that does not belong to the issuer of the CRL', async () => {
    await expect(
      createCrl({ ...issuer, key: pki.tsa.key, revoked: [], number: 1, now, nextUpdate }),
    ).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});

describe('parseCrl and verifyCrl', () => {
  it('parses the values from which a CRL was created', async () => {
    const at = minutesAfter(now, -10);
    const crl = parseCrl(
      await createCrl({
        ...issuer,
        revoked: [
          { serial: 'ff01', at, reason: 'superseded' },
          { serial: '7', at },
        ],
        number: 2n ** 80n,
        now,
        nextUpdate,
      }),
    );
    expect(crl).toMatchObject({ thisUpdate: now, nextUpdate, number: 2n ** 80n, unusable: false });
    expect([...crl.revoked]).toEqual([
      ['ff01', { at, reason: 'superseded' }],
      ['7', { at, reason: 'unspecified' }],
    ]);
    expect(crl.authorityKeyIdentifier).toEqual(pki.ca.certificate.extensions.subjectKeyIdentifier);
    expect(verifyCrl(crl, pki.ca.certificate)).toBe(true);
  });

  it('refuses a CRL from another issuer, and a CRL signed by a certificate without cRLSign', async () => {
    const crl = parseCrl(await createCrl({ ...issuer, revoked: [], number: 1, now, nextUpdate }));
    expect(verifyCrl(crl, pki.root.certificate)).toBe(false);
    const forged = parseCrl(
      await createCrl({ issuer: signer.certificate, key: signer.key, revoked: [], number: 1, now, nextUpdate }),
    );
    expect(verifyCrl(forged, signer.certificate)).toBe(false);
  });

  it('refuses a CRL with another issuer name but the same key', async () => {
    const twin = await buildCertificate({
      subject: encodeName({ commonName: 'Another CA' }),
      subjectPublicKeySpki: pki.ca.key.publicKeySpki,
      issuer: pki.root,
      notBefore: now,
      notAfter: nextUpdate,
      extensions: [basicConstraints(true), keyUsage('keyCertSign', 'cRLSign')],
    });
    const crl = parseCrl(await createCrl({ ...issuer, revoked: [], number: 1, now, nextUpdate }));
    expect(verifyCrl(crl, twin)).toBe(false);
  });

  it('uses no status from a CRL that is partial or indirect, is a delta, or has unknown critical extensions', async () => {
    const number = { oid: Oid.crlNumber, critical: false, value: integer(1) };
    const point = explicit(0, explicit(0, tlv(0x86, Buffer.from('https://sign.example/crl'))));
    const scope = (...fields: Buffer[]) => ({
      oid: Oid.issuingDistributionPoint,
      critical: true,
      value: sequence(...fields),
    });
    const unusable = async (extensions: readonly Extension[], entryExtensions: readonly Extension[] = []) =>
      parseCrl(await handmadeCrl(extensions, entryExtensions)).unusable;
    expect(await unusable([number])).toBe(false);
    expect(await unusable([number, scope(point)])).toBe(false);
    expect(await unusable([number, scope(point, tlv(0x81, Buffer.from([0xff])))])).toBe(true);
    expect(await unusable([number, scope(tlv(0x84, Buffer.from([0xff])))])).toBe(true);
    expect(await unusable([number, { oid: Oid.deltaCrlIndicator, critical: true, value: integer(1) }])).toBe(true);
    expect(await unusable([number], [{ oid: Oid.certificateIssuer, critical: true, value: sequence() }])).toBe(true);
  });

  it('returns the date from which a CRL keeps expired certificates', async () => {
    const since = new Date('2020-01-01T00:00:00Z');
    const crl = parseCrl(
      await handmadeCrl([{ oid: Oid.expiredCertsOnCrl, critical: false, value: generalizedTime(since) }], []),
    );
    expect(crl.expiredCertificatesSince).toEqual(since);
    expect(verifyCrl(crl, pki.ca.certificate)).toBe(true);
  });

  it('parses a CRL with a hundred thousand entries', async () => {
    const revoked = Array.from({ length: 100_000 }, (_, at) => ({ serial: (at + 1).toString(16), at: now }));
    const crl = parseCrl(await createCrl({ ...issuer, revoked, number: 1, now, nextUpdate }));
    expect(crl.revoked.size).toBe(100_000);
    expect(verifyCrl(crl, pki.ca.certificate)).toBe(true);
  });
});

/** Builds a CRL of the test CA with one entry and any extensions. */
async function handmadeCrl(extensions: readonly Extension[], entryExtensions: readonly Extension[]): Promise<Buffer> {
  const algorithm = signatureIdentifier(pki.ca.key.algorithm);
  const entry = sequence(
    integer(7),
    time(now),
    ...(entryExtensions.length > 0 ? [encodeExtensions(entryExtensions)] : []),
  );
  const tbs = sequence(
    integer(1),
    algorithm,
    pki.ca.certificate.subject.der,
    time(now),
    time(nextUpdate),
    sequence(entry),
    explicit(0, encodeExtensions(extensions)),
  );
  return sequence(tbs, algorithm, bitString(await pki.ca.key.sign(tbs)));
}
