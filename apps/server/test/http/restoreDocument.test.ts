import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, statusesOf } from '../support/expect-answer.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';
import type { Caller } from '../support/caller.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/restore`;
const remove = async (id: string, by: Caller = app.key) => by.send('DELETE', `/api/documents/${id}`, {});
const archive = (id: string) => app.key.post('/api/documents/paginated', { action: 'archive', documentIds: [id] });

describe('200', () => {
  test('restores a document from the trash unchanged', async () => {
    const { id } = await app.completed();
    const before = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
    app.clock.advance({ minutes: 1 });
    await remove(id);
    const answer = await app.key.post<'restoreDocument'>(`/v1${pathOf(id)}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ success: true, document: before });
    expect((await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document).toEqual(before);
    expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body).toMatchObject({ isValid: true });
  });

  test.each(['draft', 'completed', 'expired', 'voided', 'declined'])(
    'restores an archived document to %s',
    async (status) => {
      const { id } = await app.draft();
      await app.sql('update documents set status = $2, sealed_at = created_at where id = $1', [id, status]);
      await archive(id);
      const shown = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body.document;
      expect(shown).toMatchObject({ status: 'archived', archived_at: app.clock.now().toISOString() });
      const { document } = (await app.key.post<'restoreDocument'>(pathOf(id))).body;
      expect(document).toMatchObject({ status, archived_at: null });
    },
  );

  test('restores a deleted document to the archive if it was archived before', async () => {
    const { id } = await app.draft();
    await archive(id);
    await remove(id);
    const statuses = [];
    for (let i = 0; i < 2; i += 1)
      statuses.push((await app.key.post<'restoreDocument'>(pathOf(id))).body.document.status);
    expect(statuses).toEqual(['archived', 'draft']);
    const { entries } = (await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`)).body;
    expect(entries.map(({ summary }) => summary).slice(1)).toEqual([
      'Archived',
      'Moved to the trash',
      'Restored from the trash',
      'Restored from the archive',
    ]);
  });

  test('allows the download and verification of an archived signed document', async () => {
    const { id } = await app.completed();
    await archive(id);
    const download = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download`);
    expect(download.status).toBe(200);
    expect((await app.anyone.get(new URL(download.body.downloadUrl).pathname)).status).toBe(200);
    expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
  });
});

const { id: trashed } = await app.draft();
await remove(trashed);
needsCredential(app, { method: 'POST', path: pathOf(trashed) });
needsScope(app, 'documents:write', { method: 'POST', path: pathOf(trashed) });
hidesDocuments(
  app,
  (id) => ({ method: 'POST', path: pathOf(id) }),
  async (by) => {
    const { id } = await app.draft({ by });
    await remove(id, by);
    return id;
  },
  { deleted: false },
);
refusesOtherMethods(app, pathOf(trashed), ['POST']);

describe('409', () => {
  test.each(['draft', 'in-progress', 'completed'])(
    'rejects a document with the status "%s", which is in neither the trash nor the archive',
    async (status) => {
      const { id } = await app.draft();
      await app.sql('update documents set status = $2 where id = $1', [id, status]);
      expectError(await app.key.both('POST', pathOf(id)), 'INVALID_STATE', { status, allowed: ['archived'] });
    },
  );

  test('restores the document only once if two requests arrive at the same time', async () => {
    const { id } = await app.draft();
    await remove(id);
    expect(statusesOf(await Promise.all([1, 2].map(() => app.key.post(pathOf(id)))))).toEqual([200, 409]);
  });
});

countsRequests(app, { method: 'POST', path: pathOf(trashed) });
