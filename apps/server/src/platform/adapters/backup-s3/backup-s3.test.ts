import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FaultyS3, openFaultyS3, type S3Fault } from '../../../../test/support/s3-faults.ts';
import { openS3Server, type S3Server } from '../../../../test/support/s3-server.ts';
import { outageOf } from '../../outage.ts';
import { backupTargetContract } from '../../ports/backup-target.contract.ts';
import type { BackupTarget } from '../../ports/backup-target.ts';
import { s3Client, readText } from '../s3/client.ts';
import { textsOf, parseXml } from '../s3/list.ts';
import { type BackupS3Options, backupS3, checkBackupS3 } from './index.ts';

const PIECE_BYTES = 5 * 2 ** 20;
const LARGE = PIECE_BYTES + 300_000;

let server: S3Server;
let proxy: FaultyS3;
const opened: BackupTarget[] = [];

const open = (changes: Partial<BackupS3Options> = {}): BackupTarget => {
  const target = backupS3({
    ...server.options,
    prefix: 'faults/',
    pieceBytes: PIECE_BYTES,
    endpoint: proxy.endpoint,
    limits: { connect: 2_000, answer: 2_000, reader: 200, whole: 20_000, pause: 1 },
    ...changes,
  });
  opened.push(target);
  return target;
};

beforeAll(async () => {
  server = await openS3Server();
  proxy = await openFaultyS3(server.options.endpoint);
});
beforeEach(() => {
  proxy.always(undefined);
  for (const method of ['PUT', 'POST', 'GET']) proxy.next(method);
});
afterAll(async () => {
  for (const target of opened) target.close();
  await proxy.close();
  server.close();
});

async function all<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const one of source) found.push(one);
  return found;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns uploads that were started but neither completed nor aborted. */
async function unfinished(): Promise<string[]> {
  const client = s3Client(server.options);
  const xml = await client.ask({ method: 'GET', query: { uploads: '' } }, readText);
  client.close();
  return textsOf(parseXml(xml, 'ListMultipartUploadsResult'), 'Key');
}

backupTargetContract('a bucket of an S3 server', () => open({ prefix: 'contract/of/' }), LARGE);

test.each<[string, 'PUT' | 'POST', S3Fault]>([
  ['the data was changed in transit', 'PUT', { kind: 'wrong-upload' }],
  ['the response was lost', 'PUT', { kind: 'lost-answer' }],
])('resends a part of a file if %s, and stores the whole file', async (_, method, fault) => {
  const bytes = randomBytes(LARGE);
  proxy.next(method, fault);
  await open().write('again/a', once(bytes));
  expect((await buffer(open().read('again/a'))).equals(bytes)).toBe(true);
  expect(await unfinished()).toEqual([]);
});

test('completes the upload even if the response to its completion is lost', async () => {
  const bytes = randomBytes(2 * PIECE_BYTES + 1000);
  async function* source(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 2 * PIECE_BYTES);
    proxy.next('POST', { kind: 'lost-answer' });
    yield bytes.subarray(2 * PIECE_BYTES);
  }
  await open().write('lost/end', source());
  expect((await buffer(open().read('lost/end'))).equals(bytes)).toBe(true);
  expect(await unfinished()).toEqual([]);
});

test('aborts an upload that cannot continue, and cleans up abandoned uploads only under its own prefix', async () => {
  const target = open();
  const client = s3Client(server.options);
  for (const key of ['faults/dead/a', 'elsewhere/a'])
    await client.ask({ method: 'POST', key, query: { uploads: '' } }, readText);
  client.close();
  proxy.next('PUT', ...Array.from({ length: 4 }, (): S3Fault => ({ kind: 'status', status: 503 })));
  await expect(target.write('stuck/a', once(randomBytes(LARGE)))).rejects.toMatchObject({ code: 'unavailable' });
  expect((await unfinished()).toSorted()).toEqual(['elsewhere/a', 'faults/dead/a']);
  await target.sweep('dead/');
  expect(await unfinished()).toEqual(['elsewhere/a']);
});

test('reports an S3 server that does not respond as an outage, with a clear reason', async () => {
  const gone = open({ endpoint: 'http://127.0.0.1:9' });
  const error = await gone.write('a/b', once(Buffer.from('x'))).catch((one: unknown) => one);
  expect(outageOf(error)).toBe('storage');
  expect(String(error)).toContain(
    'A request to the S3 server of the backups failed: connect ECONNREFUSED 127.0.0.1:9.',
  );
});

test('separates backups with different prefixes in the same bucket', async () => {
  const [one, other] = [open({ prefix: 'one/' }), open({ prefix: 'other/' })];
  await one.write('a/b', once(Buffer.from('x')));
  expect(await other.size('a/b')).toBeUndefined();
  expect(await all(other.files(''))).toEqual([]);
  expect(await all(other.tops())).toEqual([]);
});

test.each<[Partial<BackupS3Options>, string]>([
  [{ bucket: 'no-such-bucket' }, 'BACKUP_S3_BUCKET: There is no such bucket: check BACKUP_S3_BUCKET.'],
  [{ secretAccessKey: 'wrong' }, 'BACKUP_S3_SECRET_ACCESS_KEY: The secret key does not match the access key'],
])('names the wrong setting in the startup check: %j', async (changes, message) => {
  await expect(checkBackupS3(open(changes))).rejects.toThrow(message);
});

test('leaves no files after the startup check, and reports a server that does not respond as unavailable', async () => {
  const target = open({ prefix: 'trial/' });
  await checkBackupS3(target);
  expect(await all(target.files(''))).toEqual([]);
  await expect(checkBackupS3(open({ endpoint: 'http://127.0.0.1:9' }))).rejects.toMatchObject({ code: 'unavailable' });
});
