/** Tests the filters of the document list, including the filter for external IDs. */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { LEASE, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const PDF = makePdf({ pages: 1 });
const upload = async (fields: Record<string, string> = {}) => {
  const { body, status, text } = await app.key.upload(pdfUpload(PDF, fields));
  expect(status, text).toBe(201);
  return body.document;
};
const change = (id: string, body: object) => app.key.send<'updateDocument'>('PATCH', `/api/documents/${id}`, { body });
const list = (query: string, by = app.key) => by.get<'listDocuments'>(`/api/documents/paginated?${query}`);
const found = async (query: string, by = app.key) => {
  const { status, text, body } = await list(query, by);
  expect(status, text).toBe(200);
  expect(body.pagination.total).toBe(body.documents.length);
  return body.documents.map(({ id }) => id);
};

describe('externalId', () => {
  test('identifies a document of the organization by its external ID', async () => {
    const document = await upload({ externalId: 'order-1' });
    expect(document.external_id).toBe('order-1');
    expect(await found('externalId=order-1')).toEqual([document.id]);
    expect(await found('externalId=order-2')).toEqual([]);
    const other = await app.otherTenant();
    expect(await found('externalId=order-1', other.key)).toEqual([]);
    expect((await other.key.upload(pdfUpload(PDF, { externalId: 'order-1' }))).status).toBe(201);
  });

  test('rejects a second document with the same external ID and does not store it', async () => {
    const { id } = await upload({ externalId: 'order-3' });
    const before = await app.sql('select id from documents');
    expectError(await app.key.upload(pdfUpload(PDF, { externalId: 'order-3' })), 'EXTERNAL_ID_TAKEN', {
      externalId: 'order-3',
      id,
    });
    expect(await app.sql('select id from documents')).toEqual(before);
    const free = await upload();
    expectError(await change(free.id, { externalId: 'order-3' }), 'EXTERNAL_ID_TAKEN', { externalId: 'order-3', id });
    expect((await change(id, { externalId: null })).body.document.external_id).toBeNull();
    expect((await change(free.id, { externalId: 'order-3' })).body.document.external_id).toBe('order-3');
  });

  test('creates one document if ten uploads with the same external ID arrive simultaneously', async () => {
    const file = pdfUpload(PDF, { externalId: 'order-4' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.key.upload(file)));
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('rejects an external ID of more than 200 characters', async () => {
    expectInvalid(await app.key.upload(pdfUpload(PDF, { externalId: 'x'.repeat(201) })), 'externalId');
  });
});

test('finds documents that have all given metadata[key]=value pairs', async () => {
  const [both, one] = [await upload(), await upload()];
  await change(both.id, { metadata: { customer: 'acme', year: '2026' } });
  await change(one.id, { metadata: { customer: 'acme' } });
  expect(new Set(await found('metadata[customer]=acme'))).toEqual(new Set([both.id, one.id]));
  expect(await found('metadata[customer]=acme&metadata[year]=2026')).toEqual([both.id]);
  expect(await found('metadata%5Byear%5D=2025')).toEqual([]);
  expectInvalid(await list('metadata[2x]=1'), 'metadata.2x');
  expectInvalid(await list('metadata=1'), 'metadata');
});

test('filters documents by creation and change dates, together with other filters and by cursor', async () => {
  app.clock.advance({ hours: 1 });
  const from = app.clock.now().toISOString();
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    ids.unshift((await upload({ title: `Dated ${n}` })).id);
    app.clock.advance({ minutes: 1 });
  }
  const to = app.clock.now().toISOString();
  await upload();
  expect(await found(`createdAfter=${from}&createdBefore=${to}`)).toEqual(ids);
  expect(await found(`createdAfter=${from}&createdBefore=${to}&search=dated 1`)).toEqual([ids[1]]);
  expect(await found(`createdBefore=${from}&createdAfter=${from}`)).toEqual([]);
  const first = await list(`createdAfter=${from}&createdBefore=${to}&pageSize=2`);
  expect(first.body.pagination).toMatchObject({ hasMore: true, total: 3 });
  const next = await list(
    `createdAfter=${from}&createdBefore=${to}&pageSize=2&cursor=${first.body.pagination.nextCursor}`,
  );
  expect(next.body.documents.map(({ id }) => id)).toEqual(ids.slice(2));
  await change(ids[2] ?? '', { title: 'Changed' });
  expect(await found(`updatedAfter=${to}&createdBefore=${to}`)).toEqual([ids[2]]);
  expect(await found(`createdAfter=${from}&updatedBefore=${to}`)).toEqual(ids.slice(0, 2));
  expectInvalid(await list('createdAfter=yesterday'), 'createdAfter');
});

test('finds documents created from a template by the template ID', async () => {
  const by = await templateKey(app);
  const template = await makeTemplate(by, LEASE);
  const signers = template.roles.map(({ name }) => ({ role: name, ...app.person() }));
  const { body } = await by.post<'useTemplate'>(`/api/templates/${template.id}/use`, {
    signers,
    externalId: 'lease-9',
  });
  expect(body.document.external_id).toBe('lease-9');
  expect(await found(`templateId=${template.id}`)).toEqual([body.document.id]);
  expectInvalid(await list('templateId=lease'), 'templateId');
});

test('filters documents by recipient, not by title, and combines this filter with others', async () => {
  const zoe = { name: 'Zoë Recipient', email: 'zoe@filter.example' };
  const one = await app.sent({ signers: [zoe] });
  app.clock.advance({ minutes: 1 });
  const sent = [one, await app.sent({ signers: [app.person(), zoe] })];
  const titled = await app.draft({ title: 'About Zoe Recipient' });
  await app.key.post(`/api/documents/${titled.id}/send-for-signing`, { signers: [app.person()] });
  const ids = sent.map(({ id }) => id).toReversed();
  expect(await found('recipient=zoe recip')).toEqual(ids);
  expect(await found('recipient=ZOE@filter')).toEqual(ids);
  expect(new Set(await found('find=zoe recip'))).toEqual(new Set([...ids, titled.id]));
  expect(await found(`recipient=zoe@filter&search=${encodeURIComponent(sent[0]?.document.title ?? '')}`)).toContain(
    ids[1],
  );
  expect(await found('recipient=zoe&status=draft')).toEqual([]);
  expect(await found('recipient=zoe&find=nobody')).toEqual([]);
  expect(await found('recipient=zoe&trash=true')).toEqual([]);
  const first = await list('recipient=zoe&pageSize=1&sortBy=expiration');
  expect(first.body.pagination).toMatchObject({ total: 2, hasMore: true });
  const next = await list(`recipient=zoe&pageSize=1&sortBy=expiration&cursor=${first.body.pagination.nextCursor}`);
  expect([...first.body.documents, ...next.body.documents].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const other = await app.otherTenant();
  expect(await found('recipient=zoe', other.key)).toEqual([]);
  const member = await app.member('member');
  expect(await found('recipient=zoe', member.caller)).toEqual([]);
  expectInvalid(await list(`recipient=${'x'.repeat(201)}`), 'recipient');
});

test('lets members find only their own documents', async () => {
  const member = await app.member('member');
  await upload({ externalId: 'theirs' });
  expect(await found('externalId=theirs', member.caller)).toEqual([]);
});
