import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { unpack } from '../support/exports.ts';
import { makePdf } from '../support/pdf.ts';
import { whileUnsealed } from '../support/unsealed.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const PATH = '/api/documents/download';
const app = await startTestApp();
const draft = await app.draft();
const sample = { method: 'GET', path: `${PATH}?ids=${draft.id}` };

test('returns the newest file of each document, under different names', async () => {
  const done = await app.completed();
  const twin = await app.draft();
  const answer = await app.key.get(`${PATH}?ids=${draft.id},${done.id},${twin.id},${draft.id}`);
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

test('lists documents that the caller cannot see, with the reason', async () => {
  const foreign = await app.draft({ by: (await app.otherTenant()).key });
  const trashed = await app.draft();
  await app.key.send('DELETE', `/api/documents/${trashed.id}`);
  const { folder, files } = unpack((await app.key.get(`${PATH}?ids=${foreign.id},${draft.id},${trashed.id}`)).bytes);
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

test('answers 404 if the caller can see none of them', async () => {
  const { caller: member } = await app.member('member');
  expectError(await member.get(sample.path), 'DOCUMENT_NOT_FOUND', { documentId: draft.id });
});

test('waits for the seal right after the last signature', async () => {
  const done = await app.completed();
  const [both, alone] = await whileUnsealed(app, done.id, () =>
    Promise.all([app.key.get(`${PATH}?ids=${done.id},${draft.id}`), app.key.get(`${PATH}?ids=${done.id}`)]),
  );
  expect([both.status, alone.status]).toEqual([200, 200]);
  expect(unpack(both.bytes).files).toEqual(['contract-signed.pdf', 'contract.pdf']);
});

test('rejects more than 100 ids and an invalid id', async () => {
  const many = Array.from({ length: 101 }, () => newId('document'));
  expectInvalid(await app.key.get(`${PATH}?ids=${many.join(',')}`), 'ids');
  expectInvalid(await app.key.get(`${PATH}?ids=${draft.id},x`), 'ids[1]');
  expectInvalid(await app.key.get(PATH), 'ids');
});

needsCredential(app, sample);
needsScope(app, 'documents:read', sample);
countsRequests(app, sample);
