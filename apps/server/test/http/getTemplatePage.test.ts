import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsPagesApart, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { hidesTemplates, makeTemplate, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const { id } = await makeTemplate(key);
const path = `/api/templates/${id}/pages/1`;

test('returns an image of a template page', async () => {
  const answer = await key.get(`${path}?width=300`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.bytes.subarray(0, 4).toString()).toBe('RIFF');
});
needsCredential(app, { method: 'GET', path });
needsScope(app, 'templates', { method: 'GET', path });
hidesTemplates(app, key, (other) => ({ method: 'GET', path: `/api/templates/${other}/pages/1` }));
test('returns 404 for a page beyond the last one, and 416 or 422 for invalid input', async () => {
  expectError(await key.get(`/api/templates/${id}/pages/2`), 'NOT_FOUND', { pages: 1 });
  expect((await key.get(path, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  expectInvalid(await key.get(`${path}?width=1`), 'width');
});
refusesOtherMethods(app, path, ['GET']);
countsPagesApart(app, { method: 'GET', path }, ['templates']);
