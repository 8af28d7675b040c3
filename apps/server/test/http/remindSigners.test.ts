import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { senderOperationRefusals } from '../support/out-refusals.ts';
import { countsRequests, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/remind`;
const { id: open } = await app.sent();

const reminders = async (email: string): Promise<number> =>
  (await app.sql("select 1 from mails where to_address = $1 and kind = 'reminder'", [email])).length;

describe('200', () => {
  test('sends reminders to all recipients whose turn it is, and states why it skips the others', async () => {
    const [signed, due, later, reader] = [app.person(), app.person(), app.person(), app.person()];
    const { id } = await app.sent({
      signers: [
        { ...signed, order: 1 },
        { ...due, order: 1 },
        { ...later, order: 2 },
        { ...reader, role: 'cc' },
      ],
      signingOrder: 'sequential',
    });
    await app.sign(id, { token: await app.link(signed.email) });
    const answer = await app.key.post<'remindSigners'>(`/v1${pathOf(id)}`, { message: 'Needed by Friday.' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      reminded: [due.email],
      skipped: [
        { email: signed.email, reason: 'signed' },
        { email: later.email, reason: 'not-their-turn' },
        { email: reader.email, reason: 'not-a-signer' },
      ],
    });
    const mail = await app.mail(due.email, 'reminder');
    expect(mail.text).toContain('Needed by Friday.');
    expect(mail.text).toContain('/sign#');
    expect(answer.text).not.toContain('sign#');
  });

  test('accepts a request without a body, because every property is optional', async () => {
    const one = app.person();
    const { id } = await app.sent({ signers: [one] });
    const answer = await app.key.post<'remindSigners'>(pathOf(id));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.reminded).toEqual([one.email]);
  });

  test('sends a recipient at most one reminder an hour, regardless of who requests the reminder', async () => {
    const [one, other] = [app.person(), app.person()];
    const { id } = await app.sent({ signers: [one, other] });
    const remind = (body: object) => app.key.post<'remindSigners'>(pathOf(id), body);
    expect((await remind({ signerEmails: [one.email.toUpperCase()] })).body).toEqual({
      success: true,
      reminded: [one.email],
      skipped: [],
    });
    // If a reminder were still pending, it would send the same e-mail.
    await app.mailId(one.email, 'reminder');
    app.clock.advance({ minutes: 59 });
    expect((await remind({})).body).toEqual({
      success: true,
      reminded: [other.email],
      skipped: [{ email: one.email, reason: 'reminded-recently' }],
    });
    app.clock.advance({ minutes: 1 });
    expect((await remind({ signerEmails: [one.email, 'nobody@contoso.example'] })).body).toEqual({
      success: true,
      reminded: [one.email],
      skipped: [{ email: 'nobody@contoso.example', reason: 'no-such-signer' }],
    });
    await until('both reminders', async () => (await reminders(one.email)) === 2);
  });

  test('sends one reminder e-mail for ten concurrent requests', async () => {
    const person = app.person();
    const { id } = await app.sent({ signers: [person] });
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.key.post<'remindSigners'>(pathOf(id), {})));
    expect(answers.filter(({ body }) => body.reminded.length === 1)).toHaveLength(1);
    expect(await app.mailId(person.email, 'reminder')).toBeDefined();
    expect(await reminders(person.email)).toBe(1);
  });
});

describe('reminder schedule set when the document is sent', () => {
  const runJobs = () => app.services.runner.wake('timer');

  test('follows the interval and the maximum number of scheduled reminders, and skips signers who have signed', async () => {
    const [quick, slow] = [app.person(), app.person()];
    const { id } = await app.sent({ signers: [quick, slow], reminders: { everyDays: 3, max: 2 } });
    await app.sign(id, { token: await app.link(quick.email) });
    const sentAfter = async (days: number, count: number): Promise<void> => {
      app.clock.advance({ days });
      runJobs();
      await until(`${count} reminders`, async () => (await reminders(slow.email)) === count);
      await until('the reminder job to end', async () => {
        const rows = await app.sql("select 1 from jobs where kind = 'send-reminders' and state = 'running'");
        return rows.length === 0;
      });
    };
    app.clock.advance({ days: 2.9 });
    runJobs();
    expect(await reminders(slow.email)).toBe(0);
    await sentAfter(0.1, 1);
    await sentAfter(3, 2);
    const left = await app.sql("select 1 from jobs where kind = 'send-reminders' and payload->>'documentId' = $1", [
      id,
    ]);
    expect(left, 'no recipient is left to remind').toEqual([]);
    expect(await reminders(quick.email)).toBe(0);
  });

  test('counts the reminder interval from the invitation of a recipient who signs later in the order', async () => {
    const [first, second] = [app.person(), app.person()];
    const { id } = await app.sent({
      signers: [first, second],
      signingOrder: 'sequential',
      reminders: { everyDays: 2, max: 1 },
    });
    app.clock.advance({ days: 1 });
    await app.sign(id, { token: await app.link(first.email) });
    app.clock.advance({ days: 1 });
    runJobs();
    await until('the next run of the reminder job', async () => {
      const [row] = await app.sql<{ at: Date }>(
        "select run_at as at from jobs where kind = 'send-reminders' and payload->>'documentId' = $1 and state = 'ready'",
        [id],
      );
      return row !== undefined && row.at > app.clock.now();
    });
    expect(await reminders(second.email)).toBe(0);
    app.clock.advance({ days: 1 });
    runJobs();
    await until('the reminder', async () => (await reminders(second.email)) === 1);
  });
});

senderOperationRefusals(app, (id) => ({ method: 'POST', path: pathOf(id), body: {} }));
needsScope(app, 'documents:write', { method: 'POST', path: pathOf(open), body: {} });
refusesOtherMethods(app, pathOf(open), ['POST']);

describe('422', () => {
  test.each([
    ['no recipients', { signerEmails: [] }, 'signerEmails'],
    ['an invalid address', { signerEmails: ['x'] }, 'signerEmails[0]'],
    ['a message of 2,001 characters', { message: 'x'.repeat(2001) }, 'message'],
    ['an unknown property', { all: true }, 'all'],
  ])('rejects an invalid reminder request: %s', async (_, body, field) => {
    expectInvalid(await app.key.post(pathOf(open), body), field);
  });

  test.each([
    [{ everyDays: 0 }, 'reminders.everyDays'],
    [{ everyDays: 31 }, 'reminders.everyDays'],
    [{ everyDays: 1, max: 21 }, 'reminders.max'],
  ])('rejects the reminder schedule %j', async (reminder, field) => {
    const { id } = await app.draft();
    const body = { signers: [app.person()], reminders: reminder };
    expectInvalid(await app.key.post(`/api/documents/${id}/send-for-signing`, body), field);
  });
});

countsRequests(app, { method: 'POST', path: pathOf((await app.sent()).id), body: {} });
