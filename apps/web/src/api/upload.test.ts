import { LIMITS, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { ROUTES } from './routes.ts';
import { refuseFile, refusalOf, titleOf, UPLOAD_LIMIT_BYTES } from './upload.ts';

test('the limit and every route are those of the contract', () => {
  expect(UPLOAD_LIMIT_BYTES).toBe(LIMITS.uploadBytes);
  for (const [id, [method, path]] of Object.entries(ROUTES)) {
    expect(operations[id as keyof typeof ROUTES]).toMatchObject({ method, path });
  }
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

test('the code of the fault decides what is told, and that nothing was kept', () => {
  const error = new ApiError({
    status: 422,
    code: 'validation_error',
    message: 'm',
    faults: [{ field: 'file', message: 'The PDF is encrypted', code: 'encrypted_pdf' }],
  });
  expect(refusalOf(error)?.title).toBe('This PDF is protected by a password');
  expect(refusalOf(error)?.detail).toContain('Nothing was kept');
  expect(refusalOf(new ApiError({ status: 413, code: 'FILE_TOO_LARGE', message: 'm' }))?.title).toBe(
    'This file is too large',
  );
});

test("a code of a later server is told in the server's words; what is not the file's fault is no refusal", () => {
  const unknown = new ApiError({
    status: 422,
    code: 'validation_error',
    message: 'm',
    faults: [{ field: 'file', message: 'Why', code: 'new_code' }],
  });
  expect(refusalOf(unknown)?.detail).toBe('Why');
  expect(refusalOf(new ApiError({ status: 503, code: 'SERVICE_UNAVAILABLE', message: 'm' }))).toBeNull();
});

test('the title is one the contract takes, whatever the file is called', () => {
  expect(titleOf('Mutual NDA.PDF')).toBe('Mutual NDA');
  const { title } = operations.uploadDocument.body.fields.shape;
  for (const name of ['.pdf', '', ' \n.pdf', `${'long '.repeat(80)}.pdf`, 'a\u0000b\u2028c.pdf'])
    expect(title.safeParse(titleOf(name)).success).toBe(true);
});
