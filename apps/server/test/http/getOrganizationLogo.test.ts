import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { logoUpload } from '../support/logo.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/organization/logo';

test('returns 404 if there is no logo, and otherwise the image that appears in documents', async () => {
  const session = await app.session();
  expectError(await session.get(path), 'NOT_FOUND');
  await session.send('PUT', path, logoUpload());
  const answer = await session.get(path);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'png', width: 300, height: 100 });
  expect((await session.get(path, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
});

administrative(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET', 'PUT', 'DELETE']);
