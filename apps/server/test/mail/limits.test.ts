/**
 * Tests that nobody can flood another person's mailbox. There is a limit for each kind of e-mail, and one for each
 * inviter and address.
 */
import { describe, expect, test } from 'vitest';
import { OWNER, startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { PostOffice } from '../support/post-office.ts';
import { until } from '../support/until.ts';

const LIMIT = 4;
const office = await new PostOffice().open();
const app = await startTestApp({ smtpUrl: office.url, mailsAnHour: LIMIT });
const INVITATIONS = '/api/organization/invitations';

/** Waits until every e-mail that may be sent now has been sent. */
const settled = () =>
  until('the e-mails to be sent', async () => {
    const due = `select from jobs where kind in ('account-mail', 'send-mail') and state <> 'dead' and run_at <= $1`;
    return (await app.sql(due, [app.clock.now()])).length === 0;
  });
const invite = (by: Caller, email: string) => by.post(INVITATIONS, { email });
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);

describe('a shared limit for every kind of e-mail', () => {
  test('counts invitations by several admins, e-mail changes and documents together, and delays further e-mails', async () => {
    const { email, name } = app.person();
    const admins = [await app.member('admin'), await app.member('admin')];
    for (const { caller } of admins) {
      expect((await invite(caller, email)).status).toBe(201);
      expect((await caller.post('/api/auth/change-email', { email })).status).toBe(200);
      await app.sent({ signers: [{ email, name }] });
    }
    await settled();
    expect(office.to(email)).toHaveLength(LIMIT);
    const waiting = await app.sql('select from jobs where run_at > $1 and payload::text like $2', [
      app.clock.now(),
      '%"isPlaced": true%',
    ]);
    expect(waiting, 'no e-mail is lost').toHaveLength(2);
    app.clock.advance({ hours: 1 });
    app.services.runner.wake('mail');
    await until('the remaining e-mails', () => office.to(email).length === 6 || undefined);
  });

  test("does not delay a password reset because of other people's e-mails to the address", async () => {
    const { email, name } = OWNER;
    for (let n = 0; n < LIMIT + 1; n += 1) await app.sent({ signers: [{ email, name }] });
    await settled();
    await app.anyone.post('/api/auth/forgot-password', { email });
    await until('the link', () => office.to(email).some((mail) => mail.email.subject === 'Choose a new password'));
  });
});

describe('a rate limit for each inviter and address', () => {
  test('returns 429 with a retry time after five invitations to one address, but does not limit other addresses', async () => {
    const { email } = app.person();
    const owner = await app.session();
    const tries = Array.from({ length: 30 }, () => invite(owner, email));
    expect((await statuses(tries)).filter((status) => status === 201)).toHaveLength(5);
    const refused = await invite(owner, email);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.body).toMatchObject({ error: 'TOO_MANY_MAILS', details: { email, retryAfterSeconds: 60 } });
    expect((await invite(owner, app.person().email)).status).toBe(201);
    expect((await invite((await app.member('admin')).caller, email)).status).toBe(201);
  });

  test('shares the rate limit between all keys of the same creator and between servers', async () => {
    const { email } = app.person();
    const { caller } = await app.member('admin');
    const keys = [await app.makeKey({ by: caller }), await app.makeKey({ by: caller })];
    const tries = keys.flatMap((key) => Array.from({ length: 5 }, () => invite(key.caller, email)));
    expect((await statuses(tries)).filter((status) => status === 201)).toHaveLength(5);
  });

  test('counts repeated changes to the same e-mail address against the rate limit', async () => {
    const { caller } = await app.member('member');
    const { email } = app.person();
    const ask = () => caller.post('/api/auth/change-email', { email });
    const tries = Array.from({ length: 20 }, ask);
    expect((await statuses(tries)).filter((status) => status === 200)).toHaveLength(5);
  });

  test('reports the rejected rows of an import and accepts the other rows', async () => {
    const { email } = app.person();
    const owner = await app.session();
    for (let n = 0; n < 5; n += 1) await invite(owner, email);
    const form = new FormData();
    const other = app.person().email;
    form.set('file', new Blob([`email,name,role\n${email},A,member\n${other},B,member\n`]), 'people.csv');
    const whole = new Response(form);
    const answer = await owner.send<'bulkImportUsers'>('POST', '/api/admin/users/bulk-import', {
      headers: { 'content-type': whole.headers.get('content-type') ?? '' },
      body: new Uint8Array(await whole.arrayBuffer()),
    });
    expect(answer.body).toMatchObject({ created: 1, errors: [{ row: 2, email }] });
  });
});

test('accepts another invitation to an address one minute after the limit for the address was reached', async () => {
  const { email } = app.person();
  const owner = await app.session();
  for (let n = 0; n < 5; n += 1) await invite(owner, email);
  expect((await invite(owner, email)).status).toBe(429);
  app.clock.advance({ seconds: 61 });
  expect((await invite(owner, email)).status).toBe(201);
});
