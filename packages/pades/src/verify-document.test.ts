import { appendDss } from '@countersign/pdf-sign';
import type { Identity } from '@countersign/pki';
import { beforeAll, expect, test } from 'vitest';

import { appendUpdate } from '../../pdf-sign/test/support/pdf.ts';
import { completed, evidence, sealed, sent, signedBy, UPLOAD } from '../test/documents.ts';
import { after, makeAuthority, makeSigner, SIGNED_AT } from '../test/kit.ts';
import type { TestAuthority } from '../test/kit.ts';
import { outcomeOf } from './outcome.ts';
import type { VerifyInput, VerifyReport } from './report.ts';
import { verifyDocument } from './verify-document.ts';

let authority: TestAuthority;
let ann: Identity;
let bob: Identity;
let finished: Buffer;

beforeAll(async () => {
  authority = await makeAuthority();
  [ann, bob] = [await makeSigner(authority, 'ann@example.org'), await makeSigner(authority, 'bob@example.org')];
  finished = (await sealed(authority, await completed(authority, ann, bob))).file;
});

function verify(file: Buffer, more: Partial<VerifyInput> = {}): Promise<VerifyReport> {
  const now = after(SIGNED_AT, 1).toISOString();
  return verifyDocument(file, { anchors: [authority.root.certificate.der], now, ...more });
}

test('verifies a completed document with a certification seal and two signatures at level B-LTA', async () => {
  const report = await verify(finished);
  expect(report).toMatchObject({
    isValid: true,
    verdict: 'All 2 signatures are valid. The document has not been changed since.',
    summary: {
      outcome: 'unchanged',
      signatures: { valid: 2, unconfirmed: 0, invalid: 0 },
      seals: { valid: 1, unconfirmed: 0, invalid: 0 },
      timestamps: { valid: 1, unconfirmed: 0, invalid: 0 },
      excused: 0,
    },
    reasons: [],
    certification: 2,
    verifiedAt: '2026-11-21T10:45:12.345Z',
  });
  expect(
    report.signatures.map(({ kind, level, isValid, indication }) => ({ kind, level, isValid, indication })),
  ).toEqual([
    { kind: 'certification', level: 'B-LTA', isValid: true, indication: 'TOTAL-PASSED' },
    { kind: 'signer', level: 'B-LTA', isValid: true, indication: 'TOTAL-PASSED' },
    { kind: 'signer', level: 'B-LTA', isValid: true, indication: 'TOTAL-PASSED' },
    { kind: 'archive-timestamp', level: null, isValid: true, indication: 'TOTAL-PASSED' },
  ]);
  expect(report.signatures[1]).toMatchObject({
    field: 'Signer_1',
    subFilter: 'ETSI.CAdES.detached',
    signerEmail: 'ann@example.org',
    signedAt: SIGNED_AT.toISOString(),
    isTimeProved: true,
    timestamp: { time: SIGNED_AT.toISOString(), authority: 'Test Time', isValid: true },
    revocation: 'good',
    certificate: { serial: ann.certificate.serial, issuer: expect.stringContaining('Test CA') },
  });
  expect(report.revisions.map(({ kind }) => kind).slice(0, 2)).toEqual(['original', 'certification']);
  expect(report.revisions.at(-1)?.bytes).toBe(finished.length);
  expect(outcomeOf(report)).toBe('valid');
});

test('reports level B-T without evidence, and level B-LT with evidence but no document time-stamp', async () => {
  const signed = await completed(authority, ann, bob);
  expect((await verify(signed.file)).signatures.map(({ level }) => level)).toEqual(['B-T', 'B-T', 'B-T']);
  const { tail } = appendDss(signed.state, { ...(await evidence(authority)), fileId: new Uint8Array(16) });
  const report = await verify(Buffer.concat([signed.file, tail]));
  expect(report.isValid).toBe(true);
  expect(report.signatures.map(({ level }) => level)).toEqual(['B-LT', 'B-LT', 'B-LT']);
});

test('reports the claimed time and the level B-B for a signature without a time-stamp', async () => {
  const { file } = await signedBy(await sent(authority), 'Signer_1', ann, null);
  expect((await verify(file)).signatures[1]).toMatchObject({
    isValid: true,
    level: 'B-B',
    timestamp: null,
    isTimeProved: false,
    revocation: 'unknown',
  });
});

test('reports an unknown revocation status, and reports the signature as indeterminate if the status is required', async () => {
  const { file } = await completed(authority, ann, bob);
  expect(outcomeOf(await verify(file))).toBe('valid');
  const report = await verify(file, { requireRevocation: true });
  expect(report.verdict).toBe('2 of 2 signatures and the seal could not be confirmed.');
  expect(report.signatures[1]).toMatchObject({
    indication: 'INDETERMINATE',
    subIndication: 'TRY_LATER',
    reasons: ["It is not known whether the signer's certificate had been revoked."],
  });
  expect(outcomeOf(report)).toBe('indeterminate');
  const { crls } = await evidence(authority);
  expect(outcomeOf(await verify(file, { requireRevocation: true, crls }))).toBe('valid');
});

test('keeps a sealed document valid after its revocation lists are out of date', async () => {
  const years = after(SIGNED_AT, 3 * 365).toISOString();
  expect(outcomeOf(await verify(finished, { requireRevocation: true, now: years }))).toBe('valid');
});

test('detects one changed byte in the signed content and reports the reason', async () => {
  const changed = Buffer.from(finished);
  changed[changed.indexOf('MediaBox[0 0 595') + 'MediaBox[0 0 '.length] = 0x36;
  const report = await verify(changed);
  expect(report.signatures.every(({ isValid }) => !isValid)).toBe(true);
  expect(report.signatures[0]).toMatchObject({
    indication: 'TOTAL-FAILED',
    subIndication: 'HASH_FAILURE',
    level: null,
  });
  expect(report.verdict).toBe(
    'Do not rely on this document: 2 of 2 signatures, the seal and the time-stamp are not valid.',
  );
  expect(report.reasons).toContain('The document was changed after it was signed.');
  expect(report.reasonFacts.find(({ code }) => code === 'message-digest-mismatch')).toEqual({
    code: 'message-digest-mismatch',
    message: 'The document was changed after it was signed.',
    detail: null,
    change: null,
  });
  expect(outcomeOf(report)).toBe('invalid');
});

test('detects an update appended after sealing that changes a page', async () => {
  const page = /4 0 obj\n(<<\/Type\/Page[^]*?>>)\nendobj/.exec(UPLOAD.toString('latin1'))?.[1] ?? '';
  expect(page).not.toBe('');
  const report = await verify(appendUpdate(finished, { 4: page.replace(/>>$/, '/MediaBox[0 0 300 300]>>') }));
  expect(report.isValid).toBe(false);
  expect(report.reasons.join(' ')).toMatch(/page 1/i);
  expect(report.reasonFacts.map(({ code, change }) => [code, change?.code, change?.page])).toEqual([
    ['changed', 'page', 1],
    ['changed', 'annotation', 1],
  ]);
  expect(outcomeOf(report)).toBe('invalid');
});

test('reports a signature as foreign and not valid if its certificate is from an unknown authority', async () => {
  const stranger = await makeAuthority('Stranger');
  const eve = await makeSigner(stranger, 'eve@example.org');
  const report = await verify((await signedBy(await sent(authority), 'Signer_1', eve, stranger)).file);
  expect(report.isValid).toBe(false);
  expect(report.verdict).toBe('The signature could not be confirmed.');
  expect(report.signatures[1]).toMatchObject({
    kind: 'foreign',
    isValid: false,
    indication: 'INDETERMINATE',
    subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    reasons: ["The signer's certificate was not issued by an authority that is trusted here."],
  });
  expect(outcomeOf(report)).toBe('indeterminate');
});

test('returns a result for a document without signatures, and for a file that is not a PDF', async () => {
  const unsigned = await verify(UPLOAD);
  expect(unsigned).toMatchObject({
    isValid: false,
    signatures: [],
    verdict: 'This document has no signatures.',
  });
  expect(outcomeOf(unsigned)).toBe('invalid');
  const nonsense = await verify(Buffer.from('not a PDF at all'));
  expect(nonsense).toMatchObject({ isValid: false, verdict: 'No signature could be read from this file.' });
  expect(nonsense.reasons).not.toEqual([]);
});
