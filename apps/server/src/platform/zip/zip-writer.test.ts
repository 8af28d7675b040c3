/**
 * The output is unpacked by another program (Info-ZIP's unzip). For more than 4 GB or 65,535 entries, its records are
 * checked instead.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { outsideTool } from '../../../../../scripts/outside-tools.ts';
import { endOfZip, ZipWriter } from './zip-writer.ts';

const AT = new Date('2026-11-23T05:06:08Z');
const FULL_32 = 0xff_ff_ff_ff;

async function* once(bytes: Uint8Array) {
  yield bytes;
}

function unzipped(zip: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'all.zip'), zip);
  execFileSync(outsideTool('unzip'), ['-q', 'all.zip', '-d', 'all'], { cwd: folder });
  return path.join(folder, 'all');
}

test('joins parts into one ZIP file that another program unpacks', async () => {
  const text = 'a line that comes again\n'.repeat(100);
  const pdf = Buffer.from('%PDF-1.7 as it is');
  const first = new ZipWriter(0, AT);
  const one = await buffer(first.add('documents/a/Vertrag – 契約.json', Buffer.from(text)));
  const second = new ZipWriter(one.length, AT);
  const two = Buffer.concat([
    await buffer(second.addFile('documents/a/document.pdf', { size: pdf.length, open: () => once(pdf) })),
    await buffer(second.add('empty.txt', new Uint8Array(0))),
  ]);
  expect([first.size, second.size]).toEqual([one.length, two.length]);
  const directory = Buffer.concat([first.directory, second.directory]);
  const start = one.length + two.length;
  const end = endOfZip({ entries: first.entries + second.entries, size: directory.length, start });
  const folder = unzipped(Buffer.concat([one, two, directory, end]));
  expect(one.length, 'text is compressed').toBeLessThan(text.length / 2);
  expect(readFileSync(path.join(folder, 'documents/a/Vertrag – 契約.json'), 'utf8')).toBe(text);
  expect(readFileSync(path.join(folder, 'documents/a/document.pdf'))).toEqual(pdf);
  expect(readFileSync(path.join(folder, 'empty.txt'), 'utf8')).toBe('');
});

test('writes more than 65,535 entries to a ZIP file that another program accepts', async () => {
  const writer = new ZipWriter(0, AT);
  const parts: Buffer[] = [];
  for (let n = 0; n < 70_000; n += 1) parts.push(await buffer(writer.add(`${n}`, new Uint8Array(0))));
  const { entries, size: start, directory } = writer;
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const end = endOfZip({ entries, size: directory.length, start });
  writeFileSync(path.join(folder, 'many.zip'), Buffer.concat([...parts, directory, end]));
  const listed = execFileSync(outsideTool('unzip'), ['-t', '-q', 'many.zip'], { cwd: folder, encoding: 'utf8' });
  expect(listed).toContain('No errors detected');
  const [, count] =
    /(\d+) files?/.exec(
      execFileSync(outsideTool('unzip'), ['-l', 'many.zip'], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      }).slice(-200),
    ) ?? [];
  expect(count).toBe('70000');
});

test('uses ZIP64 records if an entry or the directory starts beyond 4 GB', async () => {
  const far = 5 * 2 ** 32 + 7;
  const writer = new ZipWriter(far, AT);
  await buffer(writer.add('a', Buffer.from('x')));
  const { directory } = writer;
  expect(directory.readUInt32LE(42)).toBe(FULL_32);
  expect(directory.readUInt16LE(30), 'the size of the extra field').toBe(12);
  expect(directory.readBigUInt64LE(46 + 1 + 4)).toBe(BigInt(far));
  const end = endOfZip({ entries: 1, size: directory.length, start: far + writer.size });
  expect(end.readUInt32LE(0).toString(16)).toBe('6064b50');
  expect(end.readBigUInt64LE(48)).toBe(BigInt(far + writer.size));
  expect(end.readBigUInt64LE(56 + 8), 'the position of the zip64 end record').toBe(
    BigInt(far + writer.size + directory.length),
  );
  expect(end.readUInt32LE(end.length - 6)).toBe(FULL_32);
});

test.each(['../up', '/root', 'a/../../b', 'a//b'])(
  'rejects the file name %s, which refers to another path',
  async (name) => {
    await expect(buffer(new ZipWriter(0, AT).add(name, new Uint8Array(0)))).rejects.toThrow(
      'is not a valid path in a ZIP file',
    );
  },
);

test('fails to create the ZIP file if a source file is longer on the second read', async () => {
  let reads = 0;
  const open = () => once(Buffer.alloc((reads += 1)));
  const writer = new ZipWriter(0, AT);
  await expect(buffer(writer.addFile('a', { size: 1, open }))).rejects.toThrow('instead of the declared 1');
});
