import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const PATH = '/api/documents/details';
const app = await startTestApp();
const { id } = await app.draft({ title: 'One' });
const sample = { method: 'GET', path: `${PATH}?ids=${id}` };

test('returns the same details as requests for single documents, in the order of the IDs', async () => {
  const other = await app.sent({ fields: [] });
  const answer = await app.key.both<'getDocuments'>('GET', `${PATH}?ids=${other.id},${id},${other.id}`);
  expect(answer.status, answer.text).toBe(200);
  const one = await app.key.get<'getDocument'>(`/api/documents/${id}`);
  expect(answer.body.documents.map((document) => document.id)).toEqual([other.id, id]);
  expect(answer.body.documents[1]).toEqual(one.body.document);
});

test('omits documents that the caller cannot access', async () => {
  const { caller: member } = await app.member('member');
  const { key } = await app.otherTenant();
  for (const by of [member, key]) {
    const answer = await by.get<'getDocuments'>(`${PATH}?ids=${id}`);
    expect(answer.body).toEqual({ documents: [] });
  }
});

test('rejects an invalid document ID', async () => {
  expectInvalid(await app.key.get(`${PATH}?ids=${id},x`), 'ids[1]');
  expectInvalid(await app.key.get(PATH), 'ids');
});

needsCredential(app, sample);
needsScope(app, 'documents:read', sample);
countsRequests(app, sample);
