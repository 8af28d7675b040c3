/** Tests files with changed bytes: the responses, the notifications, and the recovery. */
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { scrub } from '../../src/features/storage/scrub.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdfOfSize } from '../support/pdf.ts';
import { storedFiles } from '../support/stored-files.ts';
import { flipBit } from '../support/tampering.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
app.tolerate(/a stored file is damaged/);
app.tolerate(/FILE_DAMAGED/);

/** The file is so large that the server sends part of it before it reads the end. */
const large = (): Buffer => Buffer.concat([...makePdfOfSize(3_000_000)]);
const uploadLarge = async (): Promise<string> => (await app.key.upload(pdfUpload(large()))).body.document.id;
const fileOf = async (id: string): Promise<string> => {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=original`);
  return new URL(body.downloadUrl).pathname;
};
const damaged = () =>
  app.sql<{ blob_id: string; fault: string }>('select blob_id, fault from damaged_blobs order by found_at');
const files = storedFiles(app);
const kept = new Map<string, Buffer>();
afterEach(async () => {
  await app.services.damage.settle();
  // The files damaged in one test must not affect the next test.
  await app.sql('delete from damaged_blobs');
  for (const [key, bytes] of kept) await files.write(key, bytes);
  kept.clear();
});
/** Returns the upload, which is restored after the test. */
const keep = async (id: string): Promise<{ key: string; bytes: Buffer }> => {
  const key = await files.keyOf(id);
  const bytes = await files.read(key);
  kept.set(key, bytes);
  return { key, bytes };
};
const runCheck = async (): Promise<void> => {
  const { database, blobs, damage, clock } = app.services;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await scrub({ database, blobs, damage, clock, log, signal: new AbortController().signal });
  await damage.settle();
};

/** Returns the status and raw bytes of a response, and whether the connection was cut. */
function fetchRaw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; bytes: Buffer; cut: boolean }> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    request(new URL(path, app.url), { headers }, (answer) => {
      const done = (cut: boolean) => resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(pieces), cut });
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => done(false));
      answer.on('error', () => done(true));
    })
      .on('error', reject)
      .end();
  });
}

test('returns 500 without any data if the first chunk of a file has a flipped bit, and serves other ranges', async () => {
  const id = await uploadLarge();
  const path = await fileOf(id);
  await keep(id);
  await flipBit(app, id, 1000);
  const answer = await app.anyone.get(path, { mayFail: true });
  expectError(answer, 'FILE_DAMAGED');
  for (const header of ['etag', 'content-disposition', 'content-range', 'accept-ranges'])
    expect(answer.headers.get(header), header).toBeNull();
  expectError(await app.anyone.get(path, { mayFail: true, headers: { range: 'bytes=5-9' } }), 'FILE_DAMAGED');
  const other = await app.anyone.get(path, { headers: { range: 'bytes=2000000-2000009' } });
  expect(other.status).toBe(206);
  expect(other.bytes).toEqual(large().subarray(2_000_000, 2_000_010));
});

test('closes the connection if a later chunk of a file has a flipped bit', async () => {
  const id = await uploadLarge();
  const path = await fileOf(id);
  await keep(id);
  await flipBit(app, id, 2_500_000);
  const answer = await fetchRaw(path);
  expect(answer).toMatchObject({ status: 200, cut: true });
  expect(answer.bytes.length).toBeLessThanOrEqual(2_500_000);
  expect(large().subarray(0, answer.bytes.length).equals(answer.bytes)).toBe(true);
});

test('returns 500 immediately for a truncated or missing file, regardless of how the file is requested', async () => {
  const sent = await app.sent();
  const [signer] = sent.signers;
  const { caller } = await app.recipient(signer?.email ?? '');
  const { key, bytes } = await keep(sent.id);
  const reads = [
    () => app.key.get(`/api/documents/${sent.id}/pages/1`, { mayFail: true }),
    async () => app.anyone.get(await fileOf(sent.id), { mayFail: true }),
    () => caller.get(`/api/signing/${signer?.id}/pdf`, { mayFail: true }),
    () => caller.get(`/api/signing/${signer?.id}/pages/1`, { mayFail: true }),
    () => caller.get(`/api/signing/${signer?.id}/pages/1/text`, { mayFail: true }),
  ];
  await files.write(key, bytes.subarray(0, 100));
  for (const read of reads) expectError(await read(), 'FILE_DAMAGED');
  await files.remove(key);
  for (const read of reads) expectError(await read(), 'FILE_DAMAGED');
  await files.write(key, bytes);
  // The length is the same and one bit differs, so only reading the file reveals the damage.
  await flipBit(app, sent.id, 20);
  for (const read of reads) expectError(await read(), 'FILE_DAMAGED');
  await files.write(key, bytes);
  for (const read of reads) expect((await read()).status).toBe(200);
});

test('rejects changes to the recipients while the uploaded file is damaged, and keeps the sent links working', async () => {
  const sent = await app.sent();
  const [signer] = sent.signers;
  const { key, bytes } = await keep(sent.id);
  await files.write(key, bytes.subarray(0, 100));
  const change = { body: { signers: [{ id: signer?.id }, app.person()] }, mayFail: true };
  expectError(await app.key.send('PUT', `/api/documents/${sent.id}/recipients`, change), 'FILE_DAMAGED');
  await files.write(key, bytes);
  expect((await app.sign(sent.id, { token: await app.link(signer?.email ?? '') })).status).toBe(200);
});

test('logs a damaged file, notifies administrators once, and reports the damage in the health check until the file is repaired', async () => {
  const { id } = await app.sent();
  const { key } = await keep(id);
  await flipBit(app, id, 20);
  for (let n = 0; n < 3; n += 1)
    expectError(await app.key.get(`/api/documents/${id}/pages/1`, { mayFail: true }), 'FILE_DAMAGED');
  await app.services.damage.settle();
  expect(await damaged()).toMatchObject([{ fault: 'content' }]);
  const mails = () =>
    app.sql<{ to_address: string }>(
      "select to_address from mails where kind = 'file-damaged' and strpos(body_text, $1) > 0",
      [key],
    );
  await until('the e-mail', async () => (await mails()).length > 0);
  await app.atRest(key);
  expect(await mails()).toEqual([{ to_address: OWNER.email }]);
  const health = await app.anyone.get<'getHealth'>('/api/health');
  expect(health.body).toMatchObject({ status: 'healthy', problems: [{ code: 'files-damaged' }] });
  expect(app.lines.some((line) => line.includes(key) && line.includes('a stored file is damaged'))).toBe(true);

  await runCheck();
  expect(await damaged(), 'the file is still damaged').toHaveLength(1);
  await flipBit(app, id, 20);
  await runCheck();
  expect(await damaged()).toEqual([]);
  expect((await app.anyone.get<'getHealth'>('/api/health')).body).not.toHaveProperty('problems');
});

test('does not report a deleted file as damaged', async () => {
  const { id } = await app.draft();
  await flipBit(app, id, 20);
  await app.key.get(`/api/documents/${id}/pages/1`, { mayFail: true });
  await app.services.damage.settle();
  expect(await damaged()).toHaveLength(1);
  await app.key.send('DELETE', `/api/documents/${id}`, {});
  app.clock.advance({ days: 31 });
  await app.cron.post('/api/cron/data-retention');
  expect(await damaged()).toEqual([]);
});

test('reads every file in the monthly check, and detects damage in files that nobody opened', async () => {
  await app.draft();
  const broken = await app.draft();
  await runCheck();
  await keep(broken.id);
  await flipBit(app, broken.id, 20);
  await runCheck();
  expect(await damaged(), 'the check of this month is done').toEqual([]);
  app.clock.advance({ days: 31 });
  await runCheck();
  expect(await damaged()).toHaveLength(1);
  const [run] = await app.sql<{ files: number; damaged: number; bytes: number; finished: boolean }>(
    'select files, damaged, bytes::int as bytes, finished_at is not null as finished from blob_scrubs order by id desc limit 1',
  );
  const [stored] = await app.sql<{ files: number; bytes: number }>(
    'select count(*)::int as files, sum(size_bytes)::int as bytes from blobs where unused_since is null',
  );
  expect(run).toEqual({ ...stored, damaged: 1, finished: true });
});

test('resumes an interrupted check of all files, and divides the files between two processes', async () => {
  app.clock.advance({ days: 31 });
  const [first] = await app.sql<{ tenant_id: string; id: string }>(
    'select tenant_id, id from blobs where unused_since is null order by tenant_id, id limit 1',
  );
  const now = app.clock.now();
  await app.sql(
    `insert into blob_scrubs (started_at, lease_until, after_tenant, after_blob, files) values ($1, $2, $3, $4, 1)`,
    [now, new Date(now.getTime() + 60_000), first?.tenant_id, first?.id],
  );
  const newest = async () =>
    (
      await app.sql<{ files: number; finished: boolean }>(
        'select files, finished_at is not null as finished from blob_scrubs order by id desc limit 1',
      )
    )[0];
  await runCheck();
  expect(await newest(), 'another process runs the check').toEqual({ files: 1, finished: false });
  app.clock.advance({ minutes: 2 });
  await runCheck();
  const [stored] = await app.sql<{ files: number }>(
    'select count(*)::int as files from blobs where unused_since is null',
  );
  expect(await newest()).toEqual({ files: stored?.files, finished: true });
});

test('reports a file with appended bytes as damaged', async () => {
  const { id } = await app.draft();
  const { key, bytes } = await keep(id);
  await files.write(key, Buffer.concat([bytes, Buffer.from('\n')]));
  expectError(await app.anyone.get(await fileOf(id), { mayFail: true }), 'FILE_DAMAGED');
});

test('reports a damaged file when its template is read, when fields are placed or suggested, and when the document is sent', async () => {
  const { id } = await app.draft();
  const template = await app.key.post<'createTemplate'>('/api/templates/create', { documentId: id, name: 'From it' });
  expect(template.status, template.text).toBe(201);
  await keep(id);
  await flipBit(app, id, 20);
  const person = app.person();
  for (const answer of [
    await app.key.get(`/api/templates/${template.body.template.id}/pages/1`, { mayFail: true }),
    await app.key.get(`/api/templates/${template.body.template.id}/file`, { mayFail: true }),
    await app.key.get(`/api/documents/${id}/placements`, { mayFail: true }),
    await app.key.get(`/api/documents/${id}/field-suggestions`, { mayFail: true }),
    await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [person] }, { mayFail: true }),
  ])
    expectError(answer, 'FILE_DAMAGED');
  expect((await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document.status).toBe('draft');
});
