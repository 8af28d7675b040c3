import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';
import { sandbox } from '../support/sandbox.ts';

const app = await startTestApp();
const path = '/sandbox/api/sandbox/clock/advance';
const { key } = await sandbox(app);

const statusOf = async (id: string) =>
  (await key.get<'getDocumentStatus'>(`/sandbox/api/documents/${id}/status`)).body.status;

describe('200', () => {
  test('expires a document exactly when the sandbox clock reaches its expiration', async () => {
    const { id } = await (await sandbox(app)).sent({ expirationDays: 2 });
    const first = await key.post<'advanceSandboxClock'>(path, { seconds: 2 * 86_400 - 1 });
    expect(first.status, first.text).toBe(200);
    expect(await statusOf(id)).toBe('in-progress');
    const { body } = await key.post<'advanceSandboxClock'>(`/sandbox/v1${path.slice(8)}`, { seconds: 1 });
    expect(body).toEqual({ success: true, advancedSeconds: first.body.advancedSeconds + 1 });
    await until('the document to expire', async () => (await statusOf(id)) === 'expired');
  });

  test("changes neither the organization's live documents nor another organization's sandbox", async () => {
    const live = await app.sent({ expirationDays: 1 });
    const other = await app.otherTenant();
    const foreign = await sandbox(app, other);
    const theirs = await foreign.sent({ expirationDays: 1 });
    await key.post(path, { seconds: 86_400 });
    const rows = await app.sql<{ id: string; expires_at: Date }>(
      'select id, expires_at from documents where id = any($1)',
      [[live.id, theirs.id]],
    );
    for (const { expires_at } of rows) expect(expires_at.getTime()).toBe(app.clock.now().getTime() + 86_400_000);
    expect(rows).toHaveLength(2);
  });
});

needsCredential(app, { method: 'POST', path, body: { seconds: 1 } });

test('returns 403 to a member and to an API key without documents:write', async () => {
  expectError(await (await app.member('member')).caller.post(path, { seconds: 1 }), 'FORBIDDEN');
  const reader = await (await sandbox(app)).makeKey(['documents:read']);
  expectError(await reader.post(path, { seconds: 1 }), 'FORBIDDEN', { scope: 'documents:write' });
});

test('returns 404 outside the sandbox', async () => {
  expectError(await app.owner.post('/api/sandbox/clock/advance', { seconds: 1 }), 'NOT_FOUND');
});

test.each([0, -1, 1.5, 366 * 86_400 + 1, 'a day'])(
  'returns 422 for advancing the clock by %j seconds',
  async (seconds) => {
    expectInvalid(await key.post(path, { seconds }), 'seconds');
  },
);

refusesOtherMethods(app, path, ['POST']);
