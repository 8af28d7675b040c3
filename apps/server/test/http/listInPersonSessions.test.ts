import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { capture, handOver, startWith, verify } from '../support/in-person.ts';

const app = await startTestApp();
const list = async (query = '', by = app.owner) => {
  const answer = await by.get<'listInPersonSessions'>(`/api/signing/in-person${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.sessions;
};

test('returns the in-person sessions of a document newest first, each with its current status', async () => {
  const signers = [app.person(), app.person(), app.person()];
  const first = await handOver(app, { signers });
  app.clock.advance({ ms: 1 });
  const second = await startWith(app, first.id, signers[1]?.email ?? '');
  app.clock.advance({ ms: 1 });
  const third = await startWith(app, first.id, signers[2]?.email ?? '', { accessCode: 'Blue 7!' });
  await capture(app, first.sessionId);
  await verify(app, second.sessionId);
  const sessions = await list(`?documentId=${first.id}`);
  expect(sessions.map(({ id, status }) => [id, status])).toEqual([
    [third.session.id, 'open'],
    [second.session.id, 'verified'],
    [first.session.id, 'signed'],
  ]);
  expect(JSON.stringify(sessions)).not.toContain(third.sessionId);
  app.clock.advance({ minutes: 30 });
  const later = await list(`?documentId=${first.id}`, await app.session());
  expect(later.map(({ status }) => status)).toEqual(['expired', 'expired', 'signed']);
});

test('returns the active in-person sessions of all accessible documents if the request names no document', async () => {
  const { caller } = await app.member('member');
  const owner = await app.session();
  const mine = await handOver(app, { by: caller, host: caller });
  app.clock.advance({ ms: 1 });
  const theirs = await handOver(app, { host: owner });
  const done = await handOver(app, { host: owner });
  await capture(app, done.sessionId);
  expect((await list('', caller)).map(({ id }) => id)).toEqual([mine.session.id]);
  expect((await list('', owner)).map(({ id }) => id)).toEqual([theirs.session.id, mine.session.id]);
  const { owner: stranger } = await app.otherTenant();
  expect(await list('', stranger)).toEqual([]);
  expectInvalid(await stranger.get(`/api/signing/in-person?documentId=${theirs.id}`), 'documentId');
});

test('rejects an invalid document ID with 422', async () => {
  expectInvalid(await app.key.get('/api/signing/in-person?documentId=1'), 'documentId');
});
