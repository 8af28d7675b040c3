import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { IMPORTS, NO_IMPORT, previewOf } from '../support/imports.ts';

const app = await startTestApp();

test('returns all import rows as CSV and neutralizes spreadsheet formulas', async () => {
  const owner = await app.session();
  const { id } = (await previewOf(owner, 'email,name,role\na@contoso.example,=1+1,member\nbad,"B, C",\n')).body.import;
  const answer = await owner.get(`${IMPORTS}/${id}/results`);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  expect(answer.text.split('\r\n')).toEqual([
    'row,email,name,role,result,message',
    "2,a@contoso.example,'=1+1,member,ready,",
    '3,bad,"B, C",,failed,The email must be an e-mail address such as name@example.com.',
    '',
  ]);
  const other = await app.otherTenant();
  expectError(await other.owner.get(`${IMPORTS}/${id}/results`), 'IMPORT_NOT_FOUND', { importId: id });
});

administrative(app, { method: 'GET', path: `${IMPORTS}/${NO_IMPORT}/results` });
