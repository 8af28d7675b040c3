/**
 * Tests files in S3 when the S3 server fails. The server responds with a 503 within the time limit and stores no
 * partial data. The same request succeeds after the recovery.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { Secret } from '../../src/platform/secret.ts';
import { openS3Blobs } from '../../src/platform/adapters/s3-blobs/index.ts';
import { TRIALS } from '../../src/platform/ports/blob-store.ts';
import { startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { openFaultyS3, type S3Fault } from '../support/s3-faults.ts';
import { openS3Server } from '../support/s3-server.ts';
import { storedFiles } from '../support/stored-files.ts';
import { until } from '../support/until.ts';

const server = await openS3Server();
afterAll(() => server.close());
const proxy = await openFaultyS3(server.options.endpoint);
afterAll(() => proxy.close());
const { bucket, region, accessKeyId, secretAccessKey } = server.options;
const settings = {
  endpoint: proxy.endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey: { value: new Secret(secretAccessKey) },
  style: 'path',
  caFile: undefined,
} as const;
const app = await startTestApp({
  s3: { ...settings, limits: { connect: 1_000, answer: 1_000, whole: 3_000, pause: 1 } },
  // The S3 server determines the age of objects.
  startAt: new Date().toISOString(),
});
afterEach(() => proxy.always(undefined));

const UNCHANGED = 'The service is temporarily unavailable. Nothing was changed. Try again shortly.';
const fails = { mayFail: true };
const keyed = () => ({ ...fails, headers: { 'idempotency-key': randomUUID() } });
const health = () => app.anyone.get('/api/health/storage', fails);
/** Returns the temporary files that have not been renamed yet, and the copies that workers read. */
const staged = async () => (await readdir(storedFiles(app).stagingFolder)).sort();
const stored = async () =>
  (
    await app.sql<{ count: number }>(
      'select (select count(*) from blobs)::int + (select count(*) from documents)::int as count',
    )
  )[0]?.count;

function expectOut(answer: Answer, message = UNCHANGED): void {
  expectError(answer, 'SERVICE_UNAVAILABLE', { check: 'storage' });
  expect((answer.body as { message: string }).message).toBe(message);
}
/** Downloads a file as a browser does, from the URL it was redirected to. */
async function download(id: string): Promise<Response> {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=original`);
  return fetch(new URL(new URL(body.downloadUrl).pathname, app.url));
}

/** The file is larger than the amount of data in transit at any time. */
const LARGE = Buffer.concat([
  makePdf({ pages: 1 }),
  Buffer.from(`\n%${'-'.repeat(4_000_000)}\n`),
  makePdf({ pages: 1 }),
]);
const { document: kept } = (await app.key.upload(pdfUpload(LARGE))).body;

describe.each<[string, S3Fault]>([
  ['responds with 500', { kind: 'status', status: 500 }],
  ['responds with 503', { kind: 'status', status: 503, code: 'SlowDown' }],
  ['does not respond in time', { kind: 'silence' }],
  ['loses the response', { kind: 'lost-answer' }],
  ['reports a clock difference', { kind: 'status', status: 403, code: 'RequestTimeTooSkewed' }],
  ['reports expired credentials', { kind: 'status', status: 400, code: 'ExpiredToken' }],
  ['reports a full bucket', { kind: 'status', status: 403, code: 'QuotaExceeded' }],
])('an S3 server that %s', (_, fault) => {
  test('returns 503 with Retry-After and changes nothing when S3 fails, and succeeds when the request is retried', async () => {
    const upload = pdfUpload(makePdf({ pages: 1 }));
    const { id } = await app.draft();
    const send = (with_: object) =>
      app.key.post(
        `/api/documents/${id}/send-for-signing`,
        { signers: [{ email: 'ada@contoso.example', name: 'Ada' }] },
        with_,
      );
    const [uploading, sending, before, waiting] = [keyed(), keyed(), await stored(), await staged()];
    proxy.always(fault);
    const [uploaded, sent, answer] = await Promise.all([
      app.key.upload(upload, uploading),
      send(sending),
      download(kept.id),
    ]);
    expectOut(uploaded);
    expectOut(sent);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await stored()).toBe(before);
    expect((await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.status).toBe('draft');
    expect(await staged()).toEqual(waiting);
    proxy.always(undefined);
    expect((await app.key.upload(upload, uploading)).status).toBe(201);
    expect((await send(sending)).status).toBe(200);
    expect(Buffer.from(await (await download(kept.id)).arrayBuffer()).equals(LARGE)).toBe(true);
  });
});

test('reports in the health check that files cannot be stored, and recovers automatically when storage works again', async () => {
  await until('the health check to succeed', async () => (await health()).status === 200);
  proxy.always({ kind: 'status', status: 503 });
  const sick = await until('the health check to report the outage', async () => {
    const answer = await health();
    return answer.status !== 200 && answer;
  });
  expectOut(sick, 'Files cannot be stored.');
  proxy.always(undefined);
  await until('the health check to succeed', async () => (await health()).status === 200);
});

test('aborts a download whose S3 connection is cut repeatedly, so that the response does not look complete', async () => {
  proxy.always({ kind: 'cut', after: 100_000 });
  const answer = await download(kept.id);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
});

describe('wrong bytes from S3', () => {
  const wrong: S3Fault = { kind: 'wrong-bytes' };
  const damaged = async () => {
    await app.services.damage.settle();
    return app.sql('select fault from damaged_blobs');
  };

  test('requests the bytes again if S3 returned wrong bytes, and returns the file without reporting damage', async () => {
    proxy.next('GET', wrong);
    expect(Buffer.from(await (await download(kept.id)).arrayBuffer()).equals(LARGE)).toBe(true);
    const { id } = await app.draft();
    proxy.seen.length = 0;
    proxy.next('GET', wrong);
    expect((await app.key.get(`/api/documents/${id}/pages/1`)).status).toBe(200);
    expect(proxy.seen.filter(({ method }) => method === 'GET')).toHaveLength(2);
    expect(await damaged()).toEqual([]);
  });

  test('returns an error if S3 returns wrong bytes twice, and returns the file when S3 returns the correct bytes', async () => {
    app.tolerate(/a stored file is damaged/);
    proxy.next('GET', wrong, wrong);
    const answer = await download(kept.id);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error: 'FILE_DAMAGED' });
    expect(await damaged()).toEqual([{ fault: 'content' }]);
    expect(Buffer.from(await (await download(kept.id)).arrayBuffer()).equals(LARGE)).toBe(true);
  });
});

test('finds and deletes a stored object without a database row after a crash, and keeps objects with rows', async () => {
  const listed = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of app.services.store.keys()) keys.push(key);
    return keys.sort();
  };
  const named = async () =>
    (await app.sql<{ key: string }>(`select tenant_id || '/' || coalesce(file, id) as key from blobs order by 1`)).map(
      ({ key }) => key,
    );
  for (const tenant of [app.tenant.tenantId, TRIALS])
    await app.services.store.put(`${tenant}/${newId('blob')}`, Buffer.from('of an upload that was killed'));
  expect(await listed()).toHaveLength((await named()).length + 2);
  for (const hours of [2, 25]) {
    app.clock.advance({ hours });
    await app.cron.post('/api/cron/data-retention');
  }
  expect(await listed()).toEqual((await named()).sort());
});

describe('production time limits', () => {
  test('starts the server while S3 does not respond, returns errors within 5 s, and reports the storage in the health check', async () => {
    proxy.always({ kind: 'silence' });
    const other = await startTestApp({ s3: settings });
    const health = async () => (await other.anyone.get<'getHealth'>('/api/health')).body;
    const timed = async (work: Promise<Answer | Response>) => {
      const began = performance.now();
      const { status } = await work;
      return { status, tookMs: performance.now() - began };
    };
    const inTime = { status: 503, tookMs: expect.toSatisfy((ms: number) => ms < 5_000) };
    expect(await until('health', async () => (await health()).problems?.[0])).toMatchObject({
      code: 'storage-unavailable',
    });
    expect((await health()).status).toBe('degraded');
    proxy.always(undefined);
    // The first upload also loads modules, so it is not included in the measured time.
    const { document } = (await other.key.upload(pdfUpload(LARGE))).body;
    await until('health', async () => (await health()).status === 'healthy');
    const { body } = await other.key.get<'downloadDocument'>(`/api/documents/${document.id}/download?type=original`);
    proxy.always({ kind: 'silence' });
    expect(await timed(other.key.upload(pdfUpload(makePdf({ pages: 1 })), keyed()))).toEqual(inTime);
    expect(await timed(fetch(new URL(new URL(body.downloadUrl).pathname, other.url)))).toEqual(inTime);
  });

  test('aborts an upload within 5 s if the S3 server stops reading the data', async () => {
    const deaf = net.createServer((socket) => void socket.pause());
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    const { port } = deaf.address() as AddressInfo;
    const sockets = new Set<net.Socket>();
    deaf.on('connection', (socket) => sockets.add(socket));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      deaf.close();
    });
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-deaf-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = await openS3Blobs(folder, { ...server.options, endpoint: `http://127.0.0.1:${port}` });
    onTestFinished(() => store.close());
    const began = performance.now();
    const large = Buffer.alloc(8 * 2 ** 20);
    await expect(store.put(`${TRIALS}/${newId('blob')}`, large)).rejects.toMatchObject({ code: 'unavailable' });
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
