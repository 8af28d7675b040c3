import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { join } from '../support/people.ts';

/** listMemberSessions.test.ts tests ending one of several sessions, and sessions in other organizations. */
const app = await startTestApp();
const pathOf = (userId: string) => `/api/organization/members/${userId}/sessions`;

test("ends all of a member's sessions immediately, and reports zero if none are left", async () => {
  const person = await join(app);
  const owner = await app.session();
  for (const ended of [1, 0])
    expect((await owner.send<'endMemberSessions'>('DELETE', pathOf(person.userId))).body).toEqual({
      success: true,
      ended,
    });
  expectError(await person.caller.get('/api/auth/session'), 'UNAUTHORIZED');
});

describe('404', () => {
  test('rejects an unknown session and a user who is not a member', async () => {
    const person = await join(app);
    const owner = await app.session();
    const sessionId = newId('session');
    const answer = await owner.send('DELETE', `${pathOf(person.userId)}?id=${sessionId}`);
    expectError(answer, 'SESSION_NOT_FOUND', { sessionId });
    const userId = newId('user');
    expectError(await owner.send('DELETE', pathOf(userId)), 'MEMBER_NOT_FOUND', { userId });
    expect((await person.caller.get('/api/auth/session')).status).toBe(200);
  });
});

test('rejects an invalid session ID with 422', async () => {
  const person = await join(app);
  expectInvalid(await (await app.session()).send('DELETE', `${pathOf(person.userId)}?id=all`), 'id');
});
