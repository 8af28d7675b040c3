import { describe, expect, it } from 'vitest';
import { digestIdentifier, digestOf } from './algorithms.ts';
import { signCades } from './cms.ts';
import { exportPkcs8 } from './keys.ts';
import { toPem } from './pem.ts';
import { certificatePem, testPki, testSigner, TSA_POLICY, withFiles } from './test-kit.ts';
import { answerTimestampRequest, buildTimestampRequest, createTimestampToken, rejection } from './timestamp.ts';
import { parseTimestampResponse, verifyTimestampToken } from './timestamp-verify.ts';
import { createTimestampCertificate } from './authority.ts';
import { Oid } from './oids.ts';
import { boolean, explicit, generalizedTime, integer, octetString, oid, sequence, tlv } from './der.ts';

const now = new Date('2026-11-20T10:00:00.125Z');
const pki = await testPki(now);
const unit = { ...pki.tsa, policy: TSA_POLICY };
const data = Buffer.from('a signature value');
const imprint = digestOf('sha256', data);
const nonce = Buffer.from('00fedcba9876543210', 'hex');

describe('verifyTimestampToken', () => {
  it('accepts a response by Countersign to its own request and returns the time', async () => {
    const answer = await answerTimestampRequest(
      buildTimestampRequest({ digestAlgorithm: 'sha256', imprint, policy: TSA_POLICY, nonce }),
      { ...unit, now },
    );
    const response = parseTimestampResponse(answer.response);
    expect(response.granted).toBe(true);
    const token = response.granted ? response.token : Buffer.alloc(0);
    const result = verifyTimestampToken({ token, data, nonce, policy: TSA_POLICY });
    expect(result).toMatchObject({
      valid: true,
      problems: [],
      weak: false,
      time: now,
      info: { accuracyMs: 1000, policy: TSA_POLICY, digestAlgorithm: 'sha256' },
    });
    expect(result.signer?.der).toEqual(pki.tsa.certificate.der);
    expect(verifyTimestampToken({ token, imprint: (algorithm) => digestOf(algorithm, data) }).valid).toBe(true);
    expect(verifyTimestampToken({ token: Buffer.concat([token, Buffer.alloc(50)]), imprint }).valid).toBe(true);
  });

  it('rejects a time-stamp token with another imprint, nonce or policy', async () => {
    const token = await createTimestampToken({ ...unit, digestAlgorithm: 'sha256', imprint, now });
    const problems = (options: Partial<Parameters<typeof verifyTimestampToken>[0]>) =>
      verifyTimestampToken({ token, data, ...options } as Parameters<typeof verifyTimestampToken>[0]).problems;
    expect(problems({ data: Buffer.from('other') })).toEqual(['imprint_mismatch']);
    expect(problems({ nonce })).toEqual(['nonce_mismatch']);
    expect(problems({ policy: '1.2.3' })).toEqual(['policy_mismatch']);
  });

  it('finds the authority among the given certificates if the token contains no certificates', async () => {
    const token = await createTimestampToken({
      ...unit,
      digestAlgorithm: 'sha256',
      imprint,
      now,
      withoutCertificates: true,
    });
    expect(verifyTimestampToken({ token, data }).problems).toEqual(['signer_certificate_missing']);
    expect(verifyTimestampToken({ token, data, certificates: [pki.tsa.certificate] }).valid).toBe(true);
  });

  it("rejects a signer's certificate as an authority, because a signer must not date signatures", async () => {
    const signer = await testSigner(pki.ca, now);
    const token = await createTimestampToken({
      ...signer,
      policy: TSA_POLICY,
      digestAlgorithm: 'sha256',
      imprint,
      now,
    });
    expect(verifyTimestampToken({ token, data }).problems).toEqual(['certificate_purpose']);
  });

  it('rejects a signature over data other than TSTInfo, and an unreadable TSTInfo', async () => {
    const asData = await signCades({ ...pki.tsa, digestAlgorithm: 'sha256', eContentType: Oid.data, eContent: data });
    expect(verifyTimestampToken({ token: asData, data }).problems).toEqual(['not_a_timestamp']);
    const broken = await signCades({
      ...pki.tsa,
      digestAlgorithm: 'sha256',
      eContentType: Oid.tstInfo,
      eContent: data,
    });
    expect(verifyTimestampToken({ token: broken, data }).problems).toEqual(['timestamp_malformed']);
  });

  it('rejects an unknown critical extension in a time-stamp token', async () => {
    const withExtension = (critical: boolean) => {
      const fields = [
        integer(1),
        oid(TSA_POLICY),
        sequence(digestIdentifier('sha256'), octetString(imprint)),
        integer(5),
        generalizedTime(now),
      ];
      const extension = sequence(oid('1.2.3'), boolean(critical), octetString(Buffer.alloc(0)));
      return signCades({
        ...pki.tsa,
        digestAlgorithm: 'sha256',
        eContentType: Oid.tstInfo,
        eContent: sequence(...fields, tlv(0xa1, extension)),
      });
    };
    expect(verifyTimestampToken({ token: await withExtension(false), data }).problems).toEqual([]);
    expect(verifyTimestampToken({ token: await withExtension(true), data }).problems).toEqual([
      'unknown_critical_extension',
    ]);
  });

  it('accepts a token created by OpenSSL', async () => {
    const tsa = await createTimestampCertificate(pki.ca, { commonName: 'openssl TSA', now });
    const config = `[tsa]\nserial=serial\ndigests=sha256\ndefault_policy=${TSA_POLICY}\nsigner_digest=sha256\naccuracy=secs:1,millisecs:500,microsecs:100\nclock_precision_digits=3\nordering=yes\ntsa_name=yes\ness_cert_id_alg=sha256\n`;
    const files = {
      data,
      'tsa.cnf': config,
      'tsa.pem': certificatePem(tsa.certificate),
      'key.pem': toPem('PRIVATE KEY', exportPkcs8(tsa.privateKey)),
      serial: '01\n',
    };
    await withFiles(files, (openssl) => {
      openssl('ts', '-query', '-data', 'data', '-sha256', '-cert', '-out', 'query.tsq');
      const { stdout } = openssl(
        'ts',
        '-reply',
        '-config',
        'tsa.cnf',
        '-section',
        'tsa',
        '-queryfile',
        'query.tsq',
        '-signer',
        'tsa.pem',
        '-inkey',
        'key.pem',
      );
      const response = parseTimestampResponse(stdout);
      const result = verifyTimestampToken({ token: response.granted ? response.token : Buffer.alloc(0), data });
      expect(result.problems).toEqual([]);
      expect(result.info?.accuracyMs).toBe(1501);
      expect(Math.abs((result.time?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    });
  });

  it('returns a result for data that is not a time-stamp token', () => {
    expect(verifyTimestampToken({ token: Buffer.from('hello'), data })).toMatchObject({
      valid: false,
      problems: ['malformed'],
      time: undefined,
    });
  });
});

describe('parseTimestampResponse', () => {
  it('returns the reason why a request was rejected', () => {
    expect(parseTimestampResponse(rejection('unacceptedPolicy').response)).toEqual({
      granted: false,
      status: 2,
      failureBits: [15],
      text: 'unacceptedPolicy',
    });
  });

  it('rejects a granted response without a token', () => {
    expect(() => parseTimestampResponse(sequence(sequence(integer(0))))).toThrowError(
      expect.objectContaining({ code: 'malformed_timestamp' }),
    );
    expect(() => parseTimestampResponse(explicit(0, integer(0)))).toThrowError(
      expect.objectContaining({ code: 'malformed_der' }),
    );
  });
});
