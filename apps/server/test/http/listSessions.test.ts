import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookiesOf, join, PASSWORD } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('200', () => {
  test("returns the device, address and last use of the user's sessions, marks the current session, and returns no token", async () => {
    const person = await join(app);
    app.clock.advance({ minutes: 5 });
    const login = await app.anyone.post(
      '/api/auth/login',
      { email: person.email, password: PASSWORD },
      { headers: { 'user-agent': FIREFOX } },
    );
    const firefox = app.anyone.with({ cookie: cookiesOf(login) });
    const { body, text } = await firefox.get<'listSessions'>(path);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toEqual({
      id: expect.stringMatching(/^ses_[0-9a-hjkmnp-tv-z]{26}$/),
      device: 'Firefox on Linux',
      address: '127.0.0.1',
      method: 'password',
      organization: 'Northwind Trading',
      created_at: app.clock.now().toISOString(),
      last_used_at: app.clock.now().toISOString(),
      expires_at: new Date(app.clock.now().getTime() + 12 * 3_600_000).toISOString(),
      current: true,
    });
    expect(body.sessions[1]?.current).toBe(false);
    expect(text).not.toContain('hash');
  });

  test("omits sessions that the organization's idle limit has ended", async () => {
    const person = await join(app);
    app.clock.advance({ minutes: 31 });
    const again = app.anyone.with({
      cookie: cookiesOf(await app.anyone.post('/api/auth/login', { email: person.email, password: PASSWORD })),
    });
    expect((await again.get<'listSessions'>(path)).body.sessions).toHaveLength(1);
  });
});

sessionOnly(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET', 'DELETE']);
