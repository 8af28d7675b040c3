/** The reason why a list cannot be used. The set is closed, so callers can have a message for each reason. */
export type TrustListErrorCode =
  | 'too_large'
  | 'not_xml'
  | 'doctype'
  | 'not_a_list'
  | 'malformed'
  | 'not_signed'
  | 'several_signatures'
  | 'partly_signed'
  | 'other_signer'
  | 'weak_algorithm'
  | 'signature_invalid';

/** Thrown if a trusted list cannot be used. `code` is for programs, and the message is a sentence for people. */
export class TrustListError extends Error {
  override name = 'TrustListError';
  readonly code: TrustListErrorCode;

  constructor(code: TrustListErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
