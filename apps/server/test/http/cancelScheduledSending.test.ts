import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';
import { inDays, scheduled } from '../support/schedules.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/schedule`;
const cancel = (id: string) => app.key.send<'cancelScheduledSending'>('DELETE', pathOf(id));

describe('200', () => {
  test('converts a scheduled document to an ordinary draft, keeps its recipients, and sends nothing', async () => {
    const own = app.person();
    const { id } = await scheduled(app, { signers: [own], signingOrder: 'sequential' });
    const answer = await cancel(id);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.document).toMatchObject({
      status: 'draft',
      scheduled_for: null,
      signing_order: 'sequential',
      planned: { signers: [own] },
    });
    app.clock.advance({ days: 2 });
    app.services.runner.wake('timer');
    await app.atRest(id);
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${id}/audit`);
    expect(body.entries.map(({ action }) => action)).toEqual([
      'document.created',
      'document.scheduled',
      'document.unscheduled',
    ]);
  });
});

test('returns 409 if sending is not scheduled, or if the document has already been sent', async () => {
  for (const { id } of [await app.draft(), await app.sent()])
    expectError(await cancel(id), 'INVALID_STATE', { documentId: id });
});

const { id: draft } = await scheduled(app, { sendAt: inDays(app, 80) });
const sample = (id: string = draft) => ({ method: 'DELETE', path: pathOf(id) });
needsCredential(app, sample());
needsScope(app, 'documents:write', sample());
hidesDocuments(app, sample, async (by) => (await scheduled(app, { by })).id);
refusesOtherMethods(app, pathOf(draft), ['DELETE']);
countsRequests(app, sample());
