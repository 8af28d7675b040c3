import { appendDss, embedCms, prepareSeal, prepareSend, prepareSignature, signedParts } from '@countersign/pdf-sign';
import type { RevisionState, UnsignedRevision } from '@countersign/pdf-sign';
import { digestOf } from '@countersign/pki';
import type { Identity } from '@countersign/pki';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fieldText } from './appearance/field-text.ts';
import { loadFonts } from './appearance/fonts.ts';
import { typedMark } from './appearance/mark.ts';
import { signatureMark } from './appearance/signature-mark.ts';
import { createPdfPool } from './pdf-pool.ts';
import { pageWith } from './test-page.ts';
import { verifyDocument } from './verify-report.ts';
import type { VerifyReport } from './verify-report.ts';
import { after, container, crls, makeAuthority, makeSigner, SIGNED_AT, stamp } from './verify-test-kit.ts';
import type { TestAuthority } from './verify-test-kit.ts';

const FILE_ID = new Uint8Array(16).fill(9);

let authority: TestAuthority;
let upload: Buffer;
let ann: Identity;
let bob: Identity;
const pool = createPdfPool();

beforeAll(async () => {
  authority = await makeAuthority();
  [ann, bob] = [await makeSigner(authority, 'ann@example.org'), await makeSigner(authority, 'bob@example.org')];
  const { appearance } = fieldText(await loadFonts(), { value: 'Lease agreement', width: 200, height: 20 });
  upload = pageWith([{ appearance, x: 72, y: 700 }]);
});

afterAll(() => pool.close());

interface Made {
  readonly file: Buffer;
  readonly state: RevisionState;
}

async function close(
  file: Buffer,
  unsigned: UnsignedRevision,
  sign: (digest: Buffer) => Promise<Buffer>,
): Promise<Made> {
  const digest = digestOf('sha256', Buffer.concat([file, ...signedParts(unsigned)]));
  return { file: Buffer.concat([file, embedCms(unsigned, await sign(digest))]), state: unsigned.state };
}

/** Sent to two signers and certified. */
async function sent(): Promise<Made> {
  const prepared = prepareSend(upload, {
    documentId: 'doc_1',
    signers: [{ key: 'Signer_1' }, { key: 'Signer_2' }],
    fileId: FILE_ID,
    date: SIGNED_AT,
    certify: { name: 'Test' },
  });
  if (!prepared.certified) throw new Error('not certified');
  const seal = { ...authority.seal, chain: [authority.ca.certificate] };
  return close(upload, prepared.revision, (digest) => container(seal, digest, authority));
}

async function signedBy(
  { file, state }: Made,
  field: string,
  signer: Identity,
  stamper: TestAuthority | null = authority,
): Promise<Made> {
  const fonts = await loadFonts();
  const { appearance } = signatureMark(fonts, {
    kind: 'signature',
    mark: typedMark(fonts, 'Ann'),
    signerName: 'Ann',
    signerEmail: 'ann@example.org',
    signedAt: SIGNED_AT.toISOString(),
    documentId: 'doc_1',
    width: 200,
    height: 40,
  });
  const unsigned = prepareSignature(state, { field, date: SIGNED_AT, name: 'Ann', appearance, fileId: FILE_ID });
  return close(file, unsigned, (digest) => container(signer, digest, stamper));
}

async function evidence(): Promise<{ certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] }> {
  const { root, ca, tsa } = authority;
  const certificates = [root, ca, tsa].map((identity) => identity.certificate.der);
  return { certificates, crls: await crls(authority, after(SIGNED_AT, 0.01)), ocsps: [] };
}

async function sealed({ file, state }: Made): Promise<Made> {
  const unsigned = prepareSeal(state, await evidence(), { fileId: FILE_ID });
  return close(file, unsigned, (digest) => stamp(authority, digest, after(SIGNED_AT, 0.02)));
}

function verify(file: Buffer, now = after(SIGNED_AT, 1)): Promise<VerifyReport> {
  return verifyDocument(file, { anchors: [authority.root.certificate.der], now: now.toISOString() });
}

async function complete(): Promise<Made> {
  return signedBy(await signedBy(await sent(), 'Signer_1', ann), 'Signer_2', bob);
}

test('a finished document: certification, two signers, seal, all valid to B-LTA', async () => {
  const { file } = await sealed(await complete());
  const report = await verify(file);
  expect(report).toMatchObject({
    isValid: true,
    verdict: 'All 4 signatures are valid. The document has not been changed since.',
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
  expect(report.revisions.at(-1)?.bytes).toBe(file.length);
});

test('the same through the worker', async () => {
  const { file } = await sealed(await complete());
  const options = { anchors: [authority.root.certificate.der], now: after(SIGNED_AT, 1).toISOString() };
  expect(await pool.verify({ parts: [{ bytes: file }] }, options)).toEqual(await verify(file));
});

test('levels on the way: B-T, and B-LT with evidence but no document time-stamp', async () => {
  const signed = await complete();
  expect((await verify(signed.file)).signatures.map(({ level }) => level)).toEqual(['B-T', 'B-T', 'B-T']);
  const { tail } = appendDss(signed.state, { ...(await evidence()), fileId: FILE_ID });
  const report = await verify(Buffer.concat([signed.file, tail]));
  expect(report.isValid).toBe(true);
  expect(report.signatures.map(({ level }) => level)).toEqual(['B-LT', 'B-LT', 'B-LT']);
});

test('without a time-stamp the time is claimed and the level B-B', async () => {
  const { file } = await signedBy(await sent(), 'Signer_1', ann, null);
  expect((await verify(file)).signatures[1]).toMatchObject({
    isValid: true,
    level: 'B-B',
    timestamp: null,
    isTimeProved: false,
    revocation: 'unknown',
  });
});

test('one changed byte in the signed content is found, with the reason', async () => {
  const { file } = await sealed(await complete());
  const changed = Buffer.from(file);
  const at = changed.indexOf('MediaBox') + 'MediaBox[0 0 '.length;
  changed[at] = 0x36;
  const report = await verify(changed);
  expect(report.isValid).toBe(false);
  expect(report.signatures.every(({ isValid }) => !isValid)).toBe(true);
  expect(report.signatures[0]).toMatchObject({
    indication: 'TOTAL-FAILED',
    subIndication: 'HASH_FAILURE',
    level: null,
  });
  expect(report.reasons).toContain('The document was changed after it was signed.');
});

test('an update appended after sealing that changes a page is found', async () => {
  const { file } = await sealed(await complete());
  const page = /3 0 obj\n(<<\/Type\/Page[^]*?>>)\nendobj/.exec(upload.toString('latin1'))?.[1] ?? '';
  const startxref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1'))?.[1] ?? '';
  const size = /\/Size (\d+)/g;
  const sizes = [...file.toString('latin1').matchAll(size)].map((match) => Number(match[1]));
  const object = Buffer.from(`3 0 obj\n${page.replace('595', '300')}\nendobj\n`, 'latin1');
  const table = `xref\n3 1\n${String(file.length).padStart(10, '0')} 00000 n \ntrailer\n<</Size ${Math.max(...sizes)}/Root 1 0 R/Prev ${startxref}>>\nstartxref\n${file.length + object.length}\n%%EOF\n`;
  const report = await verify(Buffer.concat([file, object, Buffer.from(table)]));
  expect(report.isValid).toBe(false);
  expect(report.reasons.join(' ')).toMatch(/page 1/i);
});

test('signers of an authority unknown here are foreign and not valid', async () => {
  const stranger = await makeAuthority('Stranger');
  const { file } = await signedBy(await sent(), 'Signer_1', await makeSigner(stranger, 'eve@example.org'));
  const report = await verify(file);
  expect(report.isValid).toBe(false);
  expect(report.signatures[1]).toMatchObject({
    kind: 'foreign',
    isValid: false,
    indication: 'INDETERMINATE',
    subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    reasons: ["The signer's certificate was not issued by an authority that is trusted here."],
  });
});

test('a document without signatures, and a file that is no PDF, are results', async () => {
  expect(await verify(upload)).toMatchObject({
    isValid: false,
    signatures: [],
    verdict: 'This document carries no signature.',
  });
  const nonsense = await verify(Buffer.from('not a PDF at all'));
  expect(nonsense.isValid).toBe(false);
  expect(nonsense.reasons).not.toEqual([]);
});
