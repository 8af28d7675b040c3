import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential, refusesApiKeys, refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const path = '/api/mailbox';
// The e-mails from setup must arrive first, so that they do not interfere.
for (const kind of ['verify-email', 'api-key-made']) await app.mailId(OWNER.email, kind);
await app.sql('delete from mails');

describe('200', () => {
  test('returns an empty list before the first e-mail', async () => {
    const { status, body } = await app.owner.both('GET', path);
    expect({ status, body }).toEqual({
      status: 200,
      body: { mails: [], hasMore: false, pagination: { hasMore: false, nextCursor: null } },
    });
  });

  test('returns e-mails newest first without their text, and therefore without links', async () => {
    const [one, two] = [app.person(), app.person()];
    await app.sent({ signers: [one] });
    await app.link(one.email);
    app.clock.advance({ seconds: 1 });
    await app.sent({ signers: [two] });
    await app.link(two.email);
    const { body, text } = await app.owner.both<'listMail'>('GET', path);
    expect(body).toEqual({
      mails: [two, one].map(({ email }) => ({
        id: expect.stringMatching(/^eml_/),
        to: email,
        subject: expect.stringContaining('contract.pdf'),
        kind: 'invitation',
        created_at: expect.stringMatching(/Z$/),
      })),
      hasMore: false,
      pagination: { hasMore: false, nextCursor: null },
    });
    expect(text).not.toContain('/sign#');
  });

  test('returns 50 e-mails at a time, and older e-mails with ?before', async () => {
    app.clock.advance({ seconds: 1 });
    await app.sent({ signers: Array.from({ length: 60 }, () => app.person()) });
    await until('60 more mails', async () => (await app.sql('select 1 from mails')).length === 62);
    const first = (await app.owner.get<'listMail'>(path)).body;
    expect(first.mails).toHaveLength(50);
    expect(first.hasMore).toBe(true);
    const rest = (await app.owner.both<'listMail'>('GET', `${path}?before=${first.mails.at(-1)?.id}`)).body;
    expect(rest.mails).toHaveLength(12);
    expect(rest.hasMore).toBe(false);
    const next = await app.owner.get<'listMail'>(`${path}?pageSize=20&cursor=${first.pagination.nextCursor}`);
    expect(next.body.mails).toEqual(rest.mails);
    expectInvalid(
      await app.owner.get(`${path}?cursor=${first.pagination.nextCursor}&before=${first.mails[0]?.id}`),
      'cursor',
    );
    expect(new Set([...first.mails, ...rest.mails].map(({ id }) => id)).size).toBe(62);
  });

  test('excludes e-mails of other organizations', async () => {
    const other = await app.otherTenant();
    const person = app.person();
    await app.sent({ by: other.key, signers: [person] });
    await app.link(person.email);
    expect((await app.owner.get<'listMail'>(path)).body.mails.map(({ to }) => to)).not.toContain(person.email);
  });
});

needsCredential(app, { method: 'GET', path });

describe('403', () => {
  refusesApiKeys(app, { method: 'GET', path });
  test.each(['admin', 'member'] as const)(
    'rejects the role "%s", because the mailbox contains links for every recipient',
    async (role) => {
      expectError(await (await app.member(role)).caller.both('GET', path), 'FORBIDDEN');
    },
  );
  test('explains how to obtain a signing link with an API key', async () => {
    const answer = await (await app.makeKey()).caller.both('GET', path);
    expect(answer.body).toMatchObject({ message: expect.stringContaining('/signers/:signerId/link') as unknown });
  });
  test('rejects the owner of another organization, because the mailbox belongs to the operator', async () => {
    expectError(await (await app.otherTenant()).owner.both('GET', path), 'FORBIDDEN');
  });
});

refusesOtherMethods(app, path, ['GET']);

describe('422', () => {
  test.each([
    ['before=eml_1', 'before'],
    [`before=${newId('document')}`, 'before'],
    ['before=', 'before'],
    ['page=1', 'page'],
  ])('rejects the query ?%s', async (query, field) => {
    expectInvalid(await app.owner.both('GET', `${path}?${query}`), field);
  });
});
