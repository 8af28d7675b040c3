/** Commands for backups. Backups are made while servers run, and are restored into an empty data folder. */
import { join } from 'node:path';
import { createBackup, type Progress } from '../../platform/backup/create-backup.ts';
import { blobOf } from '../../platform/backup/file-judge.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import {
  listBackups,
  type OpenedBackup,
  openBackup,
  readThrough,
  sentenceOf,
} from '../../platform/backup/read-backup.ts';
import type { Command, CommandIo, Opened } from '../../platform/console.ts';
import { newId } from '../../platform/crypto/ids.ts';
import type { BackupTarget } from '../../platform/ports/backup-target.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import { ownVersion } from '../../platform/version.ts';
import { selectOperatorTenant } from '../accounts/index.ts';
import { Damage } from '../storage/index.ts';
import { replayErasures } from '../retention/index.ts';
import { ledgerOf } from './ledger-copy.ts';
import { isBackupId, removeBackup } from './remove.ts';
import {
  listArchive,
  type MomentConsole,
  openersOf,
  requireKey,
  restoreTo,
  printFurtherSteps,
} from './moment-commands.ts';
import { LEDGER, restoreInto } from './restore.ts';
import { isBeingVerified, selectBackup } from './store.ts';
import { upgradeDatabase } from './upgrade-database.ts';

const SAID_EVERY_MS = 5_000;

const BACKUP_USAGE = `Usage: npm start -- backup [list | check BACKUP | delete BACKUP]

  backup                 creates a backup in BACKUP_FOLDER or the bucket of BACKUP_TARGET=s3 while servers run. The exit code is 1
                         if stored files are missing or damaged. The backup then lists them and contains everything else
  backup list            lists the complete backups
  backup check BACKUP    reads and checks the whole backup, and lists stored files that were missing or damaged when it was created.
                         "newest" is the newest backup
  backup delete BACKUP   deletes the backup and the stored files that no other backup needs`;

const RESTORE_USAGE = `Usage: npm start -- restore BACKUP | --to TIME

  restore BACKUP     restores a backup into an empty DATA_DIR (and an empty database, with DATABASE_URL), from BACKUP_FOLDER or the
                     bucket of BACKUP_TARGET=s3; "newest" is the newest backup that can be decrypted
  restore --to TIME  restores the embedded database to a point in time, such as 2026-11-23T14:05:00Z, from the archive of its log; "newest" is the latest possible time

Backups and archives do not contain the master key. Set MASTER_KEY, or copy master.key into DATA_DIR, before you restore.`;

type BackupConsole = MomentConsole & {
  readonly openBackups: () => Promise<BackupTarget>;
  readonly openBlobs: (opened: Opened) => Promise<{ readonly store: BlobStore; close(): Promise<void> }>;
};

const backup: Command<BackupConsole> = {
  name: 'backup',
  usage: BACKUP_USAGE,
  read: ([name, id, ...rest]) => {
    if (rest.length === 0 && id !== undefined && name === 'check') return atPlace((place) => check(place, id));
    if (rest.length === 0 && id !== undefined && name === 'delete') return atPlace((place) => remove(place, id));
    if (id !== undefined) return undefined;
    return name === 'list' ? atPlace(list) : name === undefined ? atPlace(backUp) : undefined;
  },
};

const restoreCommand: Command<BackupConsole> = {
  name: 'restore',
  usage: RESTORE_USAGE,
  read: ([id, time, ...rest]) => {
    if (id === undefined || rest.length > 0) return undefined;
    if (id === '--to') return time === undefined ? undefined : (console) => restoreTo(console, time);
    return time === undefined ? atPlace((place) => restore(place, id)) : undefined;
  },
};

type Place = { console: BackupConsole; target: BackupTarget };

const atPlace =
  (work: (place: Place) => Promise<number>) =>
  async (console: BackupConsole): Promise<number> => {
    const target = await console.openBackups();
    try {
      return await work({ console, target });
    } finally {
      target.close();
    }
  };

async function backUp({ console, target }: Place): Promise<number> {
  const { config, out, clock } = console;
  const id = newId('backup', clock.now());
  return console.open(async (opened) => {
    const { vault, uow } = await opened.unseal();
    const places = await console.openBlobs(opened);
    try {
      const { rows, files, bytes, copiedFiles, faults } = await createBackup({
        id,
        version: await ownVersion(),
        connection: opened.connection,
        store: places.store,
        ledger: () => ledgerOf(config),
        target,
        vault,
        recovery: config.backups.recovery?.reveal(),
        onProgress: steps(console),
      });
      out(
        `${id}: ${rows} rows, ${files} files (${copiedFiles} of them copied now), ${megabytes(bytes)}, in ${target.place}`,
      );
      if (!config.backups.recovery)
        out(
          'Only the master key can decrypt this backup. To also allow decryption with a passphrase, set BACKUP_RECOVERY_KEY.',
        );
      for (const fault of faults) console.err(sentenceOf(fault));
      // Reports damage to the health check and the administrators, as for any damaged stored file.
      const damage = new Damage({ database: opened.database, uow, log: QUIET });
      for (const fault of faults) await damage.note(blobOf(fault), fault.fault);
      return faults.length === 0 ? 0 : 1;
    } finally {
      await places.close();
    }
  });
}

const QUIET = { info: () => {}, warn: () => {}, error: () => {} };

const STEPS = { tables: 'Copying the database', files: 'Copying files' } as const;

function steps({ err }: CommandIo): (progress: Progress) => void {
  let said: Progress['step'] | undefined;
  let say = paced(err);
  return ({ step, done, total }) => {
    if (step !== said) {
      err(`${STEPS[step]}.`);
      say = paced(err);
    }
    said = step;
    say(() => `${STEPS[step]}: ${done} of ${total}.`);
  };
}

function paced(err: CommandIo['err']): (line: () => string) => void {
  let saidAt = performance.now();
  return (line) => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = performance.now();
    err(line());
  };
}

async function list({ console, target }: Place): Promise<number> {
  const { config, out } = console;
  const ids = await listBackups(target);
  if (ids.length === 0) out(`There is no complete backup in ${target.place}.`);
  for (const id of ids) {
    const opened = await openOrSay(target, config, id);
    out(opened instanceof BackupError ? `${id}  ${opened.message}` : describe(opened));
  }
  await listArchive(console);
  return 0;
}

const describe = ({ manifest }: OpenedBackup): string =>
  `${manifest.id}  ${manifest.taken_at}  ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${manifest.files.count} files`;

async function check(place: Place, wanted: string): Promise<number> {
  const { config, out, err } = place.console;
  const opened = wanted === 'newest' ? await newestOf(place, isOthers) : await open(place.target, config, wanted);
  const {
    id,
    files: { count },
  } = opened.manifest;
  const say = paced(err);
  const faults = await readThrough(opened, (done) => say(() => `Reading files: ${done} of ${count}.`));
  for (const fault of faults) err(fault);
  if (faults.length === 0) out(`${id} is intact: every row and every file can be read.`);
  return faults.length === 0 ? 0 : 1;
}

async function remove({ console, target }: Place, id: string): Promise<number> {
  const { config, out, err } = console;
  if (!isBackupId(id) || !(await listBackups(target)).includes(id)) throw unknown(target, id);
  return console.open(async ({ connection, unseal }) => {
    const { vault, uow } = await unseal();
    const [operator] = await uow.readAuth(selectOperatorTenant());
    if (!operator)
      throw new BackupError('unknown', 'This installation is not set up yet, so delete the backup files manually.');
    const tenantId = operator.tenant_id;
    const [row] = await uow.read(tenantId, selectBackup(tenantId, id));
    if (row && isBeingVerified(row))
      throw new BackupError('busy', `${id} is being verified. Try again when the verification is complete.`);
    const recovery = config.backups.recovery?.reveal();
    const actor = { kind: 'system', id: 'console' } as const;
    const removed = await removeBackup({ uow, connection, target, vault, recovery }, tenantId, id, { actor });
    if (!removed) throw new BackupError('busy', 'Another backup is running. Try again when it is complete.');
    out(`${id} was deleted, with ${removed.copies} copies of files that no other backup needs.`);
    if (removed.kept !== undefined)
      err(`File copies were not deleted, because not every backup can be read: ${removed.kept}`);
    return 0;
  });
}

const unknown = (target: BackupTarget, id: string): BackupError =>
  new BackupError(
    'unknown',
    `There is no complete backup ${id} in ${target.place}. List the backups with: npm start -- backup list`,
  );

async function open(target: BackupTarget, config: BackupConsole['config'], id: string): Promise<OpenedBackup> {
  return openBackup(target, id, await openersOf(config));
}

const openOrSay = (
  target: BackupTarget,
  config: BackupConsole['config'],
  id: string,
): Promise<OpenedBackup | BackupError> =>
  open(target, config, id).catch((error: unknown) => {
    if (error instanceof BackupError) return error;
    throw error;
  });

/** The storage may also contain backups of another installation. */
const isOthers = ({ code }: BackupError): boolean => code === 'locked';

/**
 * Returns the newest backup that can be opened, and prints the newer ones that cannot. `mayPass` decides whether a
 * backup with an error is skipped, or the error is thrown.
 */
async function newestOf({ console, target }: Place, mayPass: (error: BackupError) => boolean): Promise<OpenedBackup> {
  for (const id of (await listBackups(target)).toReversed()) {
    const opened = await openOrSay(target, console.config, id);
    if (!(opened instanceof BackupError)) return opened;
    if (!mayPass(opened)) throw opened;
    console.err(`${id} was skipped: ${opened.message}`);
  }
  throw new BackupError('unknown', `No backup in ${target.place} can be opened.`);
}

async function restore(place: Place, wanted: string): Promise<number> {
  const { console, target } = place;
  const { config, out, err } = console;
  const vault = await requireKey(config);
  if (wanted !== 'newest' && !(await listBackups(target)).includes(wanted)) throw unknown(target, wanted);
  // The newest backup records erasures that an older backup does not contain. If it is damaged, the previous backup can
  // still be restored.
  const newest = await newestOf(place, () => true);
  const backup = wanted === 'newest' ? newest : await open(target, config, wanted);
  const { id, taken_at: takenAt, files: expected } = backup.manifest;
  err(`Restoring ${describe(backup)}`);
  const say = paced(err);
  const { files } = await restoreInto(config, backup, {
    vault,
    ledger: newest.ledger(),
    onFile: (done) => say(() => `Restoring files: ${done} of ${expected.count}.`),
  });
  out(`${id} was restored to ${takenAt}, with ${files} files.`);
  for (const fault of backup.faults) err(sentenceOf(fault));
  // A backup does not contain later erasures, so they are repeated (ADR 59).
  await replayErasures(console, join(config.dataDir, LEDGER));
  if (newest.manifest.id !== id)
    out(`There is a newer backup: ${newest.manifest.id} from ${newest.manifest.taken_at}. It contains later changes.`);
  printFurtherSteps(console, takenAt);
  return 0;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const UPGRADE_USAGE = `Usage: npm start -- upgrade-database [--old-bin FOLDER]

Moves the embedded database to this server's major version of PostgreSQL. Stop the server and make a backup first.

  --old-bin FOLDER is the folder with the postgres program of the old version. Default: /usr/lib/postgresql/VERSION/bin

Every row is copied into a new folder. The old folder is kept next to it as postgres-VERSION. If the command fails, nothing changes. The command needs as much free space as the database uses.`;

const upgrade: Command<BackupConsole> = {
  name: 'upgrade-database',
  usage: UPGRADE_USAGE,
  read: (words) => {
    const [option, folder, ...rest] = words;
    const isNamed = option === '--old-bin' && folder !== undefined && rest.length === 0;
    if (words.length > 0 && !isNamed) return undefined;
    return async ({ config, out, err }) => {
      if (config.database.kind === 'external') {
        err(
          "You manage this database yourself (DATABASE_URL). Upgrade it with PostgreSQL's tools, such as pg_upgrade.",
        );
        return 1;
      }
      const done = await upgradeDatabase(config.dataDir, folder);
      if (!done) {
        out("The database already has this server's PostgreSQL version. There is nothing to do.");
        return 0;
      }
      const { from, to, tables, rows, kept } = done;
      out(`The database was upgraded from PostgreSQL ${from} to ${to}: ${rows} rows in ${tables} tables.`);
      out(`The old folder is ${kept}. Start the server, check it, create a backup, and then remove the old folder.`);
      return 0;
    };
  },
};

export const commands = [backup, restoreCommand, upgrade];
