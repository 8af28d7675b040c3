/** Checks S3 at startup. Detects faults that would otherwise occur later, and names the setting to check. */
import { randomBytes } from 'node:crypto';
import { newId } from '../../crypto/ids.ts';
import { ConfigFault } from '../../config-fault.ts';
import { BlobError, TRIALS } from '../../ports/blob-store.ts';
import { S3Failure, unavailable } from '../s3/failure.ts';
import { settingOf } from '../s3/setting.ts';
import type { S3Blobs } from './index.ts';

export async function checkS3(store: S3Blobs): Promise<void> {
  const key = `${TRIALS}/${newId('blob')}`;
  try {
    await refuseVersions(store, key);
    const { sha256 } = await store.put(key, randomBytes(1024));
    await store.get(key, { sha256 });
    await store.keys()[Symbol.asyncIterator]().next();
    await store.delete(key);
    await store.size(key);
    throw new ConfigFault('S3_BUCKET: a deleted object still exists');
  } catch (error) {
    if (error instanceof BlobError && error.code === 'not_found') return;
    throw faultOf(error);
  }
}

/**
 * Errors that are not caused by a setting, such as a full bucket or a wrong clock. Files can be read in spite of the
 * error, or once the problem is fixed.
 */
const NO_SETTING = new Set(['QuotaExceeded', 'RequestTimeTooSkewed']);

/** Refuses a bucket with versioning. An erased object must be gone, and an older version of it must not reappear. */
async function refuseVersions({ client }: S3Blobs, key: string): Promise<void> {
  const answer = await client.ask({ method: 'PUT', key: `${key}_v` }, async (head) => head.resume());
  await client.ask({ method: 'DELETE', key: `${key}_v` }, async (head) => head.resume());
  const version = answer.headers['x-amz-version-id'];
  if (version !== undefined && version !== 'null')
    throw new ConfigFault(
      'S3_BUCKET: the bucket keeps older versions, so erased files would remain. Turn off versioning',
    );
}

function faultOf(error: unknown): unknown {
  const failure = error instanceof BlobError ? error.cause : error;
  if (!(failure instanceof S3Failure)) return error;
  if (failure.isPassing || NO_SETTING.has(failure.code)) return unavailable(failure);
  return new ConfigFault(`${settingOf(failure)}: ${failure.adviceFor() ?? failure.message}`, { cause: failure });
}
