import type { TemplateField } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { MULTIPART, multipart, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { storedFiles } from '../support/stored-files.ts';
import {
  bulkSend,
  bulkTurns,
  hidesTemplates,
  LEASE,
  makeTemplate,
  NOTICE,
  rowsFor,
  rowsOf,
  templateKey,
  useOf,
} from '../support/templates.ts';

const app = await startTestApp();
const files = storedFiles(app);
const key = await templateKey(app);
const pathOf = (id: string) => `/api/templates/${id}/file`;
const put = (id: string, fields: Readonly<Record<string, string>> = {}, { pages = 2, text = 'New', by = key } = {}) =>
  by.send<'replaceTemplateFile'>('PUT', pathOf(id), {
    body: pdfUpload(makePdf({ pages, text }), fields, 'lease-2.pdf'),
    headers: MULTIPART,
  });
const read = async (path: string) => (await key.get<'getTemplate'>(path)).body.template;
const signers = () => [
  { role: 'Tenant', ...app.person() },
  { role: 'Landlord', ...app.person() },
];

const place = { page: 1, x: 60, y: 100, width: 120, height: 20 };
const text = { kind: 'text', role: 'Tenant', required: false };
/**
 * Fields on two pages. One field is anchored to text in the file, and the others form a chain: the second depends on
 * the first, and the third depends on the second.
 */
const SPREAD = {
  ...LEASE,
  fields: [
    { kind: 'signature', role: 'Tenant', ...place, page: 2, height: 50 },
    { kind: 'checkbox', role: 'Tenant', required: false, key: 'pets', ...place, page: 2, width: 16 },
    { ...text, label: 'Which', key: 'which', ...place, condition: { field: 'pets', effect: 'show', equals: true } },
    { ...text, label: 'Name', ...place, y: 200, condition: { field: 'which', effect: 'show', filled: true } },
    { kind: 'initials', role: 'Tenant', anchor: { text: 'Page 1', dx: 0, dy: 0 } },
    { ...text, label: 'Town', ...place, y: 300 },
  ],
};
const labels = (fields: readonly TemplateField[]) => fields.map(({ kind, label }) => label ?? kind);

describe('200', () => {
  test('creates a new template version with the file and keeps the previous file for the previous version', async () => {
    const before = await makeTemplate(key);
    const draft = await useOf(key, before.id, { signers: signers() });
    const answer = await put(before.id, { version: '1' });
    expect(answer.status, answer.text).toBe(200);
    const { template, removed } = answer.body;
    expect(removed).toEqual([]);
    expect(template).toMatchObject({
      version: 2,
      file_version: 2,
      filename: 'lease-2.pdf',
      page_count: 2,
      fields: before.fields,
      roles: before.roles,
    });
    expect(template.sha256).not.toBe(before.sha256);
    expect(await read(`/api/templates/${before.id}?version=1`)).toMatchObject({
      sha256: before.sha256,
      page_count: 1,
      file_version: 1,
    });
    const sent = await key.post<'sendForSigning'>(`/api/documents/${draft.id}/send-for-signing`, {});
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body.document.sha256).toBe(before.sha256);
    expect((await useOf(key, before.id, { signers: signers(), send: true })).sha256).toBe(template.sha256);
    // The template keeps its file if other properties are changed.
    await key.send('PUT', `/api/templates/${before.id}/update`, { body: { name: 'Third' } });
    const { versions } = (await key.get<'listTemplateVersions'>(`/api/templates/${before.id}/versions`)).body;
    expect(versions.map(({ version, file_version, page_count }) => [version, file_version, page_count])).toEqual([
      [3, 2, 2],
      [2, 2, 2],
      [1, 1, 1],
    ]);
    const { entries } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${draft.id}/audit`)).body;
    expect(entries[0]?.summary).toBe('Created from a template (version 1)');
  });

  test('returns a page image of the newest template file, or of the requested version', async () => {
    const { id } = await makeTemplate(key);
    const picture = async (query = '') => (await key.get(`/api/templates/${id}/pages/1?width=200${query}`)).bytes;
    const old = await picture();
    await put(id, {}, { text: 'Something else' });
    expect((await picture()).equals(old)).toBe(false);
    expect((await picture('&version=1')).equals(old)).toBe(true);
    expectError(await key.get(`/api/templates/${id}/pages/2?version=1`), 'NOT_FOUND', { pages: 1 });
  });

  test('omits, on request, fields that do not fit and the fields that depend on them', async () => {
    const { id } = await makeTemplate(key, SPREAD, { pages: 2 });
    const answer = await put(id, { removeUnfitting: 'true' }, { pages: 1 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.removed.map(({ field }) => field)).toEqual([
      'fields[0].page',
      'fields[1].page',
      'fields[2].condition',
      'fields[3].condition',
      'fields[4].anchor',
    ]);
    expect(labels(answer.body.template.fields)).toEqual(['Town']);
    expect(labels((await read(`/api/templates/${id}?version=1`)).fields)).toHaveLength(6);
  });

  test('deletes the files of all versions when the template is deleted', async () => {
    const { id } = await makeTemplate(key);
    await put(id);
    const blobs = await app.sql<{ id: string }>('select blob_id as id from template_files where template_id = $1', [
      id,
    ]);
    expect(blobs).toHaveLength(2);
    await key.send('DELETE', `/api/templates/${id}`);
    app.clock.advance({ hours: 24 * 31 });
    await app.cron.post('/api/cron/data-retention');
    const ids = blobs.map((blob) => blob.id);
    expect(await app.sql('select id from blobs where id = any ($1)', [ids])).toEqual([]);
  });
});

describe('409', () => {
  test('rejects an outdated version and one of two concurrent files, and stores no rejected file', async () => {
    const by = await templateKey(app);
    const { id } = await makeTemplate(by);
    const answers = await Promise.all([put(id, { version: '1' }, { by }), put(id, { version: '1' }, { by })]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    const kept = await files.count();
    expectError(await put(id, { version: '1' }, { by }), 'TEMPLATE_CHANGED', { version: 2 });
    expect(await files.count()).toBe(kept);
  });
});

const by = await templateKey(app);
const lease = await makeTemplate(by);
const sample = (id: string = lease.id) => ({
  method: 'PUT',
  path: pathOf(id),
  body: pdfUpload(makePdf(), {}),
  headers: MULTIPART,
});
needsCredential(app, sample());
needsScope(app, 'templates', sample());
test('lets a member use a shared template, but rejects a change to its file with 403', async () => {
  await by.post(`/api/templates/${lease.id}/share`, { shared: true });
  expectError(await put(lease.id, {}, { by: (await app.member('member')).caller }), 'FORBIDDEN');
});
hidesTemplates(app, by, sample);

describe('413 and 415', () => {
  test('rejects a file that is too large, and a body that is not a multipart form', async () => {
    const body = pdfUpload(Buffer.alloc(51 * 1024 * 1024));
    expectError(await by.send('PUT', pathOf(lease.id), { body, headers: MULTIPART }), 'FILE_TOO_LARGE', {
      maxBytes: 50 * 1024 * 1024,
    });
    expectError(await by.send('PUT', pathOf(lease.id), { body: { version: 1 } }), 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('422', () => {
  test('names each field that does not fit the new file, changes nothing, and stores no file', async () => {
    const template = await makeTemplate(by, SPREAD, { pages: 2 });
    const kept = await files.count();
    const answer = await put(template.id, {}, { pages: 1, by });
    expectInvalid(answer, 'fields[0].page', 'unfitting_field');
    const { errors } = (answer.body as unknown as { error: { errors: { field: string; code: string }[] } }).error;
    expect(errors.map(({ field }) => /\d/.exec(field)?.[0])).toEqual(['0', '1', '2', '3', '4']);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['unfitting_field']));
    expect((await by.get<'getTemplate'>(`/api/templates/${template.id}`)).body.template).toEqual(template);
    expect(await files.count()).toBe(kept);
  });
  test('rejects fields that extend beyond the smaller pages of the new file', async () => {
    const { id } = await makeTemplate(by);
    const small = Buffer.from(makePdf().toString('latin1').replace('[0 0 595 842]', '[0 0 595 500]'), 'latin1');
    const body = pdfUpload(small);
    expectInvalid(await by.send('PUT', pathOf(id), { body, headers: MULTIPART }), 'fields[0].y', 'unfitting_field');
  });
  test.each<[string, Buffer, string, string?]>([
    ['no file', multipart([{ name: 'version', content: '1' }]), 'file'],
    ['a file that is not a PDF', pdfUpload(Buffer.from('hello')), 'file', 'not_a_pdf'],
    ['an invalid version number', pdfUpload(makePdf(), { version: 'x' }), 'version'],
    [
      'a Boolean option that is neither true nor false',
      pdfUpload(makePdf(), { removeUnfitting: 'yes' }),
      'removeUnfitting',
    ],
  ])('rejects an invalid template file form: %s', async (_, body, at, reason) => {
    expectInvalid(await by.send('PUT', pathOf(lease.id), { body, headers: MULTIPART }), at, reason);
  });
});

refusesOtherMethods(app, pathOf(lease.id), ['GET', 'PUT']);
countsRequests(app, sample(), ['templates']);

// This test is last, because it stops the job runner.
test('creates the remaining documents of a running bulk send from the file that the template had at the start', async () => {
  const turn = await bulkTurns(app);
  const { id, sha256 } = await makeTemplate(by, NOTICE);
  const begun = await bulkSend(by, id, { rows: rowsFor(app, 1) });
  expect((await put(id, {}, { by })).status).toBe(200);
  await turn();
  const [row] = await rowsOf(by, begun.id);
  const { document } = (await by.get<'getDocument'>(`/api/documents/${row?.document_id}`)).body;
  expect(document.sha256).toBe(sha256);
});
