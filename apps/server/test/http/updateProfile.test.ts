import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { trailOf } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/user/profile';
const put = async (body: object) => (await app.session()).send<'updateProfile'>('PUT', path, { body });
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><path d="M5 20 L95 20" stroke="#000" fill="none"/></svg>',
).toString('base64');

describe('200', () => {
  test('changes the given profile values, keeps omitted values, and removes values set to null', async () => {
    const first = await put({
      locale: 'de',
      time_zone: 'Europe/Berlin',
      signature: { type: 'typed', data: 'Grace Hopper', hand: 'elegant' },
    });
    expect(first.status, first.text).toBe(200);
    expect(first.body.profile).toMatchObject({
      locale: 'de',
      time_zone: 'Europe/Berlin',
      signature: { type: 'typed', data: 'Grace Hopper', hand: 'elegant' },
    });
    const second = await put({ name: 'Rear Admiral Hopper', locale: null });
    expect(second.body.profile).toMatchObject({
      name: 'Rear Admiral Hopper',
      locale: null,
      time_zone: 'Europe/Berlin',
      signature: { type: 'typed' },
    });
    const read = await app.owner.get<'getProfile'>(path);
    expect(read.body.profile).toEqual(second.body.profile);
    expect((await trailOf(app)).at(-1)).toBe('user.profile-changed');
  });

  test('accepts a drawn signature in the profile', async () => {
    const answer = await put({ signature: { type: 'drawn', data: svg } });
    expect(answer.body.profile.signature).toEqual({ type: 'drawn', data: svg });
  });
});

describe('422', () => {
  test.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a name with a line break', { name: 'Grace\nHopper' }, 'name'],
    ['a locale given as a word', { locale: 'German' }, 'locale'],
    ['an unknown time zone', { time_zone: 'Europe/Atlantis' }, 'time_zone'],
    ['a signature that is not an image', { signature: { type: 'drawn', data: 'AAAA' } }, 'signature.data'],
    [
      'a signature that contains a script',
      {
        signature: {
          type: 'drawn',
          data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>').toString('base64'),
        },
      },
      'signature.data',
    ],
    ['an uploaded signature', { signature: { type: 'uploaded', data: svg } }, 'signature.type'],
    ['another e-mail address', { email: 'mallory@evil.example' }, 'email'],
    ['a verified e-mail address', { email_verified: true }, 'email_verified'],
  ])('rejects an invalid profile change: %s', async (_name, body, field) => {
    expectInvalid(await put(body), field);
  });
});

sessionOnly(app, { method: 'PUT', path, body: { name: 'Somebody Else' } });
