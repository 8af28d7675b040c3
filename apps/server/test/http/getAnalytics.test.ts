import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { countedAll } from '../support/statistics-oracle.ts';
import type { Caller } from '../support/caller.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/analytics';
const read = async (caller: Caller, query = '') => {
  await countedAll(
    (text) => app.sql(text),
    () => app.services.timers.run('statistics'),
  );
  const { status, body, text } = await caller.get<'getAnalytics'>(`${path}${query}`);
  expect(status, text).toBe(200);
  return body;
};

test("limits a member's statistics to the member's own documents", async () => {
  const { caller: member } = await app.member('member');
  await app.draft();
  await app.draft({ by: member });
  await app.sent({ by: member });
  const own = await read(member);
  expect(own.totals).toMatchObject({ created: 2, sent: 1 });
  expect(own.documents.filter(({ count }) => count > 0)).toEqual([
    { state: 'draft', count: 1 },
    { state: 'in-progress', count: 1 },
  ]);
  expect(Object.keys(own)).not.toContain('members');
  expect((await read(app.owner)).totals).toMatchObject({ created: 1, sent: 0 });
  expect((await read((await app.member('member')).caller)).totals.created).toBe(0);
});

test("uses the time zone of the user's profile unless the request names another", async () => {
  const { caller } = await app.member('member');
  expect((await read(caller)).timeZone).toBe('UTC');
  await caller.send('PUT', '/api/user/profile', { body: { time_zone: 'Europe/Berlin' } });
  const own = await read(caller, '?from=2026-07-01&to=2026-07-02');
  expect([own.timeZone, own.from]).toEqual(['Europe/Berlin', '2026-06-30T22:00:00.000Z']);
  expect((await read(caller, '?timeZone=America/New_York')).timeZone).toBe('America/New_York');
});

test('rejects an invalid query parameter with 422 and names the parameter', async () => {
  expectInvalid(await app.key.get(`${path}?timeZone=Nowhere/Land`, { mayFail: true }), 'timeZone');
  expectInvalid(await app.key.get(`${path}?bucket=year`, { mayFail: true }), 'bucket');
});

needsScope(app, 'documents:read', { method: 'GET', path });
needsCredential(app, { method: 'GET', path });
countsRequests(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
