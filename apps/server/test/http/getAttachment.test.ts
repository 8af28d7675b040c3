import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { attach, PASSPORT, sentWithAttachment } from '../support/attachments.ts';
import { expectError } from '../support/expect-answer.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string, attachmentId: string): string => `/api/documents/${id}/attachments/${attachmentId}`;
const sent = await sentWithAttachment(app);
await attach(sent);
const idOf = async (documentId: string): Promise<string> =>
  (await app.sql<{ id: string }>('select id from attachments where document_id = $1', [documentId]))[0]?.id ?? '';
const attachmentId = await idOf(sent.id);
const path = pathOf(sent.id, attachmentId);

describe('404', () => {
  test('hides an attachment until its signer has signed', async () => {
    expectError(await app.key.get(path), 'ATTACHMENT_NOT_FOUND', { attachmentId });
    await app.sign(sent.id, { token: sent.token });
    await app.sealed(sent.id);
  });

  test('rejects an unknown attachment, an attachment of another document and an invalid ID', async () => {
    const unknown = newId('attachment');
    expectError(await app.key.get(pathOf(sent.id, unknown)), 'ATTACHMENT_NOT_FOUND', { attachmentId: unknown });
    expectError(await app.key.get(pathOf(sent.id, 'att_1')), 'ATTACHMENT_NOT_FOUND', { attachmentId: 'att_1' });
    const other = await app.draft();
    expectError(await app.key.get(pathOf(other.id, attachmentId)), 'ATTACHMENT_NOT_FOUND', { attachmentId });
  });
});

describe('200', () => {
  test('returns the exact attached file as a download', async () => {
    const answer = await app.key.both('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.bytes).toEqual(PASSPORT.content);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Passport of Ada.pdf"/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('includes the attached file in the evidence bundle', async () => {
    const { downloadUrl } = (await app.key.get<'downloadDocument'>(`/api/documents/${sent.id}/download?type=bundle`))
      .body;
    const zip = await app.anyone.get(new URL(downloadUrl).pathname);
    expect(zip.bytes.includes('attachments/1-Passport of Ada.pdf')).toBe(true);
    expect(zip.bytes.includes(Buffer.from(PASSPORT.content))).toBe(true);
    expect(Number(zip.headers.get('content-length'))).toBe(zip.bytes.length);
  });
});

describe('206 and 416', () => {
  test('returns a range of the attachment and rejects a range beyond its end', async () => {
    const answer = await app.key.get(path, { headers: { range: 'bytes=10-19' } });
    expect(answer.status).toBe(206);
    expect(answer.bytes).toEqual(Buffer.from(PASSPORT.content.subarray(10, 20)));
    const size = PASSPORT.content.length;
    expectError(await app.key.get(path, { headers: { range: `bytes=${size}-` } }), 'RANGE_NOT_SATISFIABLE', { size });
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (id) => ({ method: 'GET', path: pathOf(id, attachmentId) }));
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path });
