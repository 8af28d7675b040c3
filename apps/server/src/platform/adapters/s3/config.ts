/** The settings of an S3 server, for files or for backups. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigFault } from '../../config-fault.ts';
import type { Secret } from '../../secret.ts';
import { type DescribedSettings, isLoopback, type SettingReader } from '../../settings.ts';
import type { S3Limits, S3Log, S3Options } from './client.ts';

export type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: { value: Secret } | { file: string };
  style: 'path' | 'host';
  caFile: string | undefined;
  limits?: Partial<S3Limits>;
};

/** The prefix of the setting names, and the kind of data that the S3 server stores. */
export type S3Use = { readonly settings: '' | 'BACKUP_'; readonly what: 'files' | 'backups' };
const FILES: S3Use = { settings: '', what: 'files' };
export const BACKUPS: S3Use = { settings: 'BACKUP_', what: 'backups' };

/**
 * Parses the settings. The keys themselves are never sent. Without TLS, signed requests are allowed only on this
 * machine.
 */
export function s3Settings(reader: SettingReader, { settings, what }: S3Use = FILES): S3Settings | undefined {
  const named = <Rest extends string>(rest: Rest) => `${settings}S3_${rest}` as const;
  const endpoint = reader.url(named('ENDPOINT'), ['https:', 'http:']);
  const bucket = reader.text(named('BUCKET'));
  const accessKeyId = reader.text(named('ACCESS_KEY_ID'));
  const [value, file] = [reader.secret(named('SECRET_ACCESS_KEY')), reader.path(named('SECRET_ACCESS_KEY_FILE'))];
  const style = reader.choice(named('ADDRESS_STYLE'), ['path', 'host'], 'path');
  const [caFile, region] = [reader.path(named('CA_FILE')), reader.text(named('REGION')) ?? 'us-east-1'];
  if (!reader.has(named('ENDPOINT')) && !bucket && !accessKeyId && !value && !file) return undefined;
  for (const name of [named('ENDPOINT'), named('BUCKET'), named('ACCESS_KEY_ID')])
    if (!reader.has(name)) reader.fault(`${name}: is required to store ${what} in S3`);
  const secret = named('SECRET_ACCESS_KEY');
  if ((value === undefined) === (file === undefined))
    reader.fault(`${secret}: is required to store ${what} in S3. Set it directly or as ${secret}_FILE, but not both`);
  if (bucket !== undefined && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    reader.fault(`${named('BUCKET')}: must be 3 to 63 lower-case letters, digits, dots and hyphens`);
  if (endpoint !== undefined && new URL(endpoint).pathname + new URL(endpoint).search !== '/')
    reader.fault(
      `${named('ENDPOINT')}: must contain only scheme, host and port, such as https://s3.example.com. Set the bucket in ${named('BUCKET')}`,
    );
  else if (endpoint?.startsWith('http:') && !isLoopback(new URL(endpoint).hostname))
    reader.fault(`${named('ENDPOINT')}: must be an https address, or on loopback: ${what} are sent there`);
  if (!endpoint || !bucket || !accessKeyId || (!value && !file)) return undefined;
  const secretAccessKey = value ? { value } : { file: file ?? '' };
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, style, caFile };
}

/**
 * Returns the options, including values that are read from files. @throws ConfigFault for a file that cannot be read
 */
export async function s3Options(s3: S3Settings, log: S3Log, { settings }: S3Use = FILES): Promise<S3Options> {
  const { secretAccessKey: secret, caFile, ...rest } = s3;
  const read = (name: string, path: string): Promise<string> =>
    readFile(resolve(path), 'utf8').catch((error: unknown) => {
      throw new ConfigFault(`${settings}S3_${name}: the file cannot be read`, { cause: error });
    });
  const ca = caFile === undefined ? undefined : await read('CA_FILE', caFile);
  const secretAccessKey =
    'value' in secret ? secret.value.reveal() : (await read('SECRET_ACCESS_KEY_FILE', secret.file)).trim();
  return { ...rest, secretAccessKey, ca, log, settings };
}

export const S3_DESCRIPTIONS: DescribedSettings = {
  S3_ENDPOINT: [
    '',
    'S3 server that stores files instead of the folder `blobs/`, such as `https://s3.example.com`. See [Files in S3](files-in-s3.md). The address can contain only a scheme, a host and a port. Plain HTTP is allowed only on loopback.',
  ],
  S3_BUCKET: [
    '',
    'Bucket in which the server stores files. The bucket must exist and must not keep versions, because deleted files would remain in it.',
  ],
  S3_REGION: ['`us-east-1`', 'Region that the server uses to sign its S3 requests.'],
  S3_ACCESS_KEY_ID: ['', 'Access key that can write, read, list and delete objects in the bucket.'],
  S3_SECRET_ACCESS_KEY: ['', 'Secret access key for `S3_ACCESS_KEY_ID`.'],
  S3_SECRET_ACCESS_KEY_FILE: ['', 'File with the secret access key, as an alternative to `S3_SECRET_ACCESS_KEY`.'],
  S3_ADDRESS_STYLE: [
    '`path`',
    'Position of the bucket name in the URL: `path` (`https://host/bucket/…`) or `host` (`https://bucket.host/…`).',
  ],
  S3_CA_FILE: [
    'the certificates included in Node.js',
    'PEM file with the CA certificates that the server trusts when it connects to the S3 server.',
  ],
};

export const BACKUP_S3_DESCRIPTIONS: DescribedSettings = {
  BACKUP_S3_ENDPOINT: [
    '',
    'S3 server for backups. The address can contain only a scheme, a host and a port. Plain HTTP is allowed only on loopback.',
  ],
  BACKUP_S3_BUCKET: [
    '',
    'Bucket for backups. The bucket must exist and differ from `S3_BUCKET`. It can keep versions.',
  ],
  BACKUP_S3_REGION: ['`us-east-1`', 'Region that the server uses to sign its S3 requests.'],
  BACKUP_S3_ACCESS_KEY_ID: ['', 'Access key that can write, read, list and delete objects in the bucket.'],
  BACKUP_S3_SECRET_ACCESS_KEY: ['', 'Secret access key for `BACKUP_S3_ACCESS_KEY_ID`.'],
  BACKUP_S3_SECRET_ACCESS_KEY_FILE: [
    '',
    'File with the secret access key, as an alternative to `BACKUP_S3_SECRET_ACCESS_KEY`.',
  ],
  BACKUP_S3_ADDRESS_STYLE: [
    '`path`',
    'Position of the bucket name in the URL: `path` (`https://host/bucket/…`) or `host` (`https://bucket.host/…`).',
  ],
  BACKUP_S3_CA_FILE: [
    'the certificates included in Node.js',
    'PEM file with the CA certificates that the server trusts when it connects to the S3 server.',
  ],
};
