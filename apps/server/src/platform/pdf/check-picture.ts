/** Decodes an image that is stored unchanged, to check that viewers can decode it. Runs once, in the worker. */
import type { LocalSource } from './pdf-source.ts';
import { readSource } from './pdf-source.ts';
import { SignatureImageError } from './signature-image.ts';

const MAX_PIXELS = 50_000_000;
const DECODE_SECONDS = 5;
/** The width to which the image is reduced. The decoder reads the whole image, but keeps little of it in memory. */
const THUMBNAIL = 64;

/** Throws SignatureImageError: `invalid_image`, `image_too_large`. */
export async function checkPicture(source: LocalSource): Promise<{ width: number; height: number }> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const picture = sharp(readSource(source), { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  try {
    const { width, height } = await picture.metadata();
    await picture.timeout({ seconds: DECODE_SECONDS }).resize(THUMBNAIL, THUMBNAIL, { fit: 'fill' }).raw().toBuffer();
    return { width, height };
  } catch (cause) {
    const isTooLarge = cause instanceof Error && cause.message.includes('pixel limit');
    if (isTooLarge) throw new SignatureImageError('image_too_large', 'The image has more than 50 million pixels.');
    throw new SignatureImageError('invalid_image', 'The image cannot be read.');
  }
}
