import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { emptyContent, saveBody } from '../support/draft.ts';
import { countsRequests, hidesDocuments, needsCredential, needsScope } from '../support/refusals.ts';

const app = await startTestApp();
const { id: draft } = await app.draft();
const pathOf = (id: string): string => `/api/documents/${id}/draft`;

test('returns an empty draft before the first save, and then the saved draft with its author and time', async () => {
  const { id } = await app.draft();
  const nothing = { revision: 0, editor: null, saved_by: null, saved_at: null, warnings: [], content: null };
  expect((await app.key.get<'getDraft'>(`/v1${pathOf(id)}`)).body).toEqual({ draft: nothing });
  const content = { subject: ' as typed', recipients: [{ key: 'r1', name: '', email: 'ada@' }] };
  await app.key.send('PUT', pathOf(id), { body: saveBody(0, content) });
  expect((await app.key.get<'getDraft'>(pathOf(id))).body.draft).toEqual({
    revision: 1,
    editor: 'editor-one',
    saved_by: 'Grace Hopper',
    saved_at: app.clock.now().toISOString(),
    warnings: [],
    content: { ...emptyContent, ...content },
  });
});

needsCredential(app, { method: 'GET', path: pathOf(draft) });
needsScope(app, 'documents:read', { method: 'GET', path: pathOf(draft) });
hidesDocuments(
  app,
  (id) => ({ method: 'GET', path: pathOf(id) }),
  async (by) => (await app.draft({ by })).id,
);
countsRequests(app, { method: 'GET', path: pathOf(draft) });
