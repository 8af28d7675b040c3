import { mkdirSync, readFileSync } from 'node:fs';

import { createOcspResponse, toPem } from '@countersign/pki';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { completed, evidence, sealed, UPLOAD } from '../../pades/test/documents.ts';
import { makeAuthority, makeSigner } from '../../pades/test/kit.ts';
import { makePdf } from '../../pdf-sign/test/support/pdf.ts';
import { identity, later, listXml, NOW, signXml } from '../../trust-lists/test/make-list.ts';
import { cli, makeFolder, program } from '../test/harness.ts';
import type { Folder } from '../test/harness.ts';

const AT = '2026-11-21T10:00:00Z';

let folder: Folder;
let root: string;

beforeAll(async () => {
  folder = makeFolder();
  const authority = await makeAuthority();
  const [ann, bob] = [await makeSigner(authority, 'ann@example.org'), await makeSigner(authority, 'bob@example.org')];
  const signed = await completed(authority, ann, bob);
  const { file } = await sealed(authority, signed);
  const changed = Buffer.from(file);
  changed[changed.indexOf('Lease')] = 0x6c;
  folder.write('valid.pdf', file);
  folder.write('signed.pdf', signed.file);
  folder.write('tampered.pdf', changed);
  folder.write('unsigned.pdf', UPLOAD);
  folder.write('text.pdf', 'not a PDF at all');
  root = folder.write('root.pem', toPem('CERTIFICATE', authority.root.certificate.der));
  folder.write('root.der', authority.root.certificate.der);
  mkdirSync(folder.at('lists'));
  const [lotlSigner, scheme] = [await identity('LOTL'), await identity('Scheme')];
  const statuses = [['granted', later(-400)]] as const;
  const certificate = authority.ca.certificate.der;
  const services = [
    { certificate, statuses },
    { type: 'TSA/QTST', certificate, statuses },
  ];
  const pointers = [{ territory: 'AA', signer: scheme }];
  folder.write('lists/lotl.xml', signXml(listXml({ territory: 'EU', pointers }), lotlSigner));
  folder.write('lists/aa.xml', signXml(listXml({ territory: 'AA', services }), scheme));
  folder.write('lotl.pem', lotlSigner.certificatePem);
  const { serial, notBefore: revokedAt } = ann.certificate;
  const revoked = await createOcspResponse({
    issuer: authority.ca.certificate,
    key: authority.ca.key,
    certificate: authority.ca.certificate,
    statuses: [{ serial, status: 'revoked', at: revokedAt, reason: 'keyCompromise' }],
    now: new Date(AT),
  });
  folder.write('revoked.ocsp', revoked);
  const { crls } = await evidence(authority);
  folder.write('lists.pem', crls.map((list) => toPem('X509 CRL', list)).join(''));
});

afterAll(() => folder.remove());

describe('program started by a shell', () => {
  test('first prints that the file is valid, uses no colors in a pipe, and exits with 0', async () => {
    const { code, out, error } = await program(
      ['verify', folder.at('valid.pdf'), '--trust', root, '--at', AT],
      // Some test runners force colors on their child processes.
      { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
    );
    expect(error).toBe('');
    expect(out.split('\n')[0]).toBe('VALID: All 2 signatures are valid. The document has not been changed since.');
    expect(out).toContain('Signed by      ann@example.org (claims the name "Ann")');
    expect(out).toContain('Signed at      2026-11-20 10:45:12 UTC, proven by Test Time');
    expect(out).toContain('Form           PAdES B-LTA, field Signer_1');
    expect(out).not.toContain('\u001b');
    expect(code).toBe(0);
  });

  test('exits with 1 for a changed document and states the reason', async () => {
    const { code, out } = await program(
      ['verify', folder.at('tampered.pdf'), '--trust', root, '--at', AT],
      process.env,
    );
    expect(out.split('\n')[0]).toBe(
      'NOT VALID: Do not rely on this document: 2 of 2 signatures, the seal and the time-stamp are not valid.',
    );
    expect(out).toContain('Why            The document was changed after it was signed.');
    expect(code).toBe(1);
  });

  test('exits with 66 if the file does not exist', async () => {
    const { code, out, error } = await program(['verify', folder.at('missing.pdf')], process.env);
    expect({ code, out }).toEqual({ code: 66, out: '' });
    expect(error).toBe(`countersign: The file ${folder.at('missing.pdf')} does not exist.\n`);
  });
});

describe('command verify', () => {
  test('exits with 2 if no trust anchors are given, and names the missing option', async () => {
    const { code, out } = await cli(['verify', folder.at('valid.pdf'), '--at', AT]);
    expect(out.split('\n')[0]).toBe(
      'NOT CONFIRMED: 2 of 2 signatures, the seal and the time-stamp could not be confirmed.',
    );
    expect(out).toContain("The signer's certificate was not issued by an authority that is trusted here.");
    expect(out).toContain('--trust');
    expect(code).toBe(2);
  });

  test('exits with 2 while the revocation status is unknown, and with 0 if revocation lists are given', async () => {
    const args = ['verify', folder.at('signed.pdf'), '--trust', folder.at('root.der'), '--at', AT];
    const open = await cli(args);
    expect(open.out).toContain("It is not known whether the signer's certificate had been revoked.");
    expect(open.out).toContain('--crl');
    expect(open.code).toBe(2);
    expect((await cli([...args, '--crl', folder.at('lists.pem')])).code).toBe(0);
  });

  test('exits with 1 for a document without signatures, and for a file that is not a PDF', async () => {
    const unsigned = await cli(['verify', folder.at('unsigned.pdf'), '--trust', root]);
    expect(unsigned.out).toMatch(/^NOT VALID: This document has no signatures\./);
    expect(unsigned.code).toBe(1);
    const text = await cli(['verify', folder.at('text.pdf'), '--trust', root]);
    expect(text.out).toMatch(/^NOT VALID: No signature could be read from this file\./);
    expect(text.out).toContain('does not start with a PDF header');
    expect(text.code).toBe(1);
  });

  test.each([
    [[], 64, 'Specify a command.'],
    [['verify'], 64, 'The file is missing.'],
    [['frobnicate', 'x'], 64, 'Unknown command "frobnicate".'],
    [['verify', 'a.pdf', 'b.pdf'], 64, 'Pass one file at a time'],
    [['verify', 'a.pdf', '--frobnicate'], 64, "Unknown option '--frobnicate'."],
    [['verify', '$valid', '--at', 'yesterday'], 64, 'is not a valid time'],
    [['verify', '$valid', '--at', '2026-11-21T10:00'], 64, 'is not a valid time'],
    [['verify', '$valid', '--trust', '$text'], 64, 'contains no certificate.'],
    [['verify', '$valid', '--trust', '$missing'], 66, 'does not exist'],
    [['verify', '$valid', '--crl', '$root'], 64, 'contains no revocation list.'],
    [['verify', '$folder'], 66, 'is not a file.'],
  ])('rejects the arguments %j with the exit code %i', async (args, code, message) => {
    const files: Record<string, string> = {
      $valid: folder.at('valid.pdf'),
      $text: folder.at('text.pdf'),
      $missing: folder.at('missing.pem'),
      $root: root,
      $folder: folder.at('.'),
    };
    const ran = await cli(args.map((arg) => files[arg] ?? arg));
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.error).toContain(message);
  });

  test('prints exactly the documented properties with --json', async () => {
    const { code, out } = await cli(['verify', folder.at('valid.pdf'), '--trust', root, '--at', AT, '--json']);
    const result: { signatures: unknown[] } = JSON.parse(out);
    expect(result).toEqual({
      format: 1,
      command: 'verify',
      file: folder.at('valid.pdf'),
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      outcome: 'valid',
      verdict: 'All 2 signatures are valid. The document has not been changed since.',
      summary: {
        outcome: 'unchanged',
        excused: 0,
        excusedTimestamps: 0,
        signatures: { valid: 2, unconfirmed: 0, invalid: 0 },
        seals: { valid: 1, unconfirmed: 0, invalid: 0 },
        timestamps: { valid: 1, unconfirmed: 0, invalid: 0 },
        sealedBy: 'Test',
      },
      unconfirmed: [],
      reasons: [],
      verifiedAt: '2026-11-21T10:00:00.000Z',
      certification: 2,
      revisions: expect.arrayContaining([{ bytes: expect.any(Number), kind: 'certification' }]),
      signatures: expect.any(Array),
    });
    expect(result.signatures).toHaveLength(4);
    expect(result.signatures[1]).toEqual({
      field: 'Signer_1',
      kind: 'signer',
      outcome: 'valid',
      indication: 'TOTAL-PASSED',
      subIndication: null,
      reasons: [],
      signerEmail: 'ann@example.org',
      signerName: 'Ann',
      signedAt: '2026-11-20T10:45:12.345Z',
      isTimeProved: true,
      timestamp: { time: '2026-11-20T10:45:12.345Z', authority: 'Test Time', isValid: true },
      subFilter: 'ETSI.CAdES.detached',
      level: 'B-LTA',
      certificate: {
        subject: expect.stringContaining('ann@example.org'),
        issuer: expect.stringContaining('Test CA'),
        serial: expect.stringMatching(/^[0-9a-f]+$/),
        validFrom: expect.stringMatching(/Z$/),
        validTo: expect.stringMatching(/Z$/),
      },
      revocation: 'good',
      revokedAt: null,
      trustedBy: null,
      origin: 'own',
      intact: true,
      signer: { vouchedBy: 'Test CA', timeVouchedBy: 'Test Time' },
      changes: 'permitted',
      qualification: null,
      notes: [],
      revision: 3,
      coversWholeDocument: false,
      trailPosition: null,
      changesAfterSigning: expect.arrayContaining([
        expect.stringMatching(/^a signature in the name of .* in field "Signer_2"/),
      ]),
    });
    expect(code).toBe(0);
  });

  test('trusts signers from the lists given with --eu-list, if the given signer signed the lists', async () => {
    const args = ['verify', folder.at('valid.pdf'), '--at', AT, '--json', '--crl', folder.at('lists.pem')];
    const lists = ['--eu-list', folder.at('lists'), '--eu-list-signer', folder.at('lotl.pem')];
    const alone = await cli(args, {}, NOW);
    expect(alone.code).toBe(2);
    const { code, out, error } = await cli([...args, ...lists], {}, NOW);
    expect(error).toBe('');
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'valid',
      signatures: [
        {},
        { outcome: 'valid', trustedBy: 'EU trusted list: Supervisor of AA (AA), Provider of AA, CA/QC granted' },
        {},
        { trustedBy: 'EU trusted list: Supervisor of AA (AA), Provider of AA, TSA/QTST granted' },
      ],
    });
    expect(code).toBe(0);
    const wrong = await cli([...args, '--eu-list', folder.at('lists'), '--eu-list-signer', root], {}, NOW);
    expect(wrong.code).toBe(64);
    expect(JSON.parse(wrong.out)).toMatchObject({ error: { message: expect.stringContaining('is not used') } });
    expect((await cli([...args, '--eu-list', folder.at('lists')], {}, NOW)).code).toBe(64);
  });

  test('reports a signature as invalid if --ocsp states that its certificate was revoked as of its issuance', async () => {
    const args = ['verify', folder.at('valid.pdf'), '--trust', root, '--at', AT];
    const { code, out } = await cli([...args, '--ocsp', folder.at('revoked.ocsp')]);
    expect(out).toContain('EN 319 102-1   TOTAL-FAILED, REVOKED');
    expect(out).toContain('its key was compromised');
    expect(code).toBe(1);
  });

  test('reports failures as JSON with --json', async () => {
    const file = folder.at('missing.pdf');
    const { code, out } = await cli(['verify', file, '--json']);
    expect(JSON.parse(out)).toEqual({
      format: 1,
      command: 'verify',
      error: { exitCode: 66, message: `The file ${file} does not exist.` },
    });
    expect(code).toBe(66);
    expect(JSON.parse((await cli(['verify', folder.at('text.pdf'), '--json'])).out)).toMatchObject({
      outcome: 'invalid',
      signatures: [],
    });
  });
});

describe('command inspect', () => {
  test('prints the contents of the PDF file', async () => {
    const { code, out } = await cli(['inspect', folder.at('valid.pdf')]);
    expect(out).toMatch(/^PDF document: 2 pages, 4 signatures\./);
    expect(out).toContain('2 of 210 × 297 mm');
    expect(code).toBe(0);
  });

  test('prints exactly the documented properties with --json', async () => {
    const script = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>';
    const file = folder.write('active.pdf', makePdf({ catalog: script, pages: [{ rotate: 90 }] }));
    const { out } = await cli(['inspect', file, '--json']);
    expect(JSON.parse(out)).toEqual({
      format: 1,
      command: 'inspect',
      file,
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      version: '1.7',
      encrypted: false,
      encryption: null,
      pageCount: 1,
      pages: [{ width: 842, height: 595, rotation: 90 }],
      signatures: 0,
      certification: null,
      unsignedFields: [],
      fieldNames: [],
      hasForm: false,
      dynamicXfa: false,
      activeContent: [{ kind: 'javascript', where: 'document' }],
      embeddedFiles: 0,
    });
  });

  test('exits with 1 for a file that is not a PDF', async () => {
    const { code, out, error } = await cli(['inspect', folder.at('text.pdf')]);
    expect({ code, out, error }).toEqual({ code: 1, out: '', error: 'countersign: This file is not a PDF.\n' });
  });
});

test('exits with 0 for help and version, and lists every exit code in the help', async () => {
  for (const args of [['help'], ['--help'], ['help', 'verify'], ['sign', '--help']]) {
    const { code, out } = await cli(args);
    expect(code).toBe(0);
    for (const number of [0, 1, 2, 64, 66, 70]) expect(out).toMatch(new RegExp(`^  ${number} +\\w`, 'm'));
  }
  expect(await cli(['--version'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^countersign \d+\.\d+\.\d+\n$/),
  });
});

describe('validation reports', () => {
  const report = (kind: string, file: string, ...more: string[]) =>
    cli(['verify', folder.at(file), '--trust', root, '--at', AT, '--report', kind, ...more]);

  test('prints XML according to ETSI TS 119 102-2, and the same facts as JSON', async () => {
    const [xml, json] = [await report('etsi', 'valid.pdf'), await report('json', 'valid.pdf')];
    expect([xml.code, json.code]).toEqual([0, 0]);
    expect(xml.out).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<vr:ValidationReport /);
    expect(xml.out.match(/mainindication:total-passed/g)).toHaveLength(3);
    const facts = JSON.parse(json.out) as { format: string; file: object; signatures: { indication: string }[] };
    expect(facts).toMatchObject({ format: 'countersign-validation-report', version: 1, file: { name: 'valid.pdf' } });
    expect(facts.signatures.map(({ indication }) => indication)).toEqual([
      'TOTAL-PASSED',
      'TOTAL-PASSED',
      'TOTAL-PASSED',
    ]);
  });

  test('writes the validation report to a file and exits with the code for the result', async () => {
    const { code, out } = await report('etsi', 'tampered.pdf', '--output', folder.at('report.xml'));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(readFileSync(folder.at('report.xml'), 'utf8')).toContain('subindication:HASH_FAILURE');
  });

  test.each([
    ['an unknown report format', ['--report', 'pdf'], /--report takes etsi, json/],
    ['a report format together with --json', ['--report', 'etsi', '--json'], /either --report or --json/],
    ['an output file without a report format', ['--output', 'x.xml'], /--output requires --report/],
  ])('refuses %s', async (_, args, message) => {
    const { code, error } = await cli(['verify', folder.at('valid.pdf'), ...args]);
    expect(code).toBe(64);
    expect(error).toMatch(message);
  });
});
