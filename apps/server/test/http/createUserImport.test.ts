import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { csvFile, IMPORTS as path, previewOf } from '../support/imports.ts';
import { MULTIPART } from '../support/multipart.ts';
import { mailCount, trailOf } from '../support/people.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';

const app = await startTestApp();
const owner = await app.session();

describe('201', () => {
  test('previews the result of each import row and changes nothing', async () => {
    await owner.post('/api/organization/invitations', { email: 'zoe@contoso.example' });
    const trail = await trailOf(app);
    const csv = [
      '\uFEFFEmail;Name;Role',
      'ada@contoso.example;"Lovelace; Ada";admin',
      `${OWNER.email};Grace;member`,
      'zoe@contoso.example;Zoë;',
      'ADA@contoso.example;Again;member',
      'nobody;;member',
      'root@contoso.example;=cmd();owner',
    ].join('\r\n');
    const answer = await previewOf(owner, csv);
    expect(answer.status, answer.text).toBe(201);
    const { id, ...rest } = answer.body.import;
    expect(rest).toMatchObject({
      status: 'preview',
      total: 6,
      rows: { ready: 1, skipped: 3, failed: 2, created: 0, invited: 0, undone: 0, kept: 0 },
      undo_until: null,
    });
    const { rows } = (await owner.get<'listUserImportRows'>(`${path}/${id}/rows`)).body;
    expect(rows.map(({ row, status, message }) => [row, status, message])).toEqual([
      [2, 'ready', null],
      [3, 'skipped', 'This person is already a member.'],
      [4, 'skipped', 'This person already has an open invitation.'],
      [5, 'skipped', 'The address is already in row 2.'],
      [6, 'failed', 'The email must be an e-mail address such as name@example.com.'],
      [7, 'failed', 'The role must be one of admin, member.'],
    ]);
    expect(await mailCount(app, 'ada@contoso.example', 'invitation')).toBe(0);
    expect(await trailOf(app)).toEqual(trail);
  });

  test('rejects only the row that contains a bare quote, and reports the detected encoding', async () => {
    const csv = 'email,name,role\r\n"q@contoso.example,Q,member\r\nr@contoso.example,Zo\u00eb,member\r\n';
    const answer = await previewOf(owner, Buffer.from(csv, 'latin1'));
    expect(answer.body).toMatchObject({ encoding: 'windows-1252', import: { rows: { ready: 1, failed: 1 } } });
    const { rows } = (await owner.get<'listUserImportRows'>(`${path}/${answer.body.import.id}/rows`)).body;
    expect(rows).toMatchObject([
      { row: 2, status: 'failed', message: expect.stringContaining('quote') },
      { row: 3, status: 'ready', name: 'Zo\u00eb' },
    ]);
  });

  test('accepts an import of 10,000 rows', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `person-${at}@contoso.example,Person ${at},member`);
    const answer = await previewOf(owner, ['email,name,role', ...rows].join('\n'));
    expect(answer.body.import).toMatchObject({ total: 10_000, rows: { ready: 10_000 } });
    const tooMany = await previewOf(
      owner,
      ['email,name,role', ...rows, 'one-more@contoso.example,One,member'].join('\n'),
    );
    expectInvalid(tooMany, 'file', 'too_many_rows');
  });
});

const sample = { method: 'POST', path, body: csvFile('email,name,role\n'), headers: MULTIPART };
needsCredential(app, sample);
needsScope(app, 'admin', sample);

test('returns 403 to a member without the admin role', async () => {
  expectError(await previewOf((await app.member('member')).caller, 'email,name,role\n'), 'FORBIDDEN');
});

describe('422', () => {
  test.each([
    ['a header is missing', 'ada@contoso.example,Ada,member', 'missing_column'],
    ['an unclosed quote in the header', 'email,"name,role\na@b.example,A,member', 'missing_column'],
  ])('rejects an invalid import file: %s', async (_name, content, reason) => {
    expectInvalid(await previewOf(owner, content), 'file', reason);
  });
});
