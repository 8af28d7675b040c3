import { describe, expect, it } from 'vitest';
import { createIssuingCa, createRoot, type Identity } from './authority.ts';
import { buildCertificate } from './certificate.ts';
import { createCrl, parseCrl, type RevocationReason } from './crl.ts';
import { encodeName } from './names.ts';
import { createOcspResponse } from './ocsp.ts';
import { parseOcspResponse } from './ocsp-verify.ts';
import { validatePath } from './path.ts';
import { minutesAfter, testPki, testSigner } from './test-kit.ts';

const now = new Date(Math.floor(Date.now() / 1000) * 1000);
const pki = await testPki(now);
const signer = await testSigner(pki.ca, now);
const day = (days: number) => minutesAfter(now, days * 24 * 60);

describe('revocation status', () => {
  const crl = async (options: {
    issuer?: Identity;
    serial?: string;
    at?: Date;
    reason?: RevocationReason;
    thisUpdate?: Date;
    nextUpdate?: Date;
  }) => {
    const {
      issuer = pki.ca,
      serial,
      at = now,
      reason = 'keyCompromise',
      thisUpdate = now,
      nextUpdate = day(1),
    } = options;
    const revoked = serial === undefined ? [] : [{ serial, at, reason }];
    return parseCrl(
      await createCrl({ issuer: issuer.certificate, key: issuer.key, revoked, number: 1, now: thisUpdate, nextUpdate }),
    );
  };
  const ocsp = async (revokedAt?: Date, signedBy: Identity = pki.ocsp) => {
    const serial = signer.certificate.serial;
    const status = revokedAt
      ? { serial, status: 'revoked' as const, at: revokedAt, reason: 'superseded' as const }
      : { serial, status: 'good' as const };
    const response = await createOcspResponse({
      issuer: pki.ca.certificate,
      key: signedBy.key,
      certificate: signedBy.certificate,
      statuses: [status],
      now,
      nextUpdate: day(1),
    });
    return parseOcspResponse(response);
  };
  it("ignores a good status from a responder whose certificate is revoked, but accepts the responder's revocations", async () => {
    const list = await crl({ serial: pki.ocsp.certificate.serial, at: minutesAfter(now, -1) });
    expect(judge({ ocsps: [await ocsp()] }).revocation[0]?.status).toBe('good');
    expect(judge({ ocsps: [await ocsp()], crls: [list] }).revocation[0]).toMatchObject({
      status: 'good',
      source: 'crl',
    });
    const later = await crl({ serial: pki.ocsp.certificate.serial, at: minutesAfter(now, 1) });
    expect(judge({ ocsps: [await ocsp()], crls: [later] }).revocation[0]?.status).toBe('good');
    expect(judge({ ocsps: [await ocsp(minutesAfter(now, -2))], crls: [list] }).revocation[0]?.status).toBe('revoked');
  });

  const judge = (
    material: {
      crls?: readonly Awaited<ReturnType<typeof crl>>[];
      ocsps?: readonly Awaited<ReturnType<typeof ocsp>>[];
      required?: boolean;
    },
    at = now,
  ) =>
    validatePath({
      leaf: signer.certificate,
      intermediates: [pki.ca.certificate],
      anchors: [pki.root.certificate],
      at,
      purpose: 'document-signing',
      revocation: { crls: material.crls ?? [], ocsps: material.ocsps ?? [], required: material.required ?? false },
    });

  it("returns good if the issuer's CRL or OCSP response was current at the given time or issued later", async () => {
    const rootCrl = await crl({ issuer: pki.root });
    expect(judge({ crls: [await crl({}), rootCrl], required: true })).toMatchObject({
      valid: true,
      revocation: [
        { status: 'good', source: 'crl' },
        { status: 'good', source: 'crl' },
      ],
    });
    expect(judge({ crls: [rootCrl], ocsps: [await ocsp()], required: true })).toMatchObject({
      valid: true,
      revocation: [{ status: 'good', source: 'ocsp' }, { status: 'good' }],
    });
    expect(judge({ crls: [await crl({ thisUpdate: day(3) })] }).revocation[0]).toMatchObject({ status: 'good' });
  });

  it('returns unknown if there is no evidence for the given time, and fails only if evidence is required', async () => {
    const stale = await crl({ thisUpdate: day(-3), nextUpdate: day(-2) });
    expect(judge({ crls: [stale] })).toMatchObject({
      valid: true,
      revocation: [{ status: 'unknown' }, { status: 'unknown' }],
    });
    expect(judge({ crls: [stale], required: true })).toMatchObject({
      valid: false,
      indication: 'INDETERMINATE',
      subIndication: 'TRY_LATER',
    });
  });

  it('considers a revocation that is dated before the given time, from a CRL or from OCSP', async () => {
    const serial = signer.certificate.serial;
    const before = minutesAfter(now, -1);
    for (const material of [
      { crls: [await crl({ serial, at: before })] },
      { ocsps: [await ocsp(before)] },
      { crls: [await crl({})], ocsps: [await ocsp(before)] },
    ]) {
      const result = judge(material);
      expect(result).toMatchObject({ valid: false, indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE' });
      expect(result.revocation[0]).toMatchObject({ status: 'revoked', at: before, inEffect: true });
    }
  });

  it('reports but does not consider a revocation that is dated after the given time', async () => {
    const result = judge({ crls: [await crl({ serial: signer.certificate.serial, at: minutesAfter(now, 1) })] });
    expect(result).toMatchObject({
      valid: true,
      revocation: [{ status: 'revoked', inEffect: false, reason: 'keyCompromise' }, { status: 'unknown' }],
    });
  });

  it('keeps a revocation in an old list even if a newer list does not contain it', async () => {
    const old = await crl({ serial: signer.certificate.serial, at: day(-3), thisUpdate: day(-3), nextUpdate: day(-2) });
    expect(judge({ crls: [await crl({}), old] }).subIndication).toBe('REVOKED_NO_POE');
  });

  it('uses the earliest date of a revocation in the evidence', async () => {
    const { serial } = signer.certificate;
    const crls = [
      await crl({ serial, at: day(1) }),
      await crl({ serial, at: day(-2) }),
      await crl({ serial, at: day(-1) }),
    ];
    expect(judge({ crls }).revocation[0]).toMatchObject({ status: 'revoked', at: day(-2) });
  });

  it('treats certificates under a revoked CA as revoked', async () => {
    const result = judge({
      crls: [await crl({ issuer: pki.root, serial: pki.ca.certificate.serial, at: minutesAfter(now, -1) })],
    });
    expect(result.subIndication).toBe('REVOKED_CA_NO_POE');
  });

  it('accepts revocation data only from the issuer or its delegate', async () => {
    const stranger = await createRoot({ commonName: 'Test Root', organization: 'Test', now });
    const strangerCa = await createIssuingCa(stranger, { commonName: 'Test Issuing CA', organization: 'Test', now });
    const { ocsp: strangerOcsp } = await testPki(now);
    const forgedCrl = await crl({ issuer: strangerCa, serial: signer.certificate.serial, at: day(-1) });
    const otherSerial = await crl({ serial: pki.seal.certificate.serial, at: day(-1) });
    expect(judge({ crls: [forgedCrl] }).revocation[0]?.status).toBe('unknown');
    expect(judge({ crls: [otherSerial] }).revocation[0]?.status).toBe('good');
    for (const notDelegated of [pki.tsa, pki.seal, signer, strangerCa, strangerOcsp])
      expect(judge({ ocsps: [await ocsp(day(-1), notDelegated)] }).revocation[0]?.status).toBe('unknown');
  });

  it("does not accept a list created after a certificate's expiration as proof, because lists drop expired certificates", async () => {
    const short = await buildCertificate({
      subject: encodeName({ commonName: 'Short' }),
      subjectPublicKeySpki: signer.certificate.spki,
      issuer: pki.ca,
      notBefore: day(-1),
      notAfter: day(1),
      extensions: [],
    });
    const after = await crl({ thisUpdate: day(2), nextUpdate: day(3) });
    const result = validatePath({
      leaf: short,
      intermediates: signer.chain,
      anchors: [pki.root.certificate],
      at: now,
      purpose: 'document-signing',
      revocation: { crls: [after], ocsps: [] },
    });
    expect(result.revocation[0]?.status).toBe('unknown');
  });

  it('does not accept a partial list as proof of a good status', async () => {
    const partial = { ...(await crl({})), unusable: true };
    expect(judge({ crls: [partial] }).revocation[0]?.status).toBe('unknown');
  });

  it('does not check the revocation of an OCSP responder that needs no check (RFC 6960 §4.2.2.2.1)', async () => {
    const material = { crls: [await crl({ issuer: pki.root })], ocsps: [], required: true };
    const path = { intermediates: pki.ocsp.chain, anchors: [pki.root.certificate], at: now, revocation: material };
    expect(validatePath({ ...path, leaf: pki.ocsp.certificate, purpose: 'ocsp' }).valid).toBe(true);
    expect(validatePath({ ...path, leaf: pki.tsa.certificate, purpose: 'time-stamping' }).subIndication).toBe(
      'TRY_LATER',
    );
  });
});
