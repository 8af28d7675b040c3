import { ApiError } from '@countersign/client';
import { LIMITS, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { refuseFile, refusalOf, titleOf, UPLOAD_LIMIT_BYTES } from './upload.ts';

test('the limit is the one of the contract', () => {
  expect(UPLOAD_LIMIT_BYTES).toBe(LIMITS.uploadBytes);
});

test('a PDF passes, also with bytes before its header', () => {
  expect(refuseFile({ name: 'a.pdf', size: 10 }, '%PDF-1.7')).toBeNull();
  expect(refuseFile({ name: 'scan', size: UPLOAD_LIMIT_BYTES }, `\0\0junk%PDF-1.4`)).toBeNull();
});

test.each([
  [{ name: 'a.pdf', size: 0 }, '', 'This file is empty'],
  [{ name: 'a.pdf', size: UPLOAD_LIMIT_BYTES + 1 }, '%PDF-1.7', 'This file is too large'],
  [{ name: 'a.docx', size: 10 }, 'PK', 'This is not a PDF'],
])('%o is refused before a byte is sent', (file, head, title) => {
  expect(refuseFile(file, head)?.title).toBe(title);
});

const refused = (code: string, message: string) =>
  refusalOf(
    new ApiError({ status: 422, code: 'validation_error', message: 'm', faults: [{ field: 'file', message, code }] }),
  );

test('what is wrong is named, what to do is told in the words of the server, and that nothing was kept', () => {
  expect(refused('encrypted_pdf', 'is protected with a password. Remove the protection.')).toEqual({
    title: 'This PDF is protected by a password',
    detail: 'The file is protected with a password. Remove the protection. It was not stored.',
  });
  // The same code for another reason has another remedy.
  expect(refused('encrypted_pdf', 'can be opened, but its permissions forbid changes')?.detail).toContain(
    'its permissions forbid changes.',
  );
  expect(refusalOf(new ApiError({ status: 413, code: 'FILE_TOO_LARGE', message: 'm' }))?.title).toBe(
    'This file is too large',
  );
});

test("a code of a later server is told in the server's words; what is not the file's fault is no refusal", () => {
  expect(refused('new_code', 'Why')?.detail).toContain('Why.');
  expect(refusalOf(new ApiError({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'm' }))).toBeNull();
});

test('the title is one the contract takes, whatever the file is called', () => {
  expect(titleOf('Mutual NDA.PDF')).toBe('Mutual NDA');
  const { title } = operations.uploadDocument.body.fields.shape;
  for (const name of ['.pdf', '', ' \n.pdf', `${'long '.repeat(80)}.pdf`, 'a\u0000b\u2028c.pdf'])
    expect(title.safeParse(titleOf(name)).success).toBe(true);
});
