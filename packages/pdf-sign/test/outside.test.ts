import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedCms, prepareSignature, signedParts } from '../src/index.ts';
import type { UnsignedRevision } from '../src/index.ts';
import { makePdf } from './support/pdf.ts';
import type { TestPdf } from './support/pdf.ts';
import {
  completed,
  DATE,
  FILE_ID,
  FIRST_VALUES,
  isValid,
  mark,
  send,
  sendOptions,
  sign,
  signFirst,
  verify,
} from './support/sign.ts';

/** Checks our files with third-party programs. */

let folder = '';
const at = (name: string) => path.join(folder, name);
const run = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

function write(name: string, bytes: Uint8Array): string {
  writeFileSync(at(name), bytes);
  return at(name);
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pdf-sign-'));
  run('openssl', 'ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', at('key.pem'));
  run(
    'openssl',
    'req',
    '-x509',
    '-key',
    at('key.pem'),
    '-out',
    at('cert.pem'),
    '-subj',
    '/CN=Test Signer',
    '-days',
    '3650',
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function embedReal(file: Buffer, unsigned: UnsignedRevision): Buffer {
  write('data.bin', Buffer.concat([file, ...signedParts(unsigned)]));
  run(
    'openssl',
    'cms',
    '-sign',
    '-binary',
    '-cades',
    '-in',
    at('data.bin'),
    '-signer',
    at('cert.pem'),
    '-inkey',
    at('key.pem'),
    '-outform',
    'DER',
    '-out',
    at('cms.der'),
  );
  return Buffer.concat([file, embedCms(unsigned, readFileSync(at('cms.der')))]);
}

const KINDS: [string, TestPdf][] = [
  ['a cross-reference table', { pages: [{}, { rotate: 90 }] }],
  ['a cross-reference stream', { xref: 'stream', pages: [{}, { rotate: 90 }] }],
  ['a hybrid cross-reference', { xref: 'hybrid', pages: [{}, { rotate: 90 }] }],
  ['bytes before the header', { junk: 'leading bytes\n' }],
];

describe.each(KINDS)('file with %s', (_, pdf) => {
  it('writes signatures that pdfsig and OpenSSL accept', () => {
    const sent = send(makePdf(pdf));
    const unsigned = prepareSignature(sent.state, {
      field: 'Signer_1',
      date: DATE,
      name: 'Ånn',
      fileId: FILE_ID,
      appearance: mark('Ann'),
      values: FIRST_VALUES,
    });
    const file = embedReal(sent.file, unsigned);
    const answer = run('pdfsig', '-nocert', write('signed.pdf', file));
    const own = answer.split(/Signature #\d+:/).find((part) => part.includes('Field Name: Signer_1'));
    expect(own).toContain('Signature is Valid.');
    expect(own).toContain('Total document signed');
    const args = [
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      at('cms.der'),
      '-content',
      at('data.bin'),
      '-CAfile',
      at('cert.pem'),
      '-purpose',
      'any',
      '-out',
      '/dev/null',
    ];
    expect(() => run('openssl', 'cms', ...args)).not.toThrow();
  });

  it('passes the checks of qpdf from the first to the last revision', () => {
    const { file } = completed(makePdf(pdf));
    expect(run('qpdf', '--check', write('completed.pdf', file))).toContain('No syntax or stream encoding errors');
  });
});

it('signs and seals a file after qpdf has packed all objects into object streams', () => {
  const packed = at('packed.pdf');
  run('qpdf', '--object-streams=generate', write('plain.pdf', makePdf({ pages: [{}, {}, {}] })), packed);
  const { file } = completed(readFileSync(packed));
  expect(run('qpdf', '--check', write('packed-signed.pdf', file))).toContain('No syntax or stream encoding errors');
});

it('keeps a form created by pdf-lib, so that pdf-lib can still read it', async () => {
  const made = await PDFDocument.create();
  const page = made.addPage([400, 500]);
  const text = made.getForm().createTextField('order.name');
  text.setText('Countersign');
  text.addToPage(page, { x: 20, y: 20 });
  const { file } = completed(Buffer.from(await made.save()));
  expect(isValid(await verify(file))).toBe(true);
  const read = await PDFDocument.load(file);
  expect(read.getPageCount()).toBe(2);
  expect(read.getForm().getTextField('order.name').getText()).toBe('Countersign');
  expect(read.getForm().getTextField('Date_1').getText()).toBe('2026-11-20');
});

/** Returns the box around the dark pixels on a page, in points from the top left corner. */
function inkBox(file: Buffer, page: number): number[] {
  run('mutool', 'draw', '-q', '-r', '72', '-F', 'pgm', '-o', at('page.pgm'), write('drawn.pdf', file), String(page));
  const image = readFileSync(at('page.pgm'));
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 40));
  const width = Number(header?.[1]);
  const pixels = image.subarray(header?.[0].length ?? 0);
  const dark = [...pixels.entries()].flatMap(([index, value]) => (value < 60 ? [index] : []));
  const xs = dark.map((index) => index % width);
  const ys = dark.map((index) => Math.floor(index / width));
  const sorted = [xs, ys].map((values) => values.toSorted((a, b) => a - b));
  return [
    ...sorted.map((values) => values[0] ?? Number.NaN),
    ...sorted.map((values) => (values.at(-1) ?? Number.NaN) + 1),
  ];
}

describe('signature appearances', () => {
  it.each<[string, NonNullable<TestPdf['pages']>[number]]>([
    ['an upright page', {}],
    ['a page rotated by 90 degrees', { rotate: 90 }],
    ['a page rotated by 180 degrees', { rotate: 180 }],
    ['a page rotated by 270 degrees', { rotate: 270 }],
    ['a cropped page rotated by 90 degrees', { rotate: 90, cropBox: [50, 60, 500, 700] }],
    ['a page with units of two points', { userUnit: 2, mediaBox: [0, 0, 300, 400] }],
  ])('draws signature appearances upright at their position: %s', (_, page) => {
    const signers = [{ key: 'S', signaturePlace: { page: 1, x: 40, y: 60, width: 120, height: 50 } }];
    const sent = send(makePdf({ pages: [{ ...page, text: '' }] }), sendOptions({ signers }));
    // The appearance is dark only in its lower left quarter, so rotating or mirroring it moves the ink.
    const { file } = sign(sent, { field: 'S', appearance: { width: 120, height: 50, content: '0 g 0 0 60 25 re f' } });
    const expected = [40, 85, 100, 110];
    for (const [index, value] of inkBox(file, 1).entries())
      expect(Math.abs(value - (expected[index] ?? 0)), `edge ${index}`).toBeLessThanOrEqual(1);
  });

  it('shows a check mark in Poppler', () => {
    const { file } = signFirst(send(makePdf({ pages: [{ text: '' }] })));
    run(
      'pdftoppm',
      '-r',
      '72',
      '-gray',
      '-f',
      '1',
      '-l',
      '1',
      '-x',
      '60',
      '-y',
      '200',
      '-W',
      '14',
      '-H',
      '14',
      write('check.pdf', file),
      at('check'),
    );
    const image = readFileSync(
      run('ls', folder)
        .split('\n')
        .filter((name) => name.startsWith('check-'))
        .map(at)[0] ?? '',
    );
    expect([...image.subarray(15)].some((value) => value < 100)).toBe(true);
  });
});
