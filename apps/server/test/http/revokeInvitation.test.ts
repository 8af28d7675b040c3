import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { mailToken, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { newId } from '../../src/platform/crypto/ids.ts';

const app = await startTestApp();
const pathOf = (id: string) => `/api/organization/invitations/${id}`;

async function invited(by: Caller): Promise<{ id: string; email: string }> {
  const { email } = app.person();
  const answer = await by.post<'createInvitation'>('/api/organization/invitations', { email });
  return { id: answer.body.invitation.id, email };
}

describe('200', () => {
  test('invalidates the invitation link', async () => {
    const owner = await app.session();
    const { id, email } = await invited(owner);
    const token = await mailToken(app, email, 'invitation');
    expect((await owner.send('DELETE', pathOf(id))).status).toBe(200);
    expectError(await app.anyone.post('/api/auth/invitation', { token }), 'MAIL_LINK_INVALID');
    expect((await trailOf(app)).at(-1)).toBe('invitation.revoked');
  });
});

administrative(app, { method: 'DELETE', path: pathOf(newId('invitation')) });

describe('404', () => {
  test("rejects another organization's invitation, a revoked invitation, an unknown invitation and an invalid ID", async () => {
    const owner = await app.session();
    const theirs = await invited((await app.otherTenant()).owner);
    const gone = await invited(owner);
    await owner.send('DELETE', pathOf(gone.id));
    for (const invitationId of [theirs.id, gone.id, newId('invitation'), 'inv_1'])
      expectError(await owner.send('DELETE', pathOf(invitationId)), 'INVITATION_NOT_FOUND', { invitationId });
  });
});

refusesOtherMethods(app, pathOf(newId('invitation')), ['DELETE']);
