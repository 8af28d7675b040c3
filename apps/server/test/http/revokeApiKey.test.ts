import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';
import { comparableText } from '../support/caller.ts';

const app = await startTestApp();
const path = (id: string): string => `/api/settings/api-keys?id=${encodeURIComponent(id)}`;

describe('200', () => {
  test.each(['', '/v1'])('rejects the revoked API key everywhere immediately (path prefix "%s")', async (prefix) => {
    const { caller, id } = await app.makeKey();
    const draft = await app.draft({ by: caller });
    const answer = await app.owner.send('DELETE', prefix + path(id));
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { success: true } });
    // No time has passed on the server's clock, so the key would still work if the server used the cached credential.
    for (const address of [
      '/api/documents/paginated',
      `/v1/api/documents/${draft.id}`,
      `/api/documents/${draft.id}/status`,
    ]) {
      expectError(await caller.get(address), 'UNAUTHORIZED');
    }
    const list = await app.owner.get<'listApiKeys'>('/api/settings/api-keys');
    expect(list.body.apiKeys.map((key) => key.id)).not.toContain(id);
    expect((await app.key.get(`/api/documents/${draft.id}`)).status, 'the documents of the key are kept').toBe(200);
  });
});

test('lets an API key with the admin scope revoke itself and other keys', async () => {
  const [admin, other] = [await app.makeKey({ scopes: ['admin'] }), await app.makeKey()];
  expect((await admin.caller.send('DELETE', path(other.id))).status).toBe(200);
  expectError(await other.caller.get('/api/documents/paginated'), 'UNAUTHORIZED');
  expect((await admin.caller.send('DELETE', path(admin.id))).status).toBe(200);
  expectError(await admin.caller.get('/api/settings/api-keys'), 'UNAUTHORIZED');
});

needsCredential(app, { method: 'DELETE', path: path(newId('apiKey')) });

describe('403', () => {
  test('rejects an API key without the admin scope', async () => {
    const { caller } = await app.makeKey({ scopes: ['documents:read', 'documents:write', 'templates', 'webhooks'] });
    expectError(await caller.both('DELETE', path(newId('apiKey'))), 'FORBIDDEN', { scope: 'admin' });
  });
  test('rejects a member without the admin role', async () => {
    const { caller, id } = await app.makeKey();
    expectError(await (await app.member('member')).caller.both('DELETE', path(id)), 'FORBIDDEN');
    expect((await caller.get('/api/documents/paginated')).status).toBe(200);
  });
});

describe('404', () => {
  test("returns the same response for an unknown API key, a revoked key and another organization's key", async () => {
    const unknown = newId('apiKey');
    const nothing = await app.owner.both('DELETE', path(unknown));
    expectError(nothing, 'API_KEY_NOT_FOUND', { keyId: unknown });
    const { id: revoked } = await app.makeKey();
    await app.owner.send('DELETE', path(revoked));
    const other = await app.otherTenant();
    const { body } = await other.owner.get<'listApiKeys'>('/api/settings/api-keys');
    const foreign = body.apiKeys[0]?.id ?? '';
    for (const id of [revoked, foreign]) {
      const answer = await app.owner.both('DELETE', path(id));
      expect(answer.status).toBe(404);
      expect(comparableText(answer).replaceAll(id, unknown)).toBe(comparableText(nothing));
    }
    expect((await other.key.get('/api/documents/paginated')).status, 'the other key still works').toBe(200);
  });
});

describe('422', () => {
  test.each([
    ['a missing ID', '/api/settings/api-keys', 'id'],
    ['an ID of the wrong format', path('key_1'), 'id'],
    ['two IDs', `${path(newId('apiKey'))}&id=${newId('apiKey')}`, 'id'],
    ['an unknown property', `${path(newId('apiKey'))}&force=true`, 'force'],
  ])('rejects an invalid request to revoke a key: %s', async (_, at, field) => {
    expectInvalid(await app.owner.both('DELETE', at), field);
  });
});
