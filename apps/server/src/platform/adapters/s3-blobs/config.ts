/** The settings of an S3 server for files. */
import { resolve } from 'node:path';
import type { Secret } from '../../secret.ts';
import { isLoopback, type SettingReader } from '../../settings.ts';
import type { S3Limits } from '../s3/client.ts';

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: { value: Secret } | { file: string };
  style: 'path' | 'host';
  caFile: string | undefined;
  /** Of the time that its answers may take, in tests. */
  limits?: Partial<S3Limits>;
};

/** The keys are sent nowhere; what is signed with them may be seen by others only on this machine. */
export function s3Settings(reader: SettingReader): S3Settings | undefined {
  const endpoint = reader.url('S3_ENDPOINT', ['https:', 'http:']);
  const bucket = reader.text('S3_BUCKET');
  const accessKeyId = reader.text('S3_ACCESS_KEY_ID');
  const [value, file] = [reader.secret('S3_SECRET_ACCESS_KEY'), reader.text('S3_SECRET_ACCESS_KEY_FILE')];
  const [style, caFile] = [reader.choice('S3_ADDRESS_STYLE', ['path', 'host'], 'path'), reader.text('S3_CA_FILE')];
  const region = reader.text('S3_REGION') ?? 'us-east-1';
  if (!reader.has('S3_ENDPOINT') && !bucket && !accessKeyId && !value && !file) return undefined;
  const needed = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId };
  for (const [name, given] of Object.entries(needed))
    if (given === undefined && reader.text(name) === undefined) reader.fault(`${name}: is needed to keep files in S3`);
  if ((value === undefined) === (file === undefined))
    reader.fault(
      'S3_SECRET_ACCESS_KEY: is needed to keep files in S3, itself or as S3_SECRET_ACCESS_KEY_FILE, and not both',
    );
  if (bucket !== undefined && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    reader.fault('S3_BUCKET: must be 3 to 63 lower-case letters, digits, dots and hyphens');
  if (endpoint !== undefined && new URL(endpoint).pathname + new URL(endpoint).search !== '/')
    reader.fault(
      'S3_ENDPOINT: must be scheme, host and port alone, such as https://s3.example.com; the bucket is in S3_BUCKET',
    );
  else if (endpoint?.startsWith('http:') && !isLoopback(new URL(endpoint).hostname))
    reader.fault('S3_ENDPOINT: must be an https address, or on loopback: files are sent there');
  if (!endpoint || !bucket || !accessKeyId || (!value && !file)) return undefined;
  const secretAccessKey = value ? { value } : { file: resolve(file ?? '') };
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, style, caFile: caFile && resolve(caFile) };
}
