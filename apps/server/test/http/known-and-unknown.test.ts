/**
 * Addresses with and without an account run the same statements in the same order, and get the same response. Timing
 * therefore cannot reveal whether an account exists. Comparing the statements is exact, whereas measured times contain
 * noise.
 */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { comparableText, type Answer } from '../support/caller.ts';
import { join, PASSWORD } from '../support/people.ts';
import { WireTap } from '../support/wire-tap.ts';

const tap = new WireTap();
const app = await startTestApp({ registration: 'open', through: (connection) => tap.open(connection) });
const person = await join(app);
// Background jobs and scheduled work are stopped, because their statements may differ and would be recorded together
// with those of a request.
const { runner, webhooks, watch, timers, transparencyLog } = app.services;
await Promise.all([runner, webhooks, watch, timers, transparencyLog].map((task) => task.stop()));

/** Returns the queries as sent to the database. */
async function traced(send: () => Promise<Answer>): Promise<{ answer: string; statements: string[] }> {
  const { result, statements } = await tap.listen(send);
  const { status, text, headers } = result;
  return { answer: `${status} ${[...headers.keys()].toSorted().join()} ${comparableText({ text })}`, statements };
}

const REQUESTS: [string, (email: string) => Promise<Answer>][] = [
  [
    'a sign-in with a wrong password',
    (email) => app.anyone.post('/api/auth/login', { email, password: 'not this password' }),
  ],
  ['a registration', (email) => app.anyone.post('/api/auth/register', { email, name: 'Ada', password: PASSWORD })],
  ['a request to reset a password', (email) => app.anyone.post('/api/auth/forgot-password', { email })],
  [
    'a request to resend the verification e-mail',
    (email) => app.anyone.post('/api/auth/resend-verification', { email }),
  ],
];

describe.each(REQUESTS)('%s', (_name, send) => {
  test('runs the same SQL statements for a known and an unknown e-mail address', async () => {
    // The first request of each kind creates personal keys, which later requests reuse.
    for (const email of [person.email, 'nobody@contoso.example']) await send(email);
    const known = await traced(() => send(person.email));
    const unknown = await traced(() => send('nobody@contoso.example'));
    expect(known.statements.length).toBeGreaterThan(3);
    expect(known.statements).toEqual(unknown.statements);
    expect(known.answer).toBe(unknown.answer);
  });
});
