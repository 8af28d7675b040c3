import { execFileSync } from 'node:child_process';
import { sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDF } from '@libpdf/core';
import type { Signer, TimestampAuthority } from '@libpdf/core';
import { generateKey, issueSignerCertificate, toPem } from '@countersign/pki';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { foreign } from '../../pdf-sign/test/support/other-makers.ts';
import { verifyDocument } from '../src/index.ts';
import { makeAuthority, stamp } from './kit.ts';
import type { TestAuthority } from './kit.ts';
import { outsideTool } from '../../../scripts/outside-tools.ts';

// Tests files that other programs have signed one, two or three times, with changes between the signatures. All files
// are genuine, so none may be reported as changed (see the rules in docs/understand/verification.md).

type Step = (file: Buffer) => Buffer | Promise<Buffer>;

const now = new Date();
const folder = mkdtempSync(path.join(tmpdir(), 'other-makers-'));
const at = (name: string): string => path.join(folder, name);
let authority: TestAuthority;
let signer: Signer;
let names = 0;

beforeAll(async () => {
  authority = await makeAuthority('Other', now);
  const { signingKey, privateKey } = generateKey('rsa2048');
  const spki = signingKey.publicKeySpki;
  const certificate = await issueSignerCertificate(authority.ca, { email: 'eve@example.org', spki, now });
  const chain = [authority.ca.certificate, authority.root.certificate];
  signer = {
    certificate: certificate.der,
    certificateChain: chain.map(({ der }) => der),
    keyType: 'RSA',
    signatureAlgorithm: 'RSASSA-PKCS1-v1_5',
    sign: (data) => Promise.resolve(sign('sha256', data, privateKey)),
  };
  // poppler reads signing keys from an NSS database.
  writeFileSync(at('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('chain.pem'), [certificate, ...chain].map(({ der }) => toPem('CERTIFICATE', der)).join(''));
  const openssl = ['pkcs12', '-export', '-inkey', at('key.pem'), '-in', at('chain.pem'), '-name', 'signer'];
  execFileSync(outsideTool('openssl'), [...openssl, '-passout', 'pass:test', '-out', at('signer.p12')]);
  execFileSync(outsideTool('certutil'), ['-N', '-d', `sql:${folder}`, '--empty-password']);
  execFileSync(outsideTool('pk12util'), ['-i', at('signer.p12'), '-d', `sql:${folder}`, '-W', 'test'], {
    stdio: 'ignore',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const time: TimestampAuthority = { timestamp: (digest) => stamp(authority, digest, new Date()) };
const load = (file: Buffer): Promise<PDF> => PDF.load(file);
const named = (maker: string): string => `${maker}${(names += 1)}`;

const SIGNING: Readonly<Record<string, Step>> = {
  libpdf: async (file) =>
    Buffer.from((await (await load(file)).sign({ signer, level: 'B-B', fieldName: named('L') })).bytes),
  'libpdf with a time': async (file) => {
    const options = { signer, level: 'B-T', timestampAuthority: time, fieldName: named('T') } as const;
    return Buffer.from((await (await load(file)).sign(options)).bytes);
  },
  poppler: (file) => {
    writeFileSync(at('in.pdf'), file);
    const options = [
      '-nocert',
      '-nssdir',
      folder,
      '-add-signature',
      '-nick',
      'signer',
      '-new-signature-field-name',
      named('P'),
    ];
    // The exit code depends on whether the program trusts the certificate. Therefore, the file is checked to find out
    // whether the program has signed it.
    try {
      execFileSync(outsideTool('pdfsig'), [...options, at('in.pdf'), at('out.pdf')], { stdio: 'ignore' });
    } catch {}
    const signed = readFileSync(at('out.pdf'));
    rmSync(at('out.pdf'));
    return signed;
  },
};
const BETWEEN: Readonly<Record<string, Step>> = {
  nothing: (file) => file,
  'a time-stamp': async (file) =>
    Buffer.from((await (await load(file)).addTimestamp({ timestampAuthority: time })).bytes),
  'archival data': async (file) =>
    Buffer.from((await (await load(file)).addArchivalData({ timestampAuthority: time })).bytes),
  'another title': async (file) => {
    const pdf = await load(file);
    pdf.setTitle('As agreed');
    return Buffer.from(await pdf.save({ incremental: true }));
  },
};
const BASES = {
  'a table': foreign(),
  'a cross-reference stream': foreign({ xref: 'stream' }),
  'a form': foreign({ text: '/DA(/Helv 9 Tf)/V(100)' }),
} as const;

const makers = Object.keys(SIGNING);
const all = Object.keys(BASES).flatMap((base) =>
  makers.flatMap((first, index) =>
    Object.keys(BETWEEN).flatMap((between) => [
      [base, first, between],
      [base, first, between, makers[(index + 1) % makers.length] ?? first],
      [base, first, between, makers[(index + 2) % makers.length] ?? first, 'a time-stamp', first],
    ]),
  ),
);

// A regular run creates every fifth file. `npm run soak` creates all of them.
const plans = all.filter((_, index) => process.env['SOAK'] === 'full' || index % 5 === 0);

test(`reports none of ${plans.length} genuine files from other products as changed`, { timeout: 300_000 }, async () => {
  const alarms: string[] = [];
  for (const [base = '', ...steps] of plans) {
    let { file } = BASES[base as keyof typeof BASES];
    for (const step of steps) file = await (SIGNING[step] ?? BETWEEN[step] ?? ((same: Buffer) => same))(file);
    const report = await verifyDocument(file, {
      anchors: [authority.root.certificate.der],
      now: new Date().toISOString(),
    });
    const wanted = steps.filter((step) => step in SIGNING).length;
    const seen = report.signatures.filter(({ kind }) => kind !== 'archive-timestamp');
    if (seen.length < wanted || report.reasons.length > 0)
      alarms.push(`${[base, ...steps].join(', ')}: ${seen.length} of ${wanted}; ${report.reasons.join(' ')}`);
  }
  expect(alarms).toEqual([]);
});
