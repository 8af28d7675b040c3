/** Tests graphics on our own pages as drawn by other programs: the logo, the QR code, and the signers' signatures. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';
import { logoUpload } from '../support/logo.ts';

const app = await startTestApp({ publicUrl: 'https://sign.northwind.example' });
const KEEP = process.env['LETTERHEAD_PICTURES'];

async function download(id: string, type: 'signed' | 'audit'): Promise<Buffer> {
  const { body } = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=${type}`);
  return (await app.anyone.get(new URL(body.downloadUrl).pathname)).bytes;
}

const textOf = (pdf: Buffer, page: number): string =>
  execFileSync(outsideTool('pdftotext'), ['-layout', '-f', String(page), '-l', String(page), '-', '-'], {
    input: pdf,
    encoding: 'utf8',
  });

const picture = (pdf: Buffer, page: number, dpi: number): Buffer =>
  execFileSync(outsideTool('pdftoppm'), ['-r', String(dpi), '-png', '-f', String(page), '-l', String(page), '-'], {
    input: pdf,
    maxBuffer: 2 ** 26,
  });

/** Returns the text of the QR code on the page. */
async function codeOn(pdf: Buffer, page: number): Promise<string> {
  const { data, info } = await sharp(picture(pdf, page, 150))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQr({ width: info.width, height: info.height, data });
}

/** Returns the number of pixels of each color on a page, at one pixel per point. */
async function shareOf(pdf: Buffer, page: number, name: string): Promise<{ red: number; blue: number; ink: number }> {
  if (KEEP !== undefined) writeFileSync(`${KEEP}/${name}.pdf`, pdf);
  const { data, info } = await sharp(picture(pdf, page, 72))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const share = { red: 0, blue: 0, ink: 0 };
  for (let at = 0; at < info.width * info.height * 3; at += 3) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    if (red > 150 && green < 60 && blue < 60) share.red += 1;
    if (blue > 150 && green < 60 && red < 60) share.blue += 1;
    if (red < 60 && green < 70 && blue < 110) share.ink += 1;
  }
  return share;
}

test('prints a logo, the verification address, and signatures as they appear in the document', async () => {
  const plain = await app.completed({ signers: [app.person()] });
  // The public URL uses https, so the session cookie is not sent over this connection. The logo is therefore set with
  // the service credential.
  const of = { 'x-organization-id': app.tenant.organizationId };
  const { body, headers } = logoUpload();
  expect(
    (await app.service.send('PUT', '/api/organization/logo', { body, headers: { ...headers, ...of } })).status,
  ).toBe(200);
  const sent = await app.sent({ signers: [app.person(), app.person()] });
  const hands = ['elegant', 'classic'] as const;
  for (const [index, { email }] of sent.signers.entries()) {
    const signature = { type: 'typed', data: `Wilhelmina ${index}`, hand: hands[index] };
    const answer = await app.sign(sent.id, { token: await app.link(email), signature });
    expect(answer.status, answer.text).toBe(200);
  }
  await app.sealed(sent.id);

  const before = await download(plain.id, 'signed');
  const signed = await download(sent.id, 'signed');
  const pages = Number(
    /Pages:\s+(\d+)/.exec(execFileSync(outsideTool('pdfinfo'), ['-'], { input: signed, encoding: 'utf8' }))?.[1],
  );
  expect(textOf(before, pages)).toContain('https://sign.northwind.example/verify');
  expect(await shareOf(before, pages, 'signed-plain')).toMatchObject({ red: 0, blue: 0 });
  const look = await shareOf(signed, pages, 'signed');
  // The logo is 96 by 32 points and has two bars, each of which covers seven fifteenths of it. The QR code is 50 points
  // wide and about half dark.
  expect(look.red).toBeGreaterThan(1000);
  expect(look.blue).toBeGreaterThan(1000);
  expect(look.ink).toBeGreaterThan(1000);
  expect(await codeOn(signed, pages)).toBe('https://sign.northwind.example/verify');

  const certificate = await download(sent.id, 'audit');
  const first = await shareOf(certificate, 1, 'certificate');
  expect(first.red).toBeGreaterThan(1000);
  expect(first.blue).toBeGreaterThan(1000);
  expect(await codeOn(certificate, 1)).toBe('https://sign.northwind.example/verify');
  const words = [1, 2].map((page) => textOf(certificate, page)).join('\n');
  for (const index of [0, 1])
    expect(words, 'the certificate shows each signature in its handwriting style').toContain(`Wilhelmina ${index}`);
  expect((await download(plain.id, 'audit')).length, 'the certificate of completion stays small').toBeLessThan(120_000);
  const report = await app.key.get<'verifyDocument'>(`/api/documents/${sent.id}/verify`);
  expect(report.body.isValid).toBe(true);

  // A removed logo must not appear on later documents.
  expect((await app.service.send('DELETE', '/api/organization/logo', { headers: of })).status).toBe(200);
  const next = await app.completed({ signers: [app.person()] });
  expect(await shareOf(await download(next.id, 'signed'), pages, 'signed-next')).toMatchObject({ red: 0, blue: 0 });
}, 60_000);
