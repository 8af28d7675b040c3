/**
 * Crash points with files in a real S3 server. The server is killed at every step of an upload, a signature and the
 * seal. No row ever refers to a file that is missing from the bucket. Files that a kill left without a row are found by
 * listing the bucket, and are deleted.
 */
import { Database } from '../../src/platform/db/database.ts';
import { afterAll, expect, test } from 'vitest';
import { removeUnclaimed } from '../../src/features/storage/unclaimed.ts';
import { Client, linkToken } from '../../src/demo/client.ts';
import { samplePdf } from '../../src/demo/sample-pdf.ts';
import { openS3Blobs } from '../../src/platform/adapters/s3-blobs/index.ts';
import { TRIALS } from '../../src/platform/ports/blob-store.ts';
import { openS3Server } from '../support/s3-server.ts';
import { until } from '../support/until.ts';
import { LIMIT_MS, openRehearsal, type Scene, type Step } from './crash-steps.ts';

const PDF = samplePdf();
const ADA = { name: 'Ada Lovelace', email: 'ada@contoso.example' };
const HOUR_MS = 3_600_000;

const server = await openS3Server();
afterAll(() => server.close());
const { endpoint, bucket, accessKeyId, secretAccessKey } = server.options;
const rehearsal = await openRehearsal({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

const upload = ({ api }: Scene) => api.upload(PDF, 'agreement.pdf');
const only = async ({ api }: Scene) => {
  const [document, ...more] = await api.list();
  expect(more).toEqual([]);
  return document?.id ?? 'doc_';
};
const send = async (scene: Scene) =>
  scene.api.json('POST', `/v1/api/documents/${await only(scene)}/send-for-signing`, { signers: [ADA] });
const sign = async ({ url }: Scene) => {
  const mail = await until('the invitation', () => rehearsal.office.to(ADA.email)[0]);
  const { signer, view } = await new Client(url).openLink(linkToken(mail.email.text ?? ''));
  return signer.sign(view, ADA.name);
};

/**
 * Returns the keys of the objects in the bucket, and of the files that rows refer to. Objects that a killed server had
 * just written to test the storage are excluded, unless `withTrials` is true.
 */
async function files(withTrials = false): Promise<{ stored: Set<string>; named: string[] }> {
  const store = await openS3Blobs(`${rehearsal.dataDir}-listing`, server.options);
  const stored = new Set<string>();
  for await (const key of store.keys()) if (!key.startsWith(TRIALS) || withTrials) stored.add(key);
  store.close();
  const rows = await rehearsal.sql<{ key: string }>(`select tenant_id || '/' || coalesce(file, id) as key from blobs`);
  return { stored, named: rows.map(({ key }) => key) };
}
/**
 * Expects the given number of rows, each with its object, and the given number of objects without a row. Each kill
 * between writing an object and its row leaves one such object behind.
 */
const found = (rows: number, orphans: number) => async () => {
  const { stored, named } = await files();
  expect(named).toHaveLength(rows);
  expect(
    named.filter((key) => !stored.has(key)),
    'rows without a file',
  ).toEqual([]);
  expect(stored.size - named.length).toBe(orphans);
};

const STEPS: readonly Step[] = [
  { point: 'upload.staged', found: found(0, 0), act: upload },
  { point: 'upload.named', found: found(0, 0), act: upload },
  { point: 'upload.before-commit', found: found(0, 1), act: upload },
  { point: 'upload.after-commit', found: found(0, 2), act: upload },
  { point: 'send.built', found: found(1, 2), act: send },
  { point: 'send.before-commit', found: found(1, 2), act: send },
  { point: 'sign.begun', found: send, act: sign },
  { point: 'sign.built', found: found(1, 2), act: sign },
  { point: 'sign.before-commit', found: found(1, 2), act: sign },
  { point: 'sign.after-commit', found: found(1, 2), act: sign },
  { point: 'seal.made' },
  { point: 'seal.before-commit' },
  { point: 'seal.after-commit' },
];

test(
  'keeps every S3 file that a database row refers to after every kill, and removes all other files',
  async () => {
    await rehearsal.play(STEPS);
    await rehearsal.end(async (scene) => {
      await found(1, 2)();
      const document = await only(scene);
      await until('the seal', async () => (await scene.api.status(document)).status === 'completed');
      expect((await scene.api.download(document)).subarray(0, PDF.length).equals(PDF)).toBe(true);
      const store = await openS3Blobs(`${rehearsal.dataDir}-sweeping`, server.options);
      const database = new Database({ ...rehearsal.connection(), maxConnections: 1, onError: () => {} });
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      // A day and an hour have passed since the kills.
      for (const hours of [2, 27])
        await removeUnclaimed({ database, store, log, clock: { now: () => new Date(Date.now() + hours * HOUR_MS) } });
      await database.close();
      store.close();
      await found(1, 0)();
      // The live server tests the storage from time to time, and deletes its test objects.
      await until('the test objects to be deleted', async () =>
        [...(await files(true)).stored].every((key) => !key.startsWith(TRIALS)),
      );
    });
  },
  LIMIT_MS,
);
