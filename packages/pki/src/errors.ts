/** All errors of this package. The set is closed: callers translate it with an exhaustive switch. */
export type PkiErrorCode =
  | 'malformed_der'
  | 'malformed_pem'
  | 'malformed_certificate'
  | 'malformed_cms'
  | 'malformed_timestamp'
  | 'malformed_crl'
  | 'malformed_ocsp'
  | 'malformed_pkcs12'
  | 'wrong_passphrase'
  | 'unsupported_algorithm'
  | 'unsupported_key'
  | 'algorithm_mismatch'
  | 'no_timestamp'
  | 'invalid_argument';

/** The only error of this package. A signature that does not verify is never thrown: it is a result with `problems`. */
export class PkiError extends Error {
  override readonly name = 'PkiError';
  readonly code: PkiErrorCode;

  constructor(code: PkiErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Runs a parser and converts its PkiError to `undefined`, for code in which malformed input is a finding and not a
 * failure. Any other error is a bug and is rethrown.
 */
export function orUndefined<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}
