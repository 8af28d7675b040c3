/**
 * Tests the stored bytes of an organization and its quota, which is enforced exactly wherever a file is stored, even
 * for concurrent uploads.
 */
import { expect, test } from 'vitest';
import { readSize } from '../../src/features/storage/commands.ts';
import { runConsole } from '../../src/main/console.ts';
import { startTestApp } from '../support/app.ts';
import { fileUpload, PASSPORT, sentWithAttachment } from '../support/attachments.ts';
import { expectError } from '../support/expect-answer.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { filesInS3, storedFiles } from '../support/stored-files.ts';
import { makeTemplate, templateKey } from '../support/templates.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const templates = await templateKey(app);
const url = '/api/organization/storage';
const said: string[] = [];
const io = { out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) };
const run = (...args: string[]) => runConsole(app.config, ['storage', ...args], io, app.clock);
const storage = async () => (await app.owner.get<'getOrganizationStorage'>(url)).body.storage;
/**
 * Returns the number of bytes that the database has recorded for the organization. It is recorded only if there is a
 * quota.
 */
const counted = async () =>
  (await app.sql<{ used: number }>('select used_bytes::int as used from organization_storage'))[0]?.used;
const setBytes = (bytes: number) => app.sql('update organization_storage set quota_bytes = $1', [bytes]);
const file = makePdf();
const upload = (by = app.key) => by.upload(pdfUpload(file));
const files = storedFiles(app);

test('has no storage quota by default, counts live and sandbox files together, and counts a shared file once', async () => {
  expect(await storage()).toEqual({ used_bytes: 0, quota_bytes: null, files: 0 });
  const { id } = await app.draft();
  const one = (await storage()).used_bytes;
  expect(one).toBeGreaterThan(0);
  expect((await app.key.post(`/api/documents/${id}/duplicate`)).status).toBe(201);
  expect(await storage()).toEqual({ used_bytes: one, quota_bytes: null, files: 1 });
  const template = await templates.post('/api/templates/create', { documentId: id, name: 'Shared' });
  expect(template.status, template.text).toBe(201);
  expect(await storage()).toEqual({ used_bytes: one, quota_bytes: null, files: 1 });
  const sandbox = await app.owner.send('POST', '/sandbox/api/documents/upload', {
    body: pdfUpload(file),
    headers: MULTIPART,
  });
  expect(sandbox.status, sandbox.text).toBe(201);
  expect(await storage()).toEqual({ used_bytes: one + file.length, quota_bytes: null, files: 2 });
});

test('lets the operator set the quota with a command while the server runs, and records the change', async () => {
  const { organizationId, tenantId } = app.tenant;
  expect(await run()).toBe(0);
  expect(said.join('\n')).toMatch(new RegExp(`${organizationId} .*unlimited`));
  const place = filesInS3 ? 'S3' : 'the folder';
  expect(said.slice(-2)).toEqual([`2 files (0.0 MB) in ${place}.`, 'All files are encrypted.']);
  expect(await run('quota', organizationId, '1GB')).toBe(0);
  const now = await storage();
  expect(now.quota_bytes).toBe(2 ** 30);
  expect(await counted()).toBe(now.used_bytes);
  const [entry] = await app.sql<{ text: string }>(
    "select convert_from(bytes, 'UTF8') as text from audit_entries where stream = $1 order by n desc limit 1",
    [tenantId],
  );
  expect(entry?.text).toContain('organization.storage-quota-changed');
  expect(await run('quota', 'org_nobody', '1GB')).toBe(1);
  for (const args of [['quota'], ['quota', organizationId], ['quota', organizationId, 'lots'], ['nonsense']])
    expect(await run(...args)).toBe(64);
});

test('rejects uploads, templates, replaced files and attachments over the quota with a 403 that states the limit and usage, and stores nothing', async () => {
  const made = await app.draft();
  const template = await makeTemplate(templates);
  const sent = await sentWithAttachment(app);
  const before = await files.keys();
  const { used_bytes: used } = await storage();
  await setBytes(used + 10);
  const details = (size: number) => ({ quota_bytes: used + 10, used_bytes: used, file_bytes: size });
  const refused = await upload();
  expectError(refused, 'STORAGE_QUOTA_EXCEEDED', details(file.length));
  expect(refused.text).toMatch(/of .* is in use/);
  for (const [method, path] of [
    ['POST', '/api/templates/create'],
    ['PUT', `/api/templates/${template.id}/file`],
  ] as const)
    expectError(
      await templates.send(method, path, {
        body: pdfUpload(file, method === 'PUT' ? { version: '1' } : {}),
        headers: MULTIPART,
      }),
      'STORAGE_QUOTA_EXCEEDED',
      details(file.length),
    );
  const replaced = { body: pdfUpload(file), headers: MULTIPART };
  expectError(
    await app.key.send('PUT', `/api/documents/${made.id}/file`, replaced),
    'STORAGE_QUOTA_EXCEEDED',
    details(file.length),
  );
  const attached = await sent.caller.send('POST', sent.path, { headers: MULTIPART, body: fileUpload(PASSPORT) });
  expectError(attached, 'STORAGE_QUOTA_EXCEEDED', details(PASSPORT.content.length));
  expect(await files.keys()).toEqual(before);
  expect((await storage()).used_bytes).toBe(used);
  expect(await counted()).toBe(used);
  // An object that shares an existing file uses no additional space.
  expect((await app.key.post(`/api/documents/${made.id}/duplicate`)).status).toBe(201);
  await setBytes(2 ** 30);
});

test('accepts the last byte of the quota and rejects one more byte', async () => {
  const { used_bytes: used } = await storage();
  await setBytes(used + file.length - 1);
  expectError(await upload(), 'STORAGE_QUOTA_EXCEEDED', {
    quota_bytes: used + file.length - 1,
    used_bytes: used,
    file_bytes: file.length,
  });
  await setBytes(used + file.length);
  expect((await upload()).status).toBe(201);
  await setBytes(2 ** 30);
});

test('stores five of twenty concurrent uploads if the quota has room for five', async () => {
  const { used_bytes: used } = await storage();
  await setBytes(used + 5 * file.length + 1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(15);
  expect(await counted()).toBe(used + 5 * file.length);
  expect((await storage()).used_bytes).toBe(used + 5 * file.length);
  await setBytes(2 ** 30);
});

test('counts each upload once while the quota is being changed', async () => {
  const { organizationId } = app.tenant;
  await Promise.all([
    ...Array.from({ length: 10 }, () => upload()),
    run('quota', organizationId, 'unlimited'),
    ...Array.from({ length: 10 }, () => upload()),
    run('quota', organizationId, '2GB'),
    ...Array.from({ length: 10 }, () => upload()),
  ]);
  await run('quota', organizationId, '1GB');
  expect(await counted()).toBe((await storage()).used_bytes);
  await Promise.all(Array.from({ length: 5 }, () => upload()));
  expect(await counted()).toBe((await storage()).used_bytes);
});

test('frees storage space when files are deleted', async () => {
  const { id } = await app.draft();
  const blob = await files.keyOf(id);
  const before = await counted();
  await app.key.send('DELETE', `/api/documents/${id}`, {});
  expect(await counted(), 'a document in the trash counts').toBe(before);
  app.clock.advance({ days: 31 });
  await app.cron.post('/api/cron/data-retention');
  expect(await files.has(blob)).toBe(false);
  const session = await app.session();
  const { used_bytes: used } = (await session.get<'getOrganizationStorage'>(url)).body.storage;
  expect(await counted()).toBe(used);
  expect(used).toBeLessThan(before ?? 0);
});

test.each([
  ['500MB', 500 * 2 ** 20],
  ['1.5 gb', 1.5 * 2 ** 30],
  ['unlimited', null],
  ['10', undefined],
  ['-1GB', undefined],
  ['GB', undefined],
])('parses the storage size %s', (text, bytes) => {
  expect(readSize(text)).toBe(bytes);
});

needsCredential(app, { method: 'GET', path: url });
refusesOtherMethods(app, url, ['GET']);
