/** Why a list is not used. Closed: callers may have a text for each. */
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

/** Why a trusted list is not used; `code` is for programs, the message is a human-readable sentence. */
export class TrustListError extends Error {
  override name = 'TrustListError';
  readonly code: TrustListErrorCode;

  constructor(code: TrustListErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
