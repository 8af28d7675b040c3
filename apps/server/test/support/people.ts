import type { Role } from '@countersign/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Answer, Caller } from './caller.ts';
import { until } from './until.ts';

/** A password that satisfies the password policy. */
export const PASSWORD = 'tulip harbour candle';

export type Person = {
  email: string;
  name: string;
  userId: string;
  /** A caller with the session and the known browser. */
  caller: Caller;
  /** A caller with the known browser, but without a session. */
  browser: Caller;
  /** The cookie that identifies the browser. */
  device: string;
};

/** Returns the cookies of a response as a browser sends them back. */
export function cookiesOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
}
export const cookieNamed = (answer: Answer, name: string): string =>
  cookiesOf(answer)
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`)) ?? '';

/** Waits for the newest e-mail of a kind to an address, and returns its link token. */
export async function mailToken(app: TestApp, email: string, kind: string): Promise<string> {
  await mailsSent(app);
  const [mail] = await app.sql<{ text: string }>('select body_text as text from mails where id = $1', [
    await app.mailId(email, kind),
  ]);
  const token = /#([\w-]{40,})/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`The e-mail ${kind} to ${email} contains no link.`);
  return app.secret(token);
}

function mailsSent(app: TestApp): Promise<true> {
  return until('the e-mails to be sent', async () => {
    const jobs = await app.sql("select from jobs where kind = 'account-mail' and run_at <= $1", [app.clock.now()]);
    return jobs.length === 0;
  });
}

/** Returns the number of e-mails of a kind to an address, after all waiting e-mails have been sent. */
export async function mailCount(app: TestApp, email: string, kind: string): Promise<number> {
  await mailsSent(app);
  const select = 'select from mails where to_address = $1 and kind = $2';
  return (await app.sql(select, [email, kind])).length;
}

/**
 * Creates a member of an organization through the real steps: an invitation by e-mail, a registration with a password,
 * and a sign-in.
 */
export async function join(
  app: TestApp,
  { role = 'member', by }: { role?: Exclude<Role, 'owner'>; by?: Caller } = {},
): Promise<Person> {
  app.secret(PASSWORD);
  const { email, name } = app.person();
  const inviter = by ?? (await app.session());
  const invited = await inviter.post('/api/organization/invitations', { email, role });
  expect(invited.status, invited.text).toBe(201);
  const invitationToken = await mailToken(app, email, 'invitation');
  // The clock is frozen, so two e-mails can have the same time.
  await app.sql('delete from mails where to_address = $1', [email]);
  const answer = await app.anyone.post<'register'>('/api/auth/register', {
    email,
    name,
    password: PASSWORD,
    invitationToken,
  });
  expect(answer.status, answer.text).toBe(201);
  return {
    email,
    name,
    userId: answer.body.session?.user.id ?? '',
    caller: app.anyone.with({ cookie: cookiesOf(answer) }),
    browser: app.anyone.with({ cookie: cookieNamed(answer, 'countersign_device') }),
    device: cookieNamed(answer, 'countersign_device'),
  };
}

/** Signs in with a browser. By default, this is a browser that was never used before. */
export function logIn(app: TestApp, email: string, password: string = PASSWORD, browser: Caller = app.anyone) {
  return browser.post<'login'>('/api/auth/login', { email, password });
}

/**
 * Confirms the identity of a signed-in person. The session then continues under a new cookie. Returns a caller with
 * that cookie.
 */
export async function steppedUp(app: TestApp, caller: Caller, proof: object = { password: PASSWORD }): Promise<Caller> {
  const answer = await caller.post('/api/auth/step-up', proof);
  expect(answer.status, answer.text).toBe(200);
  return app.anyone.with({ cookie: cookiesOf(answer) });
}

/** Returns the actions in the trail of a tenant, oldest first. */
export async function trailOf(app: TestApp, tenantId: string = app.tenant.tenantId): Promise<string[]> {
  const rows = await app.sql<{ bytes: Buffer }>(
    'select bytes from audit_entries where tenant_id = $1 and stream = $1 order by n',
    [tenantId],
  );
  return rows.map(({ bytes }) => (JSON.parse(bytes.toString()) as { type: string }).type);
}
