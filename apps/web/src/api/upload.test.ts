import { ApiError } from '@countersign/client';
import { LIMITS, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { refuseFile, refusalOf, titleOf, UPLOAD_LIMIT_BYTES } from './upload.ts';

test('uses the upload limit from the API contract', () => {
  expect(UPLOAD_LIMIT_BYTES).toBe(LIMITS.uploadBytes);
});

test('accepts a PDF, even with extra bytes before its header', () => {
  expect(refuseFile({ name: 'a.pdf', size: 10 }, '%PDF-1.7')).toBeNull();
  expect(refuseFile({ name: 'scan', size: UPLOAD_LIMIT_BYTES }, `\0\0junk%PDF-1.4`)).toBeNull();
});

test.each([
  [{ name: 'a.pdf', size: 0 }, '', 'This file is empty'],
  [{ name: 'a.pdf', size: UPLOAD_LIMIT_BYTES + 1 }, '%PDF-1.7', 'This file is too large'],
  [{ name: 'a.docx', size: 10 }, 'PK', 'This is not a PDF'],
])('refuses the file %o before sending any data', (file, head, title) => {
  expect(refuseFile(file, head)?.title).toBe(title);
});

const refused = (code: string, message: string) =>
  refusalOf(
    new ApiError({ status: 422, code: 'validation_error', message: 'm', faults: [{ field: 'file', message, code }] }),
  );

test("names the problem with an upload, shows the server's advice, and states that nothing was stored", () => {
  expect(refused('encrypted_pdf', 'is protected with a password. Remove the protection.')).toEqual({
    title: 'This PDF is protected by a password',
    detail: 'The file is protected with a password. Remove the protection. The file was not stored.',
  });
  // The fix depends on the reason, even if the error code is the same.
  expect(refused('encrypted_pdf', 'can be opened, but its permissions forbid changes')?.detail).toContain(
    'its permissions forbid changes.',
  );
  expect(refusalOf(new ApiError({ status: 413, code: 'FILE_TOO_LARGE', message: 'm' }))?.title).toBe(
    'This file is too large',
  );
});

test("shows the server's message for an unknown error code, and does not treat an unrelated error as a rejected file", () => {
  expect(refused('new_code', 'Why')?.detail).toContain('Why.');
  expect(refusalOf(new ApiError({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'm' }))).toBeNull();
});

test('creates a valid title from any file name', () => {
  expect(titleOf('Mutual NDA.PDF')).toBe('Mutual NDA');
  const { title } = operations.uploadDocument.body.fields.shape;
  for (const name of ['.pdf', '', ' \n.pdf', `${'long '.repeat(80)}.pdf`, 'a\u0000b\u2028c.pdf'])
    expect(title.safeParse(titleOf(name)).success).toBe(true);
});
