import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { linesInBundle } from '../support/bundle.ts';
import type { Answer } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { makePdf } from '../support/pdf.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const done = await app.completed();
const path = `/api/documents/${done.id}/download`;

async function fetchFile(answer: Answer): Promise<Answer> {
  const { downloadUrl } = answer.body as { downloadUrl: string };
  return app.anyone.get(new URL(downloadUrl).pathname);
}

describe('200', () => {
  test.each([path, `/v1${path}`])('%s: returns the download URL, the file name and the expiration', async (at) => {
    const { status, body, headers } = await app.key.get<'downloadDocument'>(at);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      downloadUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/files\/[\w-]{80,}$/),
      filename: 'contract-signed.pdf',
      expiresAt: new Date(app.clock.now().getTime() + 15 * 60_000).toISOString(),
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('returns links with the requested host name on a loopback address', async () => {
    const key = (await app.makeKey()).key;
    const { origin } = new URL(app.url.replace('127.0.0.1', 'localhost'));
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } });
    const { downloadUrl } = (await answer.json()) as { downloadUrl: string };
    expect(downloadUrl.startsWith(`${origin}/api/files/`)).toBe(true);
  });

  test('returns the matching version of the file for each of the types signed, original and current', async () => {
    const signed = (await fetchFile(await app.key.get(path))).bytes;
    const original = (await fetchFile(await app.key.get(`${path}?type=original`))).bytes;
    const current = (await fetchFile(await app.key.get(`${path}?type=current`))).bytes;
    expect(original).toEqual(makePdf());
    expect(signed.subarray(0, original.length), 'signing never rewrites earlier bytes').toEqual(original);
    expect(signed.length).toBeGreaterThan(original.length);
    expect(current).toEqual(signed);
    expect((await app.key.get<'downloadDocument'>(`${path}?type=original`)).body.filename).toBe('contract.pdf');
  });

  test('waits for the seal after the last signature if type=signed', async () => {
    const { id, signers } = await app.sent();
    await app.sign(id, { token: await app.link(signers[0]?.email ?? '') });
    const answer = await app.key.get(`/api/documents/${id}/download`);
    expect(answer.status).toBe(200);
    const file = await fetchFile(answer);
    expect(file.bytes.toString('latin1')).toContain('/DocTimeStamp');
  });

  test('waits for the certificate of completion if type=audit', async () => {
    const { id, signers } = await app.sent();
    await app.sign(id, { token: await app.link(signers[0]?.email ?? '') });
    const answer = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`);
    expect(answer.status).toBe(200);
    expect(answer.body.filename).toBe('contract-certificate.pdf');
    const file = await fetchFile(answer);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    const [row] = await app.sql<{ sha256: string }>(
      'select sha256 from completion_certificates where document_id = $1',
      [id],
    );
    expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(row?.sha256);
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(body.entries.findLast(({ action }) => action === 'document.downloaded')?.context).toMatchObject({
      type: 'audit',
      sha256: row?.sha256,
    });
    expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
  });

  test('returns a ZIP of all files if type=bundle, and supports ranges', async () => {
    const answer = await app.key.get<'downloadDocument'>(`${path}?type=bundle`);
    expect(answer.body.filename).toBe('contract-completed.zip');
    const file = await fetchFile(answer);
    expect(file.headers.get('content-type')).toBe('application/zip');
    expect(file.headers.get('content-length')).toBe(String(file.bytes.length));
    for (const name of ['contract-signed.pdf', 'contract-certificate.pdf', 'audit/entries.jsonl'])
      expect(file.bytes.includes(name)).toBe(true);
    const people = linesInBundle(file.bytes, 'audit/personal.jsonl').map(
      (line) => JSON.parse(line) as { fields: object },
    );
    expect(people.some(({ fields }) => 'signature' in fields || 'recipients' in fields)).toBe(true);
    const range = { headers: { range: 'bytes=1000-2999' } };
    const part = await app.anyone.get(new URL(answer.body.downloadUrl).pathname, range);
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(file.bytes.subarray(1000, 3000));
  });

  test('ties each link to the version of the file that was current when the link was created', async () => {
    const { id, signers } = await app.sent({ signers: [app.person(), app.person()] });
    const before = await app.key.get(`/api/documents/${id}/download?type=current`);
    const first = await fetchFile(before);
    await app.sign(id, { token: await app.link(signers[0]?.email ?? '') });
    expect((await fetchFile(before)).bytes).toEqual(first.bytes);
    const later = await fetchFile(await app.key.get(`/api/documents/${id}/download?type=current`));
    expect(later.bytes.subarray(0, first.bytes.length)).toEqual(first.bytes);
    expect(later.bytes.length).toBeGreaterThan(first.bytes.length);
  });

  test('records the creation of a download link in the audit trail', async () => {
    const { id } = await app.draft();
    await app.key.get(`/api/documents/${id}/download?type=original`);
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(body.entries.at(-1)).toMatchObject({
      action: 'document.downloaded',
      context: { type: 'original', revision: 0 },
    });
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (id) => ({ method: 'GET', path: `/api/documents/${id}/download?type=original` }));
refusesOtherMethods(app, path, ['GET']);

describe('409', () => {
  test.each(['draft', 'in-progress', 'voided', 'expired'])(
    '%s: rejects a document without a finished file',
    async (status) => {
      const { id } = await app.draft();
      await app.sql('update documents set status = $2 where id = $1', [id, status]);
      for (const query of ['', '?type=signed', '?type=audit', '?type=bundle']) {
        expectError(await app.key.both('GET', `/api/documents/${id}/download${query}`), 'DOCUMENT_NOT_COMPLETED', {
          documentId: id,
          status,
        });
      }
      expect((await app.key.get(`/api/documents/${id}/download?type=current`)).status).toBe(200);
    },
  );
});

describe('422', () => {
  test.each([
    ['type=audit2', 'type'],
    ['type=', 'type'],
    ['type=signed&type=original', 'type'],
    ['format=pdf', 'format'],
  ])('rejects the query ?%s', async (query, field) => {
    expectInvalid(await app.key.both('GET', `${path}?${query}`), field);
  });
});

countsRequests(app, { method: 'GET', path });
