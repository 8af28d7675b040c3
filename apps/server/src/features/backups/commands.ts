/** Backups, made beside running servers, and restored into an empty data folder. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backupFolder } from '../../platform/adapters/backup-folder/index.ts';
import { createBackup, type Progress, removeFiles } from '../../platform/backup/create-backup.ts';
import { BackupError } from '../../platform/backup/errors.ts';
import { listBackups, type OpenedBackup, openBackup, readThrough } from '../../platform/backup/read-backup.ts';
import type { Command, CommandIo, Console, Opened } from '../../platform/console.ts';
import { newId } from '../../platform/crypto/ids.ts';
import { readMasterKey } from '../../platform/crypto/master-key.ts';
import { Vault } from '../../platform/crypto/seal.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import type { Secret } from '../../platform/secret.ts';
import { ownVersion } from '../../platform/version.ts';
import { replayErasures } from '../retention/index.ts';
import { ledgerOf } from './ledger-copy.ts';
import { LEDGER, restoreInto, type RestoreSettings } from './restore.ts';

const BACKUP_USAGE = `Usage: npm start -- backup [list | check BACKUP | delete BACKUP]

  backup                 makes a backup in BACKUP_FOLDER; running servers go on
  backup list            the complete backups there
  backup check BACKUP    reads all of it and compares it with what was written; "newest" is the newest there is
  backup delete BACKUP   removes it; copies of files stay for other backups`;

const RESTORE_USAGE = `Usage: npm start -- restore BACKUP

Brings a backup from BACKUP_FOLDER back into an empty DATA_DIR (and an empty database, with DATABASE_URL). "newest" is the newest
there is. The master key is not in it: set MASTER_KEY, or put master.key into DATA_DIR first.`;

type BackupConsole = Console & {
  readonly config: RestoreSettings & {
    readonly masterKey: Secret | undefined;
    readonly backups: { readonly folder: string; readonly recovery: Secret | undefined };
    readonly s3?: unknown;
  };
  readonly openBlobs: (opened: Opened) => Promise<{ readonly store: BlobStore; close(): Promise<void> }>;
};

const backup: Command<BackupConsole> = {
  name: 'backup',
  usage: BACKUP_USAGE,
  read: ([name, id, ...rest]) => {
    if (rest.length === 0 && id !== undefined && name === 'check') return (console) => check(console, id);
    if (rest.length === 0 && id !== undefined && name === 'delete') return (console) => remove(console, id);
    if (id !== undefined) return undefined;
    return name === 'list' ? list : name === undefined ? backUp : undefined;
  },
};

const restoreCommand: Command<BackupConsole> = {
  name: 'restore',
  usage: RESTORE_USAGE,
  read: ([id, ...rest]) => (id === undefined || rest.length > 0 ? undefined : (console) => restore(console, id)),
};

async function backUp(console: BackupConsole): Promise<number> {
  const { config, out, clock } = console;
  const target = backupFolder(config.backups.folder);
  const id = newId('backup', clock.now());
  return console.open(async (opened) => {
    const { vault } = await opened.unseal();
    const places = await console.openBlobs(opened);
    try {
      const { rows, files, bytes, copiedFiles } = await createBackup({
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
        out('Only the master key opens it. Set BACKUP_RECOVERY_KEY so that a passphrase does too.');
      return 0;
    } finally {
      await places.close();
    }
  });
}

function steps({ err }: CommandIo): (progress: Progress) => void {
  let said: Progress['step'] | undefined;
  return ({ step }) => {
    if (step !== said) err(step === 'tables' ? 'Copying the database.' : 'Copying files.');
    said = step;
  };
}

async function list({ config, out }: BackupConsole): Promise<number> {
  const target = backupFolder(config.backups.folder);
  const ids = await listBackups(target);
  if (ids.length === 0) out(`There is no complete backup in ${target.place}.`);
  for (const id of ids) {
    const opened = await open(config, id).catch((error: unknown) => {
      if (error instanceof BackupError) return error;
      throw error;
    });
    out(opened instanceof BackupError ? `${id}  ${opened.message}` : describe(opened));
  }
  return 0;
}

const describe = ({ manifest }: OpenedBackup): string =>
  `${manifest.id}  ${manifest.taken_at}  ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${manifest.files.count} files`;

async function check({ config, out, err }: BackupConsole, wanted: string): Promise<number> {
  const id = await named(config, wanted);
  const faults = await readThrough(await open(config, id));
  for (const fault of faults) err(fault);
  if (faults.length === 0) out(`${id} is what was written: every row and every file can be read.`);
  return faults.length === 0 ? 0 : 1;
}

async function remove({ config, out }: BackupConsole, id: string): Promise<number> {
  const target = backupFolder(config.backups.folder);
  if (!(await listBackups(target)).includes(id))
    throw new BackupError('unknown', `There is no complete backup ${id} in ${target.place}.`);
  await removeFiles(target, id);
  out(`${id} is removed.`);
  return 0;
}

async function named({ backups }: BackupConsole['config'], wanted: string): Promise<string> {
  return wanted === 'newest' ? ((await listBackups(backupFolder(backups.folder))).at(-1) ?? '') : wanted;
}

async function open(config: BackupConsole['config'], id: string): Promise<OpenedBackup> {
  const key = await readMasterKey(config);
  return openBackup(backupFolder(config.backups.folder), id, {
    vault: key && new Vault(key),
    recovery: config.backups.recovery?.reveal(),
  });
}

async function restore(console: BackupConsole, wanted: string): Promise<number> {
  const { config, out, err } = console;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const masterKey = await readMasterKey(config);
  if (!masterKey)
    throw new BackupError(
      'locked',
      `The master key is missing, without which nothing that it sealed can be used: set MASTER_KEY, or put the file into ${join(config.dataDir, 'master.key')}.`,
    );
  const id = await named(config, wanted);
  const backup = await open(config, id);
  err(`Restoring ${describe(backup)}`);
  // The newest backup knows of erasures that this one does not.
  const newest = await open(config, await named(config, 'newest'));
  const { files } = await restoreInto(config, backup, newest.ledger());
  out(`${id} is restored as of ${backup.manifest.taken_at}, with ${files} files.`);
  // What had been erased since, and came back, is erased again (ADR 59).
  await replayErasures(console, join(config.dataDir, LEDGER));
  if (newest.manifest.id !== id)
    out(
      `There is a newer backup: ${newest.manifest.id} of ${newest.manifest.taken_at}. What happened since is in that one.`,
    );
  out(
    `What happened after ${backup.manifest.taken_at} is not here: mails and webhooks of that time were sent, and signed files handed out.`,
  );
  out(
    'Nobody here can know what changed elsewhere since: people and groups at identity providers, subscriptions and payments at Stripe. Compare them before you open the server.',
  );
  if (config.s3)
    out(
      'Files were restored into DATA_DIR. The bucket of S3 was neither read nor changed, and may hold newer files: set an empty one, then npm start -- storage move --to s3.',
    );
  return 0;
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

export const commands = [backup, restoreCommand];
