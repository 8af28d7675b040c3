/** Drawing links for tests: a signer at a desk, and the phone that draws. */
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { DRAWN } from './in-person.ts';

export const DRAWING = `data:image/svg+xml;base64,${DRAWN}`;

export async function drawingLink(app: TestApp, body: { what?: 'signature' | 'initials' } = {}) {
  const { id: documentId, signers, token } = await app.sentToOne();
  const signerId = signers[0]?.id ?? '';
  const { caller } = await app.recipient(signers[0]?.email ?? '');
  const path = `/api/signing/${signerId}/drawing-link`;
  const answer = await caller.post<'createDrawingLink'>(path, body);
  expect(answer.status, answer.text).toBe(201);
  const { id, url } = answer.body;
  const link = app.secret(new URL(url).hash.slice(1));
  const read = () => caller.get<'getDrawing'>(`${path}/${id}`);
  const open = () => app.anyone.post<'openDrawingLink'>('/api/signing/drawing/open', { token: link });
  const send = (bearer: string, drawing = DRAWING) =>
    app.anyone.post<'sendDrawing'>('/api/signing/drawing', { token: bearer, drawing });
  const opened = async (): Promise<string> => {
    const { status, text, body: session } = await open();
    expect(status, text).toBe(200);
    return app.secret(session.bearer);
  };
  return { answer, caller, documentId, id, link, open, opened, path, read, send, signerId, token };
}
