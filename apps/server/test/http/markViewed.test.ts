import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { notesOnce } from '../support/notes-once.ts';

const app = await startTestApp();
notesOnce(app, 'view', { event: 'document.viewed', action: 'document.viewed' });

test("shows the sender the time of the recipient's first view", async () => {
  const { id, signers } = await app.sent();
  const { caller } = await app.recipient(signers[0]?.email ?? '');
  expect((await caller.post(`/api/signing/${signers[0]?.id}/view`, {})).status).toBe(200);
  const { document } = (await app.key.get<'getDocument'>(`/api/documents/${id}`)).body;
  expect(document.signers[0]?.viewed_at).toBe(app.clock.now().toISOString());
});
