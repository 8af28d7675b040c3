import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkErasureLedger, fileErasureLedger } from './index.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'countersign-ledger-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const [a, b, c] = ['doc_a', 'doc_b', 'doc_c'].map((id) => ({ kind: 'document' as const, tenantId: 'ten_x', id }));

test('returns erased, retained and unfinished entries of the ledger, even after a truncated write', async () => {
  const file = path.join(folder, 'erasures', 'ledger.jsonl');
  const ledger = fileErasureLedger(file);
  expect(await ledger.erased()).toEqual([]);
  if (!a || !b || !c) throw new Error('The test needs three documents.');
  await ledger.intend([a, b, c]);
  await ledger.settle([a], 'erased');
  await appendFile(file, '{"v":1,"outcome":"era');
  await ledger.settle([b], 'kept');
  const another = fileErasureLedger(file);
  expect(await another.unsettled()).toEqual([c]);
  expect(await another.erased(), 'documents that may have been erased count as erased').toEqual([a, c]);
  await another.settle([c], 'kept');
  await another.intend([a]);
  expect([await another.unsettled(), await another.erased()], 'the ledger is read on from where it stopped').toEqual([
    [a],
    [a],
  ]);
  // A legal hold keeps the data that the restore brought back. The ledger still lists the data, because another restore
  // can bring it back again.
  await another.settle([a], 'kept');
  expect(await ledger.erased()).toEqual([a]);
});

test('reports an erasure ledger that cannot be opened at startup, and creates no files', async () => {
  const data = path.join(folder, 'data');
  await mkdir(data);
  const file = path.join(data, 'erasures', 'ledger.jsonl');
  await checkErasureLedger(file);
  expect(await readdir(data)).toEqual([]);
  await writeFile(path.join(data, 'erasures'), '');
  await expect(checkErasureLedger(file)).rejects.toMatchObject({
    name: 'ConfigFault',
    message: `DATA_DIR: the server must be able to read and write ${file}`,
  });
});
