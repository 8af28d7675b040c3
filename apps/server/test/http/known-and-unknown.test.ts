/**
 * Addresses with an account and without do the same: the same statements in the same order, and the same answer. Nobody can tell
 * them apart by what takes time, so this holds where a clock would only show noise.
 */
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { comparableText, type Answer } from '../support/caller.ts';
import { join, PASSWORD } from '../support/people.ts';
import { WireTap } from '../support/wire-tap.ts';

const tap = new WireTap();
const app = await startTestApp({ registration: 'open', through: (connection) => tap.open(connection) });
const person = await join(app);
// What runs when nobody waits, jobs (which may and do differ) or by the clock, would stand among the statements of a request.
const { runner, webhooks, watch, timers } = app.services;
await Promise.all([runner, webhooks, watch, timers].map((task) => task.stop()));

/** What the database was asked for, as it went over the wire. */
async function traced(send: () => Promise<Answer>): Promise<{ answer: string; statements: string[] }> {
  const { result, statements } = await tap.listen(send);
  const { status, text, headers } = result;
  return { answer: `${status} ${[...headers.keys()].toSorted().join()} ${comparableText({ text })}`, statements };
}

const REQUESTS: [string, (email: string) => Promise<Answer>][] = [
  [
    'a login with a wrong password',
    (email) => app.anyone.post('/api/auth/login', { email, password: 'not this password' }),
  ],
  ['a registration', (email) => app.anyone.post('/api/auth/register', { email, name: 'Ada', password: PASSWORD })],
  ['a forgotten password', (email) => app.anyone.post('/api/auth/forgot-password', { email })],
  ['a mail sent again', (email) => app.anyone.post('/api/auth/resend-verification', { email })],
];

describe.each(REQUESTS)('%s', (_name, send) => {
  test('of a known address runs what one of an unknown address runs', async () => {
    // The first of each makes what is kept afterwards (keys of persons).
    for (const email of [person.email, 'nobody@contoso.example']) await send(email);
    const known = await traced(() => send(person.email));
    const unknown = await traced(() => send('nobody@contoso.example'));
    expect(known.statements.length).toBeGreaterThan(3);
    expect(known.statements).toEqual(unknown.statements);
    expect(known.answer).toBe(unknown.answer);
  });
});
