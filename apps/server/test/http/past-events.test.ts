/** Tests GET /api/events with Accept: application/json. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

const app = await startTestApp();
type Event = { id: string; type: string; data: { object: { documentId?: string; document?: object } } };
const list = async (query = '', by = app.key) => {
  const answer = await by.get(`/api/events${query}`, { headers: { accept: 'application/json' } });
  return answer as typeof answer & { body: { events: Event[]; pagination: { hasMore: boolean; nextCursor: string } } };
};
const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);

const { id: other } = await app.draft();
app.clock.advance({ minutes: 1 });
const upload = await app.key.upload(pdfUpload(makePdf({ pages: 1 }), { externalId: 'order-7' }));
const { id } = upload.body.document;
await app.key.send('PATCH', `/api/documents/${id}`, { body: { metadata: { deal: '42' } } });
const signer = app.person();
await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [signer] });

test('lists past events newest first, with the external ID and metadata of their document', async () => {
  const { body, status, text, headers } = await list(`?documentId=${id}`);
  expect(status, text).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(typesOf(body.events)).toEqual(['document.sent', 'document.created']);
  expect(body.events[0]?.data.object).toMatchObject({
    documentId: id,
    document: {
      id,
      status: 'in-progress',
      metadata: { deal: '42' },
      external_id: 'order-7',
      template_id: null,
      package_id: null,
    },
  });
  expect(body.events[1]?.data.object.document).toMatchObject({ metadata: {}, external_id: 'order-7' });
  expect(text).not.toContain('recipients');
});

test('pages events by cursor and filters them by type', async () => {
  const first = await list('?pageSize=2');
  expect(first.body.pagination.hasMore).toBe(true);
  const next = await list(`?pageSize=2&cursor=${first.body.pagination.nextCursor}`);
  expect(typesOf([...first.body.events, ...next.body.events])).toEqual([
    'document.sent',
    'document.created',
    'document.created',
    'user.created',
  ]);
  const created = await list('?type=document.created');
  expect(created.body.events.map(({ data }) => data.object.documentId)).toEqual([id, other]);
  expectInvalid(await list('?type=document.unknown'), 'type');
  expectInvalid(await list('?pageSize=101'), 'pageSize');
});

test('omits events older than 30 days and events of other organizations', async () => {
  const stranger = await app.otherTenant();
  expect((await list('', stranger.key)).body.events.map(({ data }) => data.object.documentId)).not.toContain(id);
  expectError(await list(`?documentId=${id}`, stranger.key), 'DOCUMENT_NOT_FOUND', { documentId: id });
  const member = await app.member('member');
  expect((await list('', member.caller)).body.events).toEqual([]);
  app.clock.advance({ days: 31 });
  expect((await list(`?documentId=${id}`)).body.events).toEqual([]);
});

test('returns a cursor with an empty page if many events of other people come first, and continues from that cursor', async () => {
  const member = await app.member('member');
  await app.draft({ by: member.caller });
  await app.sql(
    `insert into outbox (tenant_id, id, kind, document_id, data, created_at)
     select tenant_id, 'evt_7' || lpad(n::text, 25, '0'), kind, document_id, data, $2
     from (select * from outbox where document_id = $1 limit 1) o, generate_series(1, 5000) n`,
    [id, app.clock.now()],
  );
  const first = await list('?pageSize=1', member.caller);
  expect(first.body).toMatchObject({ events: [], pagination: { hasMore: true } });
  const next = await list(`?cursor=${first.body.pagination.nextCursor}`, member.caller);
  expect(typesOf(next.body.events)).toEqual(['document.created']);
});

test('rejects list parameters unless the request has Accept: application/json', async () => {
  expectInvalid(await app.key.get('/api/events?type=document.sent'), 'type');
});
