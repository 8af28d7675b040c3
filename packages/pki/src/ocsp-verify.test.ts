import { describe, expect, it } from 'vitest';
import { digestOf, signatureIdentifier } from './algorithms.ts';
import { createOcspCertificate, type Identity } from './authority.ts';
import { bitString, enumerated, explicit, generalizedTime, integer, octetString, oid, sequence, tlv } from './der.ts';
import { encodeExtensions, extendedKeyUsage, keyUsage, type KeyUsage } from './extensions.ts';
import { Oid } from './oids.ts';
import { answerOcspRequest, buildOcspRequest, createOcspResponse, ocspError } from './ocsp.ts';
import { answersAbout, parseOcspResponse, verifyOcspResponse } from './ocsp-verify.ts';
import { exportPkcs8 } from './keys.ts';
import { toPem } from './pem.ts';
import { certificatePem, issue, minutesAfter, testPki, testSigner, withFiles } from './test-kit.ts';

const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const pki = await testPki(now);
const signer = await testSigner(pki.ca, now);
const { serial } = signer.certificate;
const issuer = pki.ca.certificate;
const responder = { issuer, key: pki.ocsp.key, certificate: pki.ocsp.certificate };

describe('OCSP response to a request', () => {
  it("contains the result of the lookup and the request's nonce", async () => {
    const nonce = Buffer.from('0123456789abcdef', 'hex');
    const request = buildOcspRequest({ issuer, serials: [serial, 'abcd'], nonce });
    const der = await answerOcspRequest(
      request,
      (asked) =>
        Promise.resolve(asked === serial ? { status: 'revoked', at: now, reason: 'unspecified' } : { status: 'good' }),
      { ...responder, now, nextUpdate: minutesAfter(now, 5) },
    );
    const response = parseOcspResponse(der);
    expect(verifyOcspResponse({ response, issuer, nonce })).toMatchObject({ valid: true, problems: [] });
    expect(verifyOcspResponse({ response, issuer, nonce: Buffer.alloc(8) }).problems).toEqual(['nonce_mismatch']);
    expect(response.producedAt).toEqual(now);
    expect(answersAbout(response, issuer, serial)).toMatchObject([
      { status: 'revoked', at: now, reason: 'unspecified', thisUpdate: now, nextUpdate: minutesAfter(now, 5) },
    ]);
    expect(answersAbout(response, issuer, 'abcd')).toMatchObject([{ status: 'good' }]);
    expect(answersAbout(response, issuer, 'ff')).toEqual([]);
    expect(answersAbout(response, pki.root.certificate, serial)).toEqual([]);
  });

  it("contains no information about another issuer's certificates", async () => {
    const request = buildOcspRequest({ issuer: pki.root.certificate, serials: [serial] });
    const response = parseOcspResponse(
      await answerOcspRequest(request, () => ({ status: 'good' }), { ...responder, now }),
    );
    expect(response.answers).toMatchObject([{ status: 'unknown' }]);
  });
});

it('parses OCSP responses from OpenSSL', async () => {
  const { certificate, privateKey } = await createOcspCertificate(pki.ca, { commonName: 'openssl OCSP', now });
  const index = `V\t460101000000Z\t\t${serial.toUpperCase()}\tunknown\t/CN=x\n`;
  const files = {
    'index.txt': index,
    'ca.pem': certificatePem(issuer),
    'signer.pem': certificatePem(signer.certificate),
    'ocsp.pem': certificatePem(certificate),
    'key.pem': toPem('PRIVATE KEY', exportPkcs8(privateKey)),
  };
  await withFiles(files, (openssl, read) => {
    openssl('ocsp', '-issuer', 'ca.pem', '-cert', 'signer.pem', '-reqout', 'request.der');
    openssl(
      'ocsp',
      '-index',
      'index.txt',
      '-CA',
      'ca.pem',
      '-rsigner',
      'ocsp.pem',
      '-rkey',
      'key.pem',
      '-reqin',
      'request.der',
      '-respout',
      'response.der',
      '-ndays',
      '1',
    );
    const response = parseOcspResponse(read('response.der'));
    expect(verifyOcspResponse({ response, issuer })).toMatchObject({ valid: true });
    expect(answersAbout(response, issuer, serial)).toMatchObject([{ status: 'good' }]);
  });
});

describe('accepted OCSP responders', () => {
  it.each([
    ['the issuer itself', pki.ca, []],
    ['a delegate of the issuer', pki.ocsp, []],
    ['a certificate without OCSPSigning', pki.seal, ['responder_not_authorized']],
    ['a CA above the issuer', pki.root, ['responder_not_authorized']],
  ] as const)('decides whether to accept the responder: %s', async (_, { key, certificate }, problems) => {
    const response = parseOcspResponse(
      await createOcspResponse({ issuer, key, certificate, statuses: [{ serial, status: 'good' }], now }),
    );
    expect(verifyOcspResponse({ response, issuer }).problems).toEqual(problems);
  });

  it('rejects a responder whose key is not for signatures', async () => {
    const delegate = (usage: KeyUsage) =>
      issue(pki.ca, { extensions: [keyUsage(usage), extendedKeyUsage([Oid.ocspSigning])] });
    const problems = async ({ key, certificate }: Identity) => {
      const der = await createOcspResponse({ issuer, key, certificate, statuses: [{ serial, status: 'good' }], now });
      return verifyOcspResponse({ response: parseOcspResponse(der), issuer }).problems;
    };
    expect(await problems(await delegate('digitalSignature'))).toEqual([]);
    expect(await problems(await delegate('keyAgreement'))).toEqual(['responder_not_authorized']);
  });

  it('rejects a responder delegated by another CA with the same name', async () => {
    const other = await testPki(now);
    const response = parseOcspResponse(
      await createOcspResponse({ ...other.ocsp, issuer, statuses: [{ serial, status: 'good' }], now }),
    );
    expect(verifyOcspResponse({ response, issuer }).problems).toEqual(['responder_not_authorized']);
  });

  it('rejects a responder whose certificate had expired at the time of the response', async () => {
    const at = new Date(pki.ocsp.certificate.notAfter.getTime() + 1000);
    const late = await createOcspResponse({ ...responder, statuses: [{ serial, status: 'good' }], now: at });
    expect(verifyOcspResponse({ response: parseOcspResponse(late), issuer }).problems).toEqual([
      'responder_not_authorized',
    ]);
  });

  it('rejects a responder certificate with an unknown critical extension', async () => {
    const tbs = sequence(
      tlv(0xa2, octetString(digestOf('sha1', pki.ocsp.certificate.publicKeyBits))),
      generalizedTime(now),
      sequence(),
      explicit(1, encodeExtensions([{ oid: '1.2.3', critical: true, value: integer(1) }])),
    );
    const basic = sequence(
      tbs,
      signatureIdentifier(pki.ocsp.key.algorithm),
      bitString(await pki.ocsp.key.sign(tbs)),
      explicit(0, sequence(pki.ocsp.certificate.der)),
    );
    const response = sequence(enumerated(0), explicit(0, sequence(oid(Oid.ocspBasic), octetString(basic))));
    expect(verifyOcspResponse({ response: parseOcspResponse(response), issuer }).problems).toEqual([
      'unknown_critical_extension',
    ]);
  });

  it('rejects a responder whose certificate was not yet valid at the time of the response', async () => {
    const early = await createOcspResponse({
      ...responder,
      statuses: [{ serial, status: 'good' }],
      now: minutesAfter(now, -60),
    });
    expect(verifyOcspResponse({ response: parseOcspResponse(early), issuer }).problems).toEqual([
      'responder_not_authorized',
    ]);
  });
});

it('does not treat an OCSP error response as evidence', () => {
  expect(() => parseOcspResponse(ocspError('tryLater'))).toThrowError(
    expect.objectContaining({ code: 'malformed_ocsp' }),
  );
});
