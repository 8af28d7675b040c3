/**
 * The reason why a signer's input cannot become a visible signature.
 *
 * - `empty_signature`: nothing would be visible
 * - `signature_too_large`: more than 1 MB, 4 megapixels or 20,000 path segments
 * - `invalid_signature_data`: not base64, or not an accepted image format
 * - `unsupported_svg`: an SVG beyond the small subset that signature pads write
 */
export type AppearanceErrorCode =
  | 'empty_signature'
  | 'signature_too_large'
  | 'invalid_signature_data'
  | 'unsupported_svg';

/** The only error that the code in this folder throws. The message tells the signer what to do. */
export class AppearanceError extends Error {
  override readonly name = 'AppearanceError';
  readonly code: AppearanceErrorCode;

  constructor(code: AppearanceErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
