/** Tests that an attacker gains nothing by spreading guesses at a secret over several server processes (ADR 37). */
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startCountersign } from '../../src/main/start.ts';
import { startTestApp } from '../support/app.ts';
import { type Answer, Caller } from '../support/caller.ts';
import { startWith } from '../support/in-person.ts';
import { cookieNamed, cookiesOf, join, logIn, mailCount, PASSWORD } from '../support/people.ts';
import { codeOf, withApp } from '../support/second-factor.ts';

const app = await startTestApp();
const WRONG = app.secret('not this password');
// The second server has its own memory, so the database treats it as a separate process.
const second = await startCountersign(app.config, pino({ level: 'silent' }), { clock: app.clock });
afterAll(() => second.stop());
const servers = [app.anyone, new Caller(second.listening, new Set())] as const;

/** Sends 24 guesses at once, alternating between the processes. Returns how many were checked and found to be wrong. */
async function looked(guess: (server: Caller, n: number) => Promise<Answer>, wrong: string): Promise<number> {
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => guess(servers[n % 2 === 0 ? 0 : 1], n)));
  return answers.filter(({ body }) => codeOfError(body) === wrong).length;
}
const codeOfError = (body: unknown): unknown => (body as { error?: unknown }).error;
/** Sends the correct secret to each process. */
const late = async (guess: (server: Caller) => Promise<Answer>): Promise<unknown[]> =>
  (await Promise.all(servers.map(guess))).map(({ body }) => codeOfError(body));
const both = (code: string): string[] => [code, code];

test('allows ten guesses at a password, counted across all processes', async () => {
  const { email } = await join(app);
  const guess = (password: string) => (server: Caller) => logIn(app, email, password, server);
  expect(await looked(guess(WRONG), 'INVALID_CREDENTIALS')).toBe(10);
  expect(await late(guess(PASSWORD))).toEqual(both('TOO_MANY_ATTEMPTS'));
});

test('allows one IP address fifty guesses at the passwords of many accounts, counted across all processes', async () => {
  app.clock.advance({ days: 2 });
  const guess = (server: Caller, n: number) => logIn(app, `nobody-${n}@contoso.example`, WRONG, server);
  expect(await looked(guess, 'INVALID_CREDENTIALS')).toBe(24);
  expect(await looked((server, n) => guess(server, 100 + n), 'INVALID_CREDENTIALS')).toBe(24);
  expect(await looked((server, n) => guess(server, 200 + n), 'INVALID_CREDENTIALS')).toBe(2);
  app.clock.advance({ days: 2 });
});

test('allows ten guesses at an authenticator code after the correct password', async () => {
  const { email, secret } = await withApp(app);
  const cookie = cookieNamed(await logIn(app, email), 'countersign_login');
  const right = codeOf(app, secret);
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  const guess = (code: string) => (server: Caller) => server.with({ cookie }).post('/api/auth/2fa/verify', { code });
  expect(await looked(guess(wrong), 'WRONG_CODE')).toBe(10);
  expect(await late(guess(right))).toEqual(both('TOO_MANY_ATTEMPTS'));
});

test("allows ten guesses at the user's password in an open session", async () => {
  const { email } = await join(app);
  const cookie = cookiesOf(await logIn(app, email));
  const guess = (password: string) => (server: Caller) =>
    server.with({ cookie }).post('/api/auth/step-up', { password });
  expect(await looked(guess(WRONG), 'WRONG_PASSWORD')).toBe(10);
  expect(await late(guess(PASSWORD))).toEqual(both('TOO_MANY_ATTEMPTS'));
});

test('locks a recipient at the fifth guess at the access code, counted across all processes', async () => {
  const { token } = await app.sentToOne({ signers: [{ ...app.person(), accessCode: 'Blue 7!' }] });
  const guess = (accessCode: string) => (server: Caller) => server.post('/api/signing/session', { token, accessCode });
  expect(await looked((server, n) => guess(`guess-${n}`)(server), 'ACCESS_CODE_WRONG')).toBe(4);
  expect(await late(guess('Blue 7!'))).toEqual(both('ACCESS_CODE_LOCKED'));
});

test('locks a recipient at the fifth guess at an e-mailed code, counted across all processes', async () => {
  const secondEmail = 'second@contoso.example';
  const signer = { ...app.person(), requireTwoFactor: 'email-code', secondEmail } as const;
  const { token } = await app.sentToOne({ signers: [signer] });
  expect((await app.anyone.post('/api/signing/session/code', { token })).status).toBe(200);
  const right = /\b\d{6}\b/.exec((await app.mail(secondEmail, 'signing-code')).text)?.[0] ?? '';
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  const guess = (stepCode: string) => (server: Caller) => server.post('/api/signing/session', { token, stepCode });
  expect(await looked(guess(wrong), 'SIGNER_STEP_WRONG')).toBe(4);
  expect(await late(guess(right))).toEqual(both('SIGNER_STEP_LOCKED'));
});

test('locks an in-person session at the fifth guess at its code, counted across all processes', async () => {
  const sent = await app.sent();
  const { sessionId } = await startWith(app, sent.id, sent.signers[0]?.email ?? '', { accessCode: 'Blue 7!' });
  const guess = (verificationCode: string) => (server: Caller) =>
    server.post('/api/signing/in-person/verify', { sessionId, verificationCode });
  expect(await looked((server, n) => guess(`guess-${n}`)(server), 'ACCESS_CODE_WRONG')).toBe(4);
  expect(await late(guess('Blue 7!'))).toEqual(both('ACCESS_CODE_LOCKED'));
});

test('sends at most five e-mails with a password reset link, counted across all processes', async () => {
  const { email } = await join(app);
  await looked((server) => server.post('/api/auth/forgot-password', { email }), '');
  expect(await mailCount(app, email, 'reset-password')).toBe(5);
});
