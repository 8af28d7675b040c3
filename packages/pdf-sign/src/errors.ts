/**
 * The closed set of errors that a file or a request can cause. An invalid signature is never an error: `verifyPdf`
 * returns a result.
 */
export type PdfErrorCode =
  /** No `%PDF-` header in the first 1,024 bytes. */
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
  /** A field's name, kind or position is invalid. */
  | 'invalid_field'
  /** The value of a field of the file cannot be drawn. */
  | 'undrawable_field'
  /** Another field of the document has this name. */
  | 'duplicate_field'
  /** No unsigned field has that name, or the field belongs to another signer. */
  | 'unknown_field'
  /** A certification signature must be the first signature of a file. */
  | 'already_signed'
  /** Only signature fields can be added to a file with signatures. */
  | 'signed_no_form_fields'
  /** The certification (DocMDP P=2 or 3) permits no new field. */
  | 'certified_no_new_fields'
  /** The certification (DocMDP P=1) forbids every change. */
  | 'certified_no_changes'
  /** The signature container is larger than the reserved space. */
  | 'cms_too_large'
  /** A saved hash state comes from another build of the hash library. */
  | 'hash_state_unreadable';

/** Thrown by every function of this package except the verifier. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PdfError';
    this.code = code;
  }
}
