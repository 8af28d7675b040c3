import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { administrative } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/legal/processing-activities';
const list = async (query = '', by = app.owner) => (await by.get<'listProcessingActivities'>(`${path}?${query}`)).body;
const own = (name: string) => ({
  name,
  purpose: 'p',
  legalBasis: 'b',
  people: 'p',
  data: 'd',
  retention: 'r',
});

test("describes the service's processing activities according to its settings, and names only actual recipients of data", async () => {
  const before = await list();
  expect(before.activities.map(({ id }) => id)).toEqual([
    'accounts',
    'documents',
    'evidence',
    'security',
    'statistics',
  ]);
  expect(before.activities.every(({ origin, version }) => origin === 'service' && version === null)).toBe(true);
  const documents = before.activities.find(({ id }) => id === 'documents');
  expect(documents?.retention).toContain('7 years');
  // No mail server, storage or external authority is configured here.
  expect(documents?.recipients).toBe('Recipients that senders choose');
  await app.owner.send('PATCH', '/api/organization', { body: { settings: { document_retention_days: 400 } } });
  const after = await list();
  expect(after.activities.find(({ id }) => id === 'documents')?.retention).toContain('400 days');
});

test("lists only this organization's processing activities, after the service's activities, page by page", async () => {
  const made: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    const { body } = await app.owner.post<'addProcessingActivity'>(path, own(name));
    made.push(body.activity.id);
    app.clock.advance({ ms: 1 });
  }
  const first = await list('pageSize=2');
  expect(first.activities.slice(5).map(({ name }) => name)).toEqual(['a', 'b']);
  const rest = await list(`pageSize=2&cursor=${String(first.pagination.nextCursor)}`);
  expect(rest.activities.map(({ id }) => id)).toEqual(made.slice(2));
  expect(rest.pagination).toEqual({ hasMore: false, nextCursor: null });
  await app.owner.send('PUT', `${path}/${made[0]}`, { body: { ...own('a'), version: 1, state: 'retired' } });
  expect((await list()).activities.map(({ name }) => name)).not.toContain('a');
  expect((await list('state=retired')).activities.map(({ name }) => name)).toEqual(['a']);
  expect((await list('', (await app.otherTenant()).owner)).activities).toHaveLength(5);
});

administrative(app, { method: 'GET', path });
