/** `node scripts/draw-logo.ts`, after a change to packages/brand/logo.svg: makes the picture that mails show from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const PIXELS = 84;
const BRAND = new URL('../packages/brand/', import.meta.url);

/** The logo as the PNG that it has to be in mails. */
export async function drawLogo(): Promise<Buffer> {
  // 72 dots an inch is the size the drawing names.
  return sharp(readFileSync(new URL('logo.svg', BRAND)), { density: (72 * PIXELS) / 32 })
    .resize(PIXELS, PIXELS)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

if (import.meta.main) writeFileSync(new URL('logo.png', BRAND), await drawLogo());
