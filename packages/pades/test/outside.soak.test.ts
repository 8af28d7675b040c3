import { embedCms, prepareSeal, prepareSend, prepareSignature, signedParts } from '@countersign/pdf-sign';
import type { RevisionState, UnsignedRevision } from '@countersign/pdf-sign';
import { digestOf, generateKey, issueSignerCertificate } from '@countersign/pki';
import type { Identity, KeyKind } from '@countersign/pki';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TestPdf } from '../../pdf-sign/test/support/pdf.ts';
import { fieldsOfEveryKind, valuesOfEveryKind } from '../../pdf-sign/test/support/fields.ts';
import { appendUpdate, makePdf } from '../../pdf-sign/test/support/pdf.ts';
import { mark } from '../../pdf-sign/test/support/sign.ts';
import { PdfFile } from '../../pdf-sign/src/reader/file.ts';
import { readFields } from '../../pdf-sign/src/reader/form.ts';
import { entriesOf, formatEntries } from '../../pdf-sign/src/writer/serialize.ts';
import { verifyDocument } from '../src/index.ts';
import { extract, Judges, nodeEd25519, stampIn } from './judges.ts';
import { after, container, crls, makeAuthority, stamp } from './kit.ts';
import type { TestAuthority } from './kit.ts';

// Tests the reports of third-party programs about completed files (B-LTA) for every kind of key, number of signers and
// kind of cross-reference. A regular run covers every kind of key, and every pair of signer count and cross-reference.
// `npm run soak` covers all combinations.

type Judge = 'pdfsig' | 'openssl cms';

interface Scheme {
  readonly name: string;
  readonly kind: KeyKind;
  readonly pss?: boolean;
  /** The programs that do not support this scheme. NSS (in pdfsig) and OpenSSL 3.0 cannot verify Ed25519 in CMS. */
  readonly unknownTo?: readonly Judge[];
}

const SCHEMES: readonly Scheme[] = [
  { name: 'RSA-2048', kind: 'rsa2048' },
  { name: 'RSA-2048 with PSS', kind: 'rsa2048', pss: true },
  { name: 'RSA-3072', kind: 'rsa3072' },
  { name: 'RSA-3072 with PSS', kind: 'rsa3072', pss: true },
  { name: 'RSA-4096', kind: 'rsa4096' },
  { name: 'RSA-4096 with PSS', kind: 'rsa4096', pss: true },
  { name: 'P-256', kind: 'p256' },
  { name: 'P-384', kind: 'p384' },
  { name: 'P-521', kind: 'p521' },
  { name: 'Ed25519', kind: 'ed25519', unknownTo: ['pdfsig', 'openssl cms'] },
];
const COUNTS = [1, 3, 10] as const;
const XREFS = ['table', 'stream', 'hybrid'] as const;

type Case = readonly [scheme: Scheme, count: number, xref: NonNullable<TestPdf['xref']>];

const all = SCHEMES.flatMap((scheme) => COUNTS.flatMap((count) => XREFS.map((xref): Case => [scheme, count, xref])));
// The n-th scheme is combined with the n-th pair. Because there are ten schemes and nine pairs, the tenth scheme is
// combined with the first pair again.
const some = all.filter((_, index) => index % 9 === Math.floor(index / 9) % 9);
const cases = (process.env['SOAK'] === 'full' ? all : some).map((one) => ({
  what: `${one[0].name}, signers: ${one[1]}, cross-reference: ${one[2]}`,
  one,
}));

// Other programs validate signatures at the current time.
const NOW = new Date();
const FILE_ID = new Uint8Array(16).fill(9);

let authority: TestAuthority;
let judges: Judges;

beforeAll(async () => {
  authority = await makeAuthority('Test', NOW);
  judges = new Judges(authority.root.certificate, [authority.ca.certificate]);
});
afterAll(() => judges.close());

/**
 * Creates `count` signers, each with a separate certificate. They share one key, because generating RSA keys would take
 * longer than everything else.
 */
async function people({ kind, pss = false }: Scheme, count: number): Promise<Identity[]> {
  const { ca, root } = authority;
  const { signingKey: key } = generateKey(kind, kind.startsWith('rsa') ? { pss } : {});
  const chain = [ca.certificate, root.certificate];
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = `person${index + 1}@example.org`;
      return {
        certificate: await issueSignerCertificate(ca, { email, spki: key.publicKeySpki, now: NOW }),
        key,
        chain,
      };
    }),
  );
}

class Paper {
  file: Buffer;

  constructor(file: Buffer) {
    this.file = file;
  }

  async append(unsigned: UnsignedRevision, make: (covered: Buffer) => Promise<Buffer>): Promise<RevisionState> {
    const cms = await make(Buffer.concat([this.file, ...signedParts(unsigned)]));
    this.file = Buffer.concat([this.file, embedCms(unsigned, cms)]);
    return unsigned.state;
  }
}

/** Creates a document that was sent, certified, signed by each signer in turn, and sealed at level B-LTA. */
async function finished(signers: readonly Identity[], xref: NonNullable<TestPdf['xref']>): Promise<Buffer> {
  const paper = new Paper(makePdf({ xref, pages: [{}, { rotate: 90 }] }));
  const sent = prepareSend(paper.file, {
    signers: signers.map((_, index) => ({
      key: `Signer_${index + 1}`,
      signaturePlace: { page: 1, x: 60, y: 60 + 60 * index, width: 180, height: 50 },
      fields:
        index === 0
          ? fieldsOfEveryKind(1, { x: 60, y: 60 }, 2)
          : [{ name: `City_${index + 1}`, kind: 'text', page: 2, x: 300, y: 30 * index, width: 100, height: 20 }],
    })),
    fileId: FILE_ID,
    date: NOW,
    certify: { name: 'Test' },
  });
  if (!sent.certified) throw new Error('The document is not certified.');
  const sign = (identity: Identity) => (covered: Buffer) =>
    container(identity, digestOf(identity.key.algorithm.digest, covered), authority, NOW);
  let state = await paper.append(sent.revision, sign({ ...authority.seal, chain: [authority.ca.certificate] }));
  for (const [index, signer] of signers.entries()) {
    const values =
      index === 0
        ? valuesOfEveryKind(1)
        : [{ name: `City_${index + 1}`, value: 'Oslo', appearance: mark('Oslo', 100, 20) }];
    const facts = { date: NOW, name: 'Ånn', values, fileId: FILE_ID, reserve: 8192 };
    const options = { ...facts, field: `Signer_${index + 1}`, appearance: mark(`Signer ${index + 1}`) };
    state = await paper.append(prepareSignature(state, options), sign(signer));
  }
  const { root, ca, tsa } = authority;
  const certificates = [root, ca, tsa].map(({ certificate }) => certificate.der);
  const data = { certificates, crls: await crls(authority, NOW), ocsps: [] };
  const stamped = (covered: Buffer) => stamp(authority, digestOf('sha256', covered), NOW);
  await paper.append(prepareSeal(state, data, { fileId: FILE_ID }), stamped);
  return paper.file;
}

describe('completed file checked by pdfsig, qpdf and openssl', () => {
  test.each(cases)('passes the checks of all programs: $what', async ({ one: [scheme, count, xref] }) => {
    const signers = await people(scheme, count);
    const file = await finished(signers, xref);
    const cannot = new Set(scheme.unknownTo);

    expect(judges.qpdf(file)).toBe('');
    const signatures = await extract(file);
    const own = signatures.filter(({ field }) => field.startsWith('Signer_'));
    expect(own).toHaveLength(count);

    const said = judges.pdfsig(file);
    const byPdfsig = cannot.has('pdfsig') ? ['Seal'] : ['Seal', ...own.map(({ field }) => field)];
    expect(byPdfsig.map((field) => [field, said.get(field)])).toEqual(
      byPdfsig.map((field) => [field, 'Signature is Valid.']),
    );

    for (const signature of signatures) {
      if (signature.kind === 'timestamp') {
        expect(judges.opensslTs(signature.container, signature.covered), signature.field).toBe('');
        continue;
      }
      const signer = signers[own.indexOf(signature)];
      if (signer === undefined || !cannot.has('openssl cms'))
        expect(judges.opensslCms(signature), signature.field).toBe('');
      else expect(nodeEd25519(signature, signer.certificate), signature.field).toBe('');
      const { token, stamped } = stampIn(signature);
      expect(judges.opensslTs(token, stamped), signature.field).toBe('');
    }

    const input = { anchors: [authority.root.certificate.der], now: after(NOW, 1).toISOString() };
    const report = await verifyDocument(file, input);
    expect(report.reasons).toEqual([]);
    expect(report.signatures.map(({ level }) => level)).toEqual([...Array(count + 1).fill('B-LTA'), null]);
  });
});

describe('values after the last signature', () => {
  let file: Buffer;
  beforeAll(async () => {
    file = await finished(await people({ name: 'P-256', kind: 'p256' }, 2), 'table');
  });

  // Removes the value, appearance and state of every field, including signature fields.
  const names = [...fieldsOfEveryKind(1).map(({ name }) => name), 'City_2', 'Signer_1', 'Signer_2', 'Seal'];
  test.each(names)('reports a change to the field %s', async (name) => {
    const opened = new PdfFile(file);
    const field = readFields(opened).find((one) => one.name === name);
    const parts = [field, ...(field?.widgets ?? [])].flatMap((part) =>
      part === undefined || part.ref === null ? [] : [{ number: part.ref.number, entries: entriesOf(part.dict) }],
    );
    const emptied = parts.map(({ number, entries }) => [
      number,
      formatEntries(entries.filter(([key]) => !['V', 'AP', 'AS'].includes(key))),
    ]);
    const input = { anchors: [authority.root.certificate.der], now: after(NOW, 1).toISOString() };
    expect((await verifyDocument(file, input)).isValid).toBe(true);
    const report = await verifyDocument(appendUpdate(file, Object.fromEntries(emptied)), input);
    expect(report.isValid).toBe(false);
    expect(report.reasons.join(' ')).toContain(name);
  });
});
