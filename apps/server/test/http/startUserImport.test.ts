import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { importOf, IMPORTS, makeImport, NO_IMPORT, previewOf, proveDomain, settled } from '../support/imports.ts';
import { logIn, mailCount, mailToken, PASSWORD, trailOf } from '../support/people.ts';

const app = await startTestApp();
const owner = await app.session();

test('creates members with a password link for import rows with a confirmed domain, and invites all other people', async () => {
  await proveDomain(app, 'contoso.example');
  const csv = 'email,name,role\nada@contoso.example,Ada,admin\nguest@elsewhere.example,Guest,member\nbad,,\n';
  const { id } = (await previewOf(owner, csv)).body.import;
  const started = await owner.post<'startUserImport'>(`${IMPORTS}/${id}/start`);
  expect(started.status, started.text).toBe(202);
  expect(started.body.import.status).toBe('running');
  const done = await settled(app, owner, id);
  expect(done).toMatchObject({ status: 'completed', rows: { created: 1, invited: 1, failed: 1, ready: 0 } });
  expect(new Date(done.undo_until ?? 0).getTime()).toBe(new Date(done.finished_at ?? 0).getTime() + 600_000);
  expect(await mailCount(app, 'guest@elsewhere.example', 'invitation')).toBe(1);

  const { users } = (await owner.get<'listUsers'>('/api/admin/users?search=ada')).body;
  expect(users).toMatchObject([{ email: 'ada@contoso.example', status: 'active', role: 'admin', last_login_at: null }]);
  const token = await mailToken(app, 'ada@contoso.example', 'invitation');
  app.secret(PASSWORD);
  const reset = await app.anyone.post('/api/auth/reset-password', { token, password: PASSWORD });
  expect(reset.status, reset.text).toBe(200);
  expect((await logIn(app, 'ada@contoso.example')).status).toBe(200);
  const trail = await trailOf(app);
  for (const action of ['user-import.started', 'member.created', 'user-import.finished'])
    expect(trail.filter((one) => one === action)).toHaveLength(1);
  expectError(await owner.post(`${IMPORTS}/${id}/start`), 'IMPORT_STATE', { status: 'completed' });
});

test('reports an import row that fails unexpectedly as failed, and continues with the next row', async () => {
  await app.sql(`create function refuse_one() returns trigger language plpgsql as $$ begin raise 'cannot be'; end $$`);
  await app.sql(`create trigger refuse_one before insert on invitations for each row
    when (new.email_key = 'broken@elsewhere.example') execute function refuse_one()`);
  const id = await makeImport(owner, ['broken@elsewhere.example', 'sound@elsewhere.example']);
  await owner.post(`${IMPORTS}/${id}/start`);
  const done = await settled(app, owner, id);
  await app.sql('drop trigger refuse_one on invitations');
  expect(done).toMatchObject({ status: 'completed', rows: { failed: 1, invited: 1, ready: 0 } });
  const { rows } = (await owner.get<'listUserImportRows'>(`${IMPORTS}/${id}/rows?status=failed`)).body;
  expect(rows).toMatchObject([
    { email: 'broken@elsewhere.example', message: expect.stringContaining('The row could not be imported') },
  ]);
});

test("returns 404 for an unknown import and for another organization's import", async () => {
  const id = await makeImport(owner, ['theirs@contoso.example']);
  const other = await app.otherTenant();
  for (const by of [other.owner, owner]) {
    const wanted = by === owner ? NO_IMPORT : id;
    expectError(await by.post(`${IMPORTS}/${wanted}/start`), 'IMPORT_NOT_FOUND', { importId: wanted });
  }
  expect((await importOf(owner, id)).status).toBe('preview');
});

administrative(app, { method: 'POST', path: `${IMPORTS}/${NO_IMPORT}/start` });
