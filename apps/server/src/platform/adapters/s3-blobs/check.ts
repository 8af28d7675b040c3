/** The trial at the start: what would fail later fails here, with the setting to look at. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../crypto/ids.ts';
import { ConfigFault } from '../../config-fault.ts';
import { BlobError, TRIALS } from '../../ports/blob-store.ts';
import { isCertificateFault, S3Failure } from './failure.ts';
import type { S3Blobs } from './index.ts';

/** Writes, reads, lists and deletes an object. @throws ConfigFault */
export async function checkS3(store: S3Blobs): Promise<void> {
  const key = `${TRIALS}/${newId('blob')}`;
  try {
    await refuseVersions(store, key);
    const { sha256 } = await store.put(key, randomBytes(1024));
    await store.get(key, { sha256 });
    await store.keys()[Symbol.asyncIterator]().next();
    await store.delete(key);
    await store.size(key);
    throw new ConfigFault('S3_BUCKET: an object that was deleted is still there');
  } catch (error) {
    if (error instanceof BlobError && error.code === 'not_found') return;
    throw faultOf(error);
  }
}

/** What is erased has to be gone, and not to be an older version. */
async function refuseVersions({ client }: S3Blobs, key: string): Promise<void> {
  const answer = await client.ask({ method: 'PUT', key: `${key}_v` }, async (head) => head.resume());
  await client.ask({ method: 'DELETE', key: `${key}_v` }, async (head) => head.resume());
  const version = answer.headers['x-amz-version-id'];
  if (version !== undefined && version !== 'null')
    throw new ConfigFault(
      'S3_BUCKET: the bucket keeps older versions, so erased files would stay: turn versioning off',
    );
}

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
  // No other authority would make these right.
  CERT_HAS_EXPIRED: 'S3_ENDPOINT',
  ERR_TLS_CERT_ALTNAME_INVALID: 'S3_ENDPOINT',
};

function faultOf(error: unknown): unknown {
  const failure = error instanceof BlobError ? error.cause : error;
  if (!(failure instanceof S3Failure)) return error;
  const setting = SETTINGS[failure.code] ?? (isCertificateFault(failure.code) ? 'S3_CA_FILE' : 'S3_ENDPOINT');
  return new ConfigFault(`${setting}: ${failure.advice ?? failure.message}`, { cause: failure });
}
