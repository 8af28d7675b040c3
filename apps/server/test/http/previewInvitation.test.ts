import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { mailToken } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/auth/invitation';

describe('200', () => {
  test('returns the inviter, the organization and whether an account exists, regardless of how often the invitation is previewed', async () => {
    const person = app.person();
    await (await app.session()).post('/api/organization/invitations', { ...person, role: 'admin' });
    const token = await mailToken(app, person.email, 'invitation');
    const answer = await app.anyone.both<'previewInvitation'>('POST', path, { body: { token } });
    expect(answer.body.invitation).toEqual({
      email: person.email,
      name: person.name,
      organization: OWNER.organization,
      role: 'admin',
      invited_by: OWNER.name,
      expires_at: new Date(app.clock.now().getTime() + 14 * 86_400_000).toISOString(),
      has_account: false,
    });
  });
});

describe('410', () => {
  test('rejects an invalid invitation token, and a signing link', async () => {
    for (const token of ['nonsense', app.strayLink()])
      expectError(await app.anyone.post(path, { token }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  test('rejects a request without an invitation token', async () => {
    expectInvalid(await app.anyone.post(path, {}), 'token');
  });
});

refusesOtherMethods(app, path, ['POST']);
