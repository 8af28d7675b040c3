import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { join } from '../support/people.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const pathOf = (userId: string) => `/api/admin/users/${userId}/hand-over`;

test('transfers the documents and API keys of a member who stays in the organization', async () => {
  const owner = await app.session();
  const from = await join(app, { role: 'admin' });
  const made = await from.caller.post<'createApiKey'>('/api/settings/api-keys', { name: 'Theirs' });
  const key = app.anyone.with({ bearer: app.secret(made.body.apiKey.key) });
  const drafts = [await app.draft({ by: from.caller }), await app.draft({ by: from.caller })];
  const answer = await owner.post<'startHandOver'>(pathOf(from.userId), { to: app.tenant.userId, keys: true });
  expect(answer.status, answer.text).toBe(202);
  const done = await until('the hand-over', async () => {
    const { handOver } = (await owner.get<'getHandOver'>(pathOf(from.userId))).body;
    return handOver.status === 'completed' ? handOver : undefined;
  });
  expect(done).toMatchObject({ documents: 2, api_keys: 1 });
  const owners = await app.sql('select distinct owner_id from documents where id = any($1)', [
    drafts.map(({ id }) => id),
  ]);
  expect(owners).toEqual([{ owner_id: app.tenant.userId }]);
  expect((await key.get('/api/documents/paginated')).status).toBe(200);
  expectInvalid(await owner.post(pathOf(from.userId), { to: from.userId }), 'to', 'no_such_member');
});

test('rejects a second handover with 409 while another handover is running', async () => {
  const owner = await app.session();
  const from = await join(app, { role: 'admin' });
  await app.sql(
    `insert into hand_overs (tenant_id, id, from_user_id, to_user_id, party, with_keys, created_at)
     values ($1, 'hov_00000000000000000000000001', $2, $3, '{}', false, now())`,
    [app.tenant.tenantId, from.userId, app.tenant.userId],
  );
  const answer = await owner.post(pathOf(from.userId), { to: app.tenant.userId }, { mayFail: true });
  expectError(answer, 'HAND_OVER_RUNNING', { userId: from.userId });
});

administrative(app, {
  method: 'POST',
  path: pathOf('usr_00000000000000000000000000'),
  body: { to: 'usr_00000000000000000000000000' },
});
