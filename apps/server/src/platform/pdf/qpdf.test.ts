import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findQpdf, rewriteWithQpdf } from './qpdf.ts';
import { pageWith } from './test-page.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
const broken = (): string =>
  pageWith([], { width: 100, height: 100 })
    .toString('latin1')
    .replace(/startxref\n\d+/, 'startxref\n9');

/** A program that does something else than qpdf, to see what the limits make of it. */
async function program(script: string): Promise<string> {
  const file = at(`program-${Math.abs(script.length)}`);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-qpdf-'));
});
afterAll(() => rm(folder, { recursive: true }));

function qpdf(): string {
  const found = findQpdf();
  if (found === undefined) throw new Error('qpdf is not installed; Debian and Ubuntu have it in qpdf');
  return found;
}

test('a broken file is written anew, and the same one each time', async () => {
  await writeFile(at('broken.pdf'), broken(), 'latin1');
  expect(await rewriteWithQpdf(qpdf(), at('broken.pdf'), at('clean.pdf'))).toBe(true);
  execFileSync(qpdf(), ['--check', at('clean.pdf')]);
  await rewriteWithQpdf(qpdf(), at('broken.pdf'), at('again.pdf'));
  expect(await readFile(at('again.pdf'))).toEqual(await readFile(at('clean.pdf')));
});

test('nothing of a path is read as a command or an option', async () => {
  const odd = at('--encrypt $(touch pwned); `touch pwned` "x.pdf');
  await writeFile(odd, broken(), 'latin1');
  expect(await rewriteWithQpdf(qpdf(), odd, at('odd.pdf'))).toBe(true);
});

test('a file it can make nothing of is no repair', async () => {
  await writeFile(at('text.pdf'), 'This is no PDF.');
  expect(await rewriteWithQpdf(qpdf(), at('text.pdf'), at('none.pdf'))).toBe(false);
});

test('a program that is not there is no repair', async () => {
  expect(await rewriteWithQpdf(at('absent'), at('broken.pdf'), at('none.pdf'))).toBe(false);
});

const limits = { timeoutMs: 10_000, memoryMb: 512, outputMb: 1 };

test('one that hangs is killed', async () => {
  const sleeper = await program('exec sleep 600');
  const begun = performance.now();
  expect(await rewriteWithQpdf(sleeper, '/dev/null', at('none.pdf'), { ...limits, timeoutMs: 300 })).toBe(false);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('one that writes without end is stopped', async () => {
  const writer = await program('exec head -c 20000000 /dev/zero > "$5"');
  expect(await rewriteWithQpdf(writer, '/dev/null', at('endless.pdf'), limits)).toBe(false);
  expect((await stat(at('endless.pdf'))).size).toBeLessThanOrEqual(2 ** 20);
});

test('one that takes more memory than it may gets none', async () => {
  const eater = await program('exec /usr/bin/perl -e \'my $x = "x" x (300 * 1024 * 1024); exit(0);\'');
  expect(await rewriteWithQpdf(eater, '/dev/null', at('none.pdf'), { ...limits, memoryMb: 64 })).toBe(false);
  expect(await rewriteWithQpdf(eater, '/dev/null', at('none.pdf'), { ...limits, memoryMb: 1024 })).toBe(true);
});

test('it sees nothing of the server’s environment', async () => {
  const teller = await program('env | grep -v -e ^LC_ALL= -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD= && exit 1; exit 0');
  process.env['MASTER_KEY_OF_THE_TEST'] = 'secret';
  try {
    expect(await rewriteWithQpdf(teller, '/dev/null', at('none.pdf'))).toBe(true);
  } finally {
    delete process.env['MASTER_KEY_OF_THE_TEST'];
  }
});
