/**
 * Verifies a backup by restoring it (ADR 72) into a temporary database and a temporary folder. Counts the rows,
 * compares every file with the hash in its row, opens every sealed key and verifies every audit chain. Also verifies
 * one document, and signs another document with a temporary authority.
 */
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupCheck } from '@countersign/contract';
import { startEmbeddedPostgres } from '../../platform/adapters/embedded-postgres/index.ts';
import { openLocalBlobs } from '../../platform/adapters/local-blobs/index.ts';
import { Recorder } from '../../platform/audit/recorder.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import { type OpenedBackup, openBackup } from '../../platform/backup/read-backup.ts';
import { restoreDatabase, restoreFiles } from '../../platform/backup/restore-backup.ts';
import { BlobKeys } from '../../platform/blobs/blob-keys.ts';
import { type CheckedBlobs, checkedBlobs } from '../../platform/blobs/checked-blobs.ts';
import { SealError, type Vault } from '../../platform/crypto/seal.ts';
import { type ConnectionOptions, Database } from '../../platform/db/database.ts';
import { provideLogin } from '../../platform/db/login-check.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { reseal, type SealedColumn } from '../../platform/db/reseal.ts';
import type { PdfSource, VerifyReport } from '../../platform/pdf/index.ts';
import type { BackupTarget } from '../../platform/ports/backup-target.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { UnitOfWork } from '../../platform/unit-of-work.ts';
import { checkChains as checkAuditChains } from '../audit-log/index.ts';
import { openDocumentFile, pdfSource, selectNewestSealedDocument } from '../document-core/index.ts';
import { blobRecords } from '../storage/index.ts';

import { selectStoredFiles, selectTenants, type TenantRow } from './store.ts';
import { signAndVerify } from './throwaway-signature.ts';

export type VerifyOptions = {
  target: BackupTarget;
  vault: Vault;
  recovery: string | undefined;
  clock: Clock;
  scratch: string;
  sealedColumns: readonly SealedColumn[];
  /** Verifies the signatures of a stored document with the authorities of this installation. */
  judge: (source: PdfSource, document: { tenantId: string; environment: 'live' | 'sandbox' }) => Promise<VerifyReport>;
};

/** Runs a check and returns whether it passed. The message is reported only if it failed. */
type Check = (name: BackupCheck['name'], work: () => Promise<string | void>) => Promise<boolean>;

const LOGIN = 'countersign_verification';
const PAGE = 1000;

export async function clearScratch(scratch: string): Promise<void> {
  for (const name of await readdir(scratch).catch(() => []))
    await rm(join(scratch, name), { recursive: true, force: true });
}

/**
 * Returns every check with its result. `onChecks` receives the finished checks after each check. A check is skipped if
 * a check it depends on failed.
 * @throws Error if the verification could not run: no disk space, no database, or the process is ending
 */
export async function verify(
  options: VerifyOptions,
  id: string,
  signal: AbortSignal,
  onChecks?: (done: readonly BackupCheck[]) => Promise<unknown>,
): Promise<BackupCheck[]> {
  const checks: BackupCheck[] = [];
  const found = async (name: BackupCheck['name'], valid: boolean, message: string): Promise<void> => {
    checks.push({ name, valid, message });
    await onChecks?.(checks);
  };
  const check: Check = async (name, work) => {
    signal.throwIfAborted();
    try {
      const message = await work();
      if (message !== undefined) await found(name, true, message);
      return true;
    } catch (error) {
      if (!isFinding(error)) throw error;
      await found(name, false, error.message);
      return false;
    }
  };
  const { target, vault, recovery, scratch } = options;
  let opened: OpenedBackup | undefined;
  await check('manifest', async () => {
    opened = await openBackup(target, id, { vault, recovery });
    return 'The manifest has not changed since the backup was created.';
  });
  if (!opened) return checks;
  await clearScratch(scratch);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  try {
    await refuseWithoutSpace(scratch, opened);
    await restoreAndCheck(options, opened, check, signal);
  } finally {
    await clearScratch(scratch);
  }
  return checks;
}

/** Returns whether the error is caused by the backup and not by the machine that verifies it. */
const isFinding = (error: unknown): error is Error =>
  error instanceof BackupError ||
  error instanceof SealError ||
  (error instanceof AppError && error.code === 'FILE_DAMAGED');

/** Refuses the verification if there is not enough disk space, because a full disk would stop the service. */
async function refuseWithoutSpace(scratch: string, { manifest }: OpenedBackup): Promise<void> {
  const { bavail, bsize } = await statfs(scratch);
  const needed = manifest.files.bytes_total + manifest.database.bytes * 3 + 256 * 2 ** 20;
  if (bavail * bsize < needed)
    throw new BackupError('no_space', `The verification needs ${Math.ceil(needed / 1_000_000)} MB of free disk space.`);
}

async function restoreAndCheck(
  options: VerifyOptions,
  backup: OpenedBackup,
  check: Check,
  signal: AbortSignal,
): Promise<void> {
  const { scratch } = options;
  const { manifest } = backup;
  const store = await openLocalBlobs(join(scratch, 'blobs'));
  const hasFiles = await check('files', async () => {
    await restoreFiles(backup, store, () => signal.throwIfAborted());
  });
  failpoint('backup-verify.files');
  await check('ledger', async () => {
    for await (const piece of backup.ledger()) void piece;
    return 'The erasure ledger can be read.';
  });
  const server = await startEmbeddedPostgres({
    dataDir: join(scratch, 'postgres'),
    durable: false,
    maxConnections: 12,
  });
  try {
    await provideLogin(server.connection, LOGIN);
    const hasRows = await check('database', async () => {
      await restoreDatabase(backup, server.connection);
      await migrate(server.connection, LOGIN);
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return `All ${rows} rows of ${manifest.tables.length} tables were restored and counted.`;
    });
    if (!hasRows) return;
    failpoint('backup-verify.database');
    const restored = await openRestored(options, server.connection, store);
    try {
      await checkRestored(options, restored, { check, hasFiles, signal });
    } finally {
      await restored.database.close();
    }
  } finally {
    await server.stop();
  }
}

type Restored = { owner: ConnectionOptions; database: Database; uow: UnitOfWork; blobs: CheckedBlobs };

async function openRestored(
  { vault, clock }: VerifyOptions,
  owner: ConnectionOptions,
  store: Awaited<ReturnType<typeof openLocalBlobs>>,
): Promise<Restored> {
  const database = new Database({
    ...owner,
    user: LOGIN,
    maxConnections: 4,
    onError: () => {},
    name: 'countersign verification',
  });
  const recorder = new Recorder({ vault, reactions: [], wake: () => {}, announce: () => {} });
  const blobs = checkedBlobs({
    store,
    records: blobRecords(database),
    keys: new BlobKeys({ database, vault }),
    onDamage: () => {},
    isSealing: true,
  });
  return { owner, database, uow: new UnitOfWork({ database, clock, recorder }), blobs };
}

async function checkRestored(
  options: VerifyOptions,
  restored: Restored,
  { check, hasFiles, signal }: { check: Check; hasFiles: boolean; signal: AbortSignal },
): Promise<void> {
  const { owner, uow } = restored;
  const { vault, sealedColumns, clock } = options;
  await check('keys', async () => {
    const opened = await reseal(owner, sealedColumns, { from: vault, to: vault });
    return `All ${opened} encrypted keys can be decrypted with the master key.`;
  });
  const tenants = await uow.readAuth(selectTenants());
  if (hasFiles) await check('files', () => checkFiles(restored, tenants, signal));
  await check('audit-chains', () => checkChains(restored, tenants, signal));
  await check('signature', async () => {
    const verified = hasFiles ? await verifyNewest(options, restored, tenants) : '';
    await signAndVerify(clock.now());
    return `${verified}A document was signed and verified with a temporary authority.`;
  });
}

async function checkFiles(
  { uow, blobs }: Restored,
  tenants: readonly TenantRow[],
  signal: AbortSignal,
): Promise<string> {
  let files = 0;
  for (const { tenant_id: tenantId } of tenants)
    for (let after: string | undefined = ''; after !== undefined;) {
      const page: { id: string }[] = await uow.read(tenantId, selectStoredFiles(tenantId, after, PAGE));
      for (const { id } of page) {
        signal.throwIfAborted();
        const key = `${tenantId}/${id}`;
        const fault = await blobs.check(key, (bytes) => bytes);
        if (fault !== undefined)
          throw new BackupError('damaged', `The file ${key} differs from the stored data (${fault}).`);
        files += 1;
      }
      after = page.length < PAGE ? undefined : page.at(-1)?.id;
    }
  return `All ${files} files match the stored data.`;
}

async function checkChains({ uow }: Restored, tenants: readonly TenantRow[], signal: AbortSignal): Promise<string> {
  let chains = 0;
  for (const { tenant_id: tenantId } of tenants)
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      signal.throwIfAborted();
      const found: Awaited<ReturnType<typeof checkAuditChains>> = await checkAuditChains(uow, tenantId, cursor);
      const [broken] = found.broken;
      if (broken) throw new BackupError('damaged', `The audit chain ${broken.stream} is broken: ${broken.message}`);
      chains += found.chains;
      cursor = found.nextCursor ?? undefined;
    }
  return `All ${chains} audit chains are intact.`;
}

async function verifyNewest(
  { judge }: VerifyOptions,
  { uow, blobs }: Restored,
  tenants: readonly TenantRow[],
): Promise<string> {
  let newest: (TenantRow & { id: string }) | undefined;
  for (const tenant of tenants) {
    const [row] = await uow.read(tenant.tenant_id, selectNewestSealedDocument({ tenantId: tenant.tenant_id }));
    if (row && row.id > (newest?.id ?? '')) newest = { ...tenant, ...row };
  }
  if (!newest) return '';
  const { tenant_id: tenantId, id, environment } = newest;
  const file = await openDocumentFile(uow, tenantId, id);
  const report = await judge(await pdfSource(blobs, file), { tenantId, environment });
  if (!report.isValid)
    throw new BackupError('damaged', `The signatures of ${id} are not valid. ${report.reasons.join(' ')}`);
  return 'The newest signed document is valid. ';
}
