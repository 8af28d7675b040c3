/**
 * Unpacks downloads with another program (Info-ZIP's unzip), and checks that the files of abandoned downloads are
 * closed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { outsideTool } from '../../../../../scripts/outside-tools.ts';
import { zipSize, zipStream, type ZipEntry } from './zip.ts';

const AT = new Date('2026-03-29T01:30:00Z');
const KIB_64 = 65_536;

const held = (name: string, text: string): ZipEntry => {
  const content = Buffer.from(text);
  return {
    path: name,
    size: content.length,
    open: async function* () {
      yield content;
    },
  };
};

/** A file of `size` bytes that is read in pieces and counts how often it is opened, closed and read. */
function streamed(name: string, size: number, stated = size) {
  const seen = { opened: 0, closed: 0, read: 0 };
  const open = () => {
    seen.opened += 1;
    const stream = new Readable({
      read() {
        const length = Math.min(KIB_64, size - seen.read);
        seen.read += length;
        this.push(length === 0 ? null : Buffer.alloc(length, 'x'));
      },
    });
    return stream.on('close', () => (seen.closed += 1));
  };
  return { entry: { path: name, size: stated, open }, seen };
}

function unzipped(zip: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'all.zip'), zip);
  execFileSync(outsideTool('unzip'), ['-q', 'all.zip', '-d', 'all'], { cwd: folder });
  return path.join(folder, 'all');
}

describe('creating a ZIP file', () => {
  test('creates a ZIP file that has the announced size and unpacks to its input', async () => {
    const entries = [
      held('Vertrag – Übergabe.pdf', 'signed'),
      held('empty.txt', ''),
      streamed('large.pdf', 5 * KIB_64 + 7).entry,
      held('attachments/1-契約.pdf', 'attached'),
    ];
    const zip = await buffer(zipStream(entries, AT));
    expect(zipSize(entries)).toBe(zip.length);
    const folder = unzipped(zip);
    expect(readFileSync(path.join(folder, 'Vertrag – Übergabe.pdf'), 'utf8')).toBe('signed');
    expect(readFileSync(path.join(folder, 'empty.txt'), 'utf8')).toBe('');
    expect(readFileSync(path.join(folder, 'large.pdf'), 'utf8')).toBe('x'.repeat(5 * KIB_64 + 7));
    expect(readFileSync(path.join(folder, 'attachments/1-契約.pdf'), 'utf8')).toBe('attached');
  });

  test('creates a ZIP file with identical bytes each time, so that a download can be resumed', async () => {
    const make = () => buffer(zipStream([held('a.pdf', 'one'), streamed('b.pdf', KIB_64).entry], AT));
    expect(await make()).toEqual(await make());
  });

  test('accepts file names that Windows would refuse or interpret as a drive', async () => {
    const folder = unzipped(await buffer(zipStream([held('C: lease?.pdf', 'one'), held('a\\b:c.pdf', 'two')], AT)));
    expect(readdirSync(folder).toSorted()).toEqual(['C_ lease_.pdf', 'a_b_c.pdf']);
  });

  test.each(['../up.pdf', '/etc/passwd', 'a/../../up.pdf'])(
    'rejects the file name %s, which refers to a path outside the ZIP file',
    (name) => {
      expect(() => zipSize([held(name, 'x')])).toThrow(/path/);
    },
  );
});

describe('reading a ZIP file', () => {
  test('reads only the requested part of a ZIP file, and opens one source file at a time', async () => {
    const [first, second] = [streamed('a.pdf', 400 * KIB_64), streamed('b.pdf', KIB_64)];
    expect(zipSize([first.entry, second.entry])).toBeGreaterThan(401 * KIB_64);
    expect(first.seen.opened).toBe(0);
    const zip = zipStream([first.entry, second.entry], AT)[Symbol.asyncIterator]();
    for (let piece = 0; piece < 10; piece += 1) await zip.next();
    expect(first.seen.read).toBeLessThan(40 * KIB_64);
    expect(second.seen.opened).toBe(0);
    await zip.return?.();
  });

  test('closes the current source file, and opens no further file, if the reader of the ZIP file stops', async () => {
    const [first, second] = [streamed('a.pdf', 400 * KIB_64), streamed('b.pdf', KIB_64)];
    for await (const piece of zipStream([first.entry, second.entry], AT)) if (piece) break;
    await expect.poll(() => first.seen).toMatchObject({ opened: 1, closed: 1 });
    expect(second.seen.opened).toBe(0);
  });

  test('fails to create the ZIP file if a source file cannot be read', async () => {
    const broken: ZipEntry = {
      path: 'a.pdf',
      size: 3,
      open: () => new Readable({ read: (): void => {}, construct: (done) => done(new Error('damaged')) }),
    };
    await expect(buffer(zipStream([held('b.pdf', 'x'), broken], AT))).rejects.toThrow('damaged');
  });

  test.each([KIB_64 - 1, KIB_64 + 1])(
    'fails to create the ZIP file if a source file does not have the announced size (%i)',
    async (stated) => {
      await expect(buffer(zipStream([streamed('a.pdf', KIB_64, stated).entry], AT))).rejects.toThrow('declared size');
    },
  );
});
