/** Run `node scripts/draw-logo.ts` after a change to packages/brand/logo.svg. It draws the logo for e-mails. */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const PIXELS = 84;
const BRAND = new URL('../packages/brand/', import.meta.url);

/** The logo as PNG, the format for e-mails. */
export async function drawLogo(): Promise<Buffer> {
  // 72 dots per inch is the nominal size of the drawing.
  return sharp(readFileSync(new URL('logo.svg', BRAND)), { density: (72 * PIXELS) / 32 })
    .resize(PIXELS, PIXELS)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

if (import.meta.main) writeFileSync(new URL('logo.png', BRAND), await drawLogo());
