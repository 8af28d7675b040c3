/** The closed set of error codes of this package. Callers translate them with an exhaustive switch. */
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

/** The only error that this package throws. An invalid signature is never thrown. It is a result with `problems`. */
export class PkiError extends Error {
  override readonly name = 'PkiError';
  readonly code: PkiErrorCode;

  constructor(code: PkiErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Runs a parser and converts its PkiError to `undefined`, for code that treats malformed input as a finding. Any
 * other error is a bug and is rethrown.
 */
export function orUndefined<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof PkiError) return undefined;
    throw error;
  }
}
