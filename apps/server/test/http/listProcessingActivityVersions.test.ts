import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { hidesFromMembers } from '../support/guards.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';

const app = await startTestApp();
const base = '/api/legal/processing-activities';
const content = { name: 'n', purpose: 'p', legalBasis: 'b', people: 'p', data: 'd', retention: 'r' };
const { body: made } = await app.owner.post<'addProcessingActivity'>(base, content);
const one = `${base}/${made.activity.id}`;
const path = `${one}/versions`;

test('returns the text of each version of a processing activity, newest first', async () => {
  for (const [version, retention] of ['second', 'third'].entries())
    await app.owner.send('PUT', one, { body: { ...content, retention, version: version + 1 } });
  const { body: first } = await app.owner.get<'listProcessingActivityVersions'>(`${path}?pageSize=2`);
  expect(first.versions.map(({ version, retention }) => [version, retention])).toEqual([
    [3, 'third'],
    [2, 'second'],
  ]);
  const { body: rest } = await app.owner.get<'listProcessingActivityVersions'>(
    `${path}?cursor=${String(first.pagination.nextCursor)}`,
  );
  expect(rest.versions).toEqual([made.activity]);
  expect(rest.pagination).toEqual({ hasMore: false, nextCursor: null });
});

test('rejects a processing activity of another organization with 404', async () => {
  const { owner } = await app.otherTenant();
  expectError(await owner.get(path), 'PROCESSING_ACTIVITY_NOT_FOUND', { activityId: made.activity.id });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'admin', { method: 'GET', path });
hidesFromMembers(app, (id) => `${base}/${id}/versions`, made.activity.id);
