/** An error response of an S3 server, or a missing response. */
import { BlobError } from '../../ports/blob-store.ts';

/**
 * `code` is the code of the S3 error. If there was no response, it is the code of the system error or of the time
 * limit.
 */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }

  /** True if a retry may help: after a network error, or if the server is temporarily busy or broken. */
  get isPassing(): boolean {
    return this.status === 0 ? !LASTING.has(this.code) : PASSING_STATUS.has(this.status) || PASSING.has(this.code);
  }

  /**
   * Returns advice for the operator, if the cause of the failure is known. `settings` is the prefix of the setting
   * names.
   */
  adviceFor(settings = ''): string | undefined {
    return ADVICE[this.code]?.replaceAll('S3_', `${settings}S3_`);
  }
}

const PASSING_STATUS = new Set([408, 409, 429, 500, 502, 503, 504]);
/** Error codes of a 400 response that mean that the bytes changed in transit. */
const PASSING = new Set(['BadDigest', 'IncompleteBody', 'RequestTimeout', 'XAmzContentSHA256Mismatch']);
/** Network errors that a retry does not fix, such as a wrong name or certificate. */
const LASTING = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
export const isCertificateFault = (code: string): boolean => LASTING.has(code);

const FULL = 'The bucket is full or over its quota: free space, or raise the quota.';
const ADVICE: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed:
    "This machine's clock differs from the S3 server's clock by more than that server accepts: synchronize both with NTP.",
  ExpiredToken: 'The credentials have expired: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to valid ones.',
  InvalidAccessKeyId: 'The S3 server does not know the access key: check S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch:
    'The secret key does not match the access key: check S3_SECRET_ACCESS_KEY and S3_ACCESS_KEY_ID.',
  AccessDenied:
    'The access key lacks permissions: it must be able to write, read, list and delete objects in the bucket.',
  NoSuchBucket: 'There is no such bucket: check S3_BUCKET.',
  QuotaExceeded: FULL,
  InsufficientStorage: FULL,
  XMinioStorageFull: FULL,
};

/**
 * Returns the error code, or `HTTP` and the status if the server gives none. For a full account, the code is
 * `QuotaExceeded`: Swift answers 413, and other servers answer 507 (RFC 4918 §11.5).
 */
export function codeOf(status: number, body: string): string {
  const [, code] = /<Code>([A-Za-z0-9.]{1,100})<\/Code>/.exec(body) ?? [];
  if (status === 507 || status === 413 || code === 'EntityTooLarge') return 'QuotaExceeded';
  return code ?? `HTTP${status}`;
}

/** Ignores the error if the object to be removed does not exist. Throws all other errors. */
export function absentIsFine(error: unknown): void {
  if (!(error instanceof S3Failure) || error.status !== 404) throw error;
}

/** Converts the failure to an outage of the storage, with the failure as its cause. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof S3Failure)) return error;
  return new BlobError('unavailable', `A request to the S3 server failed: ${error.message}`, { cause: error });
}
