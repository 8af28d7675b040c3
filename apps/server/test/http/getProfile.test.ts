import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/user/profile';

test('200: one’s own, and nothing of the password', async () => {
  const answer = await app.owner.both<'getProfile'>('GET', path);
  expect(answer.body).toEqual({
    profile: {
      id: app.tenant.userId,
      name: OWNER.name,
      email: OWNER.email,
      email_verified: false,
      locale: null,
      time_zone: null,
      signature: null,
      created_at: app.clock.now().toISOString(),
    },
  });
  expect(answer.text).not.toContain('argon2');
});

describe('refusals', () => {
  sessionOnly(app, { method: 'GET', path });
  refusesOtherMethods(app, path, ['GET', 'PUT']);
});
