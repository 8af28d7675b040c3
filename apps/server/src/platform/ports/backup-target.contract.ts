import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BackupTarget, BackupTargetError } from './backup-target.ts';

async function* pieces(...bytes: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

async function* broken(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw new Error('the source broke off');
}

/**
 * Tests the guarantees of every backup target. Each adapter runs these tests. `large` is more than the adapter sends in
 * one request.
 */
export function backupTargetContract(
  name: string,
  open: () => Promise<BackupTarget> | BackupTarget,
  large = 1_000_000,
): void {
  describe(`${name} as a backup target`, () => {
    let target: BackupTarget;
    let serial = 0;
    const top = (): string => `top${(serial += 1)}`;
    const listed = async (below: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const { name: one, bytes } of target.files(below)) found.push(`${one} ${bytes}`);
      return found;
    };
    beforeAll(async () => {
      target = await open();
    });

    test('returns written files of any size and reports their size', async () => {
      const at = top();
      for (const size of [0, 1, 70_000, large]) {
        const bytes = randomBytes(size);
        await target.write(`${at}/a`, pieces(bytes.subarray(0, 1000), bytes.subarray(1000)));
        expect((await buffer(target.read(`${at}/a`))).equals(bytes)).toBe(true);
        expect(await target.size(`${at}/a`)).toBe(size);
      }
    });

    test('does not store any part of a file whose source fails, and keeps the previous file', async () => {
      const at = top();
      await expect(target.write(`${at}/new`, broken(randomBytes(large)))).rejects.toThrow('broke off');
      expect(await target.size(`${at}/new`)).toBeUndefined();
      await target.write(`${at}/old`, pieces(Buffer.from('as it was')));
      await expect(target.write(`${at}/old`, broken(randomBytes(large)))).rejects.toThrow('broke off');
      expect(String(await buffer(target.read(`${at}/old`)))).toBe('as it was');
      expect(await listed(`${at}/`)).toEqual([`${at}/old 9`]);
    });

    test('lists files with a name prefix in byte order, and lists the top-level folders', async () => {
      const at = top();
      for (const one of ['b', 'a/2', 'a-1', 'a/1', 'Z']) await target.write(`${at}/${one}`, pieces(Buffer.from('x')));
      expect(await listed(`${at}/`)).toEqual(['Z', 'a-1', 'a/1', 'a/2', 'b'].map((one) => `${at}/${one} 1`));
      expect(await listed(`${at}/a/`)).toEqual([`${at}/a/1 1`, `${at}/a/2 1`]);
      expect(await listed(`${top()}/`)).toEqual([]);
      const tops: string[] = [];
      for await (const one of target.tops()) tops.push(one);
      expect(tops.filter((one) => one === at)).toEqual([at]);
      expect(tops.filter((one) => one.includes('/'))).toEqual([]);
    });

    test('deletes files, even if they are already deleted', async () => {
      const at = top();
      await target.write(`${at}/a`, pieces(Buffer.from('x')));
      await target.remove(`${at}/a`);
      await target.remove(`${at}/a`);
      expect(await target.size(`${at}/a`)).toBeUndefined();
      await expect(buffer(target.read(`${at}/a`))).rejects.toMatchObject({ code: 'not_found' });
    });

    test('rejects invalid names of backup files', async () => {
      for (const bad of ['', '/a', 'a/', '../a', 'a/../b', '.a', 'a/.b', 'a//b', 'a b', 'ä'])
        await expect(target.write(bad, pieces(Buffer.from('x'))), bad).rejects.toThrow(BackupTargetError);
    });

    test('removes partial files of interrupted writes, but keeps complete files', async () => {
      const at = top();
      await target.write(`${at}/a`, pieces(Buffer.from('x')));
      await target.sweep(`${at}/`);
      expect(await listed(`${at}/`)).toEqual([`${at}/a 1`]);
    });
  });
}
