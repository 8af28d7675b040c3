/** Creates logos like those that organizations upload. */
import sharp from 'sharp';
import { MULTIPART, multipart } from './multipart.ts';

/** A red bar beside a blue bar, on a transparent background. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="140" height="100" fill="#c00000"/><rect x="160" width="140" height="100" fill="#0000c0"/></svg>`;

export const LOGO_PNG = await sharp(Buffer.from(DRAWING)).png().toBuffer();

export const logoUpload = (content: Uint8Array = LOGO_PNG) => ({
  body: multipart([{ name: 'file', filename: 'logo.png', type: 'image/png', content }]),
  headers: MULTIPART,
});
