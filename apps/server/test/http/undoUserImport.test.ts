import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { IMPORTS, makeImport, NO_IMPORT, proveDomain, settled } from '../support/imports.ts';
import { mailToken, PASSWORD } from '../support/people.ts';

const app = await startTestApp();
const owner = await app.session();
const begin = async (emails: string[]) => {
  const id = await makeImport(owner, emails);
  await owner.post(`${IMPORTS}/${id}/start`);
  await settled(app, owner, id);
  return id;
};
const emailsNow = async () =>
  (await owner.get<'listUsers'>('/api/admin/users?pageSize=100')).body.users.map(({ email }) => email);

test('removes accounts that were imported and never used, and keeps people who have signed in', async () => {
  await proveDomain(app, 'contoso.example');
  const id = await begin(['a@contoso.example', 'b@contoso.example', 'c@elsewhere.example', 'd@elsewhere.example']);
  app.secret(PASSWORD);
  const first = await mailToken(app, 'b@contoso.example', 'invitation');
  expect((await app.anyone.post('/api/auth/reset-password', { token: first, password: PASSWORD })).status).toBe(200);
  const invitationToken = await mailToken(app, 'd@elsewhere.example', 'invitation');
  const body = { email: 'd@elsewhere.example', name: 'D', password: PASSWORD, invitationToken };
  expect((await app.anyone.post('/api/auth/register', body)).status).toBe(201);

  const undone = await owner.post<'undoUserImport'>(`${IMPORTS}/${id}/undo`);
  expect(undone.status, undone.text).toBe(202);
  expect(await settled(app, owner, id)).toMatchObject({ status: 'undone', rows: { undone: 2, kept: 2 } });
  const left = await emailsNow();
  expect(left).toEqual(expect.arrayContaining(['b@contoso.example', 'd@elsewhere.example']));
  expect(left).not.toEqual(expect.arrayContaining(['a@contoso.example']));
  expect(left).not.toEqual(expect.arrayContaining(['c@elsewhere.example']));
  expect(await app.sql(`select from users where email = 'a@contoso.example'`)).toEqual([]);
  expectError(await owner.post(`${IMPORTS}/${id}/undo`), 'IMPORT_STATE', { status: 'undone' });
});

test('returns 409 for undoing an import more than 10 minutes after the import finished', async () => {
  const id = await begin(['late@elsewhere.example']);
  app.clock.advance({ minutes: 10, seconds: 1 });
  const late = await owner.post(`${IMPORTS}/${id}/undo`);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('10 minutes')]);
  expect(await emailsNow()).toContain('late@elsewhere.example');
});

administrative(app, { method: 'POST', path: `${IMPORTS}/${NO_IMPORT}/undo` });
