import { deflateSync } from 'node:zlib';

/** Decodes a signature image (PNG or JPEG). Runs in the PDF worker, because libvips reads untrusted bytes. */

/** The reason why an image is refused. The codes are the pool's `reason`. */
export class SignatureImageError extends Error {
  override readonly name = 'SignatureImageError';
  readonly code: 'invalid_image' | 'image_too_large' | 'empty_signature';

  constructor(code: SignatureImageError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** An image that is ready to become a PDF image XObject: 8 bits per channel, deflated (FlateDecode). */
export interface SignatureImage {
  readonly width: number;
  readonly height: number;
  /** The DeviceRGB samples, deflated. */
  readonly rgb: Uint8Array;
  /** The DeviceGray samples of the soft mask, deflated. Absent if the image is opaque. */
  readonly alpha: Uint8Array | undefined;
}

const MAX_BYTES = 2 ** 20;
const MAX_PIXELS = 4_000_000;
const MAX_WIDTH = 1200;
const DECODE_SECONDS = 5;
/** The amount by which a channel must be darker than white paper (of 255) to be visible. */
const VISIBLE = 6;

/**
 * Decodes, applies the EXIF orientation, trims the empty border and reduces the width to 1,200 pixels. Throws
 * SignatureImageError: `invalid_image`, `image_too_large` (4 megapixels, 1 MB), `empty_signature` (nothing visible).
 */
export async function decodeSignatureImage(bytes: Uint8Array): Promise<SignatureImage> {
  if (bytes.length > MAX_BYTES) throw new SignatureImageError('image_too_large', 'The image is larger than 1 MB.');
  if (!isPng(bytes) && !isJpeg(bytes))
    throw new SignatureImageError('invalid_image', 'The image is neither a PNG nor a JPEG.');
  const { data, width, height } = await decode(bytes);
  const area = inkArea(data, width, height);
  if (area === undefined) throw new SignatureImageError('empty_signature', 'The image is empty.');
  return split(data, width, area);
}

async function decode(bytes: Uint8Array): Promise<{ data: Uint8Array; width: number; height: number }> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const input = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  try {
    const { data, info } = await input
      .autoOrient()
      .timeout({ seconds: DECODE_SECONDS })
      .resize({ width: MAX_WIDTH, height: MAX_WIDTH, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : '';
    if (message.includes('pixel limit'))
      throw new SignatureImageError('image_too_large', 'The image has more than 4 million pixels.');
    throw new SignatureImageError('invalid_image', 'The image cannot be read.');
  }
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the smallest rectangle that contains everything visible on white paper, or undefined if there is nothing. */
function inkArea(rgba: Uint8Array, width: number, height: number): Area | undefined {
  const area: Area = { left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      if (!isInk(rgba, at)) continue;
      if (x < area.left) area.left = x;
      if (x > area.right) area.right = x;
      if (y < area.top) area.top = y;
      area.bottom = y;
    }
  }
  return area.right < 0 ? undefined : area;
}

function isInk(rgba: Uint8Array, at: number): boolean {
  const darkest = Math.min(rgba[at] ?? 255, rgba[at + 1] ?? 255, rgba[at + 2] ?? 255);
  return (255 - darkest) * (rgba[at + 3] ?? 0) >= VISIBLE * 255;
}

function split(rgba: Uint8Array, stride: number, area: Area): SignatureImage {
  const width = area.right - area.left + 1;
  const height = area.bottom - area.top + 1;
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  let isOpaque = true;
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0, from = ((y + area.top) * stride + area.left) * 4; x < width; x += 1, from += 4, to += 1) {
      rgb[to * 3] = rgba[from] ?? 0;
      rgb[to * 3 + 1] = rgba[from + 1] ?? 0;
      rgb[to * 3 + 2] = rgba[from + 2] ?? 0;
      alpha[to] = rgba[from + 3] ?? 0;
      if (alpha[to] !== 255) isOpaque = false;
    }
  }
  return { width, height, rgb: deflateSync(rgb), alpha: isOpaque ? undefined : deflateSync(alpha) };
}

function isPng(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}
