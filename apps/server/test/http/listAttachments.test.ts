import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { attach, PASSPORT, sentWithAttachment } from '../support/attachments.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/attachments`;
const sent = await sentWithAttachment(app);
await attach(sent);
const path = pathOf(sent.id);

describe('200', () => {
  test('lists attachments only after the signer has signed', async () => {
    expect((await app.key.both('GET', path)).body).toMatchObject({ attachments: [] });
    await app.sign(sent.id, { token: sent.token });
    const at = app.clock.now().toISOString();
    expect((await app.key.both('GET', path)).body).toEqual({
      attachments: [
        {
          id: expect.stringMatching(/^att_/),
          field_id: sent.fieldId,
          signer_id: sent.signerId,
          filename: PASSPORT.filename,
          content_type: 'application/pdf',
          size_bytes: PASSPORT.content.length,
          sha256: createHash('sha256').update(PASSPORT.content).digest('hex'),
          uploaded_at: at,
          signed_at: at,
        },
      ],
      pagination: { hasMore: false, nextCursor: null, total: 1, totalIsExact: true },
    });
  });

  test('returns an empty list for a document without attachments', async () => {
    expect((await app.key.get(pathOf((await app.draft()).id))).body).toMatchObject({ attachments: [] });
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (id) => ({ method: 'GET', path: pathOf(id) }));
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path });
