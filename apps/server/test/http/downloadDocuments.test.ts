import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { unpack } from '../support/exports.ts';
import { makePdf } from '../support/pdf.ts';
import { whileUnsealed } from '../support/unsealed.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const PATH = '/api/documents/download';
const app = await startTestApp();
const draft = await app.draft();
const sample = { method: 'POST', path: PATH, body: { ids: [draft.id] } };
const download = (by: Caller, ...ids: string[]) => by.post(PATH, { ids });

test('returns the newest file of each document, each under a different name', async () => {
  const done = await app.completed();
  const twin = await app.draft();
  const answer = await download(app.key, draft.id, done.id, twin.id, draft.id);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="documents-\d{4}-\d\d-\d\d\.zip"/);
  const { folder, files } = unpack(answer.bytes);
  expect(files.toSorted()).toEqual(['contract (2).pdf', 'contract-signed.pdf', 'contract.pdf']);
  expect(readFileSync(path.join(folder, 'contract.pdf'))).toEqual(makePdf());
  expect(readFileSync(path.join(folder, 'contract-signed.pdf'), 'latin1')).toContain('/DocTimeStamp');
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${done.id}/audit`);
  expect(body.entries.at(-1)).toMatchObject({ action: 'document.downloaded' });
});

test('adds a list of inaccessible documents to the archive, with the reason for each', async () => {
  const foreign = await app.draft({ by: (await app.otherTenant()).key });
  const trashed = await app.draft();
  await app.key.send('DELETE', `/api/documents/${trashed.id}`);
  const { folder, files } = unpack((await download(app.key, foreign.id, draft.id, trashed.id)).bytes);
  expect(files).toEqual(['contract.pdf', 'not-included.csv']);
  expect(readFileSync(path.join(folder, 'not-included.csv'), 'utf8')).toBe(
    [
      'documentId,error,message',
      `${foreign.id},DOCUMENT_NOT_FOUND,Document not found.`,
      `${trashed.id},DOCUMENT_NOT_FOUND,Document not found.`,
      '',
    ].join('\r\n'),
  );
});

test('returns 404 if the caller can access none of the documents', async () => {
  const { caller: member } = await app.member('member');
  expectError(await download(member, draft.id), 'DOCUMENT_NOT_FOUND', { documentId: draft.id });
});

test('neither returns files nor records a download for a GET request', async () => {
  const { id } = await app.draft();
  const answer = await app.owner.send('GET', `${PATH}?ids=${id}`, { mayFail: true });
  expect(answer.headers.get('content-type')).not.toBe('application/zip');
  const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
  expect(body.entries.map(({ action }) => action)).not.toContain('document.downloaded');
});

test('waits for the seal if documents are downloaded immediately after the last signature', async () => {
  const done = await app.completed();
  const [both, alone] = await whileUnsealed(app, done.id, () =>
    Promise.all([download(app.key, done.id, draft.id), download(app.key, done.id)]),
  );
  expect([both.status, alone.status]).toEqual([200, 200]);
  expect(unpack(both.bytes).files).toEqual(['contract-signed.pdf', 'contract.pdf']);
});

test('rejects an invalid document ID and more than 100 IDs', async () => {
  const many = Array.from({ length: 101 }, () => newId('document'));
  expectInvalid(await download(app.key, ...many), 'ids');
  expectInvalid(await download(app.key, draft.id, 'x'), 'ids[1]');
  expectInvalid(await download(app.key), 'ids');
});

needsCredential(app, sample);
needsScope(app, 'documents:read', sample);
countsRequests(app, sample);
