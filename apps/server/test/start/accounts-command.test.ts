import { expect, test } from 'vitest';
import { runConsole } from '../../src/main/console.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { logIn, mailCount, trailOf } from '../support/people.ts';
import { withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const lines: string[] = [];
const io = {
  out: (text: string) => void lines.push(`out ${text}`),
  err: (text: string) => void lines.push(`err ${text}`),
};
const run = (...args: string[]) => runConsole(app.config, ['accounts', ...args], io, app.clock);

test('removes all second factors of a user while the server runs, keeps the password, notifies the user and ends all sessions', async () => {
  const lost = await withPasskey(app, await withApp(app));
  expect((await logIn(app, lost.email)).status).toBe(403);
  expect(await run('reset-two-factor', ` ${lost.email.toUpperCase()} `), lines.join('\n')).toBe(0);
  // The cache is cleared, because a session that was just looked up is cached for a second.
  app.services.memory.forget('credentials');
  expectError(await lost.caller.get('/api/auth/session'), 'UNAUTHORIZED');
  expectError(await logIn(app, lost.email, 'not this password'), 'INVALID_CREDENTIALS');
  expect((await logIn(app, lost.email)).status).toBe(200);
  app.services.runner.wake('mail');
  expect(await mailCount(app, lost.email, 'two-factor-off')).toBe(1);
  expect(await trailOf(app)).toContain('member.two-factor-reset-on-console');

  expect(await run('reset-two-factor', lost.email)).toBe(1);
  expect(lines.at(-1)).toBe('err This account has no second factor.');
  expect(await run('reset-two-factor', 'nobody@contoso.example')).toBe(1);
  expect(lines.at(-1)).toBe('err There is no account with this e-mail address.');
});

test('prints the usage of the accounts command for invalid arguments', async () => {
  for (const args of [[], ['reset-two-factor'], ['nonsense', 'a@b.example'], ['reset-two-factor', 'a@b.example', 'c']])
    expect(await run(...args)).toBe(64);
  expect(lines.at(-1)).toContain('Usage: npm start -- accounts reset-two-factor EMAIL');
});
