/**
 * Opens file storage with integrity checks and encryption. Files are in a folder, and also on an S3 server if one is
 * configured (ADR 69).
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { blobRecords, Damage } from '../features/storage/index.ts';
import { openLocalBlobs } from '../platform/adapters/local-blobs/index.ts';
import type { S3Blobs } from '../platform/adapters/s3-blobs/index.ts';
import { checkErasureLedger, fileErasureLedger } from '../platform/adapters/erasure-ledger/index.ts';
import { BlobHome, type Place, selectHasFiles, selectHome } from '../platform/blobs/blob-home.ts';
import { isThere } from '../platform/adapters/local-blobs/staging-folder.ts';
import { BlobKeys } from '../platform/blobs/blob-keys.ts';
import { checkedBlobs } from '../platform/blobs/checked-blobs.ts';
import { placedBlobs } from '../platform/blobs/placed-blobs.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import type { ConnectionOptions, Database } from '../platform/db/database.ts';
import { BlobError, type BlobStore } from '../platform/ports/blob-store.ts';
import { s3Options } from '../platform/adapters/s3/config.ts';
import type { Recorder } from '../platform/audit/recorder.ts';
import type { Vault } from '../platform/crypto/seal.ts';
import { UnitOfWork } from '../platform/unit-of-work.ts';
import type { Config } from './config.ts';
import type { Services } from './services.ts';
import type { WiringOptions } from './wiring.ts';

type Settings = Pick<Config, 'dataDir' | 's3'>;
type Log = { warn(fields: object, message: string): void };

export type OpenBlobStore = { store: BlobStore; close: () => Promise<void> };

/** @throws ConfigFault if S3 cannot be used, or files are in S3 and its settings are missing */
export async function openBlobStores(
  settings: Settings,
  { database, connection, log }: { database: Database; connection: ConnectionOptions; log: Log },
): Promise<OpenBlobStore> {
  const [[known], [stored]] = await database.queryAll({ role: 'jobs' }, [selectHome(), selectHasFiles()]);
  // If the volume is not mounted, uploads to a new folder in its place would disappear once the volume is mounted.
  const isHome = stored?.any === true && (known?.place ?? 'folder') === 'folder';
  const root = join(settings.dataDir, 'blobs');
  const folder = await openLocalBlobs(root, { mayMake: !isHome });
  if (!(await isThere(root)))
    log.warn(
      { folder: root },
      'the folder with stored files is missing. Check that its volume is mounted. Uploads are rejected until the folder is available again',
    );
  const s3 = await openS3(settings, log);
  if (!s3) {
    if (known && (known.place === 's3' || known.is_moving))
      throw new ConfigFault('S3_ENDPOINT: is required, because stored files are in S3. Set the other S3 settings too');
    return { store: folder, close: async () => {} };
  }
  const home = await BlobHome.open(connection, 's3');
  return {
    store: placedBlobs({ folder, s3 }, home),
    close: async () => {
      await home.stop();
      s3.close();
    },
  };
}

type Files = Pick<Services, 'store' | 'blobs' | 'fileKeys' | 'damage' | 'ledger'> & { close: () => Promise<void> };

/** Opens the file storage that features use. Each read is checked, and damage is recorded. */
export async function openFiles(
  { config, opened, clock, log, telemetry: { telemetry } }: WiringOptions,
  { database, vault, recorder }: { database: Database; vault: Vault; recorder: Recorder },
): Promise<Files> {
  const { store, close } = await openBlobStores(config, { database, connection: opened.connection, log });
  const ledgerFile = join(config.dataDir, 'erasures', 'ledger.jsonl');
  await checkErasureLedger(ledgerFile);
  const ledger = fileErasureLedger(ledgerFile);
  // The damage is recorded in a separate unit of work, so that the record stays if the request that reads the damaged
  // file is rolled back.
  const damage = new Damage({ database, uow: new UnitOfWork({ database, clock, recorder }), log });
  await damage.start();
  const fileKeys = new BlobKeys({ database, vault });
  const blobs = checkedBlobs({
    store,
    records: blobRecords(database),
    keys: fileKeys,
    onDamage: (key, fault) => {
      telemetry.count('file-fault', { fault });
      damage.report(key, fault);
    },
    isSealing: config.fileEncryption,
  });
  return { store, blobs, fileKeys, damage, ledger, close };
}

/** Opens each location separately, for a move. @throws ConfigFault */
export async function openBothStores(
  settings: Settings,
  log: Log,
): Promise<Record<Place, BlobStore> & { close(): void }> {
  const s3 = await openS3(settings, log);
  if (!s3) throw new ConfigFault('S3_ENDPOINT: is required to move files to S3 or back');
  return { folder: await openLocalBlobs(join(settings.dataDir, 'blobs')), s3, close: () => s3.close() };
}

const AWAY_AGAIN_MS = 5_000;
/** The interval between retries after a fault that only the operator can fix. */
const FAULT_AGAIN_MS = 60_000;

/** Opens S3 and tests it with a write, a read and a delete. The S3 code is loaded only if it is used. */
async function openS3({ s3, dataDir }: Settings, log: Log): Promise<S3Blobs | undefined> {
  if (!s3) return undefined;
  let stopTrying = () => {};
  const { checkS3, openS3Blobs } = await import('../platform/adapters/s3-blobs/index.ts');
  // The folder is used only for staged files and files that are read by path.
  const store = await openS3Blobs(join(dataDir, 's3'), await s3Options(s3, log));
  await checkS3(store).catch((error: unknown) => {
    if (!(error instanceof BlobError && error.code === 'unavailable')) {
      store.close();
      throw error;
    }
    log.warn(
      { reason: error.message },
      'the S3 server for stored files is not responding; the server is starting without it and will retry every few seconds',
    );
    stopTrying = keepTrying(() => checkS3(store), log);
  });
  return {
    ...store,
    close: () => {
      stopTrying();
      store.close();
    },
  };
}

/** Retries the test of S3 until it succeeds. Files are read from S3 even before that. */
function keepTrying(trial: () => Promise<void>, log: Log): () => void {
  const end = new AbortController();
  const { signal } = end;
  const run = async () => {
    for (let error: unknown = true; error !== undefined;) {
      await delay(error instanceof ConfigFault ? FAULT_AGAIN_MS : AWAY_AGAIN_MS, undefined, { signal, ref: false });
      error = await trial().then(
        () => undefined,
        (cause: unknown) => cause,
      );
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      if (error === undefined) log.warn({}, 'the S3 server for stored files is reachable again');
      else if (error instanceof ConfigFault)
        log.warn({ reason }, 'the S3 server for stored files is responding, but a setting is wrong');
      else log.warn({ reason }, 'the S3 server for stored files is still not responding');
    }
  };
  run().catch(() => {});
  return () => end.abort();
}
