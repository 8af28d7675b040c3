/**
 * Tests dependencies that are missing, frozen, full or broken. The server responds with a 503 within the time limit,
 * never reports success if the outcome is uncertain, and reports the problem in the health check.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { openBlobStores } from '../../src/main/blob-stores.ts';
import { startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { filesInS3, storedFiles } from '../support/stored-files.ts';
import { until } from '../support/until.ts';
import { WireTap } from '../support/wire-tap.ts';

const UNKNOWN =
  'The result is unknown: the request may or may not have taken effect. Send it again with the same Idempotency-Key.';
const UNCHANGED = 'The service is temporarily unavailable. Nothing was changed. Try again shortly.';
/** The required limit is doubled, because the machine is shared. */
const LIMIT_MS = 3_000;

const wire = new WireTap();
// The connection to the database is closed after the server, because the server checks its documents again when it
// stops.
afterAll(() => wire.close());
const app = await startTestApp({ through: (connection) => wire.open(connection) });
afterEach(async () => {
  vi.restoreAllMocks();
  await wire.mend();
  const isBack = async () => (await app.key.get('/api/documents/paginated', fails)).status === 200;
  await until('the database to be available again', isBack, 30_000);
});

const fails = { mayFail: true };
const health = (part: string) => app.anyone.get(`/api/health/${part}`, fails);
const keyed = (key: string = randomUUID()) => ({ ...fails, headers: { 'idempotency-key': key } });
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - started };
}
function expectOut(answer: Answer, part: string, message = UNCHANGED): void {
  expectError(answer, 'SERVICE_UNAVAILABLE', { check: part });
  expect((answer.body as { message: string }).message).toBe(message);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

describe.each([
  ['closed', () => wire.cut()],
  ['unresponsive', async () => wire.silence()],
])('a database connection that is %s', (_name, stop) => {
  test('returns 503 within the time limit for every request during a database outage, and reports the outage in the health check', async () => {
    const { id } = await app.draft();
    await stop();
    const asked = [
      () => app.key.get('/api/documents/paginated', fails),
      () => app.key.get(`/api/documents/${id}`, fails),
      () => app.key.post(`/api/documents/${id}/void`, { reason: 'r' }, fails),
      () => app.key.post(`/api/documents/${id}/void`, { reason: 'r' }, keyed()),
      () => app.key.upload(pdfUpload(makePdf({ pages: 1 })), keyed()),
      () => app.anyone.post('/api/auth/login', { email: 'grace@northwind.example', password: 'wrong' }, fails),
    ];
    const answers = await Promise.all(asked.map(timed));
    for (const { answer, ms } of answers) {
      expectOut(answer, 'database');
      expect(ms).toBeLessThan(LIMIT_MS);
    }
    const { answer, ms } = await timed(() => health('database'));
    expectOut(answer, 'database', 'The database is not responding, or it is not accepting writes.');
    expect(ms).toBeLessThan(LIMIT_MS);
  });
});

test('returns 503 and changes nothing when the database is full, and reports the problem in the health check', async () => {
  const { id } = await app.draft();
  // The function raises PostgreSQL's error for a file that cannot grow.
  await app.sql(`create function no_space() returns trigger language plpgsql as
    $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await app.sql(
    'create trigger no_space before insert or update on documents for each row execute function no_space()',
  );
  try {
    for (const options of [fails, keyed()]) {
      expectOut(
        await app.key.send('PATCH', `/api/documents/${id}`, { ...options, body: { title: 'Another' } }),
        'database',
      );
      expectOut(await app.key.upload(pdfUpload(makePdf({ pages: 1 })), options), 'database');
    }
    expectOut(await health('database'), 'database', 'The database is not responding, or it is not accepting writes.');
  } finally {
    await app.sql('drop function no_space cascade');
  }
  expect((await app.key.send('PATCH', `/api/documents/${id}`, { body: { title: 'Another' } })).status).toBe(200);
});

describe('a connection that breaks during the commit', () => {
  test.each(['the answer', 'the commit'] as const)(
    'reports an unknown outcome if %s is lost, and runs the request only once if it is retried with the same key',
    async (lost) => {
      const sent = await app.sent();
      await app.atRest(sent.id);
      const again = keyed();
      const path = `/api/documents/${sent.id}/void`;
      wire.loseNext(lost, 'document-voided');
      const first = await app.key.post(path, { reason: 'r' }, again);
      expectError(first, 'OUTCOME_UNKNOWN', { check: 'database' });
      expect((first.body as { message: string }).message).toBe(UNKNOWN);
      expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
      const second = await until('the repeated request', async () => {
        const answer = await app.key.post(path, { reason: 'r' }, again);
        return answer.status !== 409 && answer;
      });
      expect(second.status, second.text).toBe(200);
      expect(second.headers.get('idempotency-replayed')).toBe(lost === 'the answer' ? 'true' : null);
      const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${sent.id}/audit`);
      expect(body.entries.filter(({ action }) => action === 'document.voided')).toHaveLength(1);
    },
  );

  test('does not claim that nothing was changed after the connection broke during a commit, even without an idempotency key', async () => {
    const { id } = await app.sent();
    await app.atRest(id);
    wire.loseNext('the answer', 'document-voided');
    const answer = await app.key.post(`/api/documents/${id}/void`, { reason: 'r' }, fails);
    if (answer.status === 200) return expect(answer.text).toContain('voided');
    expectError(answer, 'OUTCOME_UNKNOWN', { check: 'database' });
    expect((answer.body as { message: string }).message).toContain(
      'The result is unknown: the request may or may not have taken effect.',
    );
    return expect(answer.text).not.toContain('Nothing was changed');
  });
});

describe('an internal error', () => {
  app.tolerate(/request failed/);

  test('returns 500 without the cause, and states that nothing was changed only if that is certain', async () => {
    vi.spyOn(app.services.totals, 'total').mockRejectedValue(new Error('of the table secrets'));
    const answer = await app.key.get('/api/documents/paginated', fails);
    expectError(answer, 'INTERNAL_ERROR');
    expect(answer.text).not.toContain('secrets');
    expect((answer.body as { message: string }).message).toContain('Nothing was changed.');
  });

  test('does not claim that nothing was changed if an error occurs after the commit', async () => {
    const { id } = await app.makeKey();
    vi.spyOn(app.services.memory, 'forget').mockImplementation(() => {
      throw new Error('The test failed to forget a value.');
    });
    const answer = await app.owner.send('DELETE', `/api/settings/api-keys?id=${id}`, fails);
    expectError(answer, 'INTERNAL_ERROR');
    expect((answer.body as { message: string }).message).toMatch(
      /^Something went wrong on our side\. The result is unknown/,
    );
  });
});

describe('storage errors', () => {
  test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES'])(
    'returns 503 if the disk reports %s, and reports the problem in the health check',
    async (code) => {
      const broken = Object.assign(new Error(`${code}: write`), { code, errno: -28, syscall: 'write' });
      vi.spyOn(app.services.blobs, 'stage').mockRejectedValue(broken);
      const { answer, ms } = await timed(() => app.key.upload(pdfUpload(makePdf({ pages: 1 })), keyed()));
      expectOut(answer, 'storage');
      expect(ms).toBeLessThan(LIMIT_MS);
      expectOut(await health('storage'), 'storage', 'Files cannot be stored.');
      vi.restoreAllMocks();
      expect((await app.key.upload(pdfUpload(makePdf({ pages: 1 })))).status).toBe(201);
    },
  );

  test('returns 503 while the folder for uploads is missing, and reports the problem in the health check', async () => {
    await until('the health check to succeed', async () => (await health('storage')).status === 200, 20_000);
    const { stagingFolder } = storedFiles(app);
    await rename(stagingFolder, `${stagingFolder}-elsewhere`);
    await writeFile(stagingFolder, '');
    try {
      const sick = await until('the health check to report the outage', async () => {
        const answer = await health('storage');
        return answer.status !== 200 && answer;
      });
      expectOut(sick, 'storage', 'Files cannot be stored.');
      expectOut(await app.key.upload(pdfUpload(makePdf({ pages: 1 })), keyed()), 'storage');
    } finally {
      await rm(stagingFolder);
      await rename(`${stagingFolder}-elsewhere`, stagingFolder);
    }
    expect((await app.key.upload(pdfUpload(makePdf({ pages: 1 })))).status).toBe(201);
  });
});

// Files in S3 need no folder. s3-outages.test.ts tests outages of the S3 server.
test.skipIf(filesInS3).each([
  ['missing', async () => {}],
  [
    'an empty mount point',
    async (folder: string) => {
      await mkdir(folder);
    },
  ],
])(
  'returns 503 for uploads and downloads while the storage folder is %s, even after a restart, and reports no file as damaged',
  async (_name, leave) => {
    await until('the health check to succeed', async () => (await health('storage')).status === 200, 20_000);
    const { id } = await app.draft();
    const folder = path.join(app.dataDir, 'blobs');
    await rename(folder, `${folder}-elsewhere`);
    await leave(folder);
    const { connection } = app.services.backups.options;
    const places = await openBlobStores(app.config, {
      database: app.services.database,
      connection,
      log: { warn: () => {} },
    });
    try {
      expectOut(await app.key.upload(pdfUpload(makePdf({ pages: 1 })), keyed()), 'storage');
      expectOut(await app.key.get(`/api/documents/${id}/pages/1`, fails), 'storage');
      await expect(places.store.stage(Buffer.from('after a restart'))).rejects.toMatchObject({ code: 'unavailable' });
      expect(await readdir(folder).catch(() => [])).toEqual([]);
    } finally {
      await places.close();
      await rm(folder, { recursive: true, force: true });
      await rename(`${folder}-elsewhere`, folder);
    }
    expect((await app.key.upload(pdfUpload(makePdf({ pages: 1 })))).status).toBe(201);
    expect((await app.anyone.get<'getHealth'>('/api/health')).body.problems ?? []).not.toContainEqual(
      expect.objectContaining({ code: 'files-damaged' }),
    );
  },
);

test.each(['database', 'storage'])('reports the %s as healthy again without a restart', async (part) => {
  await until('the health check to succeed', async () => (await health(part)).status === 200, 20_000);
});
