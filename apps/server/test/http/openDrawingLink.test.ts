import { describe, expect, test } from 'vitest';
import { sweeps } from '../../src/features/retention/sweeps.ts';
import { startTestApp } from '../support/app.ts';
import { drawingLink } from '../support/drawing.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const PATH = '/api/signing/drawing/open';

describe('200', () => {
  test('exchanges the drawing link once for a token that reveals nothing about the document, and records the exchange', async () => {
    const { answer, documentId, open } = await drawingLink(app, { what: 'initials' });
    const { status, body, text } = await open();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      bearer: expect.stringMatching(/^drawn_/),
      what: 'initials',
      expiresAt: answer.body.expiresAt,
    });
    app.secret(body.bearer);
    expect(text).not.toContain(documentId);
    expectError(await open(), 'INVALID_LINK');
    const trail = await app.key.get<'getDocumentAudit'>(`/api/documents/${documentId}/audit`);
    expect(trail.body.entries.at(-1)).toMatchObject({ action: 'signer.drawing-link-used' });
  });

  test('opens a drawing link once if five requests arrive simultaneously', async () => {
    const { open } = await drawingLink(app);
    const answers = await Promise.all(Array.from({ length: 5 }, open));
    for (const { body } of answers) if (body.bearer !== undefined) app.secret(body.bearer);
    expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401]);
  });
});

describe('401', () => {
  test('rejects a drawing link after 10 minutes, after the signature and after a correction of the recipient', async () => {
    const late = await drawingLink(app);
    app.clock.advance({ minutes: 10 });
    expectError(await late.open(), 'INVALID_LINK');
    const signed = await drawingLink(app);
    await app.sign(signed.documentId, { token: signed.token });
    expectError(await signed.open(), 'INVALID_LINK');
    const corrected = await drawingLink(app);
    const to = { body: { email: app.person().email } };
    const answer = await app.key.send(
      'PATCH',
      `/api/documents/${corrected.documentId}/signers/${corrected.signerId}`,
      to,
    );
    expect(answer.status, answer.text).toBe(200);
    expectError(await corrected.open(), 'INVALID_LINK');
  });

  test('rejects unknown links, signing links and the tokens of drawing links that were already opened', async () => {
    const { opened, token } = await drawingLink(app);
    for (const other of [`drawing_${'0'.repeat(26)}_${'a'.repeat(43)}`, 'nonsense', token, await opened()])
      expectError(await app.anyone.post(PATH, { token: other }), 'INVALID_LINK');
  });
});

test('does not let anyone sign or read the document with the drawing link or its token', async () => {
  const { documentId, link, opened, signerId } = await drawingLink(app);
  for (const bearer of [link, await opened()]) {
    const phone = app.anyone.with({ bearer });
    expectError(await phone.get(`/api/signing/${signerId}`), 'INVALID_LINK');
    expectError(await app.sign(documentId, { token: bearer }), 'INVALID_LINK');
    expectError(await phone.get(`/api/documents/${documentId}`), 'UNAUTHORIZED');
  }
});

test('deletes only expired drawing links in the sweep', async () => {
  const [old, current] = [await drawingLink(app), await drawingLink(app)];
  await app.sql("update drawing_links set expires_at = least(now(), $2) - interval '1 minute' where id = $1", [
    old.id,
    app.clock.now(),
  ]);
  await sweeps.find(({ name }) => name === 'drawing_links')?.erase(app.services);
  const left = await app.sql<{ id: string }>('select id from drawing_links where id = any ($1)', [
    [old.id, current.id],
  ]);
  expect(left).toEqual([{ id: current.id }]);
});

refusesOtherMethods(app, PATH, ['POST']);

test('422: rejects a drawing link without a token', async () => {
  expectInvalid(await app.anyone.post(PATH, {}), 'token');
});
