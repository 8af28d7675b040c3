import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { outsideTool } from '../../../../../../scripts/outside-tools.ts';
import { type FaultyS3, openFaultyS3, type S3Fault } from '../../../../test/support/s3-faults.ts';
import { openS3Server, type S3Server } from '../../../../test/support/s3-server.ts';
import { outageOf } from '../../outage.ts';
import { blobStoreContract } from '../../ports/blob-store.contract.ts';
import type { S3Limits } from '../s3/client.ts';
import { checkS3, openS3Blobs, type S3Blobs } from './index.ts';
import { readPage } from '../s3/list.ts';

const TENANT = 'ten_01k9zzzzzzzzzzzzzzzzzzzzzz';
const BYTES = randomBytes(300_000);

let folder: string;
let server: S3Server;
let proxy: FaultyS3;
let blobs: S3Blobs;
let logged: { fields: object; message: string }[];
let serial = 0;
const newKey = (): string => `${TENANT}/fault_${(serial += 1)}`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-s3-'));
  server = await openS3Server();
  proxy = await openFaultyS3(server.options.endpoint);
});

/** Simulates a new process, which has not detected yet what the server does not support and has logged nothing. */
async function reopen(limits: Partial<S3Limits> = {}): Promise<void> {
  logged = [];
  blobs = await openS3Blobs(path.join(folder, 'faults'), {
    ...server.options,
    endpoint: proxy.endpoint,
    limits: { connect: 2_000, answer: 300, reader: 200, whole: 4_000, pause: 1, ...limits },
    log: { warn: (fields, message) => logged.push({ fields, message }) },
  });
}

beforeEach(async () => {
  proxy.always(undefined);
  proxy.next('PUT');
  await reopen();
});

afterAll(async () => {
  await proxy.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const times = (count: number, fault: S3Fault): S3Fault[] => Array.from({ length: count }, () => fault);
const staged = (): string[] => readdirSync(path.join(folder, 'faults', '.staging'));

blobStoreContract('a bucket of an S3 server', () => openS3Blobs(path.join(folder, 'contract'), server.options));

test('detects unsupported features of the S3 server only once if the first uploads run concurrently', async () => {
  const keys = Array.from({ length: 4 }, newKey);
  await Promise.all(keys.map((key) => blobs.put(key, BYTES)));
  for (const key of keys) expect((await blobs.get(key)).equals(BYTES)).toBe(true);
});

describe('temporary failure of S3', () => {
  test.each<[string, S3Fault]>([
    ['500', { kind: 'status', status: 500 }],
    ['503', { kind: 'status', status: 503, code: 'SlowDown' }],
    ['a missing response', { kind: 'silence' }],
    ['a lost response', { kind: 'lost-answer' }],
    ['bytes that changed during transfer', { kind: 'wrong-upload' }],
  ])('stores an upload once and completely despite a %s error', async (_, fault) => {
    const key = newKey();
    await blobs.put(newKey(), Buffer.from('now it knows that the server says 501'));
    proxy.next('PUT', ...times(2, fault));
    const { sha256 } = await blobs.put(key, BYTES);
    await blobs.get(key, { sha256 });
    expect(staged()).toEqual([]);
  });

  test.each<[string, S3Fault]>([
    ['a 503 response', { kind: 'status', status: 503 }],
    ['a missing response', { kind: 'silence' }],
    ['a dropped connection', { kind: 'cut', after: 100_001 }],
    ['a stalled connection', { kind: 'stall', after: 70_000 }],
  ])('resumes a download after %s', async (_, fault) => {
    const key = newKey();
    await blobs.put(key, BYTES);
    proxy.next('GET', fault, fault);
    expect((await buffer(blobs.stream(key))).equals(BYTES)).toBe(true);
    proxy.next('GET', fault);
    expect((await buffer(blobs.stream(key, { start: 5, end: 250_000 }))).equals(BYTES.subarray(5, 250_001))).toBe(true);
  });
});

describe('permanent failure of S3', () => {
  test.each<[string, S3Fault, RegExp]>([
    ['500', { kind: 'status', status: 500 }, /./],
    ['503', { kind: 'status', status: 503, code: 'SlowDown' }, /./],
    ['a missing response', { kind: 'silence' }, /./],
    ['a wrong clock', { kind: 'status', status: 403, code: 'RequestTimeTooSkewed' }, /This machine's clock/],
    ['expired credentials', { kind: 'status', status: 400, code: 'ExpiredToken' }, /credentials have expired/],
    ['revoked credentials', { kind: 'status', status: 403, code: 'InvalidAccessKeyId' }, /S3_ACCESS_KEY_ID/],
    ['a full disk', { kind: 'status', status: 507 }, /full or over its quota/],
    ['a full quota', { kind: 'status', status: 403, code: 'QuotaExceeded' }, /full or over its quota/],
  ])('reports a permanent failure as a storage outage, and leaves no partial files: %s', async (_, fault, words) => {
    const [key, kept] = [newKey(), newKey()];
    await blobs.put(kept, Buffer.from('kept'));
    proxy.always(fault);
    const errors = await Promise.all(
      [blobs.put(key, BYTES), blobs.get(kept), blobs.size(kept), blobs.delete(kept)].map((work) =>
        work.then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    );
    expect(errors.map(outageOf)).toEqual(['storage', 'storage', 'storage', 'storage']);
    expect(logged.map(({ message }) => message).join('\n')).toMatch(words);
    // The error is logged once, regardless of the number of affected requests.
    expect(logged.length).toBeLessThanOrEqual(2);
    expect(staged()).toEqual([]);
    proxy.always(undefined);
    await expect(blobs.size(key)).rejects.toMatchObject({ code: 'not_found' });
    expect((await blobs.get(kept)).toString()).toBe('kept');
  });

  test('detects wrong bytes in a response from S3', async () => {
    const key = newKey();
    const { sha256 } = await blobs.put(key, BYTES);
    proxy.next('GET', { kind: 'wrong-bytes' });
    await expect(blobs.get(key, { sha256 })).rejects.toMatchObject({ code: 'corrupt' });
  });

  test('fails a download that is cut off repeatedly', async () => {
    const key = newKey();
    await blobs.put(key, BYTES);
    proxy.always({ kind: 'cut', after: 1 });
    const error: unknown = await buffer(blobs.stream(key)).catch((caught: unknown) => caught);
    expect(outageOf(error)).toBe('storage');
  });
});

describe('server that supports If-None-Match', () => {
  test('sends one request per file to S3 and rejects a second write', async () => {
    proxy.always({ kind: 'conditional' });
    const key = newKey();
    proxy.seen.length = 0;
    await blobs.put(key, Buffer.from('first'));
    expect(proxy.seen.map(({ method }) => method)).toEqual(['PUT']);
    expect(proxy.seen[0]?.headers).toMatchObject({ 'content-length': '5', 'content-md5': expect.any(String) });
    await reopen();
    await expect(blobs.put(key, Buffer.from('other'))).rejects.toMatchObject({ code: 'exists' });
    expect((await blobs.get(key)).toString()).toBe('first');
  });

  test('detects a stored file if the response to its first upload was lost', async () => {
    proxy.always({ kind: 'conditional' });
    const key = newKey();
    await blobs.put(newKey(), Buffer.from('x'));
    proxy.next('PUT', { kind: 'lost-answer' });
    await blobs.put(key, Buffer.from('mine'));
    expect((await blobs.get(key)).toString()).toBe('mine');
  });
});

test('tries If-None-Match once per process on a server that returns 501, and then uses HEAD', async () => {
  proxy.seen.length = 0;
  await blobs.put(newKey(), Buffer.from('one'));
  await blobs.put(newKey(), Buffer.from('two'));
  expect(proxy.seen.map(({ method }) => method)).toEqual(['PUT', 'HEAD', 'PUT', 'HEAD', 'PUT']);
});

test('accepts a write while there are more slow readers than connections, and lets a slow reader finish later', async () => {
  await reopen({ answer: 15_000, whole: 30_000, connect: 5_000 });
  const [key, big] = [newKey(), randomBytes(1_500_000)];
  await blobs.put(key, big);
  const readers = Array.from({ length: 70 }, () => blobs.stream(key)[Symbol.asyncIterator]());
  const first = await Promise.all(readers.map((reader) => reader.next()));
  await blobs.put(newKey(), BYTES);
  const [slow] = readers;
  const pieces = [first[0]?.value as Buffer];
  for (let next = await slow?.next(); next?.done === false; next = await slow?.next())
    pieces.push(next.value as Buffer);
  expect(Buffer.concat(pieces).equals(big)).toBe(true);
  await Promise.all(readers.map(async (reader) => reader.return?.()));
});

test('frees the connection when the server rejects an upload before the upload is complete', async () => {
  await reopen({ answer: 15_000, whole: 30_000 });
  await blobs.put(newKey(), Buffer.from('now it knows that the server says 501'));
  proxy.always({ kind: 'early', status: 503 });
  const large = randomBytes(8_000_000);
  for (let tries = 0; tries < 20; tries += 1)
    await expect(blobs.put(newKey(), large)).rejects.toMatchObject({ code: 'unavailable' });
  proxy.always(undefined);
  await blobs.put(newKey(), BYTES);
  expect(logged.map(({ fields }) => fields)).not.toContainEqual(expect.objectContaining({ code: 'ETIMEDOUT' }));
});

test('shares one local copy of a file unless a fresh copy is requested, and removes the copies of a deleted file after use', async () => {
  const key = newKey();
  await blobs.put(key, BYTES);
  proxy.seen.length = 0;
  const [one, other] = await Promise.all([blobs.localFile(key), blobs.localFile(key)]);
  expect(one.path).toBe(other.path);
  expect(proxy.seen).toHaveLength(1);
  one.release();
  const fresh = await blobs.localFile(key, { isFresh: true });
  expect(fresh.path).not.toBe(other.path);
  expect(proxy.seen).toHaveLength(2);
  await blobs.delete(key);
  expect([other, fresh].map(({ path: file }) => existsSync(file))).toEqual([true, true]);
  other.release();
  fresh.release();
  await expect(blobs.localFile(key)).rejects.toMatchObject({ code: 'not_found' });
  await expect.poll(staged).toEqual([]);
});

test('lists files page by page and ignores other objects in the bucket', async () => {
  const page = readPage(
    `<ListBucketResult><IsTruncated>true</IsTruncated><Contents><Key>a&amp;b</Key><Size>7</Size></Contents><CommonPrefixes><Prefix>c/</Prefix></CommonPrefixes><NextContinuationToken>t&amp;1</NextContinuationToken></ListBucketResult>`,
  );
  expect(page).toEqual({ objects: [{ key: 'a&b', size: 7 }], folders: ['c/'], next: 't&1' });
  expect(() => readPage('<html>maintenance</html>')).toThrow('not a ListBucketResult');
  await blobs.client.ask({ method: 'PUT', key: 'backup.tar' }, async (answer) => answer.resume());
  const keys: string[] = [];
  for await (const key of blobs.keys()) keys.push(key);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !key.includes('/'))).toEqual([]);
});

describe('startup check of S3', () => {
  const trial = async (options: Partial<S3Server['options']>): Promise<unknown> => {
    const store = await openS3Blobs(path.join(folder, 'trial'), {
      ...server.options,
      limits: { pause: 1 },
      ...options,
    });
    try {
      return await checkS3(store).catch((error: unknown) => String(error));
    } finally {
      store.close();
    }
  };

  test('leaves no files after a successful startup check', async () => {
    expect(await trial({})).toBeUndefined();
    for await (const key of blobs.keys()) expect(key.startsWith('hlt_')).toBe(false);
  });

  test.each<[string, Partial<S3Server['options']>]>([
    ['S3_BUCKET', { bucket: 'no-such-bucket' }],
    ['S3_SECRET_ACCESS_KEY', { secretAccessKey: 'wrong' }],
    ['S3_REGION', { region: 'eu-north-7' }],
  ])('names %s if that setting is wrong', async (setting, options) => {
    expect(await trial(options)).toMatch(`ConfigFault: ${setting}: `);
  });

  test.each([
    ['S3_ACCESS_KEY_ID', 'InvalidAccessKeyId'],
    ['S3_ACCESS_KEY_ID', 'AccessDenied'],
  ])('names %s after the S3 error %s', async (setting, code) => {
    proxy.always({ kind: 'status', status: 403, code });
    expect(await trial({ endpoint: proxy.endpoint })).toMatch(`ConfigFault: ${setting}: `);
  });
});

describe('startup check while S3 is temporarily unavailable', () => {
  test.each<[string, S3Fault | undefined]>([
    ['refuses connections', undefined],
    ['is starting', { kind: 'status', status: 503 }],
    ['has a full bucket', { kind: 'status', status: 403, code: 'QuotaExceeded' }],
    ['has a wrong clock', { kind: 'status', status: 403, code: 'RequestTimeTooSkewed' }],
  ])('does not report a wrong setting if the S3 server %s', async (_name, fault) => {
    proxy.always(fault);
    const endpoint = fault ? proxy.endpoint : 'http://127.0.0.1:1';
    const store = await openS3Blobs(path.join(folder, 'away'), { ...server.options, endpoint, limits: { pause: 1 } });
    await expect(checkS3(store)).rejects.toMatchObject({ name: 'BlobError', code: 'unavailable' });
    store.close();
  });
});

describe('S3 server behind TLS, with the bucket in its host name', () => {
  let ca: string;
  let front: FaultyS3;
  let endpoint: string;

  beforeAll(async () => {
    const [keyFile, certificateFile] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
    const names = ['-subj', '/CN=s3.test', '-addext', 'subjectAltName=DNS:s3.test,DNS:*.s3.test'];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
    const args = ['req', '-x509', ...key, '-days', '2', ...names, '-out', certificateFile];
    execFileSync(outsideTool('openssl'), args, { stdio: 'ignore' });
    ca = readFileSync(certificateFile, 'utf8');
    front = await openFaultyS3(server.options.endpoint, { key: readFileSync(keyFile, 'utf8'), cert: ca });
    endpoint = `https://s3.test:${new URL(front.endpoint).port}`;
  });
  afterAll(() => front.close());
  // Resolves the host names of the test server, which no name server knows.
  beforeEach(() => {
    const here = { address: '127.0.0.1', family: 4 };
    const lookup = (_name: string, { all }: { all?: boolean }, done: (...found: unknown[]) => void): void =>
      all === true ? done(null, [here]) : done(null, here.address, here.family);
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
    return () => vi.restoreAllMocks();
  });

  const open = (options: Partial<S3Server['options']>) =>
    openS3Blobs(path.join(folder, 'tls'), { ...server.options, endpoint, limits: { pause: 1 }, ...options });

  test.each(['path', 'host'] as const)(
    'stores, reads, lists and deletes files with the bucket in the %s',
    async (style) => {
      const store = await open({ ca, style });
      front.seen.length = 0;
      await checkS3(store);
      const key = newKey();
      await store.put(key, BYTES);
      expect((await store.get(key)).equals(BYTES)).toBe(true);
      const keys: string[] = [];
      for await (const one of store.keys()) keys.push(one);
      expect(keys).toContain(key);
      await store.delete(key);
      await expect(store.size(key)).rejects.toMatchObject({ code: 'not_found' });
      const hosts = new Set(front.seen.map(({ headers }) => String(headers.host).split(':')[0]));
      expect([...hosts]).toEqual([style === 'host' ? 'countersign.s3.test' : 's3.test']);
      store.close();
    },
  );

  test.each<[string, Partial<S3Server['options']>]>([
    ['S3_CA_FILE', {}],
    ['S3_ENDPOINT', { endpoint: 'https://elsewhere.test' }],
  ])('rejects a server at startup if its certificate does not match: %s', async (setting, options) => {
    const given = options.endpoint ? { ca, endpoint: `${options.endpoint}:${new URL(endpoint).port}` } : options;
    const store = await open(given);
    await expect(checkS3(store)).rejects.toThrow(new RegExp(`^${setting}: `));
    store.close();
  });
});
