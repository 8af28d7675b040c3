import { isCertificateFault, type S3Failure } from './failure.ts';

const SETTINGS: Readonly<Record<string, string>> = {
  AccessDenied: 'S3_ACCESS_KEY_ID',
  ExpiredToken: 'S3_ACCESS_KEY_ID',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY',
  NoSuchBucket: 'S3_BUCKET',
  InvalidBucketName: 'S3_BUCKET',
  QuotaExceeded: 'S3_BUCKET',
  AuthorizationHeaderMalformed: 'S3_REGION',
  PermanentRedirect: 'S3_REGION',
  IllegalLocationConstraintException: 'S3_REGION',
  // Changing S3_CA_FILE would not fix these errors.
  CERT_HAS_EXPIRED: 'S3_ENDPOINT',
  ERR_TLS_CERT_ALTNAME_INVALID: 'S3_ENDPOINT',
};

export const settingOf = ({ code }: S3Failure): string =>
  SETTINGS[code] ?? (isCertificateFault(code) ? 'S3_CA_FILE' : 'S3_ENDPOINT');
