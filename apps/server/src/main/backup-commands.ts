/** `npm start -- backup` and `npm start -- restore`: the first works beside running servers, the second into an empty data folder. */
import { mkdir } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { backupFolder } from '../platform/adapters/backup-folder/index.ts';
import { createBackup, type Progress, removeFiles } from '../platform/backup/create-backup.ts';
import { BackupError } from '../platform/backup/errors.ts';
import { listBackups, type OpenedBackup, openBackup, readThrough } from '../platform/backup/read-backup.ts';
import { newId } from '../platform/crypto/ids.ts';
import { Database } from '../platform/db/database.ts';
import { Vault } from '../platform/crypto/seal.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { openBlobPlaces } from './blob-places.ts';
import type { Config } from './config.ts';
import type { CommandIo } from './keys-command.ts';
import { readMasterKey, requireMasterKey } from './master-key.ts';
import { openDatabase } from './open-database.ts';
import { runReplayCommand } from './organization-commands.ts';
import { LEDGER, restoreInto } from './restore.ts';
import { ownVersion } from './version.ts';

const BACKUP_USAGE = `Usage: npm start -- backup [list | check BACKUP | delete BACKUP]

  backup                 makes a backup in BACKUP_FOLDER; running servers go on
  backup list            the complete backups there
  backup check BACKUP    reads all of it and compares it with what was written
  backup delete BACKUP   removes it; copies of files stay for other backups`;

const RESTORE_USAGE = `Usage: npm start -- restore BACKUP

Brings a backup from BACKUP_FOLDER back into an empty DATA_DIR (and an empty database, with DATABASE_URL). "newest" is the newest
there is. The master key is not in it: set MASTER_KEY, or put master.key into DATA_DIR first.`;

type Context = { config: Config; io: CommandIo; clock: Clock };

/** @returns the exit code: 0, 1 after a failure, 64 (EX_USAGE) for a command that is none */
export function runBackupCommand(
  config: Config,
  [name, id, ...rest]: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  const context = { config, io, clock };
  if (rest.length === 0 && id !== undefined && name === 'check') return telling(io, () => check(context, id));
  if (rest.length === 0 && id !== undefined && name === 'delete') return telling(io, () => remove(context, id));
  if (id === undefined && name === 'list') return telling(io, () => list(context));
  if (name === undefined) return telling(io, () => backUp(context));
  io.err(BACKUP_USAGE);
  return Promise.resolve(64);
}

/** @returns the exit code: 0, 1 after a failure, 64 (EX_USAGE) for a command that is none */
export function runRestoreCommand(
  config: Config,
  [id, ...rest]: readonly string[],
  io: CommandIo,
  clock: Clock,
): Promise<number> {
  if (id !== undefined && rest.length === 0) return telling(io, () => restore({ config, io, clock }, id));
  io.err(RESTORE_USAGE);
  return Promise.resolve(64);
}

async function telling(io: CommandIo, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    io.err(error.message);
    return 1;
  }
}

/** A backup without the files would look like a whole one. */
function refuseS3({ s3 }: Config): void {
  if (s3)
    throw new ConfigFault(
      'S3_ENDPOINT: backup and restore do not reach files in S3. Move them to the folder first (npm start -- storage move --to folder), or back up bucket and database with their own tools',
    );
}

async function backUp({ config, io, clock }: Context): Promise<number> {
  refuseS3(config);
  const target = backupFolder(config.backups.folder);
  const id = newId('backup', clock.now());
  const opened = await openDatabase(config, { beside: true });
  const { connection } = opened;
  const database = new Database({ ...connection, maxConnections: 1, onError: () => {}, name: 'countersign backup' });
  const closing = [() => opened.stop(), () => database.close()];
  try {
    const log = { warn: (_: object, message: string) => io.err(message) };
    const places = await openBlobPlaces(config, { database, connection, log });
    closing.push(() => places.close());
    const { rows, files, bytes, copiedFiles } = await createBackup({
      id,
      version: await ownVersion(),
      connection,
      store: places.store,
      ledger: () => ledgerOf(config),
      target,
      vault: new Vault(await requireMasterKey(config)),
      recovery: config.backups.recovery?.reveal(),
      onProgress: steps(io),
    });
    io.out(
      `${id}: ${rows} rows, ${files} files (${copiedFiles} of them copied now), ${megabytes(bytes)}, in ${target.place}`,
    );
    if (!config.backups.recovery)
      io.out('Only the master key opens it. Set BACKUP_RECOVERY_KEY so that a passphrase does too.');
    return 0;
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** As it is now; absent before the first erasure. */
async function* ledgerOf({ dataDir }: Pick<Config, 'dataDir'>): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(join(dataDir, LEDGER)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

function steps(io: CommandIo): (progress: Progress) => void {
  let said: Progress['step'] | undefined;
  return ({ step }) => {
    if (step !== said) io.err(step === 'tables' ? 'Copying the database.' : 'Copying files.');
    said = step;
  };
}

async function list({ config, io }: Context): Promise<number> {
  const target = backupFolder(config.backups.folder);
  const ids = await listBackups(target);
  if (ids.length === 0) io.out(`There is no complete backup in ${target.place}.`);
  for (const id of ids) {
    const opened = await open(config, id).catch((error: unknown) => {
      if (error instanceof BackupError) return error;
      throw error;
    });
    io.out(opened instanceof BackupError ? `${id}  ${opened.message}` : describe(opened));
  }
  return 0;
}

const describe = ({ manifest }: OpenedBackup): string =>
  `${manifest.id}  ${manifest.taken_at}  ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${manifest.files.count} files`;

async function check({ config, io }: Context, id: string): Promise<number> {
  const faults = await readThrough(await open(config, id));
  for (const fault of faults) io.err(fault);
  if (faults.length === 0) io.out(`${id} is what was written: every row and every file can be read.`);
  return faults.length === 0 ? 0 : 1;
}

async function remove({ config, io }: Context, id: string): Promise<number> {
  const target = backupFolder(config.backups.folder);
  if (!(await listBackups(target)).includes(id))
    throw new BackupError('unknown', `There is no complete backup ${id} in ${target.place}.`);
  await removeFiles(target, id);
  io.out(`${id} is removed.`);
  return 0;
}

async function open(config: Config, id: string): Promise<OpenedBackup> {
  const key = await readMasterKey(config);
  return openBackup(backupFolder(config.backups.folder), id, {
    vault: key && new Vault(key),
    recovery: config.backups.recovery?.reveal(),
  });
}

async function restore({ config, io, clock }: Context, wanted: string): Promise<number> {
  refuseS3(config);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const masterKey = await readMasterKey(config);
  if (!masterKey)
    throw new BackupError(
      'locked',
      `The master key is missing, without which nothing that it sealed can be used: set MASTER_KEY, or put the file into ${join(config.dataDir, 'master.key')}.`,
    );
  const all = await listBackups(backupFolder(config.backups.folder));
  const id = wanted === 'newest' ? (all.at(-1) ?? '') : wanted;
  const backup = await open(config, id);
  io.err(`Restoring ${describe(backup)}`);
  // The newest backup knows of erasures that this one does not.
  const newest = await open(config, all.at(-1) ?? id);
  const { files } = await restoreInto(config, backup, newest.ledger());
  io.out(`${id} is restored as of ${backup.manifest.taken_at}, with ${files} files.`);
  // What had been erased since, and came back, is erased again (ADR 59).
  await runReplayCommand(config, [join(config.dataDir, LEDGER)], io, clock);
  if (newest.manifest.id !== id)
    io.out(
      `There is a newer backup: ${newest.manifest.id} of ${newest.manifest.taken_at}. What happened since is in that one.`,
    );
  io.out(
    `What happened after ${backup.manifest.taken_at} is not here: mails and webhooks of that time were sent, and signed files handed out.`,
  );
  return 0;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
