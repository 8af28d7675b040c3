/** What an S3 server answers when it does not do what it is asked, or that it answers nothing. */
import { BlobError } from '../../ports/blob-store.ts';

/** `code`: of the S3 error, or of the system or the limit where no answer came. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }

  /** Whether asking again may help: the network, and a server that is busy or broken for a moment. */
  get isPassing(): boolean {
    return this.status === 0 ? !LASTING.has(this.code) : PASSING_STATUS.has(this.status) || PASSING.has(this.code);
  }

  /** What the operator can do, where the reason is known. `settings`: what the names of the settings begin with. */
  adviceFor(settings = ''): string | undefined {
    return ADVICE[this.code]?.replaceAll('S3_', `${settings}S3_`);
  }
}

const PASSING_STATUS = new Set([408, 409, 429, 500, 502, 503, 504]);
/** 400 with one of these: the bytes changed on their way. */
const PASSING = new Set(['BadDigest', 'IncompleteBody', 'RequestTimeout', 'XAmzContentSHA256Mismatch']);
/** A name or a certificate is not right in a moment. */
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

const FULL = 'The bucket is full or over its quota: make room, or raise the quota.';
const ADVICE: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed:
    "The clock of this machine differs from the S3 server's by more than it accepts: synchronize both by NTP.",
  ExpiredToken: 'The credentials have expired: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to valid ones.',
  InvalidAccessKeyId: 'The S3 server does not know the access key: check S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch:
    'The secret key does not go with the access key: check S3_SECRET_ACCESS_KEY and S3_ACCESS_KEY_ID.',
  AccessDenied: 'The access key may not do this: it needs to write, read, list and delete objects of the bucket.',
  NoSuchBucket: 'There is no such bucket: check S3_BUCKET.',
  QuotaExceeded: FULL,
  InsufficientStorage: FULL,
  XMinioStorageFull: FULL,
};

/** By status, where a server says nothing more: Swift answers a full account with 413, others with 507 (RFC 4918 §11.5). */
export function codeOf(status: number, body: string): string {
  const [, code] = /<Code>([A-Za-z0-9.]{1,100})<\/Code>/.exec(body) ?? [];
  if (status === 507 || status === 413 || code === 'EntityTooLarge') return 'QuotaExceeded';
  return code ?? `HTTP${status}`;
}

/** What is to be removed may be gone already. */
export function absentIsFine(error: unknown): void {
  if (!(error instanceof S3Failure) || error.status !== 404) throw error;
}

/** What callers see: an outage of the storage, with what happened as its cause. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof S3Failure)) return error;
  return new BlobError('unavailable', `The S3 server did not do it: ${error.message}`, { cause: error });
}
