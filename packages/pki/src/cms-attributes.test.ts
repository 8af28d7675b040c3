import { describe, expect, it } from 'vitest';
import { digestIdentifier, digestOf, type DigestAlgorithm } from './algorithms.ts';
import { signCades } from './cms.ts';
import { parseCms } from './cms-parse.ts';
import { verifyCms } from './cms-verify.ts';
import { derSorted, explicit, integer, octetString, oid, sequence, setOf, Tag, tlv } from './der.ts';
import { readDer } from './der-reader.ts';
import { Oid } from './oids.ts';
import { edit, testPki, testSigner } from './test-kit.ts';

const now = new Date();
const pki = await testPki(now);
const content = Buffer.from('the signed bytes');
const contentDigest = (algorithm: DigestAlgorithm) => digestOf(algorithm, content);
const signer = await testSigner(pki.ca, now);
const cms = await signCades({ ...signer, digestAlgorithm: 'sha256', digest: contentDigest('sha256') });
const verify = (der: Uint8Array) => verifyCms({ der, digestOf: contentDigest });
const SIGNER_INFO = [1, 0, 4, 0];

describe('signed attributes of a valid signature', () => {
  /**
   * Returns our signature with other attributes, signed again with the same key, as a careless or malicious signer
   * could do.
   */
  async function resigned(change: (attributes: Map<string, Uint8Array[]>) => void): Promise<Buffer> {
    const attributes = new Map<string, Uint8Array[]>(
      [...parseCms(cms).signedAttributes].map(([type, values]) => [type, values.map((value) => value.raw)]),
    );
    change(attributes);
    const encoded = derSorted([...attributes].map(([type, values]) => sequence(oid(type), setOf(...values))));
    const stored = edit(readDer(cms), [...SIGNER_INFO, 3], (set) => tlv(set.tag, ...encoded));
    const signature = await signer.key.sign(tlv(Tag.set, ...encoded));
    return edit(readDer(stored), [...SIGNER_INFO, 5], () => octetString(signature));
  }
  const certHash = octetString(digestOf('sha256', signer.certificate.der));
  const tie = (...fields: Uint8Array[]) => sequence(sequence(sequence(...fields)));
  const issuerSerial = (issuer: Uint8Array, serial: Uint8Array) => sequence(sequence(explicit(4, issuer)), serial);
  const { issuer, serialDer } = signer.certificate;

  it.each<[string, (attributes: Map<string, Uint8Array[]>) => void, readonly string[]]>([
    ['nothing changed', () => undefined, []],
    ['no signing-certificate attribute', (a) => a.delete(Oid.signingCertificateV2), ['signing_certificate_missing']],
    ['a signing-certificate attribute with only the hash', (a) => a.set(Oid.signingCertificateV2, [tie(certHash)]), []],
    [
      'a SHA-384 hash of the certificate',
      (a) =>
        a.set(Oid.signingCertificateV2, [
          tie(digestIdentifier('sha384'), octetString(digestOf('sha384', signer.certificate.der))),
        ]),
      [],
    ],
    [
      'a different hash',
      (a) => a.set(Oid.signingCertificateV2, [tie(octetString(Buffer.alloc(32)))]),
      ['signing_certificate_mismatch'],
    ],
    [
      'a hash of an unknown type',
      (a) => a.set(Oid.signingCertificateV2, [tie(sequence(oid('1.2.3')), certHash)]),
      ['signing_certificate_mismatch'],
    ],
    [
      'a different serial number',
      (a) => a.set(Oid.signingCertificateV2, [tie(certHash, issuerSerial(issuer.der, integer(5)))]),
      ['signing_certificate_mismatch'],
    ],
    [
      'a different issuer',
      (a) =>
        a.set(Oid.signingCertificateV2, [tie(certHash, issuerSerial(pki.root.certificate.subject.der, serialDer))]),
      ['signing_certificate_mismatch'],
    ],
    [
      'an attribute with two values',
      (a) => a.set(Oid.signingCertificateV2, [tie(certHash), tie(certHash, issuerSerial(issuer.der, serialDer))]),
      ['signing_certificate_mismatch'],
    ],
    [
      'the old attribute with the correct hash',
      (a) => a.set(Oid.signingCertificate, [tie(octetString(digestOf('sha1', signer.certificate.der)))]),
      [],
    ],
    [
      'the old attribute with a wrong hash',
      (a) => a.set(Oid.signingCertificate, [tie(octetString(Buffer.alloc(20)))]),
      ['signing_certificate_mismatch'],
    ],
    ['protected algorithms', (a) => a.set(Oid.cmsAlgorithmProtection, [sequence(digestIdentifier('sha256'))]), []],
    [
      'different protected algorithms',
      (a) => a.set(Oid.cmsAlgorithmProtection, [sequence(digestIdentifier('sha512'))]),
      ['algorithm_mismatch'],
    ],
    ['no content type', (a) => a.delete(Oid.contentType), ['content_type_mismatch']],
    ['two content types', (a) => a.set(Oid.contentType, [oid(Oid.data), oid(Oid.tstInfo)]), ['content_type_mismatch']],
    ['no message digest', (a) => a.delete(Oid.messageDigest), ['message_digest_mismatch']],
    ['unrelated attributes', (a) => a.set('1.2.3', [integer(1)]), []],
  ])('checks the signed attributes even if the signature is valid: %s', async (_, change, problems) => {
    expect(verify(await resigned(change)).problems).toEqual(problems);
  });
});
