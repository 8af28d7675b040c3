import {
  buildCertificate,
  createOcspResponse,
  digestOf,
  der,
  encodeName,
  extensions,
  generateKey,
  keyIdentifier,
  Oid,
} from '@countersign/pki';
import type { Extension, Identity } from '@countersign/pki';
import { beforeAll, describe, expect, it } from 'vitest';

import { completed, sealed, sent, signedBy } from '../test/documents.ts';
import { after, container, crls, inputOf, makeAuthority, makeSigner, SIGNED_AT, stamp, trustIn } from '../test/kit.ts';
import type { TestAuthority } from '../test/kit.ts';
import { checkContainer } from './container.ts';
import { verifyDocument } from './index.ts';
import type { TrustedService, VerifyInput, VerifyReport } from './index.ts';
import { judgeAll } from './judgement.ts';

let authority: TestAuthority;
let ann: Identity;
let finished: Buffer;

beforeAll(async () => {
  authority = await makeAuthority();
  ann = await makeSigner(authority, 'ann@example.org');
  const bob = await makeSigner(authority, 'bob@example.org');
  finished = (await sealed(authority, await completed(authority, ann, bob))).file;
});

const NOW = after(SIGNED_AT, 1).toISOString();
const verify = (file: Buffer, options: Partial<VerifyInput> = {}): Promise<VerifyReport> =>
  verifyDocument(file, { anchors: [authority.root.certificate.der], now: NOW, ...options });
const signer = (report: VerifyReport) => report.signatures.find(({ field }) => field === 'Signer_1');

describe('revocation outside the file', () => {
  const revoked = async (at: Date) => crls(authority, after(SIGNED_AT, 0.5), [{ serial: ann.certificate.serial, at }]);

  it('reports a revocation after the time-stamp and keeps the signature valid', async () => {
    const at = after(SIGNED_AT, 0.25);
    const report = await verify(finished, { crls: await revoked(at) });
    expect(report.isValid).toBe(true);
    expect(signer(report)).toMatchObject({
      isValid: true,
      level: 'B-LTA',
      revocation: 'good',
      revokedAt: new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString(),
    });
    expect(signer(report)?.notes.join()).toMatch(/revoked as of 2026-11-20 16:45:12 UTC .*still valid/);
  });

  it('rejects a signature whose certificate was revoked before the time-stamp, even if the status in the file is good', async () => {
    expect(signer(await verify(finished))).toMatchObject({ revocation: 'good', revokedAt: null, notes: [] });
    const report = await verify(finished, { crls: await revoked(after(SIGNED_AT, -0.001)) });
    expect(signer(report)).toMatchObject({
      isValid: false,
      indication: 'INDETERMINATE',
      subIndication: 'REVOKED_NO_POE',
      revocation: 'revoked',
      level: null,
    });
  });

  it('rejects a signature if its certificate was revoked as of the first day of validity, before the signature', async () => {
    const report = await verify(finished, { crls: await revoked(ann.certificate.notBefore) });
    expect(signer(report)).toMatchObject({ isValid: false, indication: 'TOTAL-FAILED', subIndication: 'REVOKED' });
  });

  it('considers a revocation reported by OCSP, whether the responder is delegated or not', async () => {
    const ocsp = await createOcspResponse({
      issuer: authority.ca.certificate,
      key: authority.ca.key,
      certificate: authority.ca.certificate,
      statuses: [
        { serial: ann.certificate.serial, status: 'revoked', at: ann.certificate.notBefore, reason: 'keyCompromise' },
      ],
      now: after(SIGNED_AT, 0.5),
    });
    expect(signer(await verify(finished, { ocsps: [ocsp] }))).toMatchObject({ subIndication: 'REVOKED' });
  });

  it('ignores a revocation reported by another issuer', async () => {
    const stranger = await makeAuthority('Stranger');
    const foreign = await crls(stranger, after(SIGNED_AT, 0.5), [
      { serial: ann.certificate.serial, at: ann.certificate.notBefore },
    ]);
    expect((await verify(finished, { crls: foreign })).isValid).toBe(true);
  });
});

describe('order of time-stamps', () => {
  it.each([
    ['reports a time-stamp that is later than the time-stamp that covers it', 1, true],
    ['accepts a time-stamp that is earlier than the time-stamp that covers it', 0, false],
    ['accepts time-stamps in the wrong order if their clocks differ by less than a minute', 0.5 + 30 / 86_400, false],
  ])('%s', async (_, days, isOutOfOrder) => {
    const content = Buffer.from('the signed bytes');
    const digest = digestOf('sha256', content);
    const signed = inputOf(await container(ann, digest, authority, after(SIGNED_AT, days)), content);
    const archive = inputOf(await stamp(authority, digest, after(SIGNED_AT, 0.5)), content, {
      kind: 'timestamp',
      subFilter: 'ETSI.RFC3161',
    });
    const judgements = judgeAll(
      [signed, archive].map((input) => ({ kind: input.kind, intact: true, check: checkContainer(input) })),
      trustIn(authority, after(SIGNED_AT, 2)),
    );
    expect(judgements.map((one) => one.isOutOfOrder)).toEqual([isOutOfOrder, false]);
  });
});

describe('signing time later than a trusted time', () => {
  const content = Buffer.from('the signed bytes');
  const digest = digestOf('sha256', content);
  const judged = async (times: readonly Date[], now: Date) => {
    const inputs = await Promise.all(
      times.map(async (time) => inputOf(await container(ann, digest, authority, time), content)),
    );
    return judgeAll(
      inputs.map((input) => ({ kind: input.kind, intact: true, check: checkContainer(input) })),
      trustIn(authority, now),
    );
  };

  it('reports that a later signature has an earlier time-stamp, even without an archive time-stamp', async () => {
    const judgements = await judged([after(SIGNED_AT, 3), SIGNED_AT], after(SIGNED_AT, 4));
    expect(judgements.map(({ isOutOfOrder }) => isOutOfOrder)).toEqual([true, false]);
  });

  it.each([
    ['three days after the time of verification', -3, true],
    ['within five minutes of the time of verification', -4 / 1440, false],
    ['before the time of verification', 1, false],
  ])('checks whether a time-stamp is in the future: %s', async (_, days, isInFuture) => {
    const [judgement] = await judged([SIGNED_AT], after(SIGNED_AT, days));
    expect(judgement).toMatchObject({ isInFuture, isOutOfOrder: false });
  });

  it('reports the document as invalid, with the reason', async () => {
    const report = await verify(finished, { now: after(SIGNED_AT, -3).toISOString() });
    expect(report.isValid).toBe(false);
    expect(signer(report)).toMatchObject({ isValid: false, indication: 'INDETERMINATE' });
    expect(report.reasons).toContain('Its time-stamp shows a time in the future.');
    expect((await verify(finished)).reasons).toEqual([]);
  });

  it.each([
    ['two days after a trusted time-stamp that was added later', 2, true],
    ['twelve hours after a trusted time-stamp, as with a wrong time zone', 0.5, false],
  ])('checks whether a claimed signing time is too late: %s', async (_, days, isClaimTooLate) => {
    const [signed, archive] = [
      inputOf(await container(ann, digest, null, after(SIGNED_AT, days)), content, {
        claimedTime: after(SIGNED_AT, days),
      }),
      inputOf(await stamp(authority, digest, SIGNED_AT), content, { kind: 'timestamp', subFilter: 'ETSI.RFC3161' }),
    ];
    const judgements = judgeAll(
      [signed, archive].map((input) => ({
        kind: input.kind,
        intact: true,
        check: checkContainer(input),
        claimedTime: input.claimedTime,
      })),
      trustIn(authority, after(SIGNED_AT, 5)),
    );
    expect(judgements.map((one) => one.isClaimTooLate)).toEqual([isClaimTooLate, false]);
  });
});

describe('trusted services', () => {
  const QC = '0.4.0.1862.1';
  const statements = (...list: Buffer[]): Extension => ({
    oid: Oid.qcStatements,
    critical: false,
    value: der.sequence(...list),
  });
  const compliance = der.sequence(der.oid(`${QC}.1`));
  const device = der.sequence(der.oid(`${QC}.4`));
  const forSignatures = der.sequence(der.oid(`${QC}.6`), der.sequence(der.oid(`${QC}.6.1`)));

  async function qualifiedSigner(...list: Buffer[]): Promise<Identity> {
    const { signingKey: key } = generateKey('p256');
    const certificate = await buildCertificate({
      subject: encodeName({ commonName: 'Ann' }),
      subjectPublicKeySpki: key.publicKeySpki,
      issuer: { certificate: authority.ca.certificate, key: authority.ca.key },
      notBefore: after(SIGNED_AT, -10),
      notAfter: after(SIGNED_AT, 365),
      extensions: [
        extensions.keyUsage('nonRepudiation'),
        ...(list.length > 0 ? [statements(...list)] : []),
        extensions.subjectKeyIdentifier(keyIdentifier(key.publicKeySpki)),
      ],
    });
    return { certificate, key, chain: [authority.ca.certificate] };
  }
  const service = (more: Partial<TrustedService> = {}): TrustedService => ({
    certificate: authority.ca.certificate.der,
    source: 'EU trusted list: Somewhere',
    purpose: 'document-signing',
    periods: [{ from: after(SIGNED_AT, -100).toISOString(), to: after(SIGNED_AT, 50).toISOString() }],
    qualified: ['signature'],
    ...more,
  });
  const judged = async (who: Identity, ...services: TrustedService[]) => {
    const { file } = await signedBy(await sent(authority), 'Signer_1', who, authority);
    const timestampAnchors = [authority.root.certificate.der];
    return signer(await verifyDocument(file, { anchors: [], timestampAnchors, services, now: NOW }));
  };

  it('trusts a signer through a trusted service and names the source of trust in the report', async () => {
    expect(await judged(await qualifiedSigner(), service())).toMatchObject({
      isValid: true,
      kind: 'signer',
      trustedBy: 'EU trusted list: Somewhere',
      qualification: null,
    });
  });

  it.each([
    ['before the service was granted', { periods: [{ from: after(SIGNED_AT, 0.1).toISOString(), to: null }] }],
    [
      'after the service was withdrawn',
      { periods: [{ from: after(SIGNED_AT, -100).toISOString(), to: SIGNED_AT.toISOString() }] },
    ],
    ['for time-stamps only', { purpose: 'time-stamping' as const }],
  ])('does not trust a signer through a trusted service %s', async (_, more) => {
    expect(await judged(await qualifiedSigner(), service(more))).toMatchObject({
      isValid: false,
      indication: 'INDETERMINATE',
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
      trustedBy: null,
    });
  });

  it('proves a qualified signature with the statements in the certificate', async () => {
    const verdict = await judged(await qualifiedSigner(compliance, forSignatures, device), service());
    expect(verdict).toMatchObject({ isValid: true, qualification: 'qualified-signature' });
    expect(verdict?.notes.join()).toContain('qualified electronic signature');
  });

  it('reports only a qualified certificate, not a qualified signature, if the certificate does not state that its key is in a qualified device', async () => {
    expect(await judged(await qualifiedSigner(compliance, forSignatures), service())).toMatchObject({
      qualification: 'qualified-certificate',
    });
  });

  it.each<[string, Buffer[], Partial<TrustedService>]>([
    ['the certificate does not state that it is qualified', [forSignatures], {}],
    ['the certificate does not state its type', [compliance, device], {}],
    ['the list states the status only for seals', [compliance, forSignatures, device], { qualified: ['seal'] }],
    [
      'the service was granted after the certificate was issued',
      [compliance, forSignatures, device],
      { periods: [{ from: after(SIGNED_AT, -5).toISOString(), to: null }] },
    ],
  ])('reports no qualified status if %s', async (_, list, more) => {
    expect(await judged(await qualifiedSigner(...list), service(more))).toMatchObject({
      isValid: true,
      qualification: null,
    });
  });
});
