import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { DRAWING, drawingLink } from '../support/drawing.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const PATH = '/api/signing/drawing';

describe('200', () => {
  test('transfers a drawing to the signing page once and records it, without signing the document', async () => {
    const { documentId, opened, read, send } = await drawingLink(app);
    const bearer = await opened();
    expect((await send(bearer)).body).toEqual({ success: true });
    expect((await read()).body).toEqual({ status: 'drawn', drawing: DRAWING });
    expectError(await send(bearer), 'INVALID_LINK');
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${documentId}/audit`);
    expect(trail.body.entries.at(-1)).toMatchObject({ action: 'signer.drawing-received', actor: { kind: 'signer' } });
    const { body } = await app.key.get<'getDocument'>(`/api/documents/${documentId}`);
    expect(body.document.signers.map(({ status }) => status)).toEqual(['pending-signature']);
  });

  test('stores one drawing if five requests arrive at the same time', async () => {
    const { opened, send } = await drawingLink(app);
    const bearer = await opened();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(bearer)));
    expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401]);
  });
});

test('returns 401 for a drawing link that was not opened, and for a drawing token after 10 minutes', async () => {
  const { link, opened, read, send } = await drawingLink(app);
  expectError(await send(link), 'INVALID_LINK');
  const bearer = await opened();
  app.clock.advance({ minutes: 10 });
  expectError(await send(bearer), 'INVALID_LINK');
  // The session of the page expires after 30 minutes.
  expect((await read()).body).toEqual({ status: 'expired', drawing: null });
});

describe('422', () => {
  const svg = (content: string): string => `data:image/svg+xml;base64,${Buffer.from(content).toString('base64')}`;

  test('rejects anything that is not a drawing, and keeps the drawing token valid', async () => {
    const { opened, send } = await drawingLink(app);
    const bearer = await opened();
    for (const drawing of ['', 'javascript:alert(1)', 'data:text/html;base64,PGI+', `${svg('<svg/>')}#x`])
      expectInvalid(await send(bearer, drawing), 'drawing');
    expectInvalid(await send(bearer, `data:image/svg+xml;base64,${'A'.repeat(400_000)}`), 'drawing');
    expectInvalid(
      await send(bearer, svg('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')),
      'drawing',
    );
    expect((await send(bearer)).status).toBe(200);
  });

  test('rejects an unknown property in the request', async () => {
    expectInvalid(await app.anyone.post(PATH, { token: 'x', drawing: DRAWING, size: 1 }), 'size');
  });
});

refusesOtherMethods(app, PATH, ['POST']);
