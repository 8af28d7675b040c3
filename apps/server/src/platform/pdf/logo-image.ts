/** Decodes an organization's logo. Runs in the PDF worker, because libvips reads untrusted bytes. */
import { deflateSync } from 'node:zlib';
import { SignatureImageError } from './signature-image.ts';

/** A logo redrawn from its pixels: no bytes of the uploaded file are kept. */
export interface LogoImage {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
  /** The image as DeviceRGB samples on white, deflated. */
  readonly rgb: Uint8Array;
}

const MAX_PIXELS = 4_000_000;
const MAX_SIDE = 4000;
const DECODE_SECONDS = 5;
/** The maximum size: three pixels per point of the 120 by 40 points that a page reserves for the logo. */
const BOX = { width: 360, height: 120 } as const;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The offset of width and height, which are in the first chunk (IHDR, PNG 11.2.1). */
const SIZE_AT = 16;

/** Throws SignatureImageError: `invalid_image`, `image_too_large`. */
export async function decodeLogo(bytes: Uint8Array): Promise<LogoImage> {
  const { default: sharp } = await import('sharp');
  refuseBySize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: DECODE_SECONDS })
      .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      // The logo is drawn on white, because paper is white and our documents use no transparency.
      .flatten({ background: '#ffffff' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const rgb = channels === 3 ? data : threeChannels(data, channels);
    const png = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    return { width, height, png, rgb: deflateSync(rgb) };
  } catch {
    throw new SignatureImageError('invalid_image', 'The image cannot be read.');
  }
}

/** Refuses an image by its declared size before decoding, because a few bytes can represent gigabytes of pixels. */
function refuseBySize(file: Buffer): void {
  if (file.length < SIZE_AT + 8 || !file.subarray(0, PNG.length).equals(PNG))
    throw new SignatureImageError('invalid_image', 'The file is not a PNG.');
  const [width, height] = [file.readUInt32BE(SIZE_AT), file.readUInt32BE(SIZE_AT + 4)];
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new SignatureImageError(
      'image_too_large',
      `The image is ${width} x ${height} pixels. The limit is 4,000 pixels per side and 4 million in total.`,
    );
}

function threeChannels(data: Uint8Array, channels: number): Uint8Array {
  const pixels = data.length / channels;
  const rgb = new Uint8Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel += 1)
    for (let part = 0; part < 3; part += 1)
      rgb[pixel * 3 + part] = data[pixel * channels + (channels < 3 ? 0 : part)] ?? 0;
  return rgb;
}
