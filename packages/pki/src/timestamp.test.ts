import { describe, expect, it } from 'vitest';
import { digestOf } from './algorithms.ts';
import { octetString, oid, sequence, tlv } from './der.ts';
import { readDer } from './der-reader.ts';
import { certificatePem, testPki, TSA_POLICY, withFiles } from './test-kit.ts';
import { answerTimestampRequest, buildTimestampRequest, createTimestampToken } from './timestamp.ts';

const now = new Date();
const pki = await testPki(now);
const unit = { ...pki.tsa, policy: TSA_POLICY };
const data = Buffer.from('a signature value');
const trust = { 'root.pem': certificatePem(pki.root.certificate), 'ca.pem': certificatePem(pki.ca.certificate), data };

describe('time-stamp tokens', () => {
  it.each(['sha256', 'sha384', 'sha512'] as const)(
    'creates a token with a %s imprint that OpenSSL verifies',
    async (digestAlgorithm) => {
      const token = await createTimestampToken({
        ...unit,
        digestAlgorithm,
        imprint: digestOf(digestAlgorithm, data),
        now,
      });
      await withFiles({ ...trust, 'token.der': token }, (openssl) => {
        const verify = (file: string) =>
          openssl(
            'ts',
            '-verify',
            '-token_in',
            '-in',
            'token.der',
            '-data',
            file,
            '-CAfile',
            'root.pem',
            '-untrusted',
            'ca.pem',
          );
        expect(verify('data').text).toContain('Verification: OK');
        expect(verify('root.pem').text).toContain('message imprint mismatch');
      });
    },
  );

  it('states the time to the millisecond, the accuracy and the policy in the token', async () => {
    const at = new Date('2026-11-20T10:00:00.250Z');
    const token = await createTimestampToken({
      ...unit,
      digestAlgorithm: 'sha256',
      imprint: digestOf('sha256', data),
      now: at,
      accuracyMs: 1500,
    });
    await withFiles({ 'token.der': token }, (openssl) => {
      const text = openssl('ts', '-reply', '-token_in', '-in', 'token.der', '-token_out', '-text').text;
      expect(text).toContain('Nov 20 10:00:00.25 2026 GMT');
      expect(text).toContain('Accuracy: 0x01 seconds, 0x01F4 millis');
      expect(text).toContain(`Policy OID: ${TSA_POLICY}`);
    });
  });

  it('rejects SHA-1 and an imprint of the wrong length', async () => {
    await expect(
      createTimestampToken({ ...unit, digestAlgorithm: 'sha1', imprint: Buffer.alloc(20), now }),
    ).rejects.toMatchObject({ code: 'unsupported_algorithm' });
    await expect(
      createTimestampToken({ ...unit, digestAlgorithm: 'sha256', imprint: Buffer.alloc(20), now }),
    ).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});

describe('time-stamping authority', () => {
  it('responds to an OpenSSL query with nonce and certificates', async () => {
    await withFiles(trust, async (openssl) => {
      const query = openssl('ts', '-query', '-data', 'data', '-sha512', '-cert', '-tspolicy', TSA_POLICY).stdout;
      const answer = await answerTimestampRequest(query, { ...unit, now });
      expect(answer.granted).toBe(true);
      await withFiles({ ...trust, 'query.tsq': query, 'answer.tsr': answer.response }, (inner) => {
        expect(
          inner(
            'ts',
            '-verify',
            '-queryfile',
            'query.tsq',
            '-in',
            'answer.tsr',
            '-CAfile',
            'root.pem',
            '-untrusted',
            'ca.pem',
          ).text,
        ).toContain('Verification: OK');
      });
    });
  });

  it('omits certificates that were not requested (RFC 3161 §2.4.1)', async () => {
    await withFiles(trust, async (openssl) => {
      const bare = await answerTimestampRequest(openssl('ts', '-query', '-data', 'data', '-sha256').stdout, {
        ...unit,
        now,
      });
      const full = await answerTimestampRequest(openssl('ts', '-query', '-data', 'data', '-sha256', '-cert').stdout, {
        ...unit,
        now,
      });
      expect(full.response.length - bare.response.length).toBeGreaterThan(400);
    });
  });

  it('rejects a request with the failure code that the standard defines', async () => {
    const failure = async (request: Uint8Array) => {
      const answer = await answerTimestampRequest(request, { ...unit, now });
      return answer.granted ? 'granted' : answer.failure;
    };
    await withFiles(trust, async (openssl) => {
      expect(await failure(openssl('ts', '-query', '-data', 'data', '-sha1').stdout)).toBe('badAlg');
      expect(await failure(openssl('ts', '-query', '-data', 'data', '-md5').stdout)).toBe('badAlg');
      expect(await failure(openssl('ts', '-query', '-data', 'data', '-sha256', '-tspolicy', '1.2.3').stdout)).toBe(
        'unacceptedPolicy',
      );
    });
    expect(await failure(Buffer.from('hello'))).toBe('badDataFormat');
    expect(await failure(Buffer.alloc(0))).toBe('badDataFormat');
    expect(await failure(buildTimestampRequest({ digestAlgorithm: 'sha256', imprint: Buffer.alloc(31) }))).toBe(
      'badDataFormat',
    );
  });

  it('rejects unknown extensions, critical or not (RFC 3161 §2.4.1)', async () => {
    const fields = readDer(
      buildTimestampRequest({ digestAlgorithm: 'sha256', imprint: digestOf('sha256', data) }),
    ).elements();
    const extension = sequence(oid('1.2.3'), octetString(Buffer.alloc(0)));
    const request = sequence(...fields.map((field) => field.raw), tlv(0xa0, extension));
    expect(await answerTimestampRequest(request, { ...unit, now })).toMatchObject({
      granted: false,
      failure: 'unacceptedExtension',
    });
  });

  it('writes rejections that OpenSSL can parse', async () => {
    const { response } = await answerTimestampRequest(Buffer.from('hello'), { ...unit, now });
    await withFiles({ 'answer.tsr': response }, (openssl) => {
      const text = openssl('ts', '-reply', '-in', 'answer.tsr', '-text').text;
      expect(text).toContain('Status: Rejected.');
      expect(text).toContain('the data submitted has the wrong format');
    });
  });

  it('creates requests that OpenSSL can parse', async () => {
    const request = buildTimestampRequest({
      digestAlgorithm: 'sha384',
      imprint: digestOf('sha384', data),
      policy: TSA_POLICY,
      nonce: Buffer.from('fedcba9876543210', 'hex'),
    });
    await withFiles({ 'query.tsq': request }, (openssl) => {
      const text = openssl('ts', '-query', '-in', 'query.tsq', '-text').text;
      expect(text).toContain('Hash Algorithm: sha384');
      expect(text).toContain('Nonce: 0xFEDCBA9876543210');
      expect(text).toContain('Certificate required: yes');
    });
  });
});
