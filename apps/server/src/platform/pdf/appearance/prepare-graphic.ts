import type { Hand } from '@countersign/contract';
import { PdfTaskError } from '../pdf-task-error.ts';
import type { SignatureImage } from '../signature-image.ts';
import { AppearanceError } from './appearance-error.ts';
import { svgGraphic } from './drawn-graphic.ts';
import { imageGraphic, typedGraphic } from './signature-graphic.ts';
import type { SignatureGraphic } from './signature-graphic.ts';
import type { Typesetter } from './typesetter.ts';

/** A signature as the signer sends it. Drawn and uploaded data is base64, with or without a `data:` prefix. */
export interface GraphicInput {
  readonly type: 'drawn' | 'typed' | 'uploaded';
  readonly data: string;
  readonly hand?: Hand | undefined;
}

export interface GraphicTools {
  readonly typesetter: Typesetter;
  /** Decodes an image outside this thread (`signatureImage` of the pool). */
  readonly signatureImage: (bytes: Uint8Array) => Promise<SignatureImage>;
}

const MAX_BYTES = 2 ** 20;
const MAX_TYPED = 200;

/**
 * Converts a signer's input to a signature: an SVG or PNG if drawn, a PNG or JPEG if uploaded, the text itself if
 * typed. Throws AppearanceError for refused input, and PdfTaskError if the pool is busy or an image took too long.
 */
export async function prepareGraphic(
  tools: GraphicTools,
  { type, data, hand }: GraphicInput,
): Promise<SignatureGraphic> {
  if (type === 'typed') {
    if (data.length > MAX_TYPED)
      throw new AppearanceError('signature_too_large', `A typed signature can have at most ${MAX_TYPED} characters.`);
    const mark = typedGraphic(tools.typesetter, data, hand);
    if (mark.bounds.width === 0) throw new AppearanceError('empty_signature', 'Type your signature.');
    return mark;
  }
  const bytes = decodeBase64(data);
  const kind = kindOf(bytes);
  if (type === 'drawn' && kind === 'svg') return svgGraphic(decodeText(bytes));
  if (kind === 'png' || (type === 'uploaded' && kind === 'jpeg')) return imageGraphic(await decodeImage(tools, bytes));
  throw new AppearanceError(
    'invalid_signature_data',
    type === 'drawn' ? 'A drawn signature must be an SVG or a PNG.' : 'An uploaded signature must be a PNG or a JPEG.',
  );
}

function decodeBase64(data: string): Buffer {
  // Four characters encode three bytes, so the size is checked before decoding.
  if (data.length > MAX_BYTES * 1.5) throw tooLarge();
  const text = data.replace(/^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*;base64,/, '').replaceAll(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new AppearanceError('invalid_signature_data', 'The signature is not base64.');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > MAX_BYTES) throw tooLarge();
  if (bytes.length === 0) throw new AppearanceError('empty_signature', 'The signature is missing.');
  return bytes;
}

function tooLarge(): AppearanceError {
  return new AppearanceError('signature_too_large', 'The signature is larger than 1 MB.');
}

function kindOf(bytes: Buffer): 'png' | 'jpeg' | 'svg' | 'other' {
  if (bytes.subarray(0, 4).toString('latin1') === '\u0089PNG') return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'jpeg';
  return /^\ufeff?\s*</.test(bytes.subarray(0, 64).toString('utf8')) ? 'svg' : 'other';
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new AppearanceError('invalid_signature_data', 'The drawing is not UTF-8.', { cause });
  }
}

async function decodeImage(tools: GraphicTools, bytes: Buffer) {
  try {
    const { width, height, rgb, alpha } = await tools.signatureImage(bytes);
    return { width, height, rgb, ...(alpha === undefined ? {} : { alpha }) };
  } catch (error) {
    if (!(error instanceof PdfTaskError) || error.code !== 'rejected') throw error;
    const cause = { cause: error };
    if (error.reason === 'empty_signature') throw new AppearanceError('empty_signature', 'The image is empty.', cause);
    if (error.reason === 'image_too_large') throw new AppearanceError('signature_too_large', error.message, cause);
    throw new AppearanceError('invalid_signature_data', 'The image cannot be read.', cause);
  }
}
