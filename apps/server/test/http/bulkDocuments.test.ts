import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mails } from '../../src/features/notifications/index.ts';
import { continuation } from '../../src/platform/jobs/continuation.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { whileUnsealed } from '../support/unsealed.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const app = await startTestApp();
const PATH = '/api/documents/paginated';
const bulk = async (action: string, documentIds: string[], by: Caller = app.key) => {
  const answer = await by.post<'bulkDocuments'>(PATH, { action, documentIds });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const NOT_FOUND = { success: false, status: null, error: 'DOCUMENT_NOT_FOUND', message: 'Document not found.' };
const WRONG_STATE = {
  success: false,
  error: 'INVALID_STATE',
  message: 'The current status of the document does not allow this operation.',
};

describe('200', () => {
  test('processes each document separately, keeps the order of the results, and processes a repeated document once', async () => {
    const { id: draft } = await app.draft();
    const { id: sent } = await app.sent();
    const { id: foreign } = await app.draft({ by: (await app.otherTenant()).key });
    const unknown = newId('document');
    expect(await bulk('delete', [sent, unknown, draft, foreign, draft, 'no id', sent])).toEqual({
      success: true,
      action: 'delete',
      processed: 1,
      failed: 4,
      results: [
        { documentId: sent, status: 'in-progress', ...WRONG_STATE },
        { documentId: unknown, ...NOT_FOUND },
        { documentId: draft, success: true, status: 'draft' },
        { documentId: foreign, ...NOT_FOUND },
        { documentId: 'no id', ...NOT_FOUND },
      ],
    });
    expect(await bulk('delete', [draft])).toMatchObject({ results: [{ documentId: draft, ...NOT_FOUND }] });
    expect(await bulk('archive', [draft])).toMatchObject({ results: [{ documentId: draft, ...NOT_FOUND }] });
    expect(await bulk('restore', [draft])).toMatchObject({ processed: 1, results: [{ status: 'draft' }] });
  });

  test('archives documents and restores them to their previous status', async () => {
    const { id: done } = await app.completed();
    const { id: draft } = await app.draft();
    expect((await bulk('archive', [done, draft])).results).toEqual([
      { documentId: done, success: true, status: 'archived' },
      { documentId: draft, success: true, status: 'archived' },
    ]);
    const listed = (await app.key.get<'listDocuments'>(`${PATH}?status=archived`)).body.documents;
    expect(listed.map(({ id }) => id).toSorted()).toEqual([done, draft].toSorted());
    expect((await bulk('archive', [done])).results).toEqual([{ documentId: done, status: 'archived', ...WRONG_STATE }]);
    expect((await bulk('restore', [draft, done])).results.map(({ status }) => status)).toEqual(['draft', 'completed']);
  });

  test('does not archive a document that is in progress', async () => {
    const { id: sent } = await app.sent();
    expect((await bulk('archive', [sent])).results).toEqual([
      { documentId: sent, status: 'in-progress', ...WRONG_STATE },
    ]);
  });

  test.each(['archive', 'delete'])(
    'waits for the seal if the action "%s" is requested immediately after the last signature',
    async (action) => {
      const { id } = await app.completed();
      const { results } = await whileUnsealed(app, id, () => bulk(action, [id]));
      expect(results).toMatchObject([{ documentId: id, success: true }]);
    },
  );

  test('sends the completion e-mails with the hash of the finished file, even if the document is archived first', async () => {
    const { id, signers } = await app.completed();
    const email = signers[0]?.email ?? '';
    await app.mailId(email, 'completed');
    await app.atRest(id);
    await app.sql("delete from mails where to_address = $1 and kind = 'completed'", [email]);
    expect(await bulk('archive', [id])).toMatchObject({ processed: 1 });
    const { tenantId } = app.tenant;
    const again = continuation('The test asks for the mail again', mails('completed'));
    const mailing = { documentId: id, to: [signers[0]?.id ?? newId('signer')] };
    await app.services.uow.run(tenantId, async (tx) => app.services.recorder.start(tx, tenantId, again, mailing));
    const { text } = await app.mail(email, 'completed');
    const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
    const { bytes } = await app.anyone.get(new URL(body.downloadUrl).pathname);
    expect(text).toContain(createHash('sha256').update(bytes).digest('hex'));
  });

  test('limits members to their own documents, and lets admins process all documents', async () => {
    const { caller: member } = await app.member('member');
    const { caller: admin } = await app.member('admin');
    const [{ id: own }, { id: others }] = [await app.draft({ by: member }), await app.draft()];
    expect((await bulk('delete', [own, others], member)).results.map(({ success }) => success)).toEqual([true, false]);
    expect((await bulk('restore', [own], admin)).processed).toBe(1);
  });

  test('processes a hundred documents in one request', async () => {
    const ids = Array.from({ length: 100 }, () => newId('document'));
    expect(await bulk('delete', ids)).toMatchObject({ processed: 0, failed: 100 });
  });
});

const body = { action: 'archive', documentIds: [newId('document')] };
needsCredential(app, { method: 'POST', path: PATH, body });
needsScope(app, 'documents:write', { method: 'POST', path: PATH, body });

describe('422', () => {
  test.each([
    ['no action', { documentIds: ['x'] }, 'action'],
    ['an unknown action', { ...body, action: 'erase' }, 'action'],
    ['no document IDs', { action: 'delete' }, 'documentIds'],
    ['an empty list of document IDs', { action: 'delete', documentIds: [] }, 'documentIds'],
    [
      '101 document IDs',
      { action: 'delete', documentIds: Array.from({ length: 101 }, () => newId('document')) },
      'documentIds',
    ],
    ['a number in the list of document IDs', { action: 'delete', documentIds: [1] }, 'documentIds[0]'],
    ['an unknown property', { ...body, force: true }, 'force'],
  ])('rejects an invalid bulk request: %s', async (_, wrong, field) => {
    expectInvalid(await app.key.both('POST', PATH, { body: wrong }), field);
  });
});

countsRequests(app, { method: 'POST', path: PATH, body });
