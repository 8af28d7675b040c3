import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookiesOf, join, logIn } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/auth/sessions';

describe('200', () => {
  test("ends only the user's other sessions and keeps the current session", async () => {
    const [person, stranger] = [await join(app), await join(app)];
    const others = [await logIn(app, person.email), await logIn(app, person.email)].map((answer) =>
      app.anyone.with({ cookie: cookiesOf(answer) }),
    );
    const answer = await person.caller.send<'revokeOtherSessions'>('DELETE', path);
    expect(answer.body).toEqual({ success: true, ended: 2 });
    for (const ended of others) expect((await ended.get('/api/auth/session')).status).toBe(401);
    for (const left of [person, stranger]) expect((await left.caller.get('/api/auth/session')).status).toBe(200);
    expect((await person.caller.send<'revokeOtherSessions'>('DELETE', path)).body.ended).toBe(0);
  });
});

sessionOnly(app, { method: 'DELETE', path });
