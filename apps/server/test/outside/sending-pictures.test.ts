/** Tests that sending only appends to the file, so that every page of the upload keeps its appearance and text. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { encryptedPdf, throughQpdf } from '../support/encrypted-pdf.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

const app = await startTestApp();
const plain = makePdf({ pages: 2, text: 'The rent is 1,200 EUR. Page' });
const changed = (from: string | RegExp, to: string): Buffer =>
  Buffer.from(plain.toString('latin1').replace(from, to), 'latin1');

test.each<[string, Buffer]>([
  ['a plain file', plain],
  [
    'a file with rotated and cropped pages',
    changed(/\[0 0 595 842\]/g, '[0 0 595 842]/Rotate 90/CropBox[20 400 560 800]'),
  ],
  ['a file with object streams', await throughQpdf(plain, ['--object-streams=generate'])],
  ['a damaged file', changed(/startxref\n\d+/, 'startxref\n9')],
  ['an encrypted file', await encryptedPdf(plain)],
  ['a file with a script', makePdf({ pages: 2, catalog: '/OpenAction<</S/JavaScript/JS(1)>>' })],
])('sends %s without changing the appearance or text of its pages', async (_, file) => {
  const { body } = await app.key.upload(pdfUpload(file));
  const { id } = body.document;
  const sent = await app.key.post(`/api/documents/${id}/send-for-signing`, { signers: [app.person()] });
  expect(sent.status, sent.text).toBe(200);
  const link = await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=current`);
  const { bytes } = await app.anyone.get(new URL(link.body.downloadUrl).pathname);
  const compared = await app.services.pdf.compare(
    { source: { parts: [{ bytes: file }] }, password: '' },
    { source: { parts: [{ bytes }] } },
  );
  // The signature page is the only difference.
  expect(compared).toEqual({ outcome: 'different', page: 3 });
});
