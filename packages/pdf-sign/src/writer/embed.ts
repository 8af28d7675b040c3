import { PdfError } from '../errors.ts';
import type { UnsignedRevision } from './types.ts';

/**
 * Returns the two parts of the tail that the signature's digest covers, in order. They follow all earlier bytes of the
 * file. The digest covers everything except the /Contents token (ISO 32000-2 12.8.1). Never throws.
 */
export function signedParts(unsigned: UnsignedRevision): [Uint8Array, Uint8Array] {
  const { tail, contents } = unsigned;
  return [tail.subarray(0, contents.offset), tail.subarray(contents.offset + contents.length)];
}

/**
 * Returns the /Contents value as readers see it: the container with its zero padding, which is the input of a /VRI key.
 * Throws `cms_too_large` if the container does not fit.
 */
export function paddedContents(unsigned: UnsignedRevision, cms: Uint8Array): Buffer {
  const padded = Buffer.alloc((unsigned.contents.length - 2) / 2);
  if (cms.length > padded.length) {
    throw new PdfError(
      'cms_too_large',
      `the signature container has ${cms.length} bytes, but only ${padded.length} were reserved`,
    );
  }
  padded.set(cms);
  return padded;
}

/**
 * Returns a copy of the tail with the DER container inserted, which is a CMS or a time-stamp token. Throws
 * `cms_too_large` if the container does not fit.
 */
export function embedCms(unsigned: UnsignedRevision, cms: Uint8Array): Buffer {
  const hex = paddedContents(unsigned, cms).toString('hex');
  const tail = Buffer.from(unsigned.tail);
  tail.write(hex, unsigned.contents.offset + 1, 'latin1');
  return tail;
}
