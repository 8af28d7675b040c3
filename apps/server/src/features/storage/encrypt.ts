/**
 * Encrypts, in the background, files that were stored before encryption existed (ADR 67). Each file gets an encrypted
 * copy under a new name, and one short transaction switches to the copy. A crash before the switch leaves an
 * unreferenced copy, and a crash after it leaves the unreferenced plain file. Both are deleted like any unreferenced
 * file.
 */
import type { Id } from '@countersign/contract';
import { lockBlob, type FileKeys } from '../../platform/blobs/blob-keys.ts';
import { sealCopy } from '../../platform/blobs/seal-copy.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import { failpoint, failpointsOfCommit } from '../../platform/failpoints.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import type { Damage, StorageLog } from './damage.ts';
import { slowly } from './scrub.ts';
import {
  advanceEncryption,
  claimEncryption,
  countPlain,
  insertBlobKeys,
  insertUnclaimed,
  releaseEncryption,
  sealBlob,
  selectHolders,
  selectPlainFiles,
} from './store.ts';
import { UNCLAIMED_MS } from './unclaimed.ts';

export type EncryptDependencies = {
  database: Database;
  uow: UnitOfWork;
  store: BlobStore;
  fileKeys: FileKeys;
  damage: Damage;
  clock: Clock;
  log: StorageLog;
  isSealing: boolean;
  /** Aborts the run. The next run continues with the file that was interrupted. */
  signal: AbortSignal;
};

const JOBS = { role: 'jobs' } as const;
const BATCH = 100;
/** The duration of the lease, far longer than encrypting one file takes. */
const LEASE_MS = 10 * 60_000;
/** The time for which a reader that loaded the row earlier can still open the plain file. */
const STAYS_MS = 15 * 60_000;

/** Encrypts all files except damaged ones. Does nothing if another process is already encrypting them. */
export async function encryptFiles(dependencies: EncryptDependencies): Promise<void> {
  const { database, clock, log, isSealing, signal } = dependencies;
  if (!isSealing) return;
  const lease = () => new Date(clock.now().getTime() + LEASE_MS);
  let files = await database.query(JOBS, selectPlainFiles('', '', BATCH));
  if (files.length === 0) return;
  const [mine] = await database.query(JOBS, claimEncryption(clock.now(), lease()));
  if (!mine) return;
  log.info(await leftOf(database), 'the server is encrypting files that were stored unencrypted');
  let done = 0;
  for (let last = files.at(-1); last; last = files.at(-1)) {
    for (const file of files) {
      if (signal.aborted) break;
      const isDone = await encrypt(dependencies, file);
      await database.query(JOBS, advanceEncryption(lease(), isDone ? 1 : 0, isDone ? file.size_bytes : 0));
      if (isDone) done += 1;
    }
    if (signal.aborted) break;
    log.info({ encrypted: done, ...(await leftOf(database)) }, 'stored files are being encrypted');
    files = await database.query(JOBS, selectPlainFiles(last.tenant_id, last.id, BATCH));
  }
  // The lease is released immediately, so that a restarted process does not have to wait for it.
  await database.query(JOBS, releaseEncryption(clock.now()));
  log.info({ encrypted: done, ...(await leftOf(database)) }, 'the encryption of stored files is paused');
}

async function leftOf(database: Database): Promise<{ left: number }> {
  const [row] = await database.query(JOBS, countPlain());
  return { left: row?.files ?? 0 };
}

export type PlainFile = { tenant_id: Id<'tenant'>; id: Id<'blob'>; size_bytes: number; sha256: string };

/** Returns false if the file is damaged, was erased, or was encrypted by another process. */
async function encrypt(
  { uow, store, fileKeys, damage, clock }: EncryptDependencies,
  { tenant_id: tenantId, id: blobId, size_bytes: size, sha256 }: PlainFile,
): Promise<boolean> {
  const key = `${tenantId}/${blobId}`;
  const name = newId('blob', clock.now());
  const copied = await sealCopy(store, { from: key, to: `${tenantId}/${name}`, size, sha256 }, slowly);
  if ('fault' in copied) {
    damage.report(key, copied.fault);
    return false;
  }
  failpoint('encryption.named');
  const wrap = await fileKeys.wrapper({ tenantId, blobId, size }, copied.dataKey);
  const isOurs = await uow.run(tenantId, async (tx) => {
    // From this point on, no new row can refer to the file, so the selected rows are all the references to it.
    const [, holders] = await tx.queryAll([lockBlob(blobId, true), selectHolders(tenantId, blobId)]);
    const [row] = holders.length > 0 ? await tx.query(sealBlob(blobId, name)) : [];
    if (!row?.sealed) return false;
    const ids = holders.map(({ id }) => id);
    tx.write(insertBlobKeys(tenantId, blobId, ids, ids.map(wrap)));
    // The plain file is no longer referenced. It is deleted when current readers have finished.
    tx.enter(JOBS);
    tx.write(insertUnclaimed([key], new Date(tx.now.getTime() - UNCLAIMED_MS + STAYS_MS)));
    failpointsOfCommit(tx, 'encryption');
    return true;
  });
  // The file was erased since then, or another process encrypted it.
  if (!isOurs) await store.delete(`${tenantId}/${name}`);
  return isOurs;
}
