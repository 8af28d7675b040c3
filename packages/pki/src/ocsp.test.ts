import { describe, expect, it } from 'vitest';
import { answerOcspRequest, createOcspResponse, type OcspStatus } from './ocsp.ts';
import { certificatePem, minutesAfter, testPki, testSigner, withFiles } from './test-kit.ts';

const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const pki = await testPki(now);
const [good, revoked, unknown] = await Promise.all([
  testSigner(pki.ca, now),
  testSigner(pki.ca, now),
  testSigner(pki.ca, now),
]);
const responder = { issuer: pki.ca.certificate, key: pki.ocsp.key, certificate: pki.ocsp.certificate };
const nextUpdate = minutesAfter(now, 60);
const files = {
  'root.pem': certificatePem(pki.root.certificate),
  'ca.pem': certificatePem(pki.ca.certificate),
  'good.pem': certificatePem(good.certificate),
  'revoked.pem': certificatePem(revoked.certificate),
  'unknown.pem': certificatePem(unknown.certificate),
};
const lookup = (serial: string): OcspStatus => {
  if (serial === good.certificate.serial) return { status: 'good' };
  return serial === revoked.certificate.serial
    ? { status: 'revoked', at: now, reason: 'keyCompromise' }
    : { status: 'unknown' };
};

describe('answerOcspRequest', () => {
  it.each(['-sha1', '-sha256'])(
    'answers a request for several certificates with a response that OpenSSL accepts, including the nonce (%s)',
    async (digest) => {
      await withFiles(files, async (openssl, read) => {
        const certs = ['good', 'revoked', 'unknown'].flatMap((name) => [digest, '-cert', `${name}.pem`]);
        openssl('ocsp', '-issuer', 'ca.pem', ...certs, '-reqout', 'request.der');
        const request = read('request.der');
        const response = await answerOcspRequest(request, lookup, { ...responder, now, nextUpdate });
        await withFiles({ ...files, 'request.der': request, 'response.der': response }, (inner) => {
          const text = inner(
            'ocsp',
            '-no_nonce',
            '-issuer',
            'ca.pem',
            ...certs,
            '-reqin',
            'request.der',
            '-respin',
            'response.der',
            '-CAfile',
            'root.pem',
            '-verify_other',
            'ca.pem',
          ).text;
          expect(text).toContain('Response verify OK');
          expect(text).not.toMatch(/nonce/i);
          expect(text).toContain('good.pem: good');
          expect(text).toContain('revoked.pem: revoked');
          expect(text).toContain('Reason: keyCompromise');
          expect(text).toContain('unknown.pem: unknown');
        });
      });
    },
  );

  it('returns malformedRequest for unreadable requests', async () => {
    expect((await answerOcspRequest(Buffer.from('hello'), lookup, { ...responder, now })).toString('hex')).toBe(
      '30030a0101',
    );
  });
});

describe('createOcspResponse', () => {
  it('creates responses that OpenSSL accepts from a delegated responder and from the issuer itself', async () => {
    const statuses = [{ serial: good.certificate.serial, ...lookup(good.certificate.serial) }];
    for (const signedBy of [responder, { ...responder, key: pki.ca.key, certificate: pki.ca.certificate }]) {
      const response = await createOcspResponse({ ...signedBy, statuses, now, nextUpdate });
      await withFiles({ ...files, 'response.der': response }, (openssl) => {
        const text = openssl(
          'ocsp',
          '-no_nonce',
          '-issuer',
          'ca.pem',
          '-cert',
          'good.pem',
          '-respin',
          'response.der',
          '-CAfile',
          'root.pem',
          '-verify_other',
          'ca.pem',
        ).text;
        expect(text).toContain('Response verify OK');
        expect(text).toContain('good.pem: good');
      });
    }
  });
});
