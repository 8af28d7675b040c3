import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { mailCount } from '../support/people.ts';
import { MULTIPART, multipart } from '../support/multipart.ts';
import { needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/users/bulk-import';
const file = (content: string | Uint8Array) =>
  multipart([{ name: 'file', filename: 'users.csv', type: 'text/csv', content }]);
const send = (by: Caller, content: string | Uint8Array) =>
  by.post<'bulkImportUsers'>(path, file(content), { headers: MULTIPART });

describe('200', () => {
  test('invites the people in valid rows, skips members and duplicate rows, and reports each invalid row', async () => {
    const csv = [
      'email,name,role',
      'ada@contoso.example,"Lovelace, Ada",admin',
      'grace@contoso.example,Grace "Amazing" Hopper,member',
      `${OWNER.email},${OWNER.name},member`,
      'ADA@contoso.example,Ada again,member',
      'not-an-address,Nobody,member',
      'root@contoso.example,Root,owner',
      'plain@contoso.example,,',
    ].join('\r\n');
    const answer = await send(await app.session(), csv);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      created: 2,
      skipped: 2,
      encoding: 'utf-8',
      errors: [
        {
          row: 3,
          email: 'grace@contoso.example,Grace "Amazing" Hopper,member',
          message: expect.stringMatching(/^The row cannot be read: .*quote/),
        },
        { row: 6, email: 'not-an-address', message: 'The email must be an e-mail address such as name@example.com.' },
        { row: 7, email: 'root@contoso.example', message: 'The role must be one of admin, member.' },
      ],
      warnings: [],
    });
    expect(await mailCount(app, 'ada@contoso.example', 'invitation')).toBe(1);
    const { users } = (await (await app.session()).get<'listUsers'>('/api/admin/users')).body;
    expect(users.map(({ email, role, name }) => `${email} ${role} ${name ?? ''}`)).toContain(
      'ada@contoso.example admin Lovelace, Ada',
    );
  });
  test('reports names from which invisible control characters were removed, and keeps zero-width joiners', async () => {
    const csv = [
      'email,name,role',
      'rlo@contoso.example,Ada \u202egnirts,member',
      'joined@contoso.example,\u0915\u094d\u200d\u0937,member',
    ].join('\r\n');
    const answer = await send(await app.session(), csv);
    expect(answer.body).toMatchObject({
      created: 2,
      warnings: ['Invisible control characters were removed from the name in row 2.'],
    });
    const { users } = (await (await app.session()).get<'listUsers'>('/api/admin/users')).body;
    expect(users.find(({ email }) => email === 'rlo@contoso.example')?.name).toBe('Ada gnirts');
  });

  test.each([
    ['Windows-1252', (text: string) => Buffer.from(text, 'latin1'), 'windows-1252'],
    ['UTF-16 as written by Excel', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
  ])('reads a file in %s, and reports the encoding', async (_name, encode, encoding) => {
    const email = `${encoding}@contoso.example`;
    const answer = await send(await app.session(), encode(`sep=;\r\nemail;name;role\r\n${email};Zo\u00eb;member\r\n`));
    expect(answer.body).toMatchObject({ created: 1, errors: [], encoding });
    const { users } = (await (await app.session()).get<'listUsers'>('/api/admin/users')).body;
    expect(users.find((one) => one.email === email)?.name).toBe('Zo\u00eb');
  });

  test('accepts additional columns, and columns in any order, in upper or lower case', async () => {
    const answer = await send(await app.session(), 'Role,Team,EMAIL,Name\nmember,Sales,order@contoso.example,Order\n');
    expect(answer.body).toMatchObject({ created: 1, errors: [] });
  });
});

const sample = {
  method: 'POST',
  path,
  body: file('email,name,role\n'),
  headers: MULTIPART,
};
needsCredential(app, sample);
needsScope(app, 'admin', sample);

describe('403', () => {
  test('rejects a member without the admin role', async () => {
    expectError(await send((await app.member('member')).caller, 'email,name,role\n'), 'FORBIDDEN');
  });
});

describe('413', () => {
  test('rejects a CSV file of more than 1 MB', async () => {
    expectError(await send(await app.session(), 'x'.repeat(1024 * 1024 + 1)), 'FILE_TOO_LARGE', {
      maxBytes: 1024 * 1024,
    });
  });
});

describe('415', () => {
  test('rejects a JSON body instead of a CSV file', async () => {
    expectError(await (await app.session()).post(path, { csv: '' }), 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('422', () => {
  test.each([
    ['a column is missing', 'email,name\na@b.example,A', 'missing_column'],
    ['an empty file', '', 'missing_column'],
    ['more than 1,000 rows', `email,name,role\n${'a@b.example,A,member\n'.repeat(1001)}`, 'too_many_rows'],
  ])('rejects an invalid CSV file: %s', async (_name, content, reason) => {
    expectInvalid(await send(await app.session(), content), 'file', reason);
  });
});

refusesOtherMethods(app, path, ['POST']);
