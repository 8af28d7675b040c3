import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { senderOperationRefusals } from '../support/out-refusals.ts';
import { countsRequests, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/extend`;
const body = { expirationDays: 40 };
const { id: open } = await app.sent();

const statusOf = async (id: string): Promise<string> =>
  (await app.key.get<'getDocumentStatus'>(`/api/documents/${id}/status`)).body.status;
const expired = async (id: string): Promise<void> => {
  app.services.runner.wake('timer');
  await until('the expiration to be recorded', async () => (await statusOf(id)) === 'expired');
};

describe('200', () => {
  test('calculates the extension from the current time, and expires the document only at the new time', async () => {
    const { id, token, document } = await app.sentToOne({ expirationDays: 2 });
    app.clock.advance({ days: 1 });
    const answer = await app.key.post<'extendDocument'>(`/v1${pathOf(id)}`, { expirationDays: 3 });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      document: {
        ...document,
        expiration: new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString(),
        updated_at: app.clock.now().toISOString(),
      },
    });
    app.clock.advance({ days: 1 });
    app.services.runner.wake('timer');
    await until('the next expiration job', async () => {
      const [row] = await app.sql<{ at: Date }>(
        "select run_at as at from jobs where kind = 'expire-document' and state = 'ready' and payload->>'documentId' = $1",
        [id],
      );
      return row?.at.toISOString() === answer.body.document.expiration;
    });
    expect(await statusOf(id)).toBe('in-progress');
    expect((await app.anyone.post('/api/signing/session', { token })).status).toBe(200);
    app.clock.advance({ days: 2 });
    await expired(id);
    expect((await app.anyone.post('/api/signing/session', { token })).status).toBe(410);
  });

  test('reopens an expired document, keeps its links valid, and resends invitations to the recipients who have not signed', async () => {
    const [done, missing] = [app.person(), app.person()];
    const { id } = await app.sent({ signers: [done, missing], expirationDays: 1 });
    await app.sign(id, { token: await app.link(done.email) });
    const token = await app.link(missing.email);
    app.clock.advance({ days: 1 });
    await expired(id);
    expect((await app.key.post(pathOf(id), { expirationDays: 5 })).status).toBe(200);
    expect(await statusOf(id)).toBe('in-progress');
    await until('a second invitation', async () => {
      const mails = await app.sql("select 1 from mails where to_address = $1 and kind = 'invitation'", [missing.email]);
      return mails.length === 2;
    });
    const again = await app.sql("select 1 from mails where to_address = $1 and kind = 'invitation'", [done.email]);
    expect(again).toHaveLength(1);
    expect((await app.sign(id, { token })).body.document.status).toBe('completed');
    await app.sealed(id);
    expect((await app.key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
  });

  test('extends a document after its deadline if the expiration job has not run yet', async () => {
    const { id, token } = await app.sentToOne({ expirationDays: 1 });
    await app.sql("delete from jobs where kind = 'expire-document' and payload->>'documentId' = $1", [id]);
    app.clock.advance({ days: 2 });
    expect((await app.key.post(pathOf(id), body)).status).toBe(200);
    expect((await app.sign(id, { token })).status).toBe(200);
  });
});

senderOperationRefusals(app, (id) => ({ method: 'POST', path: pathOf(id), body }), { also: ['expired'] });
needsScope(app, 'documents:write', { method: 'POST', path: pathOf(open), body });
refusesOtherMethods(app, pathOf(open), ['POST']);

describe('422', () => {
  test.each([
    ['a missing number of days', {}],
    ['zero days', { expirationDays: 0 }],
    ['more than a year', { expirationDays: 366 }],
    ['a fraction of a day', { expirationDays: 0.5 }],
    ['an expiration that is earlier than the current one', { expirationDays: 10 }],
  ])('rejects an invalid extension: %s', async (_, wrong) => {
    expectInvalid(await app.key.post(pathOf((await app.sent()).id), wrong), 'expirationDays');
  });
});

test('returns 404 for an unknown document', async () => {
  expectError(await app.key.post(pathOf('doc_1'), body), 'DOCUMENT_NOT_FOUND', { documentId: 'doc_1' });
});

countsRequests(app, { method: 'POST', path: pathOf((await app.sent()).id), body });
