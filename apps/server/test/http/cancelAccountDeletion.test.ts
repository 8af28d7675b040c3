import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, logIn, mailCount, PASSWORD } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/legal/delete-account';

test('keeps the account after the canceled deletion date has passed', async () => {
  const { caller, email } = await join(app);
  await caller.post('/api/legal/delete-account', { password: PASSWORD });
  expect((await caller.send('DELETE', path)).status).toBe(200);
  expectError(await caller.send('DELETE', path, { mayFail: true }), 'NO_ACCOUNT_DELETION');
  expect(await mailCount(app, email, 'account-deletion-cancelled')).toBe(1);
  app.clock.advance({ days: 31 });
  await app.cron.post('/api/cron/data-retention');
  expect((await logIn(app, email)).status).toBe(200);
});

sessionOnly(app, { method: 'DELETE', path });
