import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import { verifyDocument } from '@countersign/pades';
import type { VerifyReport } from '@countersign/pades';
import { answerTimestampRequest, rejection } from '@countersign/pki';
import type { KeyKind } from '@countersign/pki';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { sent, UPLOAD } from '../../pades/test/documents.ts';
import { after, makeAuthority, makeSigner } from '../../pades/test/kit.ts';
import type { TestAuthority } from '../../pades/test/kit.ts';
import { makePdf } from '../../pdf-sign/test/support/pdf.ts';
import { startAuthority } from '../test/authority-server.ts';
import { cli, makeFolder, program } from '../test/harness.ts';
import type { Folder, Ran } from '../test/harness.ts';
import { toPkcs12 } from '../test/signer.ts';

// Other programs validate signatures as of the current time, so the test creates all certificates and signatures now.
const NOW = new Date();
const ENV = { PASS: 'correct horse' };

let authority: TestAuthority;
let key: Buffer;
let folder: Folder;

beforeAll(async () => {
  authority = await makeAuthority('Test', NOW);
  key = await toPkcs12(await makeSigner(authority, 'ann@example.org', 'p256', { options: {}, now: NOW }), ENV.PASS);
});

beforeEach(() => {
  folder = makeFolder();
  folder.write('key.p12', key);
  folder.write('contract.pdf', UPLOAD);
});

afterEach(() => folder.remove());

function sign(name = 'contract.pdf', more: readonly string[] = [], now = NOW): Promise<Ran> {
  const args = ['sign', folder.at(name), '--p12', folder.at('key.p12'), '--passphrase-env', 'PASS', ...more];
  return cli(args, ENV, now);
}

function verify(name: string): Promise<VerifyReport> {
  const anchors = [authority.root.certificate.der];
  return verifyDocument(readFileSync(folder.at(name)), { anchors, now: after(NOW, 1).toISOString() });
}

test('writes the signed file next to the original when a shell starts the program, and pdfsig accepts the signature', async () => {
  const args = ['sign', folder.at('contract.pdf'), '--p12', folder.at('key.p12'), '--passphrase-env', 'PASS'];
  const { code, out, error } = await program([...args, '--reason', 'I agree'], { ...process.env, ...ENV });
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/^Signed: contract\.pdf\n/);
  expect(out).toContain('PAdES B-B, without a time-stamp');
  const signed = readFileSync(folder.at('contract-signed.pdf'));
  expect(signed.subarray(0, UPLOAD.length).equals(UPLOAD)).toBe(true);
  const report = await verify('contract-signed.pdf');
  expect(report).toMatchObject({ isValid: true, certification: null });
  expect(report.signatures).toMatchObject([{ field: 'Signature_1', signerEmail: 'ann@example.org', level: 'B-B' }]);
  const pdfsig = execFileSync('pdfsig', ['-nocert', folder.at('contract-signed.pdf')], { encoding: 'utf8' });
  expect(pdfsig).toContain('Signature is Valid');
  expect(pdfsig).toContain('Total document signed');
  execFileSync('qpdf', ['--check', folder.at('contract-signed.pdf')]);
});

test('keeps all signatures valid when several people sign one after another', async () => {
  await sign();
  folder.write(
    'key.p12',
    await toPkcs12(await makeSigner(authority, 'bob@example.org', 'rsa2048', { options: {}, now: NOW }), ENV.PASS),
  );
  const { code } = await sign('contract-signed.pdf', ['--out', folder.at('both.pdf')]);
  expect(code).toBe(0);
  const report = await verify('both.pdf');
  expect(report.isValid).toBe(true);
  expect(report.signatures.map(({ field, signerEmail }) => [field, signerEmail])).toEqual([
    ['Signature_1', 'ann@example.org'],
    ['Signature_2', 'bob@example.org'],
  ]);
});

test.each<KeyKind>(['p384', 'ed25519'])('signs a file with a %s key', async (kind) => {
  folder.write(
    'key.p12',
    await toPkcs12(await makeSigner(authority, 'ann@example.org', kind, { options: {}, now: NOW }), ENV.PASS),
  );
  expect((await sign()).code).toBe(0);
  expect((await verify('contract-signed.pdf')).isValid).toBe(true);
});

test('signs an existing unsigned field, even in a certified file', async () => {
  const { file } = await sent(authority);
  folder.write('certified.pdf', file);
  expect((await sign('certified.pdf', ['--field', 'Signer_2'])).code).toBe(0);
  const report = await verify('certified-signed.pdf');
  expect(report.isValid).toBe(true);
  expect(report.signatures.map(({ field }) => field)).toEqual(['Seal', 'Signer_2']);
});

test('keeps the structure of a file that uses object streams', async () => {
  folder.write('stream.pdf', makePdf({ xref: 'stream' }));
  expect((await sign('stream.pdf')).code).toBe(0);
  expect((await verify('stream-signed.pdf')).isValid).toBe(true);
});

describe('signing with a time-stamping authority', () => {
  test('creates a B-T signature', async () => {
    const { tsa, ca } = authority;
    const unit = { key: tsa.key, certificate: tsa.certificate, chain: [ca.certificate], policy: '1.2.3.4' };
    const server = await startAuthority(async (request) => {
      return (await answerTimestampRequest(request, { ...unit, now: NOW })).response;
    });
    try {
      const { code, out } = await sign('contract.pdf', ['--tsa', server.url.href]);
      expect(code).toBe(0);
      expect(out).toContain('PAdES B-T');
      expect(out).toContain('by Test Time');
    } finally {
      await server.close();
    }
    expect((await verify('contract-signed.pdf')).signatures).toMatchObject([
      { isValid: true, level: 'B-T', isTimeProved: true, timestamp: { authority: 'Test Time', isValid: true } },
    ]);
  });

  test('writes no file if the time-stamping authority returns no valid response', async () => {
    const server = await startAuthority(() => Promise.resolve(rejection('systemFailure').response));
    try {
      const { code, error } = await sign('contract.pdf', ['--tsa', server.url.href]);
      expect(code).toBe(1);
      expect(error).toContain('The file was not signed.');
    } finally {
      await server.close();
    }
    expect(readdirSync(folder.at('.')).toSorted()).toEqual(['contract.pdf', 'key.p12']);
  });
});

describe('rejected input for which no file is written', () => {
  async function refused(ran: Promise<Ran>, code: number, message: string): Promise<void> {
    const before = readdirSync(folder.at('.')).toSorted();
    const { code: actual, out, error } = await ran;
    expect({ actual, out }).toEqual({ actual: code, out: '' });
    expect(error).toContain(message);
    expect(readdirSync(folder.at('.')).toSorted()).toEqual(before);
  }
  const command = (...args: string[]): Promise<Ran> => cli(['sign', folder.at('contract.pdf'), ...args], ENV, NOW);

  test('rejects a wrong or missing passphrase', async () => {
    const p12 = ['--p12', folder.at('key.p12')];
    await refused(
      cli(['sign', folder.at('contract.pdf'), ...p12, '--passphrase-env', 'PASS'], { PASS: 'x' }),
      1,
      'is wrong.',
    );
    await refused(command(...p12), 1, '--passphrase-env');
    await refused(command(...p12, '--passphrase-env', 'UNSET'), 64, 'The environment variable UNSET is not set.');
  });

  test('rejects a missing key, a missing or invalid key file, and an invalid address', async () => {
    await refused(command(), 64, 'Specify a key');
    await refused(command('--p12', folder.at('missing.p12')), 66, 'missing.p12 does not exist');
    await refused(command('--p12', folder.at('contract.pdf')), 1, 'cannot be used');
    await refused(command('--p12', folder.at('key.p12'), '--tsa', 'file:///etc/passwd'), 64, 'is not the address');
  });

  test('rejects an existing output file, unless --out names it', async () => {
    folder.write('contract-signed.pdf', 'precious');
    await refused(sign(), 64, 'already exists');
    expect((await sign('contract.pdf', ['--out', folder.at('contract-signed.pdf')])).code).toBe(0);
    expect((await verify('contract-signed.pdf')).isValid).toBe(true);
  });

  test('rejects an expired certificate', async () => {
    await refused(sign('contract.pdf', [], after(NOW, 40 * 365)), 1, "The signer's certificate had expired.");
  });

  test('rejects a certificate that was issued for another purpose', async () => {
    folder.write('key.p12', await toPkcs12(authority.tsa, ENV.PASS));
    await refused(sign(), 1, "The signer's certificate was issued for another purpose.");
  });

  test('rejects a file that is not a PDF, a file that permits no new field, and a field that is already signed', async () => {
    folder.write('text.pdf', 'not a PDF at all');
    await refused(sign('text.pdf'), 1, 'This file is not a PDF.');
    folder.write('certified.pdf', (await sent(authority)).file);
    await refused(sign('certified.pdf'), 1, '--field');
    await refused(sign('certified.pdf', ['--field', 'Seal']), 1, 'certified');
    await refused(sign('contract.pdf', ['--field', 'no.full.stop']), 1, 'The field name is invalid');
  });

  test('rejects a file whose signature is broken', async () => {
    const broken = Buffer.from((await sent(authority)).file);
    broken[broken.indexOf('Lease')] = 0x6c;
    folder.write('broken.pdf', broken);
    await refused(sign('broken.pdf', ['--field', 'Signer_1']), 1, 'the signature in Seal is invalid');
  });

  test('rejects an output path that is not writable', async () => {
    await refused(sign('contract.pdf', ['--out', folder.at('no/such/folder.pdf')]), 1, 'cannot be written');
  });
});
