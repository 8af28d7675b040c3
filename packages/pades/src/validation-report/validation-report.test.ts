import { DOMParser } from '@xmldom/xmldom';
import type { Element } from '@xmldom/xmldom';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';

import { completed, sealed, signedBy, sent, UPLOAD } from '../../test/documents.ts';
import { after, makeAuthority, makeSigner, SIGNED_AT } from '../../test/kit.ts';
import type { TestAuthority } from '../../test/kit.ts';
import type { VerifyInput } from '../report.ts';
import { verifyDocument } from '../verify-document.ts';
import { buildValidationReport, etsiReport, VALIDATION_POLICY } from './index.ts';
import type { ValidationReport } from './index.ts';

/**
 * The children of each element in our reports, in the order that the schema of TS 119 102-2 V1.4.1 requires. `?` means
 * optional, and `*` means repeatable. The repository does not include the schema itself.
 */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  ValidationReport: ['SignatureValidationReport*', 'SignatureValidationObjects?'],
  SignatureValidationReport: [
    'SignatureIdentifier?',
    'ValidationConstraintsEvaluationReport?',
    'ValidationTimeInfo?',
    'SignersDocument?',
    'SignatureAttributes?',
    'SignerInformation?',
    'SignatureValidationProcess?',
    'SignatureValidationStatus',
  ],
  SignatureIdentifier: ['DigestAlgAndValue?', 'SignatureValue?', 'HashOnly', 'DocHashOnly', 'DAIdentifier?'],
  SignatureValidationPolicy: ['SignaturePolicyIdentifier', 'PolicyName?'],
  ValidationTimeInfo: ['ValidationTime', 'BestSignatureTime'],
  BestSignatureTime: ['POETime', 'TypeOfProof', 'POEObject?'],
  POE: ['POETime', 'TypeOfProof', 'POEObject?'],
  POEProvisioning: ['POETime', 'ValidationObject*?', 'SignatureReference*?'],
  SignersDocument: ['DigestAlgAndValue', 'SignersDocumentRef?'],
  DigestAlgAndValue: ['DigestMethod', 'DigestValue'],
  SignerInformation: ['SignerCertificate', 'Signer?'],
  SignatureValidationProcess: ['SignatureValidationProcessID?', 'SignatureValidationServicePolicy?'],
  SignatureValidationStatus: ['MainIndication', 'SubIndication*?', 'AssociatedValidationReportData*?'],
  AssociatedValidationReportData: [
    'TrustAnchor?',
    'CertificateChain?',
    'RelatedValidationObject*?',
    'RevocationStatusInformation?',
    'CryptoInformation?',
    'AdditionalValidationReportData?',
  ],
  CertificateChain: ['SigningCertificate', 'IntermediateCertificate*?', 'TrustAnchor?'],
  RevocationStatusInformation: ['ValidationObjectId', 'RevocationTime', 'RevocationReason?'],
  CryptoInformation: ['ValidationObjectId', 'Algorithm', 'SecureAlgorithm'],
  AdditionalValidationReportData: ['ReportData*'],
  ReportData: ['Type', 'Value'],
  SignatureValidationObjects: ['ValidationObject*'],
  ValidationObject: ['ObjectType', 'ValidationObjectRepresentation', 'POE?', 'POEProvisioning?', 'ValidationReport?'],
  SignaturePolicyId: ['SigPolicyId', 'SigPolicyHash'],
  SigPolicyHash: ['DigestMethod', 'DigestValue'],
};

const childrenOf = (element: Element): Element[] =>
  [...element.childNodes].filter((node): node is Element => node.nodeType === 1);

/** Reports children that are in the wrong order or number, and dangling references. */
function faultsOf(xml: string): string[] {
  const root = new DOMParser().parseFromString(xml, 'application/xml').documentElement;
  if (root === null) return ['no root'];
  const all = [root, ...root.getElementsByTagName('*')];
  const ids = all.flatMap((element) => element.getAttribute('id') ?? []);
  const faults = new Set(ids).size === ids.length ? [] : ['an id twice'];
  for (const element of all) {
    for (const id of element.getAttribute('VOReference')?.split(' ') ?? [])
      if (!ids.includes(id)) faults.push(`${element.localName} refers to ${id}`);
    // Inside a validation object, this element is a report on one signature.
    const isInner = element.localName === 'ValidationReport' && element !== root;
    const order = ORDER[isInner ? 'SignatureValidationReport' : (element.localName ?? '')];
    if (order === undefined) continue;
    const pattern = order
      .map(
        (name) =>
          `(?:${name.replaceAll(/\W/g, '')} )${name.includes('*') ? (name.includes('?') ? '*' : '+') : name.includes('?') ? '?' : ''}`,
      )
      .join('');
    const names = childrenOf(element)
      .map(({ localName }) => `${localName} `)
      .join('');
    if (!new RegExp(`^${pattern}$`).test(names)) faults.push(`${element.localName}: ${names}`);
  }
  return faults;
}

let authority: TestAuthority;
let file: Buffer;

beforeAll(async () => {
  authority = await makeAuthority();
  const [ann, bob] = [await makeSigner(authority, 'ann@example.org'), await makeSigner(authority, 'bob@example.org')];
  ({ file } = await sealed(authority, await completed(authority, ann, bob)));
});

async function reportOn(bytes: Buffer, more: Partial<VerifyInput> = {}, name = 'lease.pdf'): Promise<ValidationReport> {
  const now = after(SIGNED_AT, 1).toISOString();
  const input = { anchors: [authority.root.certificate.der], now, requireRevocation: true, withProof: true, ...more };
  const report = await verifyDocument(bytes, input);
  return buildValidationReport(report, {
    name,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
}

/** Returns the text of each element with the given name, in document order. */
function textsOf(xml: string, name: string): string[] {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  return [...document.getElementsByTagName(`vr:${name}`)].map((element) => element.textContent ?? '');
}

describe('sealed file', () => {
  test('reports the seal, signatures and time-stamps with the evidence for each', async () => {
    const { signatures, timestamps, certificates, revocationData, ...rest } = await reportOn(file);
    expect(rest).toMatchObject({ format: 'countersign-validation-report', version: 1, isValid: true });
    const passed = { indication: 'TOTAL-PASSED', subIndication: null };
    expect(signatures).toMatchObject([
      { ...passed, kind: 'certification' },
      { ...passed, kind: 'signature', signer: { email: 'ann@example.org' }, level: 'B-LTA' },
      { ...passed, kind: 'signature', signer: { email: 'bob@example.org' }, level: 'B-LTA' },
    ]);
    const [last] = timestamps.filter(({ kind }) => kind === 'document-timestamp');
    expect(last).toMatchObject({ ...passed, proves: signatures.map(({ field }) => field) });
    for (const signature of signatures) {
      expect(timestamps.map(({ id }) => id)).toContain(signature.bestSignatureTime.timestamp);
      expect(signature.timestamps).toContain(last?.id);
      expect(signature.trustAnchor).toBe(signature.chain.at(-1));
      for (const id of signature.chain) expect(certificates.map((one) => one.id)).toContain(id);
      const [from, length, next, rest_] = signature.byteRange ?? [];
      const covered = Buffer.concat([
        file.subarray(from, Number(from) + Number(length)),
        file.subarray(next, Number(next) + Number(rest_)),
      ]);
      const { algorithm, value } = signature.documentDigest ?? { algorithm: '', value: '' };
      expect(createHash(algorithm).update(covered).digest('base64')).toBe(value);
    }
    expect(revocationData.length).toBeGreaterThan(0);
  });

  test('writes XML whose elements have the order, number and references that the standard requires', async () => {
    const report = await reportOn(file);
    const xml = etsiReport(report);
    expect(faultsOf(xml)).toEqual([]);
    expect(textsOf(xml, 'MainIndication').filter((one) => one.endsWith(':total-passed'))).toHaveLength(3);
    expect(textsOf(xml, 'MainIndication').filter((one) => one.endsWith(':passed'))).toHaveLength(
      report.timestamps.length,
    );
    expect(textsOf(xml, 'ValidationTime')).toEqual(report.signatures.map(() => report.validatedAt));
    for (const { base64 } of report.certificates) expect(textsOf(xml, 'base64')).toContain(base64);
  });

  test('detects elements that are out of order', async () => {
    const xml = etsiReport(await reportOn(file));
    expect(
      faultsOf(xml.replaceAll(/(<vr:HashOnly>.*?<\/vr:HashOnly>)(<vr:DocHashOnly>.*?<\/vr:DocHashOnly>)/g, '$2$1')),
    ).not.toEqual([]);
    expect(faultsOf(xml.replace('VOReference="T-1"', 'VOReference="T-99"'))).not.toEqual([]);
  });
});

describe('indication of an invalid signature', () => {
  test.each([
    ['a changed byte', () => changed(), {}, 'total-failed', 'HASH_FAILURE'],
    ['an untrusted authority', () => file, { anchors: [] }, 'indeterminate', 'NO_CERTIFICATE_CHAIN_FOUND'],
    ['an unsigned file', () => UPLOAD, {}, 'total-failed', 'FORMAT_FAILURE'],
  ] as const)('reports an invalid signature with the correct indication: %s', async (_, make, more, main, sub) => {
    const report = await reportOn(make(), more);
    const xml = etsiReport(report);
    expect(faultsOf(xml)).toEqual([]);
    expect(report.isValid).toBe(false);
    expect(textsOf(xml, 'MainIndication')[0]).toBe(`urn:etsi:019102:mainindication:${main}`);
    expect(textsOf(xml, 'SubIndication')[0]).toBe(`urn:etsi:019102:subindication:${sub}`);
    expect(textsOf(xml, 'Value').join(' ')).toMatch(/[a-z]/);
  });

  test('reports an unknown revocation status as TRY_LATER', async () => {
    const ann = await makeSigner(authority, 'ann@example.org');
    const { file: signed } = await signedBy(await sent(authority), 'Signer_1', ann, null);
    const report = await reportOn(signed);
    expect(report.signatures[1]).toMatchObject({
      indication: 'INDETERMINATE',
      subIndication: 'TRY_LATER',
      bestSignatureTime: { time: report.validatedAt, timestamp: null },
    });
    expect(faultsOf(etsiReport(report))).toEqual([]);
  });

  test('does not report any signature as passed if the file is damaged', async () => {
    const report = await reportOn(Buffer.concat([file, Buffer.from('\n% something behind the end\n')]));
    expect(report.isValid).toBe(false);
    expect(report.signatures.filter(({ indication }) => indication === 'TOTAL-PASSED')).toEqual([]);
  });
});

function changed(): Buffer {
  const bytes = Buffer.from(file);
  bytes[bytes.indexOf('Lease')] = 0x6c;
  return bytes;
}

test('escapes names that would break the XML, and replaces characters that XML cannot represent', async () => {
  const report = await reportOn(file);
  const [first, ...others] = report.signatures;
  if (first === undefined) throw new Error('There is no signature.');
  const claimedName = '</vr:NameElement><x/> & "quoted" \u0000\u001b \uD800 \u{1F58A}';
  const xml = etsiReport({
    ...report,
    signatures: [{ ...first, signer: { ...first.signer, claimedName } }, ...others],
  });
  expect(faultsOf(xml)).toEqual([]);
  expect(textsOf(xml, 'NameElement')[0]).toBe('</vr:NameElement><x/> & "quoted" \uFFFD\uFFFD \uFFFD \u{1F58A}');
});

test('names the validation policy in docs/understand/validation-policy.txt with the hash of its text', () => {
  const text = readFileSync(new URL('../../../../docs/understand/validation-policy.txt', import.meta.url));
  expect(createHash('sha256').update(text).digest('base64')).toBe(VALIDATION_POLICY.sha256);
  expect(text.toString()).toContain(VALIDATION_POLICY.identifier);
});
