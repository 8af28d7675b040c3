import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookiesOf, join, logIn } from '../support/people.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const pathOf = (id: string) => `/api/auth/sessions/${id}`;

describe('200', () => {
  test('immediately ends the revoked session, and no other session', async () => {
    const person = await join(app);
    const other = app.anyone.with({ cookie: cookiesOf(await logIn(app, person.email)) });
    const { sessions } = (await other.get<'listSessions'>('/api/auth/sessions')).body;
    const target = sessions.find(({ current }) => !current);
    expect((await person.caller.get('/api/auth/session')).status).toBe(200);
    expect((await other.send('DELETE', pathOf(target?.id ?? ''))).status).toBe(200);
    // No wait is needed, because the process that ends the session also removes it from its cache.
    expect((await person.caller.get('/api/auth/session')).status).toBe(401);
    expect((await other.get('/api/auth/session')).status).toBe(200);
  });

  test('ends a session in all processes within a second after another process revokes it', async () => {
    const person = await join(app);
    expect((await person.caller.get('/api/auth/session')).status).toBe(200);
    await app.sql('delete from sessions where user_id = $1', [person.userId]);
    app.clock.advance({ ms: 1001 });
    expect((await person.caller.get('/api/auth/session')).status).toBe(401);
  });
});

describe('404', () => {
  test("rejects another person's session, an unknown session and an invalid ID", async () => {
    const [person, other] = [await join(app), await join(app)];
    const { sessions } = (await other.caller.get<'listSessions'>('/api/auth/sessions')).body;
    for (const sessionId of [sessions[0]?.id ?? '', newId('session'), 'ses_1'])
      expectError(await person.caller.send('DELETE', pathOf(sessionId)), 'SESSION_NOT_FOUND', { sessionId });
    expect((await other.caller.get('/api/auth/session')).status).toBe(200);
  });
});

sessionOnly(app, { method: 'DELETE', path: pathOf(newId('session')) });
