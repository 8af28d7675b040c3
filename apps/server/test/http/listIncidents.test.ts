import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/security/incidents';
const ids: string[] = [];
for (const title of ['First', 'Second', 'Third']) {
  app.clock.advance({ seconds: 1 });
  const report = { title, description: 'd', severity: 'low' };
  ids.push((await app.owner.post<'reportIncident'>(path, report)).body.incident.id);
}

test('returns incidents newest first, page by page, and filters them by status', async () => {
  await app.owner.send('PATCH', `${path}/${ids[1]}`, { body: { status: 'closed' } });
  const all = await app.owner.get<'listIncidents'>(path);
  expect(all.body.incidents.map(({ id }) => id)).toEqual(ids.toReversed());
  const first = await app.owner.get<'listIncidents'>(`${path}?pageSize=2`);
  expect(first.body.pagination).toEqual({ hasMore: true, nextCursor: ids[1] });
  const second = await app.owner.get<'listIncidents'>(`${path}?pageSize=2&cursor=${ids[1]}`);
  expect(second.body.incidents.map(({ id }) => id)).toEqual([ids[0]]);
  const closed = await app.owner.get<'listIncidents'>(`${path}?status=closed`);
  expect(closed.body.incidents.map(({ id }) => id)).toEqual([ids[1]]);
});

test('returns no incidents of other organizations, and rejects members with 403', async () => {
  expect((await (await app.otherTenant()).owner.get<'listIncidents'>(path)).body.incidents).toEqual([]);
  expectError(await (await app.member('member')).caller.get(path), 'FORBIDDEN');
});

needsCredential(app, { method: 'GET', path });
