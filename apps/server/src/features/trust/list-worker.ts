/**
 * Parses trusted lists in a separate thread. The lists of the EU are tens of megabytes of XML and would block the main
 * thread for too long.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { fromPem, PkiError } from '@countersign/pki';
import { readTrustLists } from '@countersign/trust-lists';

export type ListTask = { folder: string; now: string };

const { folder, now } = workerData as ListTask;

const files = (directory: string, pattern: RegExp): { name: string; bytes: Buffer }[] =>
  readdirSync(directory)
    .filter((name) => pattern.test(name) && statSync(join(directory, name)).isFile())
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(directory, name)) }));

/** Each file contains certificates in PEM, or one in DER. */
const certificates = ({ bytes }: { bytes: Buffer }): Buffer[] => {
  if (!bytes.includes('-----BEGIN ')) return [bytes];
  try {
    return fromPem('CERTIFICATE', bytes.toString('latin1'));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return [];
  }
};

const signers = files(folder, /\.(pem|cer|crt|der)$/i).flatMap(certificates);
parentPort?.postMessage(readTrustLists(files(folder, /\.(xml|tsl)$/i), { signers, now: new Date(now) }));
