import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential, refusesApiKeys, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = (id: string): string => `/api/settings/api-keys/${id}/hand-over`;
const list = '/api/documents/paginated';

describe('200', () => {
  test.each([
    ['without a version', ''],
    ['with the version /v1', '/v1'],
  ])("keeps a transferred API key after its creator's membership ends (path %s)", async (_, prefix) => {
    const maker = await app.member('admin');
    const { caller, id } = await app.makeKey({ by: maker.caller });
    const answer = await app.owner.post<'handOverApiKey'>(prefix + path(id), { userId: app.tenant.userId });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.apiKey.created_by).toEqual({ id: app.tenant.userId, name: 'Grace Hopper' });
    await app.sql('delete from memberships where user_id = $1', [maker.userId]);
    app.services.memory.forget('credentials');
    expect((await caller.get(list)).status).toBe(200);
  });

  test("revokes an API key when its creator's membership ends and the key was not transferred", async () => {
    const maker = await app.member('admin');
    const { caller } = await app.makeKey({ by: maker.caller });
    expect((await caller.get(list)).status).toBe(200);
    await app.sql('delete from memberships where user_id = $1', [maker.userId]);
    app.services.memory.forget('credentials');
    expectError(await caller.get(list), 'UNAUTHORIZED');
  });
});

needsCredential(app, { method: 'POST', path: path(newId('apiKey')), body: { userId: newId('user') } });

describe('403', () => {
  refusesApiKeys(app, { method: 'POST', path: path(newId('apiKey')), body: { userId: newId('user') } });
  test('rejects a member without the admin role', async () => {
    const { id } = await app.makeKey();
    const { caller, userId } = await app.member('member');
    expectError(await caller.post(path(id), { userId }), 'FORBIDDEN');
  });
});

test('rejects the handover of an unknown API key with 404', async () => {
  const keyId = newId('apiKey');
  expectError(await app.owner.post(path(keyId), { userId: app.tenant.userId }), 'API_KEY_NOT_FOUND', { keyId });
});

test('returns 422 for a new owner who cannot create API keys or is not a member', async () => {
  const { id } = await app.makeKey();
  const { userId } = await app.member('member');
  const other = await app.otherTenant();
  for (const wrong of [userId, other.userId, newId('user')])
    expectInvalid(await app.owner.post(path(id), { userId: wrong }), 'userId');
});

refusesOtherMethods(app, path(newId('apiKey')), ['POST']);
