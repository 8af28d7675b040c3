import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { drawingLink } from '../support/drawing.ts';
import { expectError } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const { id, opened, path, read, token } = await drawingLink(app);

test('returns the status of a drawing link to the signer', async () => {
  expect((await read()).body).toEqual({ status: 'waiting', drawing: null });
  await opened();
  expect((await read()).body).toEqual({ status: 'opened', drawing: null });
  expect(
    (await app.anyone.with({ bearer: token }).get(`${path}/${id}`)).status,
    'the drawing is accessible with the signing link',
  ).toBe(200);
});

test('returns 401 to another recipient, 403 to an API key, and 404 for an unknown drawing link', async () => {
  const other = await drawingLink(app);
  expectError(await other.caller.get(`${path}/${id}`), 'INVALID_LINK');
  expectError(await app.anyone.get(`${path}/${id}`), 'UNAUTHORIZED');
  expectError(await app.key.get(`${path}/${id}`), 'FORBIDDEN');
  expectError(await other.caller.get(`${other.path}/${id}`), 'NOT_FOUND', expect.anything());
});

test('returns 410 after the document of the drawing link was voided', async () => {
  const { documentId, read } = await drawingLink(app);
  await app.key.post(`/api/documents/${documentId}/void`, { reason: 'x' });
  expectError(await read(), 'DOCUMENT_VOIDED', expect.anything());
});

refusesOtherMethods(app, `${path}/${id}`, ['GET']);
