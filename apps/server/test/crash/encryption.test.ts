/**
 * Tests files that were stored before encryption existed. Another process encrypts them while a server reads them. It
 * is killed at every step, and finishes with all files encrypted and none lost.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { startTestApp } from '../support/app.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { isOfEncryption } from './crash-steps.ts';

const app = await startTestApp({ fileEncryption: false });
const MARKER = 'nobody-but-its-readers';

/** Returns the signal that killed the process, or null. */
async function encrypt(point?: string): Promise<string | null> {
  const script = path.join(import.meta.dirname, '../../src/features/storage/encrypt.fixture.ts');
  if (app.config.database.kind !== 'external') throw new Error('The test needs an external database.');
  const now = app.clock.now().toISOString();
  const args = [script, app.config.database.url.reveal(), app.dataDir, now, ...(point === undefined ? [] : [point])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}

const upload = async (n: number): Promise<{ id: string; bytes: Buffer }> => {
  const bytes = Buffer.concat([makePdf(), Buffer.from(`\n% ${MARKER} ${n}\n`)]);
  return { id: (await app.key.upload(pdfUpload(bytes))).body.document.id, bytes };
};
const plain = () => app.sql<{ id: string }>('select id from blobs where not is_sealed and unused_since is null');
/** Returns the objects that use a file, and those for which its key is wrapped. */
const holders = () =>
  app.sql<{ names: string[]; wrapped: string[] }>(
    `select (select array_agg(h.id order by h.id) from (select id from documents where blob_id = b.id
         union select template_id from template_files where blob_id = b.id) h (id)) as names,
       (select array_agg(k.holder_id order by k.holder_id) from blob_keys k where k.blob_id = b.id) as wrapped
     from blobs b where b.is_sealed`,
  );
const files = async (): Promise<Buffer[]> => {
  const folder = path.join(app.dataDir, 'blobs', app.tenant.tenantId);
  return Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name))));
};

test('keeps all files readable after a crash at any step of the encryption, and then encrypts the remaining files', async () => {
  const documents: { id: string; bytes: Buffer }[] = [];
  for (let n = 0; n < 8; n += 1) documents.push(await upload(n));
  const [first] = documents;
  const copy = (await app.key.post<'duplicateDocument'>(`/api/documents/${first?.id}/duplicate`)).body.document.id;
  await app.key.post('/api/templates/create', { documentId: first?.id ?? '', name: 'Of a file that others have' });
  expect(await plain()).toHaveLength(8);
  expect(await app.sql('select blob_id from blob_chunks')).toHaveLength(8);
  expect((await files()).filter((file) => file.includes(MARKER))).toHaveLength(8);
  const readable = async (): Promise<void> => {
    for (const { id, bytes } of documents) expect((await app.uploaded(id)).equals(bytes)).toBe(true);
    expect((await app.uploaded(copy)).equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
  };

  const points = FAILPOINTS.filter(isOfEncryption);
  expect(points).toHaveLength(4);
  for (const point of points) {
    expect(await encrypt(point), point).toBe('SIGKILL');
    await readable();
    // The lease of the dead process has expired.
    await app.sql(`update blob_encryption set lease_until = '-infinity'`);
  }
  const left = (await plain()).length;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(8);
  // Two processes run at the same time, and one of them finds no files left to encrypt.
  expect(await Promise.all([encrypt(), encrypt()])).toEqual([null, null]);
  expect(await plain()).toEqual([]);
  // The stored hashes of chunks are deleted. Encrypted files do not need them, because their chunks have authentication
  // tags.
  expect(await app.sql('select blob_id from blob_chunks')).toEqual([]);
  for (const { names, wrapped } of await holders()) expect(wrapped).toEqual(names);
  await readable();

  // Files without a row are deleted as usual. These are the unencrypted files, and the copies that a killed process
  // left.
  const sweep = () => app.cron.post('/api/cron/data-retention');
  app.clock.advance({ minutes: 16 });
  await sweep();
  expect((await files()).filter((file) => file.includes(MARKER))).toEqual([]);
  await readable();
  const folder = path.join(app.dataDir, 'blobs', app.tenant.tenantId);
  for (const name of await readdir(folder)) await utimes(path.join(folder, name), 0, 0);
  await sweep();
  app.clock.advance({ hours: 25 });
  await sweep();
  expect(await files()).toHaveLength(8);
  await readable();
});

test("deletes a document together with its key, and the template's file together with the last document that uses the file", async () => {
  const { id } = await upload(100);
  expect(await encrypt()).toBeNull();
  const copy = (await app.key.post<'duplicateDocument'>(`/api/documents/${id}/duplicate`)).body.document.id;
  const wrapped = async () =>
    (
      await app.sql<{ holder_id: string }>('select holder_id from blob_keys where holder_id = any ($1)', [[id, copy]])
    ).map(({ holder_id: holder }) => holder);
  expect((await wrapped()).toSorted()).toEqual([id, copy].toSorted());
  for (const one of [id, copy]) {
    await app.key.send('DELETE', `/api/documents/${one}`, {});
    app.clock.advance({ days: 31 });
    await app.cron.post('/api/cron/data-retention');
    expect(await wrapped()).toEqual(one === id ? [copy] : []);
  }
  expect((await files()).filter((file) => file.includes(MARKER))).toEqual([]);
});
