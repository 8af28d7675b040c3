import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { saveBody } from '../support/draft.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { MULTIPART, multipart, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';
import { storedFiles } from '../support/stored-files.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const files = storedFiles(app);
const pathOf = (id: string): string => `/api/documents/${id}/file`;
const put = (
  id: string,
  fields: Readonly<Record<string, string>> = {},
  { pages = 2, by = app.key, file = makePdf({ pages, text: 'New' }) } = {},
) =>
  by.send<'replaceDocumentFile'>('PUT', pathOf(id), {
    body: pdfUpload(file, fields, 'second.pdf'),
    headers: MULTIPART,
  });
const read = async (id: string) => (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
const draftOf = async (id: string) => (await app.key.get<'getDraft'>(`/api/documents/${id}/draft`)).body.draft;
const change = (id: string, body: object) => app.key.send<'updateDocument'>('PATCH', `/api/documents/${id}`, { body });
const blobOf = async (id: string) =>
  (await app.sql<{ blob: string }>('select blob_id as blob from documents where id = $1', [id]))[0]?.blob ?? '';
const cleanUp = () => app.cron.post('/api/cron/data-retention');
const small = () => Buffer.from(makePdf().toString('latin1').replace('[0 0 595 842]', '[0 0 595 500]'), 'latin1');

const place = { page: 1, x: 60, y: 700, width: 120, height: 40 };
/**
 * Creates a two-page draft with fields on both pages. One field depends on another, and one is anchored to text on the
 * page.
 */
async function planned() {
  const { id } = await app.draft({ pages: 2, title: 'Lease' });
  const person = app.person();
  const { email: signer } = person;
  const fields = [
    { kind: 'signature', signer, ...place },
    { kind: 'checkbox', signer, required: false, key: 'pets', ...place, page: 2, width: 16, height: 16 },
    {
      kind: 'text',
      signer,
      required: false,
      ...place,
      y: 100,
      condition: { field: 'pets', effect: 'show', equals: true },
    },
    { kind: 'initials', signer, anchor: { text: 'Page 2', dx: 0, dy: 0 } },
  ];
  const answer = await change(id, { signers: [person], fields, tags: ['a'], metadata: { k: 'v' } });
  expect(answer.status, answer.text).toBe(200);
  return { id, person, document: answer.body.document };
}

describe('200', () => {
  test('keeps the title, tags, metadata, recipients and planned fields if the fields fit the new file, and sends the document', async () => {
    const { id, person, document: before } = await planned();
    const fields = before.planned?.fields.slice(0, 2);
    await change(id, { signers: [person], fields });
    const first = await read(id);
    app.clock.advance({ minutes: 1 });
    const answer = await put(id, {}, { pages: 3 });
    expect(answer.status, answer.text).toBe(200);
    const { document, removed } = answer.body;
    expect(removed).toEqual([]);
    expect(document).toMatchObject({
      id,
      title: 'Lease',
      tags: ['a'],
      metadata: { k: 'v' },
      planned: first.planned,
      filename: 'second.pdf',
      page_count: 3,
      status: 'draft',
    });
    expect(document.sha256).not.toBe(first.sha256);
    expect(document.updated_at).toBe(app.clock.now().toISOString());
    expect(await read(id)).toEqual(document);
    const sent = await app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, {});
    expect(sent.status, sent.text).toBe(200);
    expect((await app.sign(id, { token: await app.link(person.email) })).status).toBe(200);
    await app.sealed(id);
    const verified = (await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body;
    expect(verified.isValid).toBe(true);
    const trail = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
    expect(trail).toMatchObject({ isValid: true, findings: [] });
    expect(trail.entries.find(({ action }) => action === 'document.file-replaced')?.summary).toMatch(
      /^Replaced the file \(\d[\d.]* kB\)$/,
    );
  });

  test('shows the pages of the new file after a replacement', async () => {
    const { id } = await app.draft();
    const picture = async () => (await app.key.get(`/api/documents/${id}/pages/1?width=200`)).bytes;
    const before = await picture();
    await put(id, {}, { file: makePdf({ text: 'Something else' }) });
    expect((await picture()).equals(before)).toBe(false);
  });

  test('removes, on request, planned fields that do not fit the new file and the fields that depend on them', async () => {
    const { id, person } = await planned();
    const answer = await put(id, { removeUnfitting: 'true' }, { file: small() });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.removed.map(({ field }) => field)).toEqual([
      'planned.fields[0].y',
      'planned.fields[1].page',
      'planned.fields[2].condition',
      'planned.fields[3].anchor',
    ]);
    expect(answer.body.document.planned).toEqual({ signers: [expect.objectContaining(person)], fields: [] });
  });

  test('adapts a saved draft to the pages of the new file, and returns 409 to the next save from an open editor', async () => {
    const { id } = await app.draft({ pages: 2 });
    const box = { x: 0.1, y: 0.5, width: 0.2, height: 0.05 };
    const field = (key: string, page: number, more: object = {}) => ({
      key,
      kind: 'text' as const,
      recipient: 'r1',
      page,
      box,
      required: false,
      ...more,
    });
    const fields = [
      field('f1', 1),
      field('f2', 1, { kind: 'radio', group: 'f2' }),
      field('f3', 2, { kind: 'radio', group: 'f2' }),
      field('f4', 1, { rest: { condition: { field: 'f2', effect: 'show', filled: true } } }),
      field('f5', 1, { box: { ...box, y: 0.9 } }),
    ];
    const recipients = [{ key: 'r1', name: 'Ada', email: 'ada@contoso.example' }];
    const save = (revision: number, number: number) =>
      app.key.send('PUT', `/api/documents/${id}/draft`, {
        body: saveBody(revision, { recipients, fields }, { save: { editor: 'editor-one', number } }),
      });
    expect((await save(0, 1)).status).toBe(200);
    const answer = await put(id, { removeUnfitting: 'true' }, { file: small() });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.removed.map((one) => one.field).toSorted()).toEqual([
      'draft.content.fields[1]',
      'draft.content.fields[2].page',
      'draft.content.fields[3]',
      'draft.content.fields[4].box.y',
    ]);
    const { content, revision } = await draftOf(id);
    expect(content?.recipients).toEqual(recipients);
    expect(content?.fields.map(({ key }) => key)).toEqual(['f1']);
    // The field is as far from the top of the page as before, in points.
    expect(content?.fields[0]?.box.y).toBeCloseTo((0.5 * 842) / 500);
    expectError(await save(1, 2), 'DRAFT_CHANGED', {
      revision,
      savedBy: 'Grace Hopper',
      savedAt: app.clock.now().toISOString(),
    });
  });

  test('deletes the replaced file if no other document or template uses it', async () => {
    const { id } = await app.draft();
    const copy = (await app.key.post<'duplicateDocument'>(`/api/documents/${id}/duplicate`)).body.document;
    const blob = await blobOf(id);
    const isKept = async () => (await app.sql('select 1 from blobs where id = $1', [blob])).length > 0;
    await put(id);
    await cleanUp();
    expect(await isKept()).toBe(true);
    expect((await app.key.get(`/api/documents/${copy.id}/pages/1?width=200`)).status).toBe(200);
    await put(copy.id);
    await cleanUp();
    expect(await isKept()).toBe(false);
    for (const one of [id, copy.id])
      expect((await app.key.get(`/api/documents/${one}/pages/1?width=200`)).status).toBe(200);
  });
});

describe('409', () => {
  test('rejects a new file for a document that has been sent', async () => {
    const { id } = await app.sent();
    const before = await files.count();
    expectError(await put(id), 'INVALID_STATE', { status: 'in-progress', allowed: ['draft'] });
    expect(await files.count()).toBe(before);
  });

  test('accepts one of two concurrent files and does not store the rejected file', async () => {
    const { id } = await app.draft();
    const before = await files.count();
    await app.sql('begin');
    await app.sql('select 1 from documents where id = $1 for update', [id]);
    const replacing = Promise.all([put(id), put(id, {}, { pages: 3 })]);
    await until('both requests to wait for the lock', async () => {
      const waiting = await app.sql('select 1 from pg_locks where not granted and pid <> pg_backend_pid()');
      return waiting.length === 2;
    });
    await app.sql('commit');
    expect(statusesOf(await replacing)).toEqual([200, 409]);
    expect(await files.count()).toBe(before + 1);
  });

  test('rejects a send request if the file is replaced while the document is being sent', async () => {
    const { id } = await app.draft();
    const other = await app.draft();
    await app.sql('begin');
    await app.sql('select 1 from documents where id = $1 for update', [id]);
    const sending = app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
    await until('the send request to wait for the lock', async () => {
      const waiting = await app.sql('select 1 from pg_locks where not granted and pid <> pg_backend_pid()');
      return waiting.length > 0;
    });
    await app.sql('update documents set blob_id = $2 where id = $1', [id, await blobOf(other.id)]);
    await app.sql('commit');
    expectError(await sending, 'DRAFT_CHANGED', { revision: 0 });
    expect((await read(id)).status).toBe('draft');
  });

  test('rejects a new file for a document under legal hold and keeps the current file', async () => {
    const { id, sha256 } = await app.draft();
    const admin = await app.session();
    const hold = { kind: 'document', target: id, reason: 'Case 1' };
    const placed = await admin.post('/api/legal/holds', hold);
    expect(placed.status, placed.text).toBe(201);
    expectError(await put(id), 'LEGAL_HOLD', { documentId: id });
    expect((await read(id)).sha256).toBe(sha256);
  });
});

describe('422', () => {
  test('names each planned field that does not fit the new file, changes nothing, and stores no file', async () => {
    const { id, document } = await planned();
    const before = await files.count();
    const answer = await put(id, {}, { file: small() });
    expectInvalid(answer, 'planned.fields[0].y', 'unfitting_field');
    const { errors } = (answer.body as unknown as { error: { errors: { field: string }[] } }).error;
    expect(errors).toHaveLength(4);
    expect(await read(id)).toEqual(document);
    expect(await files.count()).toBe(before);
  });

  test.each<[string, Buffer, string, string?]>([
    ['no file', multipart([{ name: 'password', content: 'x' }]), 'file'],
    ['a file that is not a PDF', pdfUpload(Buffer.from('hello')), 'file', 'not_a_pdf'],
    [
      'a Boolean option that is neither true nor false',
      pdfUpload(makePdf(), { removeUnfitting: 'yes' }),
      'removeUnfitting',
    ],
    ['a title, which can only be changed with PATCH', pdfUpload(makePdf(), { title: 'Other' }), 'title'],
  ])('rejects an invalid document file form: %s', async (_, body, at, reason) => {
    const { id } = await app.draft();
    expectInvalid(await app.key.send('PUT', pathOf(id), { body, headers: MULTIPART }), at, reason);
  });
});

describe('413 and 415', () => {
  test('rejects a file that is too large, and a body that is not a multipart form', async () => {
    const { id } = await app.draft();
    const body = pdfUpload(Buffer.alloc(51 * 1024 * 1024));
    expectError(await app.key.send('PUT', pathOf(id), { body, headers: MULTIPART }), 'FILE_TOO_LARGE', {
      maxBytes: 50 * 1024 * 1024,
    });
    expectError(await app.key.send('PUT', pathOf(id), { body: {} }), 'UNSUPPORTED_MEDIA_TYPE');
  });
});

const { id: draft } = await app.draft();
const sample = (id: string = draft) => ({
  method: 'PUT',
  path: pathOf(id),
  body: pdfUpload(makePdf()),
  headers: MULTIPART,
});
needsCredential(app, sample());
needsScope(app, 'documents:write', sample());
hidesDocuments(app, sample);
refusesOtherMethods(app, pathOf(draft), ['PUT']);
countsRequests(app, sample());
