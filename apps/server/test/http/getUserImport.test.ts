import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { importOf, IMPORTS, makeImport, NO_IMPORT } from '../support/imports.ts';

const app = await startTestApp();

test('returns the progress of an import only to its own organization', async () => {
  const owner = await app.session();
  const id = await makeImport(owner, ['a@contoso.example']);
  expect(await importOf(owner, id)).toMatchObject({ id, status: 'preview', total: 1, finished_at: null });
  const other = await app.otherTenant();
  expectError(await other.owner.get(`${IMPORTS}/${id}`), 'IMPORT_NOT_FOUND', { importId: id });
});

administrative(app, { method: 'GET', path: `${IMPORTS}/${NO_IMPORT}` });
