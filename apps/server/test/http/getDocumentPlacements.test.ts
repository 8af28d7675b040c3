import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../../packages/pdf-sign/test/support/pdf.ts';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { pdfUpload } from '../support/multipart.ts';
import {
  countsRequests,
  hidesDocuments,
  needsCredential,
  needsScope,
  refusesOtherMethods,
} from '../support/refusals.ts';

const app = await startTestApp();
const pathOf = (id: string): string => `/api/documents/${id}/placements`;
const text = 'Sign: {{signature:1}} or here {{foo:1}}';
const { body } = await app.key.upload(pdfUpload(makePdf({ pages: [{ text }, { text: 'and here {{text:2:Place}}' }] })));
const path = pathOf(body.document.id);

describe('200', () => {
  test('returns the fields that text tags would become, invalid tags, and the positions of an anchor text', async () => {
    const answer = await app.key.both<'getDocumentPlacements'>('GET', `${path}?anchor=here`);
    expect(answer.status, answer.text).toBe(200);
    const place = {
      x: expect.any(Number),
      y: expect.any(Number),
      width: expect.any(Number),
      height: expect.any(Number),
    };
    expect(answer.body).toEqual({
      tags: [
        { kind: 'signature', signer: 1, label: null, required: true, page: 1, ...place },
        { kind: 'text', signer: 2, label: 'Place', required: true, page: 2, ...place },
      ],
      problems: [{ text: '{{foo:1}}', problem: expect.stringContaining('"foo" is not a kind of field'), page: 1 }],
      occurrences: [
        { page: 1, ...place },
        { page: 2, ...place },
      ],
    });
  });

  test('predicts the exact field positions in the sent document', async () => {
    const upload = await app.key.upload(pdfUpload(makePdf({ pages: [{ text: '{{signature:1}}' }] })));
    const { id } = upload.body.document;
    const told = (await app.key.get<'getDocumentPlacements'>(pathOf(id))).body.tags[0];
    const sent = await app.key.post<'sendForSigning'>(`/api/documents/${id}/send-for-signing`, {
      signers: [app.person()],
      placeTags: true,
    });
    const { page, x, y, width, height } = sent.body.document.fields[0] ?? {};
    expect({ page, x, y, width, height }).toEqual({
      page: told?.page,
      x: told?.x,
      y: told?.y,
      width: told?.width,
      height: told?.height,
    });
  });

  test('returns empty lists for a document without text tags and for an anchor text that is not found', async () => {
    const { id } = await app.draft();
    expect((await app.key.get(pathOf(id))).body).toEqual({ tags: [], problems: [], occurrences: null });
    expect((await app.key.get(`${pathOf(id)}?anchor=nowhere`)).body).toMatchObject({ occurrences: [] });
  });
});

describe('422', () => {
  test.each([
    ['an empty search text', 'anchor=', 'anchor'],
    ['an unknown parameter', 'text=here', 'text'],
  ])('rejects an invalid query: %s', async (_, query, field) => {
    expectInvalid(await app.key.get(`${path}?${query}`), field);
  });
});

needsCredential(app, { method: 'GET', path });
needsScope(app, 'documents:read', { method: 'GET', path });
hidesDocuments(app, (id) => ({ method: 'GET', path: pathOf(id) }));
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path });
