import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/duplicate`;

describe('201', () => {
  test('creates a draft from the uploaded file, with the description, tags and metadata of the original', async () => {
    const { id, document: sent } = await app.completed({ pages: 2 });
    const details = { description: 'What it is', tags: ['a'], metadata: { k: 'v' } };
    await app.key.send('PATCH', `/api/documents/${id}`, { body: { ...details, title: 'Lease' } });
    app.clock.advance({ minutes: 1 });
    const answer = await app.key.post<'duplicateDocument'>(`/v1${pathOf(id)}`);
    expect(answer.status, answer.text).toBe(201);
    const { document } = answer.body;
    expect(sent.page_count, 'a signature page was added to the first document').toBe(3);
    expect(document).toMatchObject({
      ...details,
      title: 'Copy of Lease',
      status: 'draft',
      page_count: 2,
      sha256: sent.sha256,
      signers: [],
      fields: [],
      sent_at: null,
      created_at: app.clock.now().toISOString(),
    });
    expect(document.pages).toHaveLength(2);
    expect((await app.key.get<'getDocument'>(`/api/documents/${document.id}`)).body.document).toEqual(document);
    const found = (await app.key.get<'listDocuments'>('/api/documents/paginated?search=copy of lease')).body.documents;
    expect(found.map((one) => one.id)).toEqual([document.id]);
    const [event] = await app.sql("select data from outbox where document_id = $1 and kind = 'document.created'", [
      document.id,
    ]);
    expect(event?.['data']).toMatchObject({ documentId: document.id, document: { title: 'Copy of Lease' } });
  });

  test('creates a copy that can be sent, signed and verified', async () => {
    const first = await app.completed();
    const { document } = (await app.key.post<'duplicateDocument'>(pathOf(first.id))).body;
    const person = app.person();
    await app.key.post(`/api/documents/${document.id}/send-for-signing`, { signers: [person] });
    expect((await app.sign(document.id, { token: await app.link(person.email) })).status).toBe(200);
    await app.sealed(document.id);
    for (const id of [first.id, document.id])
      expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
  });

  test('makes the caller the owner of the copied document, and shortens a title that would become too long', async () => {
    const { id } = await app.draft({ title: 'x'.repeat(255) });
    const admin = await app.member('admin');
    const { document } = (await admin.caller.post<'duplicateDocument'>(pathOf(id))).body;
    expect(document.owner.id).toBe(admin.userId);
    expect(document.title).toBe(`Copy of ${'x'.repeat(247)}`);
  });
});

const { id: draft } = await app.draft();
needsCredential(app, { method: 'POST', path: pathOf(draft) });
needsScope(app, 'documents:write', { method: 'POST', path: pathOf(draft) });
hidesDocuments(
  app,
  (id) => ({ method: 'POST', path: pathOf(id) }),
  async (by) => (await app.draft({ by })).id,
);
refusesOtherMethods(app, pathOf(draft), ['POST']);
countsRequests(app, { method: 'POST', path: pathOf(draft) });
