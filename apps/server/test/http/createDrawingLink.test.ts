import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { drawingLink } from '../support/drawing.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { handOver } from '../support/in-person.ts';
import { opensWithOwnLinkOnly } from '../support/recipient-refusals.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

describe('201', () => {
  test('returns a drawing link and its QR code, both valid for 10 minutes, and records the link', async () => {
    const { answer, documentId, link } = await drawingLink(app);
    const { url, qrCode, expiresAt } = answer.body;
    expect(new URL(url).pathname).toBe('/draw');
    expect(link).toMatch(/^drawing_/);
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(new Date(expiresAt).getTime() - app.clock.now().getTime()).toBe(600_000);
    const { body } = await app.key.get<'getDocumentAudit'>(`/api/documents/${documentId}/audit`);
    expect(body.entries.at(-1)).toMatchObject({
      action: 'signer.drawing-link-issued',
      actor: { kind: 'signer' },
      context: { what: 'signature' },
    });
    expect(body.isValid).toBe(true);
  });

  test("invalidates the signer's previous drawing link", async () => {
    const first = await drawingLink(app);
    expect((await first.caller.post(first.path, {})).status).toBe(201);
    expectError(await first.open(), 'INVALID_LINK');
    expect((await first.read()).status).toBe(404);
  });
});

opensWithOwnLinkOnly(app, (id) => ({ method: 'POST', path: `/api/signing/${id}/drawing-link`, body: {} }));
refusesOtherMethods(app, (await drawingLink(app)).path, ['POST']);

test('returns 401 for the token of an in-person session', async () => {
  const { sessionId, signerId } = await handOver(app);
  const device = app.anyone.with({ bearer: sessionId });
  expectError(await device.post(`/api/signing/${signerId}/drawing-link`, {}), 'INVALID_LINK');
});

test('returns 409 after the signer has signed', async () => {
  const { documentId, token, ...link } = await drawingLink(app);
  expect((await app.sign(documentId, { token })).status).toBe(200);
  expectError(await link.caller.post(link.path, {}), 'ALREADY_SIGNED', expect.anything());
});

test('422: rejects an unknown kind of drawing', async () => {
  const { path, caller } = await drawingLink(app);
  expectInvalid(await caller.post(path, { what: 'stamp' }), 'what');
});
