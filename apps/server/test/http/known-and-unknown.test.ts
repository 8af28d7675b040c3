/**
 * Addresses with an account and without do the same: the same statements in the same order, and the same answer. Nobody can tell
 * them apart by what takes time, so this holds where a clock would only show noise.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Tx } from '../../src/platform/db/transaction.ts';
import { startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { join, PASSWORD } from '../support/people.ts';

const app = await startTestApp({ registration: 'open' });
const person = await join(app);
// What runs when nobody waits, jobs (which may and do differ) or by the clock, would stand among the statements of a request.
const { database, runner, webhooks, watch, recurring } = app.services;
await Promise.all([runner, webhooks, watch, ...recurring].map((task) => task.stop()));
afterEach(() => vi.restoreAllMocks());

async function traced(send: () => Promise<Answer>): Promise<{ answer: string; statements: string[] }> {
  const statements: string[] = [];
  const read = vi.spyOn(Tx.prototype, 'queryAll');
  const alone = vi.spyOn(database, 'queryAll');
  const write = vi.spyOn(Tx.prototype, 'write');
  const { status, text, headers } = await send();
  const calls = [
    ...read.mock.calls.map(([queries], i) => ({
      at: read.mock.invocationCallOrder[i],
      names: queries.map(({ name }) => name),
    })),
    ...alone.mock.calls.map(([, queries], i) => ({
      at: alone.mock.invocationCallOrder[i],
      names: queries.map(({ name }) => `alone ${name}`),
    })),
    ...write.mock.calls.map(([query], i) => ({
      at: write.mock.invocationCallOrder[i],
      names: [`write ${query.name}`],
    })),
  ];
  statements.push(...calls.toSorted((one, other) => Number(one.at) - Number(other.at)).flatMap(({ names }) => names));
  vi.restoreAllMocks();
  return { answer: `${status} ${[...headers.keys()].toSorted().join()} ${text}`, statements };
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
