import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookieNamed, join, logIn, mailCount, PASSWORD } from '../support/people.ts';
import type { Caller } from '../support/caller.ts';

const app = await startTestApp();
const path = '/api/legal/delete-account';
const ask = (by: Caller, password = PASSWORD) =>
  by.send<'deleteAccount'>('POST', path, { body: { password }, mayFail: true });

test('schedules the account deletion for thirty days later if the password is correct, sends an e-mail, and rejects a second request', async () => {
  const { caller, email } = await join(app);
  expectError(await ask(caller, 'not the password'), 'WRONG_PASSWORD');
  const answer = await ask(caller);
  expect(answer.status, answer.text).toBe(202);
  const due = new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString();
  expect(answer.body.deletion).toEqual({ requested_at: app.clock.now().toISOString(), due_at: due, waits_for: null });
  expect(await mailCount(app, email, 'account-deletion')).toBe(1);
  expectError(await ask(caller), 'ACCOUNT_DELETION_SCHEDULED', { due_at: due });
  expect((await logIn(app, email)).status, 'the account works until the deletion date').toBe(200);
});

test('returns 409 and names the organizations that have no other owner', async () => {
  const { caller } = await join(app);
  const made = await caller.post<'createOrganization'>('/api/organizations', { name: 'Mine Alone' });
  const { id } = made.body.organization;
  expectError(await ask(caller), 'HAND_OVER_FIRST', { organizations: [{ id, name: 'Mine Alone' }] });
  const switched = await caller.post('/api/auth/switch-organization', { organizationId: id });
  const owner = app.anyone.with({ cookie: cookieNamed(switched, 'countersign_session') });
  await owner.send('DELETE', '/api/organization', { body: { password: PASSWORD } });
  expect((await ask(owner)).status, 'an organization that is being deleted needs no owner').toBe(202);
});

test('rejects a session with a second factor but without a recent step-up', async () => {
  const { caller, userId } = await join(app);
  await app.sql('update users set two_factor_since = now() where id = $1', [userId]);
  app.clock.advance({ minutes: 11 });
  expectError(await ask(caller), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
});

sessionOnly(app, { method: 'POST', path, body: { password: PASSWORD } });
