import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

import { verifyDocument } from '@countersign/pades';
import type { VerifyReport } from '@countersign/pades';
import { prepareSend } from '@countersign/pdf-sign';
import {
  answerOcspRequest,
  answerTimestampRequest,
  createOcspCertificate,
  createTimestampCertificate,
  generateKey,
  issueSignerCertificate,
  toPem,
} from '@countersign/pki';
import type { NewIdentity } from '@countersign/pki';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { UPLOAD } from '../../pades/test/documents.ts';
import { after, crls, makeAuthority, makeSigner } from '../../pades/test/kit.ts';
import type { TestAuthority } from '../../pades/test/kit.ts';
import { makePdf } from '../../pdf-sign/test/support/pdf.ts';
import { startAuthority } from '../test/authority-server.ts';
import type { AuthorityServer } from '../test/authority-server.ts';
import { cli, makeFolder } from '../test/harness.ts';
import type { Folder, Ran } from '../test/harness.ts';
import { png } from '../test/png.ts';
import { toPkcs12 } from '../test/signer.ts';

// Other programs validate signatures at the current time, so the test creates all certificates and signatures now.
const NOW = new Date();
const ENV = { PASS: 'correct horse' };

let authority: TestAuthority;
let ann: NewIdentity;
let key: Buffer;
let tsa: AuthorityServer;
let folder: Folder;

beforeAll(async () => {
  authority = await makeAuthority('Test', NOW);
  ann = await makeSigner(authority, 'ann@example.org', 'p256', { options: {}, now: NOW });
  key = await toPkcs12(ann, ENV.PASS);
  const { tsa: unit, ca, root } = authority;
  const chain = [ca.certificate, root.certificate];
  const facts = { key: unit.key, certificate: unit.certificate, chain, policy: '1.2.3.4' };
  tsa = await startAuthority(async (request) => {
    return (await answerTimestampRequest(request, { ...facts, now: NOW })).response;
  });
});
afterAll(() => tsa.close());

beforeEach(() => {
  folder = makeFolder();
  folder.write('key.p12', key);
  folder.write('contract.pdf', UPLOAD);
});
afterEach(() => folder.remove());

function sign(...more: readonly string[]): Promise<Ran> {
  const args = ['sign', folder.at('contract.pdf'), '--p12', folder.at('key.p12'), '--passphrase-env', 'PASS', ...more];
  return cli(args, ENV, NOW);
}

async function signed(...more: readonly string[]): Promise<{ report: VerifyReport; out: string }> {
  const { code, out, error } = await sign(...more);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  const anchors = [authority.root.certificate.der];
  const bytes = readFileSync(folder.at('contract-signed.pdf'));
  const report = await verifyDocument(bytes, { anchors, now: after(NOW, 1).toISOString() });
  expect(report.reasons).toEqual([]);
  execFileSync('qpdf', ['--check', folder.at('contract-signed.pdf')]);
  const pdfsig = execFileSync('pdfsig', ['-nocert', folder.at('contract-signed.pdf')], { encoding: 'utf8' });
  // The first signature is the one that we created. pdfsig does not validate document time-stamps.
  expect(/Signature Validation: (.*)/.exec(pdfsig)?.[1]).toBe('Signature is Valid.');
  return { report, out };
}

/** Checks that no file is signed or written, and that the message states the reason. */
async function refused(code: number, message: string, ...more: readonly string[]): Promise<void> {
  const before = readdirSync(folder.at('.')).toSorted();
  const ran = await sign(...more);
  expect({ code: ran.code, out: ran.out }).toEqual({ code, out: '' });
  expect(ran.error).toContain(message);
  expect(readdirSync(folder.at('.')).toSorted()).toEqual(before);
}

/**
 * Returns the share of the pixels in a rectangle that match a color test. The rectangle is given in points from the top
 * left corner of a page.
 */
function share(
  page: number,
  [x, y, width, height]: readonly number[],
  take: (rgb: readonly number[]) => boolean,
): number {
  const crop = ['-x', x, '-y', y, '-W', width, '-H', height, '-f', page, '-l', page].map(String);
  const image = execFileSync('pdftoppm', ['-r', '72', ...crop, folder.at('contract-signed.pdf')]);
  const [header = ''] = /^P6\s+\d+\s+\d+\s+255\s/.exec(image.toString('latin1', 0, 40)) ?? [];
  const pixels = image.subarray(header.length);
  const taken = Array.from({ length: pixels.length / 3 }, (_, at) => [...pixels.subarray(3 * at, 3 * at + 3)]).filter(
    take,
  );
  return taken.length / (pixels.length / 3);
}
const isDark = ([red = 0, green = 0, blue = 0]: readonly number[]) => red + green + blue < 450;
const isRed = ([red = 0, green = 0]: readonly number[]) => red > 200 && green < 60;

describe('visible signature', () => {
  test('shows the name, reason, place and time of the signature at the given position', async () => {
    const visible = [
      '--visible',
      '1,60,300,200,60',
      '--name',
      'Ånn Smith',
      '--reason',
      'I agree',
      '--location',
      'Oslo',
    ];
    const { report, out } = await signed(...visible);
    expect(out).toContain('Signature_1, visible');
    expect(report.signatures).toMatchObject([{ field: 'Signature_1', signerName: 'Ånn Smith' }]);
    expect(share(1, [60, 300, 200, 60], isDark)).toBeGreaterThan(0.03);
    expect(share(1, [60, 230, 200, 60], isDark)).toBe(0);
    expect(share(1, [60, 370, 200, 60], isDark)).toBe(0);
  });

  test('shows a PNG in the signature, with the page visible through its transparent parts', async () => {
    // The left half is red, and the right half is fully transparent.
    const pixels = Array.from({ length: 40 * 20 }, (_, at) =>
      at % 40 < 20 ? [255, 0, 0, 255] : [255, 0, 0, 0],
    ).flat();
    folder.write('mark.png', png({ width: 40, height: 20, colour: 6, depth: 8, rows: pixels }));
    await signed('--visible', '1,60,300,206,106', '--image', folder.at('mark.png'));
    expect(share(1, [66, 306, 90, 90], isRed)).toBe(1);
    expect(share(1, [170, 306, 90, 90], isRed)).toBe(0);
  });

  test('shows a JPEG next to the text of the signature', async () => {
    folder.write(
      'red.pdf',
      makePdf({ pages: [{ mediaBox: [0, 0, 90, 90], text: ') Tj ET 1 0 0 rg 0 0 90 90 re f BT (' }] }),
    );
    execFileSync('pdftoppm', ['-jpeg', '-singlefile', '-r', '72', folder.at('red.pdf'), folder.at('red')]);
    await signed('--visible', '1,60,300,206,86', '--image', folder.at('red.jpg'), '--text', 'Ann Smith\nPurchasing');
    expect(share(1, [66, 306, 70, 70], isRed)).toBeGreaterThan(0.95);
    expect(share(1, [150, 306, 110, 70], isDark)).toBeGreaterThan(0.01);
  });

  test('signs an existing field and draws the signature at the position of the field', async () => {
    const place = { page: 1, x: 60, y: 400, width: 180, height: 50 };
    const options = { documentId: 'doc_1', fileId: new Uint8Array(16), date: NOW, certify: false } as const;
    const { revision } = prepareSend(UPLOAD, { ...options, signers: [{ key: 'Buyer', signaturePlace: place }] });
    folder.write('contract.pdf', Buffer.concat([UPLOAD, revision.tail]));
    await refused(1, 'already has a position', '--field', 'Buyer', '--visible', '1,1,1,50,50');
    const { report } = await signed('--field', 'Buyer', '--text', 'Ann Smith');
    expect(report.signatures).toMatchObject([{ field: 'Buyer' }]);
    expect(share(1, [60, 400, 180, 50], isDark)).toBeGreaterThan(0.01);
  });

  test('draws the signature upright on a rotated page', async () => {
    folder.write('contract.pdf', makePdf({ pages: [{ rotate: 90, text: '' }] }));
    await signed('--visible', '1,300,100,200,40', '--text', 'Upright');
    expect(share(1, [300, 100, 200, 40], isDark)).toBeGreaterThan(0.01);
    expect(share(1, [300, 145, 200, 160], isDark)).toBe(0);
  });

  test('rejects a visible signature that cannot be drawn', async () => {
    await refused(1, 'The page does not exist.', '--visible', '9,60,300,200,60');
    await refused(1, 'Helvetica, which has no "Ж"', '--visible', '1,60,300,200,60', '--text', 'Жанна');
    await refused(1, 'too small', '--visible', '1,60,300,8,8');
    await refused(64, 'is not a valid position', '--visible', '1,60,300');
    await refused(64, 'has no area', '--visible', '1,60,300,0,20');
    await refused(66, 'none.png does not exist', '--visible', '1,60,300,200,60', '--image', folder.at('none.png'));
    await refused(1, 'neither PNG nor JPEG', '--visible', '1,60,300,200,60', '--image', folder.at('contract.pdf'));
  });
});

describe('certification', () => {
  test.each<[string[], number]>([
    [['--certify'], 2],
    [['--certify', '1'], 1],
    [['--certify', '2'], 2],
    [['--certify=3'], 3],
  ])('certifies the file with the options %j', async (args, level) => {
    const { report } = await signed(...args);
    expect(report.certification).toBe(level);
    expect(report.signatures).toMatchObject([{ kind: 'certification' }]);
  });

  test('rejects a certification that is not the first signature', async () => {
    await signed();
    folder.write('contract.pdf', readFileSync(folder.at('contract-signed.pdf')));
    await refused(1, 'only the first signature can certify', '--certify', '--out', folder.at('other.pdf'));
    await refused(64, '--certify takes 1, 2, 3', '--certify=9');
  });
});

describe('PAdES level', () => {
  const withLists = async (): Promise<string[]> => {
    const lists = await crls(authority, NOW);
    folder.write('lists.pem', lists.map((der) => toPem('X509 CRL', der)).join(''));
    return ['--tsa', tsa.url.href, '--crl', folder.at('lists.pem')];
  };

  test('embeds the evidence in the file at level B-LT', async () => {
    const { report, out } = await signed('--level', 'b-lt', ...(await withLists()));
    expect(report.signatures).toMatchObject([{ level: 'B-LT', revocation: 'good' }]);
    expect(out).toContain('PAdES B-LT');
  });

  test('adds a document time-stamp at level B-LTA, even to a certified file', async () => {
    const { report } = await signed('--level', 'B-LTA', '--certify', ...(await withLists()));
    expect(report.signatures).toMatchObject([{ level: 'B-LTA' }, { kind: 'archive-timestamp' }]);
  });

  test('fetches evidence from the addresses in the certificates', async () => {
    const { ca, root } = authority;
    const [rootList = Buffer.alloc(0), list = Buffer.alloc(0)] = await crls(authority, NOW);
    const responder = await createOcspCertificate(ca, { commonName: 'Test OCSP', now: NOW });
    const good = { ...responder, issuer: ca.certificate, now: NOW, nextUpdate: after(NOW, 1) };
    const asked: string[] = [];
    // Requests for a revocation list have no body.
    const server = await startAuthority((request) => {
      asked.push(request.length === 0 ? 'list' : 'ocsp');
      if (request.length === 0) return Promise.resolve(list);
      return answerOcspRequest(request, () => ({ status: 'good' }), good);
    });
    const stamping = await createTimestampCertificate(ca, {
      commonName: 'Other Time',
      now: NOW,
      addresses: { crl: server.url.href },
    });
    const unit = { ...stamping, chain: [ca.certificate, root.certificate], policy: '1.2.3.4', now: NOW };
    const other = await startAuthority(async (request) => (await answerTimestampRequest(request, unit)).response);
    const { signingKey, privateKey } = generateKey('p256');
    const facts = { email: 'bob@example.org', spki: signingKey.publicKeySpki, now: NOW };
    const certificate = await issueSignerCertificate(ca, { ...facts, addresses: { ocsp: server.url.href } });
    const chain = [ca.certificate, root.certificate];
    folder.write('key.p12', await toPkcs12({ certificate, chain, key: signingKey, privateKey }, ENV.PASS));
    folder.write('root.crl', rootList);
    try {
      const { report } = await signed('--level', 'b-lt', '--tsa', other.url.href, '--crl', folder.at('root.crl'));
      expect(report.signatures).toMatchObject([{ level: 'B-LT', signerEmail: 'bob@example.org' }]);
      expect(asked).toEqual(['ocsp', 'list']);
    } finally {
      await Promise.all([server.close(), other.close()]);
    }
  });

  test('does not claim a PAdES level whose requirements are not met', async () => {
    await refused(64, 'Level b-t requires a time-stamping authority', '--level', 'b-t');
    await refused(64, 'Level b-b has no time-stamp', '--level', 'b-b', '--tsa', tsa.url.href);
    await refused(64, '--level takes', '--level', 'b-x');
    await refused(1, 'the revocation status of the certificate of', '--level', 'b-lt', '--tsa', tsa.url.href);
    const revoked = await crls(authority, NOW, [{ serial: ann.certificate.serial, at: after(NOW, -1) }]);
    folder.write('revoked.pem', revoked.map((der) => toPem('X509 CRL', der)).join(''));
    await refused(1, 'has been revoked', '--level', 'b-lt', '--tsa', tsa.url.href, '--crl', folder.at('revoked.pem'));
  });
});

test('uses the chosen digest if the key permits several digests', async () => {
  await signed('--digest', 'sha512');
  folder.write(
    'key.p12',
    await toPkcs12(await makeSigner(authority, 'e@example.org', 'ed25519', { options: {}, now: NOW }), ENV.PASS),
  );
  await refused(1, 'Ed25519 requires SHA-512', '--digest', 'sha256', '--out', folder.at('other.pdf'));
  await refused(64, '--digest takes', '--digest', 'sha1');
});
