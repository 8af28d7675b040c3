import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { join } from '../support/people.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/user/profile';

test("returns the caller's own profile without the password", async () => {
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

test("returns the profile of an API key's creator without the saved signature", async () => {
  const person = await join(app, { role: 'admin' });
  await person.caller.send('PUT', path, { body: { signature: { type: 'typed', data: 'Ada Lovelace' } } });
  const { caller } = await app.makeKey({ by: person.caller });
  const { profile } = (await caller.get<'getProfile'>(path)).body;
  expect(profile).toMatchObject({ id: person.userId, email: person.email, signature: null });
  const own = (await person.caller.get<'getProfile'>(path)).body.profile;
  expect(own.signature).toMatchObject({ type: 'typed' });
});

describe('rejected requests', () => {
  needsCredential(app, { method: 'GET', path });
  refusesOtherMethods(app, path, ['GET', 'PUT']);
});
