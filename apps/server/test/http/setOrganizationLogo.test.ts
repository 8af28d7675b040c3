import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { PdfTaskError } from '../../src/platform/pdf/index.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { LOGO_PNG, logoUpload } from '../support/logo.ts';
import { needsCredential, needsScope } from '../support/refusals.ts';
import { trailOf } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/organization/logo';
const put = async (content?: Uint8Array) =>
  (await app.session()).send<'setOrganizationLogo'>('PUT', path, logoUpload(content));

describe('200', () => {
  test('redraws the logo from its pixels on a white background, for live and sandbox documents', async () => {
    const withText = await sharp(LOGO_PNG)
      .withExif({ IFD0: { Copyright: 'a secret in the file' } })
      .png()
      .toBuffer();
    const answer = await put(withText);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.logo).toMatchObject({ width: 300, height: 100 });
    const rows = await app.sql<{ png: Buffer }>('select png from organization_logos');
    expect(rows).toHaveLength(2);
    const kept = rows[0]?.png ?? Buffer.alloc(0);
    expect(kept.includes('secret')).toBe(false);
    const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 300, height: 100, channels: 3 });
    expect([...data.subarray(0, 3)]).toEqual([192, 0, 0]);
    expect([...data.subarray(150 * 3, 150 * 3 + 3)]).toEqual([255, 255, 255]);
    expect((await trailOf(app)).at(-1)).toBe('organization.changed');
    const { organization } = (await app.owner.get<'getOrganization'>('/api/organization')).body;
    expect(organization.logo).toEqual(answer.body.logo);
  });

  test('reduces a large logo to the displayed size and accepts a grayscale image', async () => {
    const large = await sharp({ create: { width: 2000, height: 400, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect((await put(large)).body.logo).toMatchObject({ width: 360, height: 72 });
    const grey = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'grey' } })
      .greyscale()
      .png()
      .toBuffer();
    expect((await put(grey)).body.logo).toMatchObject({ width: 20, height: 20 });
  });
});

/** Returns a PNG whose header claims an arbitrary size. */
function bomb(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    LOGO_PNG.subarray(0, 8),
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('422', () => {
  test.each<[string, Buffer, string]>([
    ['an empty file', Buffer.alloc(0), 'empty_file'],
    ['a text file', Buffer.from('a logo'), 'invalid_image'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'invalid_image'],
    ['a truncated PNG', LOGO_PNG.subarray(0, 60), 'invalid_image'],
    ['an image of 60,000 by 60,000 pixels in a small file', bomb(60_000, 60_000), 'image_too_large'],
    ['an image that is one pixel too wide', bomb(4001, 1), 'image_too_large'],
    ['an image with less data than its header states', bomb(1999, 1999), 'invalid_image'],
  ])('rejects an invalid logo: %s', async (_, content, reason) => {
    expectInvalid(await put(content), 'file', reason);
  });
});

test('returns 413 for a logo of more than 200 kB', async () => {
  const answer = await put(Buffer.concat([LOGO_PNG, Buffer.alloc(205_000)]));
  expectError(answer, 'FILE_TOO_LARGE', { maxBytes: 204_800 });
  expect(answer.text).toContain('200 kB');
});

test('returns 415 for a body that is not a multipart form', async () => {
  const answer = await (await app.session()).send('PUT', path, { body: { file: 'logo.png' } });
  expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
});

test('returns 503 and keeps the previous logo if no worker is available to draw the new logo', async () => {
  const before = await app.sql('select sha256 from organization_logos order by tenant_id');
  vi.spyOn(app.services.pdf, 'logo').mockRejectedValueOnce(new PdfTaskError('busy', 'Too much is waiting.'));
  const answer = await (await app.session()).send('PUT', path, { ...logoUpload(), mayFail: true });
  expectError(answer, 'SERVICE_UNAVAILABLE', {});
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await app.sql('select sha256 from organization_logos order by tenant_id')).toEqual(before);
});

const { body, headers } = logoUpload();
const sample = { method: 'PUT', path, body, headers };
needsCredential(app, sample);
needsScope(app, 'admin', sample);
test('returns 403 to a member without the admin role', async () => {
  const { caller } = await app.member('member');
  expectError(await caller.send('PUT', path, { body, headers }), 'FORBIDDEN');
});
