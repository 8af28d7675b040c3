import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, refusesApiKeys, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const sample = { method: 'GET', path: '/api/auth/session' };
const isOpen = async (session: typeof app.owner): Promise<boolean> =>
  (await session.get('/api/auth/session')).status === 200;

describe('200', () => {
  test("returns the signed-in user, the organization and the user's role", async () => {
    const { status, body } = await app.owner.both('GET', '/api/auth/session');
    expect(status).toBe(200);
    expect(body).toEqual({
      session: {
        user: { id: app.tenant.userId, name: OWNER.name, email: OWNER.email },
        organization: { id: app.tenant.organizationId, name: OWNER.organization, plan: 'enterprise' },
        role: 'owner',
        operator: true,
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        method: 'password',
        locale: null,
        time_zone: null,
        two_factor_required: false,
      },
    });
  });
});

needsCredential(app, sample);

describe('401 when the session has expired', () => {
  test('ends a session after 30 minutes without a request, and not earlier', async () => {
    const session = await app.logIn();
    for (let i = 0; i < 3; i += 1) {
      app.clock.advance({ minutes: 29, seconds: 59 });
      expect(await isOpen(session), `after ${i + 1} pauses of just under 30 minutes`).toBe(true);
    }
    app.clock.advance({ minutes: 30, seconds: 1 });
    expectError(await session.get('/api/auth/session'), 'UNAUTHORIZED');
    expect(await isOpen(session), 'an expired session stays closed').toBe(false);
  });

  test('ends a session after 12 hours, even if it is in use', async () => {
    const session = await app.logIn();
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      app.clock.advance({ minutes: 20 });
      expect(await isOpen(session)).toBe(true);
    }
    app.clock.advance({ minutes: 20 });
    expectError(await session.get('/api/auth/session'), 'UNAUTHORIZED');
  });

  test('ends a session exactly at its expiration time, even if it was used just before', async () => {
    const session = await app.logIn();
    const end = new Date(app.clock.now().getTime() + 500);
    await app.sql('update sessions set expires_at = $1 where expires_at > $1', [end]);
    expect(await isOpen(session)).toBe(true);
    app.clock.advance({ ms: 499 });
    expect(await isOpen(session)).toBe(true);
    app.clock.advance({ ms: 1 });
    expectError(await session.get('/api/auth/session'), 'UNAUTHORIZED');
  });

  test("ends the user's sessions when the membership ends", async () => {
    const { caller, userId } = await app.member('admin');
    expect(await isOpen(caller)).toBe(true);
    await app.sql('delete from memberships where user_id = $1', [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.get('/api/auth/session'), 'UNAUTHORIZED');
  });
});

describe('403', () => {
  refusesApiKeys(app, sample);
});

refusesOtherMethods(app, '/api/auth/session', ['GET']);
