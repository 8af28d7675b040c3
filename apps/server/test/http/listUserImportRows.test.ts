import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { IMPORTS, makeImport, NO_IMPORT } from '../support/imports.ts';

const app = await startTestApp();

test('returns a limited number of import rows and filters the rows by result', async () => {
  const owner = await app.session();
  const id = await makeImport(owner, ['a@contoso.example', 'bad', 'b@contoso.example']);
  const path = `${IMPORTS}/${id}/rows`;
  const first = (await owner.get<'listUserImportRows'>(`${path}?pageSize=2`)).body;
  expect(first).toMatchObject({ rows: [{ row: 2 }, { row: 3, status: 'failed' }], hasMore: true, next: 3 });
  expect(first.pagination).toEqual({ hasMore: true, nextCursor: '3' });
  const second = (await owner.get<'listUserImportRows'>(`${path}?pageSize=2&after=${first.next}`)).body;
  expect(second).toMatchObject({ rows: [{ row: 4, email: 'b@contoso.example' }], hasMore: false, next: null });
  const failed = (await owner.get<'listUserImportRows'>(`${path}?status=failed`)).body;
  expect(failed.rows.map(({ email }) => email)).toEqual(['bad']);
  const other = await app.otherTenant();
  expectError(await other.owner.get(path), 'IMPORT_NOT_FOUND', { importId: id });
});

administrative(app, { method: 'GET', path: `${IMPORTS}/${NO_IMPORT}/rows` });
