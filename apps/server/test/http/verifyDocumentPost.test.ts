import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';
import { flipBit } from '../support/tampering.ts';

const app = await startTestApp();
app.tolerate(/a stored file is damaged/);
const done = await app.completed();
const path = `/api/documents/${done.id}/verify`;

describe('200', () => {
  test('returns the same bytes as GET for a draft, a sent document, a finished document and a tampered document', async () => {
    const tampered = await app.completed();
    await flipBit(app, tampered.id, 300);
    for (const { id } of [await app.draft(), await app.sent(), done, tampered]) {
      await app.atRest(id);
      const get = await app.key.both('GET', `/api/documents/${id}/verify`);
      const post = await app.key.both('POST', `/api/documents/${id}/verify`);
      expect(post.status).toBe(200);
      expect(post.text).toBe(get.text);
    }
  });

  test("accepts a session if the request comes from the product's own page", async () => {
    expect((await app.owner.post(path, undefined, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  });
});

needsCredential(app, { method: 'POST', path });
needsScope(app, 'documents:read', { method: 'POST', path });
hidesDocuments(app, (id) => ({ method: 'POST', path: `/api/documents/${id}/verify` }));
refusesOtherMethods(app, path, ['GET', 'POST']);
countsRequests(app, { method: 'POST', path });
