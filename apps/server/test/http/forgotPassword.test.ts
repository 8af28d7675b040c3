import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { mailCount } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/forgot-password';

describe('200', () => {
  test('returns the same response for a known and an unknown address, and e-mails only the known address', async () => {
    const known = await app.anyone.both('POST', path, { body: { email: OWNER.email } });
    const unknown = await app.anyone.both('POST', path, { body: { email: 'nobody@northwind.example' } });
    expect({ status: known.status, text: known.text }).toEqual({ status: 200, text: '{"success":true}' });
    expect(unknown.text).toBe(known.text);
    expect(await mailCount(app, OWNER.email, 'reset-password')).toBe(2);
    expect(await app.sql('select from mails where to_address = $1', ['nobody@northwind.example'])).toEqual([]);
  });

  test('sends at most five e-mails to an address and delays further e-mails', async () => {
    app.clock.advance({ days: 2 });
    const before = await mailCount(app, OWNER.email, 'reset-password');
    for (let i = 0; i < 8; i += 1) await app.anyone.post(path, { email: OWNER.email });
    expect((await mailCount(app, OWNER.email, 'reset-password')) - before).toBe(5);
  });
});

describe('422', () => {
  test.each([
    ['a missing address', {}, 'email'],
    ['a list of addresses', { email: [OWNER.email, 'mallory@evil.example'] }, 'email'],
    ['two addresses in one string', { email: `${OWNER.email},mallory@evil.example` }, 'email'],
  ])('rejects an invalid e-mail address: %s', async (_name, body, field) => {
    expectInvalid(await app.anyone.post(path, body), field);
  });
});

refusesOtherMethods(app, path, ['POST']);
