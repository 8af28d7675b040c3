import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';
import { needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const { id, sha256, size_bytes: size } = await makeTemplate(key);
const path = `/api/templates/${id}/file`;
const hashOf = async (bytes: Buffer) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');

test('returns the file of the current template version, or of an earlier version', async () => {
  const first = await key.get(path);
  expect([first.status, first.headers.get('content-type'), first.bytes.length]).toEqual([200, 'application/pdf', size]);
  expect(await hashOf(first.bytes)).toBe(sha256);
  const other = pdfUpload(makePdf({ pages: 2 }));
  expect((await key.send('PUT', path, { body: other, headers: MULTIPART })).status).toBe(200);
  expect(await hashOf((await key.get(path)).bytes)).not.toBe(sha256);
  expect(await hashOf((await key.get(`${path}?version=1`)).bytes)).toBe(sha256);
});
test('returns the requested byte range of the template file', async () => {
  const answer = await key.get(`${path}?version=1`, { headers: { range: 'bytes=0-4' } });
  expect([answer.status, answer.bytes.toString()]).toEqual([206, '%PDF-']);
});
needsCredential(app, { method: 'GET', path });
needsScope(app, 'templates', { method: 'GET', path });
hidesTemplates(app, key, (other) => ({ method: 'GET', path: `/api/templates/${other}/file` }));
test('returns 404 for an unknown template version, and 416 or 422 for invalid input', async () => {
  expectError(await key.get(`${path}?version=9`), 'NOT_FOUND', { version: 9 });
  expect((await key.get(path, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  expectInvalid(await key.get(`${path}?version=x`), 'version');
});
refusesOtherMethods(app, path, ['GET', 'PUT']);
