import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { PostOffice } from '../support/post-office.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

// Whether the mail server sends its greeting. Tests can turn it off and on.
let isOpen = true;
const office = await new PostOffice({
  onConnect: (_session, callback) =>
    callback(isOpen ? null : Object.assign(new Error('secret reason of mail.internal'), { responseCode: 421 })),
}).open();
const app = await startTestApp({ smtpUrl: office.url });
const path = '/api/health/email';

describe('200', () => {
  test('reports that the mail server accepts e-mails and when that was last checked', async () => {
    const { body } = await until('the first trial', async () => {
      const answer = await app.anyone.both('GET', path);
      return (answer.body as { checked_at: unknown }).checked_at !== null && answer;
    });
    const time = expect.stringMatching(/^20/);
    expect(body).toEqual({
      status: 'healthy',
      via: 'smtp',
      latency_ms: expect.any(Number),
      checked_at: time,
      age_seconds: 0,
    });
    app.clock.advance({ seconds: 90 });
    expect((await app.anyone.get(path)).body).toMatchObject({ status: 'healthy', age_seconds: 90 });
    app.clock.advance({ minutes: 5 });
    expect((await app.anyone.get(path)).body).toMatchObject({
      status: 'degraded',
      problems: [{ code: 'not-checked', message: 'The mail server was last contacted 7 minutes ago.' }],
    });
  });
});

test("returns 503 while the mail server rejects all e-mails, omits the server's message, and recovers automatically", async () => {
  isOpen = false;
  await app.services.mailHealth.check();
  const answer = await app.anyone.get(path, { mayFail: true });
  expectError(answer, 'SERVICE_UNAVAILABLE', { check: 'email', checkedAt: app.clock.now().toISOString() });
  expect(answer.text).toContain('E-mails are being queued and will be sent once the problem is resolved.');
  expect(answer.text).not.toContain('mail.internal');
  expect(answer.headers.get('retry-after')).toBe('60');
  isOpen = true;
  await app.services.mailHealth.check();
  expect((await app.anyone.get(path)).status).toBe(200);
});

refusesOtherMethods(app, path, ['GET']);
