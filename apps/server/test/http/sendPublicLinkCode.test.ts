import { describe, expect, test } from 'vitest';
import { sweeps } from '../../src/features/retention/sweeps.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { CODE, codeFor, documentsOf, linkFor, publicLink, visitor } from '../support/public-links.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const send = (token: string, body: object) => app.anyone.post<'sendPublicLinkCode'>(CODE, { token, ...body });

describe('200', () => {
  test('e-mails a code without including any visitor input, and creates no document', async () => {
    const { token, template } = await publicLink(app, {}, { by: key });
    const { email } = app.person();
    const name = 'Win a prize at spam.example';
    const { status, body, text } = await send(token, { email, name, locale: 'de' });
    expect(status, text).toBe(200);
    expect(body).toEqual({
      success: true,
      request: expect.stringMatching(/^start_/),
      expiresAt: new Date(app.clock.now().getTime() + 600_000).toISOString(),
    });
    app.secret(body.request);
    const code = await codeFor(app, email);
    const mail = await app.mail(email, 'public-link-code');
    expect(mail.subject).toBe(`${code} ist Ihr Code für ${OWNER.organization}`);
    expect(JSON.stringify(mail)).not.toContain('spam.example');
    expect(text).not.toContain(code);
    expect(await documentsOf(app, template.id)).toEqual([]);
  });

  test('returns the same response for the address of a member as for an unknown address', async () => {
    const { token } = await publicLink(app, {}, { by: key });
    const known = await send(token, { email: OWNER.email, name: 'Somebody' });
    const unknown = await send(token, app.person());
    for (const { body } of [known, unknown]) app.secret(body.request);
    expect({ ...known.body, request: '' }).toEqual({ ...unknown.body, request: '' });
  });
});

describe('409', () => {
  test('sends no code for a public link that has expired, is unusable or has reached its limit', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 1000).toISOString();
    const expired = await publicLink(app, { expiresAt }, { by: key });
    const unusable = await publicLink(app, {}, { by: key });
    await key.send('DELETE', `/api/templates/${unusable.template.id}`);
    const full = await publicLink(app, { dailyLimit: 1 }, { by: key });
    await app.sql('update public_links set documents_of_day = 1 where id = $1', [full.link.id]);
    app.clock.advance({ ms: 1000 });
    for (const [{ token }, status] of [
      [expired, 'expired'],
      [unusable, 'unusable'],
      [full, 'limit-reached'],
    ] as const)
      expectError(await send(token, app.person()), 'PUBLIC_LINK_CLOSED', { status });
  });

  test('sends at most four codes for each document in the daily limit, even for concurrent requests', async () => {
    const { token } = await publicLink(app, { dailyLimit: 1 }, { by: key });
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(token, app.person())));
    for (const { body } of answers) if (body.request !== undefined) app.secret(body.request);
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 409, 409]);
  });
});

describe('429', () => {
  test('sends each e-mail address at most four codes an hour and ten a day across all public links', async () => {
    const template = await makeTemplate(key, NOTICE);
    const tokens = [await linkFor(app, key, template.id), await linkFor(app, key, template.id)].map(
      ({ token }) => token,
    );
    const person = app.person();
    let n = 0;
    const next = async () => {
      n += 1;
      const answer = await send(tokens[n % 2] ?? '', {
        ...person,
        email: n % 2 === 0 ? person.email : person.email.toUpperCase(),
      });
      if (answer.body.request !== undefined) app.secret(answer.body.request);
      return answer;
    };
    for (const hour of [4, 4, 2]) {
      for (let sent = 0; sent < hour; sent += 1) expect((await next()).status).toBe(200);
      if (hour < 4) break;
      const refused = await next();
      expectError(refused, 'TOO_MANY_CODES', { retryAfterSeconds: 3600 });
      app.clock.advance({ hours: 1 });
    }
    const refused = await next();
    expectError(refused, 'TOO_MANY_CODES', { retryAfterSeconds: 22 * 3600 });
    expect(refused.text).toContain('Ten codes');
    app.clock.advance({ hours: 22 });
    expect((await next()).status).toBe(200);
  });

  test('sends at most thirty codes an hour for one IP address', async () => {
    const other = await startTestApp();
    const { token } = await publicLink(other);
    for (let sent = 0; sent < 30; sent += 1)
      expect((await other.anyone.post(CODE, { token, ...other.person() })).status).toBe(200);
    const refused = await other.anyone.post(CODE, { token, ...other.person() });
    expectError(refused, 'TOO_MANY_CODES', { retryAfterSeconds: 3600 });
    expect(refused.text).toContain('network');
    other.clock.advance({ hours: 1 });
    expect((await other.anyone.post(CODE, { token, ...other.person() })).status).toBe(200);
  });
});

test('returns 503 if no mail server is configured', async () => {
  const other = await startTestApp({ isMailOwnersOnly: true });
  const { token } = await publicLink(other);
  await other.sql('update organizations set is_operator = false');
  const answer = await other.anyone.post(CODE, { token, ...other.person() }, { mayFail: true });
  expectError(answer, 'MAIL_NOT_CONFIGURED');
});

test('401: rejects an unknown public link', async () => {
  expectError(await send('nonsense', app.person()), 'INVALID_LINK');
});

test('422: rejects a missing address, an invalid address and an invalid name', async () => {
  const { token } = await publicLink(app, {}, { by: key });
  expectInvalid(await send(token, { name: 'A' }), 'email');
  expectInvalid(await send(token, { name: 'A', email: 'nobody' }), 'email');
  expectInvalid(await send(token, { name: 'A\nB', email: app.person().email }), 'name');
  expectInvalid(await send(token, { name: 'a'.repeat(121), email: app.person().email }), 'name');
  expectInvalid(await send(token, { ...app.person(), locale: 'xx' }), 'locale');
});

test('deletes visitors in the sweep one day after their codes expired, but keeps other visitors', async () => {
  const { token } = await publicLink(app, {}, { by: key });
  const [old, current] = [await visitor(app, token), await visitor(app, token)];
  await app.sql(
    "update public_link_requests set expires_at = least(now(), $2) - interval '25 hours' where email = $1",
    [old.email, app.clock.now()],
  );
  await sweeps.find(({ name }) => name === 'public_link_requests')?.erase(app.services);
  const left = await app.sql('select email from public_link_requests where email = any ($1)', [
    [old.email, current.email],
  ]);
  expect(left).toEqual([{ email: current.email }]);
});

refusesOtherMethods(app, CODE, ['POST']);
