/**
 * Backup operations for the operator's administrators. Backups contain every organization's data, so administrators of
 * other organizations have no access.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Backup, Id, InputOf, operations, OutputOf } from '@countersign/contract';
import { BackupError } from '../../platform/backup/errors.ts';
import { manifestOf } from '../../platform/backup/create-backup.ts';
import type { OpenedBackup } from '../../platform/backup/read-backup.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { BACKUP_LOCK, selectIsFree } from '../../platform/db/advisory-lock.ts';
import type { Database } from '../../platform/db/database.ts';
import { certainRow } from '../../platform/db/statement.ts';
import { AppError } from '../../platform/errors.ts';
import { StreamAnswer } from '../../platform/invoke/answers.ts';
import { isOperatorAdmin, type MemberPrincipal, type RequestContext } from '../../platform/principal.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { requestOrigin, auditActor } from '../../platform/audit/actor.ts';
import type { ArchiveKeeper } from './archive-keeper.ts';
import type { BackupKeeper } from './keeper.ts';
import {
  type BackupRow,
  insertBackup,
  isBeingVerified,
  lockBackup,
  selectBackup,
  selectBackups,
  updateVerification,
} from './store.ts';
import { tar, type TarEntry } from './tar.ts';

export type BackupServices = {
  uow: UnitOfWork;
  database: Database;
  backups: BackupKeeper;
  archive: ArchiveKeeper | undefined;
};
type Context = RequestContext<MemberPrincipal>;
type List = OutputOf<(typeof operations)['listBackups']>;
type Verified = Omit<OutputOf<(typeof operations)['verifyBackup']>, 'success'>;

const CHECK_INTERVAL_MS = 250;

export async function requestBackup({ uow, database, backups }: BackupServices, context: Context): Promise<Backup> {
  const tenantId = operatorOf(context);
  // A backup that is being created by a command has no row yet, so the lock shows whether one is running.
  const [lock] = await database.query({ role: 'jobs' }, selectIsFree(BACKUP_LOCK));
  if (!lock?.is_free) throw new AppError('BACKUP_RUNNING');
  const row = await uow.run(tenantId, async (tx) => {
    const id = newId('backup', tx.now);
    const [made] = await tx.query(insertBackup({ tenantId, id, trigger: 'request', slot: null, now: tx.now }));
    if (!made) throw new AppError('BACKUP_RUNNING');
    await uow.recorder.record(tx, tenantId, tenantId, { action: 'backup.requested', ...by(context, id), data: {} });
    tx.afterCommit(backups.wake);
    return made;
  });
  return viewOf(row);
}

export async function listBackups(
  { uow, backups }: BackupServices,
  context: Context,
  { pageSize, cursor }: InputOf<(typeof operations)['listBackups']>['query'],
): Promise<List> {
  const tenantId = operatorOf(context);
  const rows = await uow.read(tenantId, selectBackups(tenantId, cursor ?? null, pageSize + 1));
  const page = rows.slice(0, pageSize);
  const { schedule, keep, target } = backups.options;
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    backups: page.map(viewOf),
    place: target.place,
    schedule: schedule ? { at: `${two(schedule.hour)}:${two(schedule.minute)}`, keep } : null,
    pagination: {
      hasMore: rows.length > pageSize,
      nextCursor: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
    },
  };
}

export async function getBackup({ uow }: BackupServices, context: Context, id: Id<'backup'>): Promise<Backup> {
  return viewOf(await find(uow, operatorOf(context), id));
}

/**
 * Waits for at most the requested time. A longer verification continues in the background. If a verification is already
 * running, waits for it.
 */
export async function verifyBackup(
  { uow, backups }: BackupServices,
  context: Context,
  id: Id<'backup'>,
): Promise<Verified> {
  const tenantId = operatorOf(context);
  await uow.run(tenantId, async (tx) => {
    const [row] = await tx.query(lockBackup(tenantId, id));
    if (!row) throw new AppError('BACKUP_NOT_FOUND', { backupId: id });
    refuseUnlessReady(row);
    if (isBeingVerified(row)) return;
    tx.write(updateVerification(tenantId, id, 'queued', '[]', null));
    tx.afterCommit(backups.wake);
  });
  await uow.release();
  const until = performance.now() + backups.options.waitMs;
  const gone = context.gone?.();
  let row = await find(uow, tenantId, id);
  while (isBeingVerified(row) && performance.now() < until && gone?.aborted !== true) {
    await delay(CHECK_INTERVAL_MS);
    row = await find(uow, tenantId, id);
  }
  const valid = isBeingVerified(row) ? null : row.verification === 'valid';
  return { valid, checks: row.checks, backup: viewOf(row) };
}

/** Returns the encrypted backup as stored. It cannot be opened without the master key or the recovery passphrase. */
export async function downloadBackup(
  { uow, backups }: BackupServices,
  context: Context,
  id: Id<'backup'>,
): Promise<StreamAnswer> {
  const tenantId = operatorOf(context);
  const row = await find(uow, tenantId, id);
  refuseUnlessReady(row);
  const opened = await backups.open(id).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error;
    throw new AppError('BACKUP_STATE', { backupId: id, state: row.state }, { message: error.message, cause: error });
  });
  await uow.run(tenantId, (tx) =>
    uow.recorder.record(tx, tenantId, tenantId, { action: 'backup.downloaded', ...by(context, id), data: {} }),
  );
  const { target } = backups.options;
  const bytes = tar(entriesOf(target, opened), row.taken_at ?? row.created_at);
  return new StreamAnswer({
    open: () => Readable.from(bytes, { objectMode: false }),
    contentType: 'application/x-tar',
    filename: `${id}.tar`,
  });
}

/** The manifest comes last, so a truncated archive contains no valid backup. */
async function* entriesOf(target: BackupKeeper['options']['target'], backup: OpenedBackup): AsyncGenerator<TarEntry> {
  const entry = async (name: string): Promise<TarEntry> => {
    const size = await target.size(name);
    if (size === undefined) throw new BackupError('damaged', `${name} is missing from the backup.`);
    return { name, size, read: () => target.read(name) };
  };
  const { database, files, ledger, id } = backup.manifest;
  for (const { name } of [database, files, ledger]) yield await entry(name);
  for await (const key of backup.files()) {
    const copy = backup.copyOf(key);
    if (copy !== undefined) yield await entry(copy);
  }
  yield await entry(manifestOf(id));
}

export async function deleteBackup(
  { uow, backups }: BackupServices,
  context: Context,
  id: Id<'backup'>,
): Promise<void> {
  const tenantId = operatorOf(context);
  const row = await find(uow, tenantId, id);
  const { state } = row;
  if (state === 'queued' || state === 'running' || isBeingVerified(row))
    throw new AppError('BACKUP_STATE', { backupId: id, state, allowed: ['ready', 'failed', 'missing'] });
  const { actor, personal } = by(context, id);
  if (!(await backups.remove(tenantId, id, { actor, ...(personal && { personal }) })))
    throw new AppError('BACKUP_RUNNING');
}

function refuseUnlessReady({ id, state }: BackupRow): void {
  if (state !== 'ready') throw new AppError('BACKUP_STATE', { backupId: id, state, allowed: ['ready'] });
}

async function find(uow: UnitOfWork, tenantId: string, id: Id<'backup'>): Promise<BackupRow> {
  const [row] = await uow.read(tenantId, selectBackup(tenantId, id));
  if (!row) throw new AppError('BACKUP_NOT_FOUND', { backupId: id });
  return certainRow([row]);
}

function operatorOf({ principal }: Context): string {
  if (!isOperatorAdmin(principal)) throw new AppError('FORBIDDEN');
  return principal.tenantId;
}

function by(context: Context, id: Id<'backup'>) {
  const { principal } = context;
  return {
    actor: auditActor(principal),
    target: { kind: 'backup', id },
    personal: { personId: principal.userId, fields: requestOrigin(context) },
  } as const;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function viewOf(row: BackupRow): Backup {
  const { step, done, total, state } = row;
  return {
    id: row.id,
    state,
    trigger: row.trigger,
    progress: state === 'running' && step !== null ? { step, done, total } : null,
    taken_at: iso(row.taken_at),
    rows: row.row_count,
    files: row.files,
    copied_files: row.copied_files,
    fault_count: row.fault_count,
    faults: row.faults,
    size_bytes: row.size_bytes,
    failure: row.failure,
    created_at: row.created_at.toISOString(),
    finished_at: iso(row.finished_at),
    verification: { state: row.verification, checks: row.checks, finished_at: iso(row.verified_at) },
  };
}
