/**
 * The closed set of codes for errors that a file or a request can cause. An invalid signature is never an error:
 * `verifyPdf` returns a result.
 */
export type PdfErrorCode =
  /** The first 1,024 bytes contain no `%PDF-` header. */
  | 'not_a_pdf'
  /** The file has an /Encrypt dictionary. */
  | 'encrypted'
  /** The structure cannot be read without repair. */
  | 'damaged'
  /** A limit on depth, object count or inflated size was reached. */
  | 'too_complex'
  /** A structural stream uses a filter that is not allowed there. */
  | 'unsupported_filter'
  | 'page_out_of_range'
  /** The name, kind or position of a field is invalid. */
  | 'invalid_field'
  /** The value of a field in the file cannot be drawn. */
  | 'undrawable_field'
  | 'duplicate_field'
  /** There is no unsigned field with the given name, or the field belongs to another signer. */
  | 'unknown_field'
  /** A certification signature must be the first signature of a file. */
  | 'already_signed'
  /** Only signature fields can be added to a signed file. */
  | 'signed_no_form_fields'
  /** The certification (DocMDP P=2 or 3) does not permit new fields. */
  | 'certified_no_new_fields'
  /** The certification (DocMDP P=1) forbids every change. */
  | 'certified_no_changes'
  /** The signature container is larger than the space reserved for it. */
  | 'cms_too_large'
  /** The saved hash state was created by another build of the hash library. */
  | 'hash_state_unreadable';

/** Thrown by every function in this package except the verifier. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PdfError';
    this.code = code;
  }
}
