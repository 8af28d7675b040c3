import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestOf } from './algorithms.ts';
import { isSignedBy, parseCertificate } from './certificate.ts';
import { signCades } from './cms.ts';
import { parseCms } from './cms-parse.ts';
import { verifyCms } from './cms-verify.ts';
import { createCrl, parseCrl, verifyCrl } from './crl.ts';
import { PkiError } from './errors.ts';
import { answerOcspRequest, buildOcspRequest, createOcspResponse } from './ocsp.ts';
import { parseOcspResponse, verifyOcspResponse } from './ocsp-verify.ts';
import { validatePath } from './path.ts';
import { fromPem, toPem } from './pem.ts';
import { minutesAfter, testPki, testSigner, TSA_POLICY } from './test-kit.ts';
import { answerTimestampRequest, buildTimestampRequest, createTimestampToken } from './timestamp.ts';
import { parseTimestampResponse, verifyTimestampToken } from './timestamp-verify.ts';

// Checks that changed data never verifies, and that only PkiErrors are thrown.

const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const pki = await testPki(now, { crl: 'https://sign.example/crl', ocsp: 'https://sign.example/ocsp' });
const signer = await testSigner(pki.ca, now);
const digest = digestOf('sha256', Buffer.from('content'));
const token = await createTimestampToken({
  ...pki.tsa,
  policy: TSA_POLICY,
  digestAlgorithm: 'sha256',
  imprint: digest,
  now,
});
const cms = await signCades({ ...signer, digestAlgorithm: 'sha256', digest, timestamp: () => token });
const crl = await createCrl({
  issuer: pki.ca.certificate,
  key: pki.ca.key,
  revoked: [{ serial: 'aa', at: now, reason: 'superseded' }],
  number: 5,
  now,
  nextUpdate: minutesAfter(now, 60),
});
const ocsp = await createOcspResponse({
  issuer: pki.ca.certificate,
  key: pki.ocsp.key,
  certificate: pki.ocsp.certificate,
  statuses: [{ serial: 'aa', status: 'good' }],
  now,
});
const RUNS = { numRuns: 400 };

/** Replaces one to four octets, or removes, duplicates or truncates a range of octets. */
function mutated(original: Buffer): fc.Arbitrary<Buffer> {
  const at = fc.nat(original.length - 1);
  const flips = fc
    .array(fc.tuple(at, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 })
    .map((changes) => {
      const copy = Buffer.from(original);
      for (const [position, mask] of changes) copy[position] = (copy[position] ?? 0) ^ mask;
      return copy;
    });
  const splice = fc.tuple(at, fc.nat(40), fc.boolean()).map(([start, length, double]) => {
    const end = start + length + 1;
    return Buffer.concat([
      original.subarray(0, start),
      double ? original.subarray(start - length < 0 ? 0 : start - length, end) : Buffer.alloc(0),
      original.subarray(end),
    ]);
  });
  const cut = at.map((length) => original.subarray(0, length));
  return fc.oneof({ weight: 4, arbitrary: flips }, splice, cut).filter((bytes) => !bytes.equals(original));
}

/** Returns the value, or `undefined` for a PkiError. Any other error fails the test. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    expect(error).toBeInstanceOf(PkiError);
    return undefined;
  }
}

describe('changed data', () => {
  it('does not verify a changed certificate, unless its signed part and signature are unchanged', () => {
    fc.assert(
      fc.property(mutated(signer.certificate.der), (der) => {
        const changed = attempt(() => parseCertificate(der));
        expect(changed !== undefined && isSignedBy(changed, pki.ca.certificate)).toBe(false);
        if (changed)
          validatePath({
            leaf: changed,
            intermediates: [pki.ca.certificate, changed],
            anchors: [pki.root.certificate],
            at: now,
            purpose: 'document-signing',
          });
      }),
      RUNS,
    );
  });

  it('verifies a changed CMS signature only if its content, attributes, value and signer are unchanged', () => {
    const original = parseCms(cms);
    fc.assert(
      fc.property(mutated(cms), (der) => {
        const result = verifyCms({ der, digestOf: () => digest });
        for (const embedded of result.timestampTokens) verifyTimestampToken({ token: embedded, imprint: digest });
        if (!result.valid) return;
        // Data outside the signature may change, such as other certificates and the unsigned token.
        expect(result.cms?.signedBytes).toEqual(original.signedBytes);
        expect(result.cms?.signature).toEqual(original.signature);
        expect(result.signer?.der).toEqual(signer.certificate.der);
      }),
      RUNS,
    );
  });

  it('verifies a changed time-stamp token only if its time and imprint are unchanged', () => {
    fc.assert(
      fc.property(mutated(token), (der) => {
        const result = verifyTimestampToken({ token: der, imprint: digest });
        if (result.valid) expect(result.time).toEqual(now);
      }),
      RUNS,
    );
  });

  it('does not verify a changed CRL', () => {
    fc.assert(
      fc.property(mutated(crl), (der) => {
        const changed = attempt(() => parseCrl(der));
        expect(changed !== undefined && verifyCrl(changed, pki.ca.certificate)).toBe(false);
      }),
      RUNS,
    );
  });

  it('verifies a changed OCSP response only if its signed data is unchanged', () => {
    const original = parseOcspResponse(ocsp);
    fc.assert(
      fc.property(mutated(ocsp), (der) => {
        const response = attempt(() => parseOcspResponse(der));
        if (!response || !verifyOcspResponse({ response, issuer: pki.ca.certificate }).valid) return;
        expect(response.tbs).toEqual(original.tbs);
      }),
      RUNS,
    );
  });

  it('returns a readable response to a changed time-stamp or OCSP request', async () => {
    const timestampRequest = buildTimestampRequest({
      digestAlgorithm: 'sha256',
      imprint: digest,
      nonce: Buffer.from('0102030405060708', 'hex'),
    });
    const ocspRequest = buildOcspRequest({
      issuer: pki.ca.certificate,
      serials: ['aa', 'bb'],
      nonce: Buffer.alloc(16, 1),
    });
    await fc.assert(
      fc.asyncProperty(mutated(timestampRequest), mutated(ocspRequest), async (query, status) => {
        const answer = await answerTimestampRequest(query, { ...pki.tsa, policy: TSA_POLICY, now });
        expect(parseTimestampResponse(answer.response).granted).toBe(answer.granted);
        const response = await answerOcspRequest(status, () => ({ status: 'good' }), {
          issuer: pki.ca.certificate,
          key: pki.ocsp.key,
          certificate: pki.ocsp.certificate,
          now,
        });
        expect(response[0]).toBe(0x30);
      }),
      { numRuns: 200 },
    );
  });
});

describe('random input', () => {
  it('rejects random input in every parser with a PkiError', () => {
    const parsers = [parseCertificate, parseCms, parseCrl, parseOcspResponse, parseTimestampResponse];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const parse of parsers) attempt(() => parse(bytes));
        for (const parse of parsers)
          attempt(() => parse(Buffer.concat([Buffer.from([0x30, bytes.length < 128 ? bytes.length : 0]), bytes])));
      }),
    );
  });

  it('neither overflows the stack nor takes a long time for random input', () => {
    const deep = (octets: string) => Buffer.from(octets.repeat(200_000), 'hex');
    const started = performance.now();
    for (const bytes of [
      deep('3080'),
      deep('30830fffff'),
      deep('a080'),
      deep('2480'),
      Buffer.alloc(5_000_000, 0x30),
      Buffer.alloc(5_000_000),
    ]) {
      expect(verifyCms({ der: bytes }).valid).toBe(false);
      expect(() => parseCertificate(bytes)).toThrow(PkiError);
      expect(() => parseCrl(bytes)).toThrow(PkiError);
      expect(() => parseOcspResponse(bytes)).toThrow(PkiError);
    }
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('PEM files', () => {
  it('returns every PEM block with its label', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 3 }),
        (blocks) => {
          const text = blocks
            .map((block) => `noise\n${toPem('CERTIFICATE', block)}${toPem('X509 CRL', Buffer.from([1]))}`)
            .join('');
          expect(fromPem('CERTIFICATE', text).map((block) => block.toString('hex'))).toEqual(
            blocks.map((block) => Buffer.from(block).toString('hex')),
          );
        },
      ),
    );
  });

  it.each([
    '',
    '-----BEGIN X-----\nAAAA',
    '-----BEGIN X-----\nAAA\n-----END X-----',
    '-----BEGIN X-----\n-----END X-----',
    '-----BEGIN X-----\nA*==\n-----END X-----',
  ])('refuses the PEM text %j', (text) => {
    expect(() => fromPem('X', text)).toThrowError(expect.objectContaining({ code: 'malformed_pem' }));
  });
});
